; ax = xb has none: the ends never meet.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(assert (= (str.++ "a" x) (str.++ x "b")))
(check-sat)
