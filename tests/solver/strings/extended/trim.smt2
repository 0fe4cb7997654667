; A name with white space around it: it has none itself.
; fires: ExtfPieces
(set-logic QF_SLIA)
(declare-const x String)
(assert (not (= x (str.trim x))))
(assert (str.contains (str.trim x) "a b"))
(set-info :status sat)
(check-sat)
(assert (str.suffixof " " (str.trim x)))
(set-info :status unsat)
(check-sat)
