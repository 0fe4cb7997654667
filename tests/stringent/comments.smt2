; A comment ends at a carriage return, too.
; EXPECT: sat
; EXPECT: unsat
(push 1)
(assert false) ; not for long(pop 1)
(check-sat)
; no comment(assert false)
(check-sat)
