; A numeral of two digits is their sum, whichever slices of one string they are.
; fires: ExtfNumeral
; options: --strings.spelling=false
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(declare-const i Int)
(assert (= (str.len s) 5))
(assert (>= (str.to_int (str.substr s 1 2)) (+ 40 (str.to_int (str.substr s 2 1)))))
(assert (<= 0 (str.to_int (str.substr s 2 2)) 36))
(assert (< (str.to_int (str.substr s 1 1)) 4))
(check-sat)
