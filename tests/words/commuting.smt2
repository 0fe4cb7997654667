; xy = yx makes both powers of one word, so their lengths cannot be 2 and 3 unless there is one letter.
; fires: WordsConflict
; options: --strings.spelling=false
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(assert (= (str.++ x y) (str.++ y x)))
(assert (= (str.len x) 2))
(assert (= (str.len y) 3))
(set-info :status sat)
(check-sat)
(assert (str.in_re x (re.+ (re.++ (str.to_re "a") (re.* (str.to_re "b"))))))
(assert (not (str.in_re x (re.* (str.to_re "a")))))
(set-info :status unsat)
(check-sat)
