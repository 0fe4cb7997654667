; Both a first and a later occurrence.
; fires: ExtfIndexOf
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (= (str.indexof x y 0) 2))
(assert (= (str.indexof x y 3) 5))
(assert (= (str.len y) 2))
(check-sat)
