; Of choices whose values have gaps, a solution is told to the search, or that there is none.
; options: --tune check.diagrams.alone=0
; fires: pass.exclusive
(set-logic QF_SLIA)
(set-info :status sat)
(declare-fun x0 () String)
(declare-fun x1 () String)
(declare-fun x2 () String)
(declare-fun x3 () String)
(declare-fun x4 () String)
(declare-fun x5 () String)
(declare-fun x6 () String)
(declare-fun x7 () String)
(declare-fun x8 () String)
(assert (= 63 (+ (ite (= x0 "red") 14 (ite (= x0 "green") 21 0)) (ite (= x1 "red") 7 (ite (= x1 "green") 21 0)) (ite (= x2 "red") 14 (ite (= x2 "green") 21 0)) (ite (= x3 "red") 7 (ite (= x3 "green") 21 0)) (ite (= x4 "red") 14 (ite (= x4 "green") 21 0)) (ite (= x5 "red") 7 (ite (= x5 "green") 21 0)) (ite (= x6 "red") 14 (ite (= x6 "green") 21 0)) (ite (= x7 "red") 7 (ite (= x7 "green") 21 0)) (ite (= x8 "red") 14 (ite (= x8 "green") 21 0)))))
(check-sat)
