; Each membership alone admits many lengths, both together only multiples of six.
; fires: RegexLengthSet
(set-logic QF_SLIA)
(declare-const x String)
(assert (str.in_re x (re.+ (re.union (str.to_re "ab") (str.to_re "aba")))))
(assert (str.in_re x (re.+ (re.union (str.to_re "abaab") (str.to_re "b") (str.to_re "ababab")))))
(assert (not (str.in_re x (re.++ re.all (str.to_re "bb") re.all))))
(assert (> (str.len x) 6))
(set-info :status sat)
(check-sat)
(assert (< (str.len x) 10))
(set-info :status unsat)
(check-sat)
