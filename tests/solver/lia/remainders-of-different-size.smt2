(set-info :status sat)
; No odd number is a multiple of 1048576: remainders have bounds, so that equations see it, and branches go towards 0.
(declare-const i Int)
(assert (< (ite (= (mod i 2) 0) 0 (- 2)) (mod i 1048576)))
(check-sat)
