; A slice at an unknown position.
; fires: ExtfSubstr
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(declare-const i Int)
(assert (= (str.substr x i 2) (str.substr x (+ i 3) 2)))
(assert (not (= (str.substr x i 1) "a")))
(assert (> i 3))
(assert (str.in_re x (re.+ (str.to_re "cab"))))
(check-sat)
