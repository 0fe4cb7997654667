; When all occurrences are replaced, none is left.
; fires: ExtfReplaceAll
; options: --strings.transducers=false --strings.spelling=false
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (= y (str.replace_all x "a" "bb")))
(assert (str.in_re x ((_ re.loop 1 3) (str.to_re "a"))))
(assert (str.contains y "ab"))
(check-sat)
