; The length of the reversed string is that of the string, also where an equation with it speaks of lengths.
(set-logic ALL)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (> (str.len (str.replace_all (str.rev y) x (str.to_lower y))) 2))
(check-sat)
