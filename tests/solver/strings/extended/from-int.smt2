; From a number to a numeral.
; fires: ExtfNumeral
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const n Int)
(assert (= x (str.from_int n)))
(assert (= (str.len x) 3))
(assert (> n 998))
(assert (not (= x "999")))
(check-sat)
