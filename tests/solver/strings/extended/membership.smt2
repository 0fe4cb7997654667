; With a constant, a predicate is a membership.
; fires: ExtfMembership
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re x (re.* (re.range "a" "c"))))
(assert (or (str.contains x "cd") (str.prefixof "d" x)))
(check-sat)
