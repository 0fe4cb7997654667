; Many terms are equal here, and the search for containments explained each pair of them again and again.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(define-fun short ((s String)) Bool
  (str.in_re s ((_ re.loop 0 3) (re.union (str.to_re "a") (str.to_re ",") (str.to_re " ")))))
(assert (and (short x) (short y)))
(assert (not (= (str.count (str.split_at x y 2) ", ") (str.count (str.split_at "," y 3) x))))
(assert (not (< 1 (str.len (str.trim y)))))
(assert (not (< (str.len (str.++ y x)) 2)))
(check-sat)
