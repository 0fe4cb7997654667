; An equality that is false puts its sides above or below each other.
; fires: LiaEquality
; options: --no-lia.lexicographic
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(assert (not (= x y)))
(assert (<= (* 2 x) (* 2 y)))
(assert (>= x y))
(check-sat)
