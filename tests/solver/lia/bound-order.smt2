; Bounds on one sum imply each other.
; fires: LiaBoundOrder
(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(declare-const p Bool)
(assert (or p (>= (+ x y) 5)))
(assert (or p (<= (+ x y) 2) (>= (+ x y) 9)))
(assert (or (not p) (<= (+ x y) (- 3))))
(set-info :status sat)
(check-sat)
(assert (= (+ x y) 6))
(set-info :status unsat)
(check-sat)
