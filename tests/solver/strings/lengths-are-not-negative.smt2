; fires: LengthNonNegative
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const i Int)
(assert (or (= (+ (str.len x) (* 2 (str.len y)) i) 3) (= (+ (str.len x) i) 2)))
(assert (> i 5))
(check-sat)
