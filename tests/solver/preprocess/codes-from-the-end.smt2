; A code of which no word ends with another one is decoded from the end.
; options: --rlimit=200000
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(assert (= (str.len x) 6))
(assert (str.in_re x (re.+ (re.range "a" "c"))))
(declare-const y String)
(assert (= (str.len y) 6))
(assert (str.in_re y (re.+ (re.range "a" "c"))))
(assert (= (str.++ (ite (= (str.at x 0) "a") "0" (ite (= (str.at x 0) "b") "01" (ite (= (str.at x 0) "c") "11" "#"))) (ite (= (str.at x 1) "a") "0" (ite (= (str.at x 1) "b") "01" (ite (= (str.at x 1) "c") "11" "#"))) (ite (= (str.at x 2) "a") "0" (ite (= (str.at x 2) "b") "01" (ite (= (str.at x 2) "c") "11" "#"))) (ite (= (str.at x 3) "a") "0" (ite (= (str.at x 3) "b") "01" (ite (= (str.at x 3) "c") "11" "#"))) (ite (= (str.at x 4) "a") "0" (ite (= (str.at x 4) "b") "01" (ite (= (str.at x 4) "c") "11" "#"))) (ite (= (str.at x 5) "a") "0" (ite (= (str.at x 5) "b") "01" (ite (= (str.at x 5) "c") "11" "#"))))
  (str.++ (ite (= (str.at y 0) "a") "0" (ite (= (str.at y 0) "b") "01" (ite (= (str.at y 0) "c") "11" "#"))) (ite (= (str.at y 1) "a") "0" (ite (= (str.at y 1) "b") "01" (ite (= (str.at y 1) "c") "11" "#"))) (ite (= (str.at y 2) "a") "0" (ite (= (str.at y 2) "b") "01" (ite (= (str.at y 2) "c") "11" "#"))) (ite (= (str.at y 3) "a") "0" (ite (= (str.at y 3) "b") "01" (ite (= (str.at y 3) "c") "11" "#"))) (ite (= (str.at y 4) "a") "0" (ite (= (str.at y 4) "b") "01" (ite (= (str.at y 4) "c") "11" "#"))) (ite (= (str.at y 5) "a") "0" (ite (= (str.at y 5) "b") "01" (ite (= (str.at y 5) "c") "11" "#"))))))
(assert (not (= x y)))
(check-sat)
