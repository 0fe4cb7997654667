; The only occurrence is the first.
; options: --preprocess.without=separated
; fires: ExtfIndexOf
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const i Int)
(assert (= i (str.indexof x y 1)))
(assert (str.in_re x (re.++ (str.to_re "ab") (re.* (str.to_re "c")))))
(assert (= y "b"))
(assert (not (= i 1)))
(check-sat)
