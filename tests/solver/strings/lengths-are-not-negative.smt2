; fires: LengthNonNegative
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (< (+ (str.len x) (* 2 (str.len y))) 0))
(check-sat)
