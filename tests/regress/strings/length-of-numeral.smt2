; The word procedures ask for lengths of a numeral of which no relevant literal speaks: a bound on such a
; length must not become a bound on the number.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const n Int)
(assert (or (= x (str.++ y z)) (= x (str.++ z y "a"))))
(assert (not (str.in_re (str.from_int n) (re.* (re.range "5" "9")))))
(assert (or (= z "b") (> (+ (str.len y) (str.len (str.from_int n))) 5)))
(check-sat)
