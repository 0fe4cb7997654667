; An update leaves what is in front of it as it was.
; fires: ExtfUpdate
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const i Int)
(assert (= y (str.update x i "b")))
(assert (str.in_re x (re.+ (str.to_re "a"))))
(assert (<= 1 i))
(assert (str.prefixof "b" y))
(check-sat)
