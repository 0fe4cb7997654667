; After both replacements no `ab` is left, though what is put in makes new ones at first.
; fires: TransducersConflict
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= y (str.replace_all x "aab" "b")))
(assert (= z (str.replace_all y "ab" "c")))
(assert (str.in_re z (re.++ re.all (str.to_re "ab") re.all)))
(check-sat)
