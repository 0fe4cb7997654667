; Whether x iterates y is taken apart no further: the values of both decide.
; fires: ExtfInstance
; options: --strings.eval-congruence=false --theory.unfolding=false
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (or (= y "a") (= y "b")))
(assert (or (= x "aa") (= x "bb")))
(assert (not (str.in_re x (re.* (str.to_re y)))))
(assert (= (str.at x 0) y))
(check-sat)
