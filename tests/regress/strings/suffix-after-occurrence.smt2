; The length of what follows an occurrence is known as |s| - i - 1, before there is any bound on i.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(assert (not (< (str.len s) 0)))
(assert (= (+ 0 (str.indexof (str.substr s (+ (+ 0 (str.indexof s "." 0)) 1) (- (str.len s) (+ (+ 0 (str.indexof s "." 0)) 1))) "." 0)) (- 1)))
(assert (= (str.substr s 0 (- (+ 0 (str.indexof s "." 0)) 0)) "tests.apps"))
(check-sat)
