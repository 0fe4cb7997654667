; Leading zeros add nothing to a number.
; fires: ExtfNumeral
; options: --strings.spelling=false
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re x (re.++ (str.to_re "0") (re.range "0" "9"))))
(assert (> (str.to_int x) 9))
(check-sat)
