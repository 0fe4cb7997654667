; Only the first occurrence is replaced.
; fires: ExtfReplace
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (= y (str.replace x "a" "b")))
(assert (str.in_re x (re.+ (str.to_re "a"))))
(assert (not (str.in_re y (re.++ (str.to_re "b") (re.* (str.to_re "a"))))))
(check-sat)
