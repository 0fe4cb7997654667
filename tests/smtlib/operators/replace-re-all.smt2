; Shortest matches that are not empty, from left to right.
(set-logic ALL)
(declare-const s String)
(declare-const u String)

(set-info :status unsat)
(push 1)
(assert (distinct (str.replace_re_all s (re.* re.none) u) s))
(check-sat)
(pop 1)

(set-info :status sat)
(push 1)
(assert (= (str.replace_re_all s (re.* (str.to_re "a")) "b") "bb"))
(assert (str.in_re s (re.* (str.to_re "a"))))
(check-sat)
(pop 1)

(set-info :status unsat)
(push 1)
(assert (= (str.replace_re_all s (re.+ (re.range "a" "b")) "x") "xab"))
(assert (= (str.len s) 3))
(check-sat)
(pop 1)
