; The digits of a sum.
; fires: ExtfNumeral
; options: --strings.spelling=false
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.to_int z) (+ (str.to_int x) (str.to_int y))))
(assert (= (str.len x) 3))
(assert (= (str.len y) 3))
(assert (= z "1998"))
(check-sat)
