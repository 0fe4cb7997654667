; Letters that are moved around in a ring and back are what they were: no quotient is searched for.
; options: --rlimit=40000
; fires: pass.quotients
(set-logic QF_SLIA)
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(assert (<= 97 x 122))
(assert (= y (+ 97 (mod (+ 13 (- x 97)) 26))))
(assert (= z (+ 97 (mod (+ 13 (- y 97)) 26))))
(push 1)
(set-info :status unsat)
(assert (not (= x z)))
(check-sat)
(pop 1)
; What an assertion says of a remainder is not used for itself.
(set-info :status sat)
(assert (<= 3 (mod x 5)))
(assert (= y (+ 108 (mod x 5))))
(check-sat)
