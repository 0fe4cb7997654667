; Functions of strings beyond the standard that are read, but of which nothing is known but congruence.
(declare-fun str.to_lower (String) String)
(declare-fun str.to_upper (String) String)
(declare-fun str.indexof_re (String RegLan Int) Int)
(declare-fun str.last_indexof (String String) Int)
(declare-fun str.count (String String) Int)
(declare-fun str.split_at (String String Int) String)
(declare-fun str.trim (String) String)
