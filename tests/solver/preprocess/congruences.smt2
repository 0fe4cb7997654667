; That two digits are swapped is noticed: the check sums differ in two summands.
; options: --rlimit=1000000
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x ((_ re.^ 24) (re.range "0" "9"))))
(assert (= y (str.++ (str.at x 1) (str.at x 0) (str.substr x 2 24))))
(assert (not (= x y)))
(assert (= (mod (+ (* 1 (str.to_int (str.at x 0))) (* 2 (str.to_int (str.at x 1))) (* 3 (str.to_int (str.at x 2))) (* 4 (str.to_int (str.at x 3))) (* 5 (str.to_int (str.at x 4))) (* 6 (str.to_int (str.at x 5))) (* 7 (str.to_int (str.at x 6))) (* 8 (str.to_int (str.at x 7))) (* 9 (str.to_int (str.at x 8))) (* 10 (str.to_int (str.at x 9))) (* 1 (str.to_int (str.at x 10))) (* 2 (str.to_int (str.at x 11))) (* 3 (str.to_int (str.at x 12))) (* 4 (str.to_int (str.at x 13))) (* 5 (str.to_int (str.at x 14))) (* 6 (str.to_int (str.at x 15))) (* 7 (str.to_int (str.at x 16))) (* 8 (str.to_int (str.at x 17))) (* 9 (str.to_int (str.at x 18))) (* 10 (str.to_int (str.at x 19))) (* 1 (str.to_int (str.at x 20))) (* 2 (str.to_int (str.at x 21))) (* 3 (str.to_int (str.at x 22))) (* 4 (str.to_int (str.at x 23)))) 11) 0))
(assert (= (mod (+ (* 1 (str.to_int (str.at y 0))) (* 2 (str.to_int (str.at y 1))) (* 3 (str.to_int (str.at y 2))) (* 4 (str.to_int (str.at y 3))) (* 5 (str.to_int (str.at y 4))) (* 6 (str.to_int (str.at y 5))) (* 7 (str.to_int (str.at y 6))) (* 8 (str.to_int (str.at y 7))) (* 9 (str.to_int (str.at y 8))) (* 10 (str.to_int (str.at y 9))) (* 1 (str.to_int (str.at y 10))) (* 2 (str.to_int (str.at y 11))) (* 3 (str.to_int (str.at y 12))) (* 4 (str.to_int (str.at y 13))) (* 5 (str.to_int (str.at y 14))) (* 6 (str.to_int (str.at y 15))) (* 7 (str.to_int (str.at y 16))) (* 8 (str.to_int (str.at y 17))) (* 9 (str.to_int (str.at y 18))) (* 10 (str.to_int (str.at y 19))) (* 1 (str.to_int (str.at y 20))) (* 2 (str.to_int (str.at y 21))) (* 3 (str.to_int (str.at y 22))) (* 4 (str.to_int (str.at y 23)))) 11) 0))
(check-sat)
