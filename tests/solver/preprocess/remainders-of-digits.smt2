; A number has the remainder by 3 and by 9 of the sum of its digits.
; options: --rlimit=30000
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(assert (= (str.len x) 12))
(assert (str.in_re x (re.+ (re.range "0" "9"))))
(assert (or
  (and (= (mod (str.to_int x) 3) 1)
       (= (mod (+ (str.to_int (str.at x 0)) (str.to_int (str.at x 1)) (str.to_int (str.at x 2)) (str.to_int (str.at x 3)) (str.to_int (str.at x 4)) (str.to_int (str.at x 5)) (str.to_int (str.at x 6)) (str.to_int (str.at x 7)) (str.to_int (str.at x 8)) (str.to_int (str.at x 9)) (str.to_int (str.at x 10)) (str.to_int (str.at x 11))) 3) 0))
  (and (= (mod (str.to_int x) 9) 4)
       (= (mod (+ (str.to_int (str.at x 0)) (str.to_int (str.at x 1)) (str.to_int (str.at x 2)) (str.to_int (str.at x 3)) (str.to_int (str.at x 4)) (str.to_int (str.at x 5)) (str.to_int (str.at x 6)) (str.to_int (str.at x 7)) (str.to_int (str.at x 8)) (str.to_int (str.at x 9)) (str.to_int (str.at x 10)) (str.to_int (str.at x 11))) 9) 5))))
(check-sat)
