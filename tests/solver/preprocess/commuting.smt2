; x, y and z are powers of "ab", so y has no odd length.
; fires: pass.commuting
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ x "abab") (str.++ "abab" x)))
(assert (= (str.++ z x) (str.++ x z)))
(assert (= (str.++ y z) (str.++ z y)))
(assert (not (= x "")))
(assert (> (str.len z) 0))
(assert (= (mod (str.len y) 2) 1))
(check-sat)
