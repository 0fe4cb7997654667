; The first digit comes after all letters.
; fires: ExtfIndexOfRe
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const i Int)
(assert (= i (str.indexof_re x (re.range "0" "9") 0)))
(assert (str.in_re x (re.++ ((_ re.^ 2) (re.range "a" "z")) (re.+ (re.range "0" "9")))))
(assert (not (= i 2)))
(check-sat)
