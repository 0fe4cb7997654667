; Branching alone would go on for ever: no bound ends it, only the parity does.
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(assert (= (+ (* 2 x) (* 4 y)) (+ (* 6 z) 1)))
(check-sat)
