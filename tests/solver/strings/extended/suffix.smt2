; Two suffixes of the same length are equal.
; fires: ExtfSuffix
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (str.suffixof x z))
(assert (str.suffixof y z))
(assert (= (str.len x) (str.len y)))
(assert (not (= x y)))
(check-sat)
