; From a number to a character.
; fires: ExtfCode
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const n Int)
(assert (= x (str.from_code n)))
(assert (str.in_re x (re.range "a" "c")))
(assert (or (< n 97) (> n 99)))
(check-sat)
