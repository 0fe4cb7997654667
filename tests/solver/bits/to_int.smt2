; A number between 0 and 255, and the sum of two.
; fires: BitsToInt
(set-logic ALL)
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(assert (= (+ (ubv_to_int x) (ubv_to_int y)) 300))
(assert (= (bvadd x y) #x2c))
(set-info :status sat)
(check-sat)
(assert (= (sbv_to_int x) (- 100)))
(set-info :status sat)
(check-sat)
(get-value (x y))
; EXPECT: sat
; EXPECT: sat
; EXPECT: ((x #x9c)
; EXPECT:  (y #x90))
; EXPECT: unsat
(assert (< (bv2nat y) 144))
(set-info :status unsat)
(check-sat)
