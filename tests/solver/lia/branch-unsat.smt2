; Fractions everywhere and no integer in between.
; fires: LiaBranch
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(assert (<= 46 (+ (* (- 11) x) (* 7 y) (* 4 z)) 48))
(assert (<= 75 (+ (* (- 13) x) (* 14 y) (* 6 z)) 76))
(assert (<= 35 (+ (* 11 x) (* (- 8) y) (* (- 6) z)) 39))
(check-sat)
