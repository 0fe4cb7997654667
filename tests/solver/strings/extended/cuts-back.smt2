; Slices counted from the back.
; fires: ExtfCuts
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(assert (= (str.at x (- (str.len x) 2)) "a"))
(assert (= (str.substr x 0 (- (str.len x) 1)) (str.++ "b" (str.substr x 0 (- (str.len x) 2)))))
(check-sat)
