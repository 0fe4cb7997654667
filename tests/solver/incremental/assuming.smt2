; The field behind so many commas, each looked for behind the one before, of which nothing says that it is there: a search that assumes so
; takes turns with the one for the whole.
; options: --tune=pieces.steps=1000 --rlimit=2000000
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const l String)
(assert (= (str.substr l (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (- 1)))))))))))))))))))))))))))))))))) 3) "end"))
(assert (> (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (str.indexof l "," (+ 1 (- 1))))))))))))))))))))))))))))))))) 0))
(assert (str.in_re l (re.* (re.union (str.to_re "ab,") (str.to_re "end")))))
(check-sat)
