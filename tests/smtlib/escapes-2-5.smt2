; A script of version 2.5 means one character by \x41 and by \n.
; EXPECT: sat
; EXPECT: ((x "A\u{a}")
; EXPECT:  ((str.len x) 2))
(set-info :smt-lib-version 2.5)
(set-info :status sat)
(declare-const x String)
(assert (= x "\x41\n"))
(check-sat)
(get-value (x (str.len x)))
