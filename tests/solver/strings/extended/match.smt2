; The shortest of the leftmost matches is one digit, not two.
; fires: ExtfMatch
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (= y (str.replace_re x (re.+ (re.range "0" "9")) "")))
(assert (str.in_re x (re.++ (str.to_re "a") ((_ re.^ 2) (re.range "0" "9")))))
(assert (not (= (str.len y) 2)))
(check-sat)
