; Fields that are filled up with blanks have the same width, so they are where they belong.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-fun x () String)
(declare-fun y () String)
(declare-fun z () String)
(assert (str.in_re x ((_ re.loop 1 3) (re.range "a" "z"))))
(assert (str.in_re y ((_ re.loop 1 3) (re.range "a" "z"))))
(assert (str.in_re z ((_ re.loop 0 2) (re.range "a" "z"))))
(define-fun pad ((x String)) String
  (ite (= (str.len x) 1) (str.++ x "  ") (ite (= (str.len x) 2) (str.++ x " ") x)))
(define-fun t () String (str.++ (pad x) (pad y) (str.substr (str.++ z "  ") 0 2)))
(assert (or (not (= (str.substr t 3 3) (pad y))) (not (= (str.len t) 8)) (= (str.at t 3) " ") (= (str.at t 6) (str.at t 0) " ")))
(check-sat)
