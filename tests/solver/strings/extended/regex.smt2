; A regex with a variable: x begins and ends with the same word.
; fires: ExtfRegex
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.++ (str.to_re y) re.allchar (str.to_re y))))
(assert (str.in_re x (re.++ (str.to_re "a") (re.* re.allchar) (str.to_re "b"))))
(assert (not (= y "")))
(assert (= (str.len x) 3))
(check-sat)
