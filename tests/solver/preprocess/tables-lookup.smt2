; Each name of a header is in it.
; options: --rlimit=20000
; fires: pass.tables
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const k Int)
(declare-const x String)
(assert (and (<= 0 k) (< k 8)))
(assert (= x (str.++ "col" (str.from_int k))))
(assert (not (str.contains ",col0,col1,col2,col3,col4,col5,col6,col7," (str.++ "," x ","))))
(check-sat)
