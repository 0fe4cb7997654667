; Each membership alone admits odd lengths, both together only multiples of six.
; fires: RegexLengthSet
(set-logic QF_SLIA)
(declare-const x String)
(assert (str.in_re x (re.* (re.union (str.to_re "ab") (str.to_re "aba")))))
(assert (str.in_re x (re.* (re.++ (str.to_re "aba") (re.opt (str.to_re "aba"))))))
(assert (str.in_re x (re.* (re.union (str.to_re "abaaba") (str.to_re "bb")))))
(assert (> (str.len x) 6))
(set-info :status sat)
(check-sat)
(assert (< (str.len x) 12))
(set-info :status unsat)
(check-sat)
