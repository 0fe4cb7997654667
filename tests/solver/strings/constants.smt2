; One string cannot be two words.
; fires: StringsConstants
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const p Bool)
(assert (or (= x "ab") (= y "ab")))
(assert (or (= x "ba") (= y "ba")))
(assert (or (= x y) (= y x)))
(check-sat)
