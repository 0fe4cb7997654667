; Each name of a header is in it.
; options: --rlimit=1000000
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const k Int)
(declare-const x String)
(assert (and (<= 0 k) (< k 40)))
(assert (= x (str.++ "col" (str.from_int k))))
(assert (not (str.contains ",col0,col1,col2,col3,col4,col5,col6,col7,col8,col9,col10,col11,col12,col13,col14,col15,col16,col17,col18,col19,col20,col21,col22,col23,col24,col25,col26,col27,col28,col29,col30,col31,col32,col33,col34,col35,col36,col37,col38,col39," (str.++ "," x ","))))
(check-sat)
