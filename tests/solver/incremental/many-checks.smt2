; The same question again and again has the same answer.
(set-logic QF_SLIA)
(declare-const x String)
(declare-const n Int)
(assert (= n (str.len x)))
(assert (str.in_re x (re.+ (re.union (str.to_re "abc") (str.to_re "defg")))))
(check-sat-assuming ((= n 1)))
(check-sat-assuming ((= n 3)))
(check-sat-assuming ((= n 5)))
(check-sat-assuming ((= n 6)))
(check-sat-assuming ((= n 7)))
(check-sat-assuming ((= n 1)))
(check-sat-assuming ((= n 3)))
(check-sat-assuming ((= n 5)))
(check-sat-assuming ((= n 6) (not (= x "abcabc"))))
(check-sat-assuming ((= n 7) (not (= x "abcdefg")) (not (= x "defgabc"))))
; EXPECT: unsat
; EXPECT: sat
; EXPECT: unsat
; EXPECT: sat
; EXPECT: sat
; EXPECT: unsat
; EXPECT: sat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
