; An intersection that has no word at all.
; fires: RegexEmpty
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re x (re.+ (re.union (str.to_re "ab") (str.to_re "cd") (re.++ (str.to_re "a") (re.range "b" "d"))))))
(assert (str.in_re x (re.++ re.all (re.union (str.to_re "ac") (str.to_re "ba")) (re.* (str.to_re "db")))))
(assert (not (str.in_re x (re.++ re.all (re.range "a" "c")))))
(assert (not (str.in_re x (re.++ re.all (re.range "d" "e")))))
(check-sat)
