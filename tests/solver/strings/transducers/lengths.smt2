; A cycle of functions, an erased letter and bounds on lengths.
; fires: TransducersConflict
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (= y (str.replace_all x "ab" "")))
(assert (= x (str.replace_all y "c" "ab")))
(assert (str.in_re x (re.* (re.union (str.to_re "ab") (str.to_re "d")))))
(assert (str.contains x "a"))
(assert (<= (str.len x) 7))
(check-sat)
