; Where nothing matches, nothing is replaced.
; fires: ExtfReplaceRe
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (= y (str.replace_re x (re.+ (re.range "0" "9")) "-")))
(assert (not (= x y)))
(assert (str.in_re x (re.* (re.range "a" "z"))))
(check-sat)
