; A Chinese remainder problem, with a negative divisor among them.
; fires: LiaMod
(set-logic QF_LIA)
(declare-const x Int)
(assert (= (mod x 3) 2))
(assert (= (mod x (- 5)) 3))
(assert (= (mod x 7) 2))
(assert (< 0 x 106))
(set-info :status sat)
(check-sat)
(assert (not (= x 23)))
(set-info :status unsat)
(check-sat)
