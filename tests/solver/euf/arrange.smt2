; The arithmetic model may well give i and j one value: then f of them must agree, or i and j must move.
; fires: EufArrange
(set-logic QF_UFLIA)
(set-info :status sat)
(declare-fun f (Int) Int)
(declare-const i Int)
(declare-const j Int)
(assert (<= 0 i 1))
(assert (<= 0 j 1))
(assert (> (f i) (+ (f j) 3)))
(check-sat)
