; One letter less than is read: the ends may overlap.
; options: --rlimit=200000
; fires: pass.solve
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(assert (>= (str.len x) 3))
(assert (<= (str.len x) 3))
(assert (str.prefixof "ab" x))
(assert (= (str.at x (- (str.len x) 2)) "a"))
(check-sat)
