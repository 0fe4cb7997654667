; Two prefixes of the same length are equal.
; fires: ExtfPrefix
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (str.prefixof x z))
(assert (str.prefixof y z))
(assert (= (str.len x) (str.len y)))
(assert (not (= x y)))
(check-sat)
