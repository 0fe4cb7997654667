; Parts from both ends that may not overlap, and what is between them: all letters in the middle are one, and the ends are that letter and another one.
; options: --rlimit=100000
; fires: pass.fields
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const n Int)
(assert (>= (str.len x) 7))
(assert (= (str.substr x 0 2) (str.substr x (- (str.len x) 2) 2)))
(assert (= (str.substr x 1 (- (str.len x) 3)) (str.substr x 2 (- (str.len x) 3))))
(assert (not (= (str.at x 0) (str.at x 1))))
(assert (= (str.len x) (+ 5 (* 2 n))))
(check-sat)
