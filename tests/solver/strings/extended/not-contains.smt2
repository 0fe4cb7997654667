; Among words of a single character, the longer contain the shorter.
; fires: ExtfNotContains
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.+ (str.to_re "a"))))
(assert (str.in_re y (re.+ (str.to_re "a"))))
(assert (< (str.len y) (str.len x) 4))
(assert (not (str.contains x y)))
(check-sat)
