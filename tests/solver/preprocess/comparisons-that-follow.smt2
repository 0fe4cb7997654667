; What is at most and at least another string is it: the comparison in the choice becomes an equation, not false.
; fires: pass.extrema pass.ordered
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const a String)
(declare-const b String)
(declare-const c String)
(declare-const d String)
(declare-const m String)
(assert (str.<= a b))
(assert (= b c))
(assert (= m (ite (str.<= c d) d c)))
(assert (or (str.< c a) (and (str.<= m a) (not (= d "")) (str.< d a))))
(check-sat)
