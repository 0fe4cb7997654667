; A number that is written in two digits of base 4 and read again.
; options: --rlimit=100000
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const b0 Int)
(declare-const s0 String)
(assert (and (<= 0 b0) (< b0 16)))
(assert (= s0 (str.++ (str.at "0123" (div b0 4)) (str.at "0123" (mod b0 4)))))
(assert (not (= b0 (+ (* 4 (str.indexof "0123" (str.at s0 0) 0)) (str.indexof "0123" (str.at s0 1) 0)))))
(check-sat)
