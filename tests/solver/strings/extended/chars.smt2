; A reversed word ends with its first character.
; fires: ExtfChars
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (= y (str.rev x)))
(assert (str.in_re x (re.++ (str.to_re "a") (re.range "b" "c"))))
(assert (not (str.suffixof "a" y)))
(check-sat)
