; A greater number with no more digits is the greater text.
; options: --rlimit=1000000
; fires: ExtfMonotone
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re x (re.+ (re.range "0" "9"))))
(declare-const y String)
(assert (str.in_re y (re.+ (re.range "0" "9"))))
(assert (<= (str.len x) (str.len y)))
(assert (> (str.to_int x) (str.to_int y)))
(assert (str.< x y))
(check-sat)
