; Two numbers in base 64 are equal if their digits are: nothing can be carried.
; options: --rlimit=100000
; fires: pass.carries
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(declare-const d Int)
(declare-const e Int)
(declare-const f Int)
(assert (and (<= 0 a 63) (<= 0 b 63) (<= 0 c 63) (<= 0 d 63) (<= 0 e 63) (<= 0 f 63)))
(assert (= (+ (* 4096 a) (* 64 b) c) (+ (* 4096 d) (* 64 e) f)))
(assert (not (and (= a d) (= b e) (= c f))))
(check-sat)
