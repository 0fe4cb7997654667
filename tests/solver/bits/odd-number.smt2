(set-info :status sat)
; The remainder of a number by a power of two is its lowest bits.
(declare-const a (_ BitVec 64))
(declare-const b (_ BitVec 64))
(assert (= 1 (mod (+ (ubv_to_int a) (* 4 (ubv_to_int b))) 4)))
(assert (bvult a b))
(check-sat)
