; What `x y x` is equal to has few borders, and none of them leaves a `y` of the right shape: all matches are seen.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (= (str.++ x y x) "abbabaabbaababbabaababbaabbabaabbaababbaabbabaababbabaabbaababbabaababbaabbabaababbabaabbaababbaabba"))
(assert (str.in_re x (re.++ re.allchar re.all)))
(assert (str.in_re y (re.++ (re.* re.allchar) (str.to_re "aaa") re.all)))
(check-sat)
