; Assumptions hold for one check; the failed ones are told.
(set-logic QF_SLIA)
(declare-const short Bool)
(declare-const long Bool)
(declare-const even Bool)
(declare-const x String)
(assert (=> short (< (str.len x) 3)))
(assert (=> long (> (str.len x) 3)))
(assert (=> even (str.in_re x (re.* ((_ re.^ 2) re.allchar)))))
(check-sat-assuming (short even))
(check-sat-assuming (even short long))
(get-unsat-assumptions)
(check-sat-assuming (long even))
(check-sat-assuming ((not even) even))
(get-unsat-assumptions)
(check-sat)
; EXPECT: sat
; EXPECT: unsat
; EXPECT: (short long)
; EXPECT: sat
; EXPECT: unsat
; EXPECT: ((not even) even)
; EXPECT: sat
