; Words that commute with "a" and with "b" are empty.
; options: --preprocess.without=commuting
; fires: WordsConflict
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (= (str.++ x "a") (str.++ "a" x)))
(assert (= (str.++ x "b") (str.++ "b" x)))
(assert (not (= x "")))
(check-sat)
