; The syntax alone says that the length is 3n + 2.
; fires: RegexLengthAbstraction
(set-logic QF_SLIA)
(declare-const x String)
(assert (str.in_re x (re.++ (re.* (str.to_re "abc")) (re.opt (str.to_re "xyz")) (str.to_re "de"))))
(assert (> (str.len x) 10))
(set-info :status sat)
(check-sat)
(assert (= (mod (str.len x) 3) 1))
(set-info :status unsat)
(check-sat)
