; A cycle of equalities closed by a disequality, below a disjunction in each step.
; fires: EufConflict
(set-logic QF_UF)
(set-info :status unsat)
(declare-sort S 0)
(declare-const x0 S)(declare-const x1 S)(declare-const x2 S)(declare-const x3 S)
(declare-const y0 S)(declare-const y1 S)(declare-const y2 S)
(assert (or (= x0 x1) (and (= x0 y0) (= y0 x1))))
(assert (or (= x1 x2) (and (= x1 y1) (= y1 x2))))
(assert (or (= x2 x3) (and (= x2 y2) (= y2 x3))))
(assert (not (= x0 x3)))
(check-sat)
