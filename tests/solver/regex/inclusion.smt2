; One language is part of the other, which nobody needs automata to see.
; fires: RegexInclusion
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re x (re.++ (re.* (re.range "a" "z")) (str.to_re "@") (re.+ (re.range "a" "z")))))
(assert (not (str.in_re x (re.++ re.all (str.to_re "@") re.all))))
(check-sat)
