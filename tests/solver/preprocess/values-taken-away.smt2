; Numbers of letters are added to one sum and taken away in the next: both times the same integers.
; fires: pass.values
; options: --rlimit=2000000
(set-logic QF_SLIA)
(declare-const a String)
(declare-const b String)
(declare-const c String)
(define-fun letter ((s String) (i Int)) Bool
  (let ((k (str.to_code (str.at s i)))) (or (<= 48 k 57) (<= 97 k 102))))
(define-fun hex ((s String) (i Int)) Int
  (let ((k (str.to_code (str.at s i)))) (ite (<= k 57) (- k 48) (- k 87))))
(define-fun number ((s String)) Int
  (+ (* 48 (hex s 0)) (* 3 (hex s 1)) (* 96 (hex s 2)) (* 6 (hex s 3)) (* 16 (hex s 4)) (hex s 5)))
(define-fun word ((s String)) Bool
  (and (= (str.len s) 6) (letter s 0) (letter s 1) (letter s 2) (letter s 3) (letter s 4) (letter s 5)))
(assert (and (word a) (word b) (word c)))
(assert (> (number b) (+ (number a) 1000)))
(assert (> (number c) (+ (number b) 1000)))
(push 1)
(assert (str.suffixof "c1f" c))
(assert (= (number c) (+ (number a) 2002)))
(set-info :status sat)
(check-sat)
(pop 1)
(push 1)
(assert (< (number c) 2002))
(set-info :status unsat)
(check-sat)
(pop 1)
