; Bounds of y bound x through their sum, which decides atoms about x that conflicts then rest on.
; fires: LiaPropagate
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(declare-const p Bool)
(assert (or p (>= (+ x y) 10)))
(assert (or (not p) (>= (+ x y) 11)))
(assert (or (<= y 4) (<= y 3)))
(assert (or (<= x 5) (<= (+ x z) 2)))
(assert (or (<= x 5) (>= z (- 2))))
(check-sat)
