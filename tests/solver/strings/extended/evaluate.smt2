; Of one of two words, a function has one of two values.
; fires: ExtfEvaluate
; options: --strings.eval-congruence=false --strings.transducers=false --strings.spelling=false
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (or (= x "abab") (= x "ba")))
(assert (= y (str.replace_all x "a" "cc")))
(assert (not (= y "ccbccb")))
(assert (not (= y "bcc")))
(check-sat)
