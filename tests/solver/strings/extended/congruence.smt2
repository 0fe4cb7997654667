; Equal strings have equal codes, whatever these are.
; fires: ExtfCongruence
; options: --strings.eval-congruence=false
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const n Int)
(assert (= (str.to_code x) n))
(assert (= (str.to_code (str.at y n)) (+ n 1)))
(assert (= x (str.at y n)))
(check-sat)
