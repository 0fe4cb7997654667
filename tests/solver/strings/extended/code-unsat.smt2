; Codes far apart.
; fires: ExtfCode
; options: --strings.spelling=false
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (> (str.to_code y) (+ (str.to_code x) 20)))
(assert (str.in_re x (re.range "f" "z")))
(assert (str.in_re y (re.range "a" "z")))
(check-sat)
