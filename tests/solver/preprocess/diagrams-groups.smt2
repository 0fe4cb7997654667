; The triangle inequality of distances holds in each place, where equalities exclude the other cases.
; fires: pass.diagrams
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= 3 (str.len x) (str.len y) (str.len z)))
(define-fun differ ((a String) (b String) (i Int)) Int (ite (= (str.at a i) (str.at b i)) 0 1))
(define-fun distance ((a String) (b String)) Int (+ (differ a b 0) (differ a b 1) (differ a b 2)))
(assert (> (distance x z) (+ (distance x y) (distance y z))))
(check-sat)
