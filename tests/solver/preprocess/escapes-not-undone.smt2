; Two strings may be written in the same way, so the value does not say which it was.
(set-logic QF_S)
(set-info :status sat)
(declare-const a String)
(declare-const b String)
(declare-const t String)
(assert (= t (str.++ (str.replace_all a "<" "&lt;") "<" (str.replace_all b "b" "cc"))))
(assert (= t "&lt;&lt;<cdc"))
(check-sat)
