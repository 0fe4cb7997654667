; A range between variables.
; fires: ExtfRegex
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (str.in_re x (re.range y z)))
(assert (not (= x y)))
(assert (not (= x z)))
(assert (str.in_re y (re.range "a" "c")))
(check-sat)
