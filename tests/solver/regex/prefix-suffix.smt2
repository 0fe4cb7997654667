; The languages begin differently: no word needs to be looked for.
; fires: RegexInspection
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re x (re.++ (str.to_re "http://") ((_ re.loop 10 2000) (re.range "a" "z")))))
(assert (str.in_re x (re.++ (str.to_re "https:") ((_ re.loop 5 1000) re.allchar))))
(check-sat)
