; A numeral that may have zeros in front need not be what its number is written as.
(set-logic QF_SLIA)
(declare-const x String)
(assert (str.in_re x (re.+ (re.range "0" "9"))))
(assert (not (= x (str.from_int (str.to_int x)))))
(assert (= (str.len x) 3))
(set-info :status sat)
(check-sat)
