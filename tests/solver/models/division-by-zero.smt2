; What division by zero is, is part of the model.
(set-logic QF_LIA)
(declare-const x Int)
(assert (= (div x 0) 5))
(assert (= (mod x 0) 7))
(assert (= x 3))
(check-sat)
(get-value ((div 3 0) (mod x 0)))
; EXPECT: sat
; EXPECT: (((div 3 0) 5)
; EXPECT:  ((mod x 0) 7))
