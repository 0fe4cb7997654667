; A word that ends with its own reverse reads the same backwards.
; fires: ExtfChars
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (= x (str.++ y (str.rev x))))
(assert (str.in_re x (re.++ (str.to_re "a") (re.range "b" "c"))))
(check-sat)
