; No letters are looked for beyond the end of a string that is spelled: nothing is found, and the slice is empty.
; fires: pass.spelling
(set-logic ALL)
(set-info :status sat)
(declare-const s String)
(declare-const t String)
(declare-const i Int)
(assert (= t (str.substr t i (str.indexof s "" 9))))
(assert (>= (str.to_int (str.at s 2)) 4))
(assert (= (str.len s) 6))
(check-sat)
(assert (not (= t "")))
(set-info :status unsat)
(check-sat)
