; What is found ends within the word.
; fires: ExtfBounds
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const i Int)
(assert (= i (str.indexof x y 0)))
(assert (> (+ i (str.len y)) (str.len x)))
(assert (>= i 0))
(check-sat)
