; The last b comes just before the c at the end.
; fires: ExtfLastIndexOf
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const i Int)
(assert (= i (str.last_indexof x "b")))
(assert (str.in_re x (re.++ (re.+ (str.to_re "ab")) (str.to_re "c"))))
(assert (not (= (+ i 2) (str.len x))))
(check-sat)
