; The characters at offsets 1 and 2 make up the slice of both.
; fires: ExtfCuts
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (= (str.at x 1) "a"))
(assert (= (str.at x 2) (str.at y 0)))
(assert (str.in_re y (re.+ (re.range "b" "c"))))
(assert (not (str.in_re (str.substr x 1 2) (re.++ (str.to_re "a") (re.range "b" "c")))))
(check-sat)
