; The spellings of files from before SMT-LIB 2.6.
; EXPECT: sat
; EXPECT: ((x "ab")
; EXPECT:  ((str.to.int y) 7))
(set-logic QF_S)
(set-info :status sat)
(declare-fun x () String)
(declare-fun y () String)
(declare-fun r () (RegEx String))
(assert (str.in.re x (re.++ (str.to.re "a") (re.loop (str.to.re "b") 1 1))))
(assert (= y (int.to.str 7)))
(assert (not (str.in.re y re.nostr)))
(check-sat)
(get-value (x (str.to.int y)))
