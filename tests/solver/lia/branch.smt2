; The rational relaxation has fractions in every corner; integers are found by branching.
; fires: LiaBranch
(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(assert (<= 45 (+ (* 5 x) (* (- 10) y) (* (- 13) z)) 48))
(assert (<= (- 12) (+ (* 12 x) (* 13 y) (* 0 z)) (- 8)))
(assert (<= (- 9) (+ (* (- 7) x) (* (- 12) y) (* (- 7) z)) (- 7)))
(set-info :status sat)
(check-sat)
