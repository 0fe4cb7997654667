; What excludes a value of `x` by a quotient by zero excludes none.
; fires: pass.ordered pass.values
(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (and (<= 0 x) (<= x 9)))
(assert (and (<= 0 y) (<= y 9)))
(assert (or (= x 1) (and (= x 3) (= (div x 0) 7)) (= x 8)))
(assert (= (+ (* 16 (+ x (ite (<= x 2) 7 (+ x 1)))) (* 256 (ite (<= y 4) (+ y 2) (* 2 y)))) 624))
(set-info :status sat)
(check-sat)
(assert (not (= (div 3 0) 7)))
(set-info :status unsat)
(check-sat)
