; Three bounds that no rational satisfies.
; fires: LiaConflict
; options: --no-lia.lexicographic
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(assert (or (< x y) (< (+ x 1) y)))
(assert (or (< y z) (< (+ y 1) z)))
(assert (or (< z x) (< (+ z 1) x)))
(check-sat)
