; Ten times the number with one digit less.
; fires: ExtfMonotone
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re x (re.+ (re.range "0" "9"))))
(declare-const y String)
(assert (str.in_re y (re.+ (re.range "0" "9"))))
(assert (= (str.len x) (+ (str.len y) 1)))
(assert (>= (str.to_int x) (* 10 (str.to_int y))))
(assert (str.< x y))
(check-sat)
