; The second field of a record in which the first one is a number.
; fires: ExtfDefinition
(set-logic QF_SLIA)
(declare-const line String)
(declare-const i Int)
(assert (= (str.split_at line ";" 0) "12"))
(assert (= (str.split_at line ";" 1) "x"))
(set-info :status sat)
(check-sat)
(assert (not (str.prefixof "12;x" line)))
(set-info :status unsat)
(check-sat)
