; Three pairwise different words of a language of two: which is whose has to be decided.
; fires: StringsValueSplit
; options: --strings.counting=false --strings.spelling=false
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(define-fun R () RegLan (re.union (str.to_re "a") (str.to_re "b")))
(assert (str.in_re x R))
(assert (str.in_re y R))
(assert (str.in_re z R))
(assert (distinct x y z))
(check-sat)
