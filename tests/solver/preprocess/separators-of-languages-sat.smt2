; Versions of two numbers, cut at their dots and in order. A field of any letters is cut nowhere, and what is behind the second dot is a field.
; fires: pass.separated
; options: --rlimit=100000
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const v String)
(declare-const w String)
(declare-const x String)
(define-fun number ((x String)) Int (str.to_int (str.substr x 0 (str.indexof x "." 0))))
(assert (str.in_re v (re.++ ((_ re.loop 1 3) (re.range "0" "9")) (str.to_re ".") re.all (str.to_re ".rc"))))
(assert (str.in_re w (re.++ ((_ re.loop 1 3) (re.range "0" "9")) (str.to_re ".") (re.+ (re.range "0" "9")))))
(assert (str.in_re x (re.++ re.all (str.to_re ".") (re.+ (re.range "0" "9")))))
(assert (< (+ 90 (number v)) (number w)))
(assert (= 3 (str.indexof v "." (+ 1 (str.indexof v "." 0)))))
(assert (= (str.indexof x "." 0) (str.indexof w "." 0)))
(assert (= (str.substr x 0 (str.indexof x "." 0)) "abc"))
(check-sat)
