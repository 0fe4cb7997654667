; An x that starts with "ab" has b or c from offset 1 on, while y starts with a.
; fires: ExtfSubstr
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (= (str.substr x 1 2) (str.substr y 0 2)))
(assert (str.in_re x (re.++ (str.to_re "ab") (re.* (re.range "b" "c")))))
(assert (str.in_re y (re.++ (str.to_re "a") (re.* (re.range "b" "c")))))
(check-sat)
