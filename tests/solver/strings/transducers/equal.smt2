; Escaping commutes with a change of case that concerns other letters.
; fires: TransducersEqual
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const u String)
(declare-const w String)
(declare-const i Int)
(assert (= u (str.replace_all (str.replace_all (str.replace_all x "<>" "&") "b" "BB") "a" "A")))
(assert (= w (str.replace_all (str.replace_all (str.replace_all x "b" "BB") "a" "A") "<>" "&")))
(assert (or (not (= (str.len u) (str.len w))) (and (= (str.at u i) "B") (not (= (str.at w i) "B")))))
(check-sat)
