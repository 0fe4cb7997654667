; Each replacement makes what the next one looks for. As equations they are cases of cases; as functions of one string of
; three letters they are a few hundred vectors of states. The second question has a word that satisfies what always holds.
; fires: TransducersConflict
(set-logic QF_SLIA)
(declare-const x String)
(define-fun y () String (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace
  (str.replace x "a" "b0") "b" "c1") "c" "d2") "d" "e3") "e" "f4") "f" "g5") "g" "h6") "h" "i7"))
(assert (= (str.len x) 3))
(push)
(assert (not (str.contains x "z")))
(assert (str.contains y "z8"))
(set-info :status unsat)
(check-sat)
(pop)
(assert (not (str.contains x "i")))
(assert (str.contains y "i7"))
(set-info :status sat)
(check-sat)
