; Squares are ordered as their roots are, without a bound on either.
; fires: NiaMonotone
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(assert (< 0 x y))
(assert (>= (* x x) (* y y)))
(check-sat)
