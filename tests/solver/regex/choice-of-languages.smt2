; The condition decides which language, and speaks of a function that nothing else mentions.
(set-logic ALL)
(set-info :status sat)
(declare-const y String)
(declare-const p Bool)
(declare-fun f (String) String)
(assert (str.in_re (f (ite (= "" y) (f (f "")) (ite p "" "b"))) (ite (str.in_re (f "ab") re.allchar) re.allchar re.all)))
(check-sat)
