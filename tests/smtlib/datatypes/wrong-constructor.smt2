; A selector of another constructor is any function of the value, but a function.
; EXPECT: sat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: sat
(set-logic ALL)
(declare-datatype Option ((none) (some (value String))))
(declare-const x Option)
(declare-const y Option)
(push)
(assert (= x none))
(assert (= (value x) "anything"))
(check-sat)
(pop)
(push)
(assert (= x y))
(assert (not (= (value x) (value y))))
(check-sat)
(pop)
(push)
(assert (= x none y))
(assert (= (value x) "a"))
(assert (= (value y) "b"))
(check-sat)
(pop)
(assert (= x none))
(assert (= y (some (value x))))
(assert (= (str.len (value y)) 3))
(check-sat)
