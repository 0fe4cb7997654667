; Where the first digit of a numeral goes to its end, the number is three times as large as before only if it is one of few. Numerals of so
; many digits are spelled, as the equation says something about each place.
; options: --rlimit=500000
; fires: pass.carries
(set-logic QF_SLIA)
(declare-const d String)
(declare-const x String)
(assert (= (str.len d) 1))
(assert (= (str.len x) 29))
(assert (str.in_re (str.++ d x) (re.++ (re.range "1" "9") (re.+ (re.range "0" "9")))))
(push 1)
(assert (= (* 3 (str.to_int (str.++ d x))) (str.to_int (str.++ x d))))
(set-info :status sat)
(check-sat)
(pop 1)
(assert (= (* 4 (str.to_int (str.++ d x))) (str.to_int (str.++ x d))))
(set-info :status unsat)
(check-sat)
