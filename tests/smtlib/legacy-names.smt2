; The spellings of files from before SMT-LIB 2.6.
; EXPECT: sat
; EXPECT: ((x "ab")
; EXPECT:  ((str.to.int y) 7)
; EXPECT:  ((str.in_re "bb" ((_ re.loop 3) (str.to.re "b"))) false))
(set-logic QF_S)
(set-info :status sat)
(declare-fun x () String)
(declare-fun y () String)
(declare-fun r () (RegEx String))
(assert (str.in.re x (re.++ (str.to.re "a") (re.loop (str.to.re "b") 1 1))))
(assert (= y (int.to.str 7)))
(assert (not (str.in.re y re.nostr)))
; z3 writes `(_ re.loop 2)` in its models.
(assert (str.in.re "bbb" ((_ re.loop 2) (str.to.re "b"))))
(check-sat)
(get-value (x (str.to.int y) (str.in_re "bb" ((_ re.loop 3) (str.to.re "b")))))
