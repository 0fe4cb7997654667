; A bound that is an argument: arithmetic has to know it before it is assigned.
(set-logic ALL)
(set-info :status sat)
(declare-const i Int)
(declare-fun h (String Int Bool) Bool)
(assert (xor (h "" i true) true))
(assert (h "" 0 (> i (- 2))))
(check-sat)
