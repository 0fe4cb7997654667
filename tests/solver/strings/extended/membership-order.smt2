; Order against constants.
; fires: ExtfMembership
; options: --strings.spelling=false
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(assert (str.<= "abc" x))
(assert (str.< x "abd"))
(assert (= (str.len x) 5))
(assert (not (str.prefixof "abca" x)))
(check-sat)
