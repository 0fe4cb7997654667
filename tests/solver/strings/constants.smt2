; One string cannot be two words.
; fires: StringsConstants
; options: --preprocess=false
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (or (= x "ab") (= x "cd")))
(assert (or (= y "ba") (= y "dc")))
(assert (or (= z x) (= z "ab")))
(assert (or (= z y) (= z "dc")))
(assert (not (= z "ab")))
(assert (not (= z "dc")))
(check-sat)
