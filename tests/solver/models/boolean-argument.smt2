; The string x occurs in an argument of sort Bool only, whose value a model must have.
(set-logic ALL)
(set-info :status sat)
(declare-const x String)
(declare-const p Bool)
(declare-fun h (String Int Bool) Bool)
(assert (h (ite p x "0") 0 (= "" x)))
(check-sat)
