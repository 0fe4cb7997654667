; Words at both ends that are several fields, or a part of one, of a string of which all letters are known to be some.
; options: --rlimit=200000
; fires: pass.fields
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const n Int)
(assert (>= (str.len x) 11))
(assert (str.in_re x (re.* (re.range "a" "c"))))
(assert (str.prefixof "abca" x))
(assert (= (str.substr x 1 1) (str.substr x (- (str.len x) 3) 1)))
(assert (= (str.at x 5) (str.at x (- (str.len x) 5))))
(assert (or (str.suffixof "cbbd" x) (str.suffixof "caba" x)))
(assert (= (str.len x) (+ 7 (* 2 n))))
(check-sat)
