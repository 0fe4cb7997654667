; An axiom of `str.at` here is a clause of a conjunction and `false`: the conjunction has no literal, and each of its parts is needed.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(declare-const z String)
(assert (str.prefixof "a" (str.at (str.++ (str.++ z "a") x) (str.len x))))
(check-sat)
