; A word has all characters of a word that it contains.
; fires: ExtfContains
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (str.contains x y))
(assert (str.in_re x (re.* (re.range "a" "c"))))
(assert (str.in_re y (re.++ (re.* (re.range "a" "c")) (str.to_re "d"))))
(check-sat)
