; Three numbers from two values: two agree, so their images do.
; fires: EufArrange
(set-logic QF_UFLIA)
(set-info :status unsat)
(declare-fun f (Int) Int)
(declare-const i Int)
(declare-const j Int)
(declare-const k Int)
(assert (<= 0 i 1))
(assert (<= 0 j 1))
(assert (<= 0 k 1))
(assert (distinct (f i) (f j) (f k)))
(check-sat)
