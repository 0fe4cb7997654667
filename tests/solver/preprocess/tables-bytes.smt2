; A byte that is written in hexadecimal and read again.
; options: --rlimit=100000
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const b0 Int)
(declare-const s0 String)
(assert (and (<= 0 b0) (< b0 256)))
(assert (= s0 (str.++ (str.at "0123456789abcdef" (div b0 16)) (str.at "0123456789abcdef" (mod b0 16)))))
(assert (not (= b0 (+ (* 16 (str.indexof "0123456789abcdef" (str.at s0 0) 0)) (str.indexof "0123456789abcdef" (str.at s0 1) 0)))))
(check-sat)
