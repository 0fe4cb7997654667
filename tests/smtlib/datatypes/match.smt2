; The first case that fits, with the fields under its names.
; EXPECT: unsat
; EXPECT: sat
; EXPECT: ((e (sum 3 4))
; EXPECT:  ((size e) 7))
; EXPECT: unsat
(set-logic ALL)
(declare-datatype Expr ((lit (n Int)) (sum (left Int) (right Int)) (text (s String)) (nothing)))
(define-fun size ((e Expr)) Int
  (match e (((lit k) k) ((sum a b) (+ a b)) ((text t) (str.len t)) (nothing (- 1)))))
(declare-const e Expr)
(push)
(assert (< (size e) 0))
(assert (match e (((lit k) (> k 0)) ((sum a b) (and (> a 0) (> b 0))) (other (not (= other nothing))))))
(check-sat)
(pop)
(push)
(assert (and ((_ is sum) e) (= (size e) 7) (= (left e) 3)))
(check-sat)
(get-value (e (size e)))
(pop)
(assert (not (match e ((other (= other e))))))
(check-sat)
