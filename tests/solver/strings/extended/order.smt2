; The first characters decide about the order.
; fires: ExtfOrder
; options: --strings.order=false
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.++ (str.to_re "b") (re.* re.allchar))))
(assert (str.in_re y (re.++ (str.to_re "a") (re.* re.allchar))))
(assert (str.<= x y))
(check-sat)
