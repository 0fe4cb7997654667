; An application that no relevant literal is about takes a letter, by chance one of a class that its value is not in. A
; model in which that letter stands for this value is refused.
(set-logic ALL)
(declare-const y (Seq Int))
(define-fun defined ((n Int)) Bool (xor ((_ divisible 2) n) ((_ divisible 2) (ite true 1 2))))
(declare-const a Bool)
(assert (=> a (select (_ as-array defined) (seq.nth (ite (seq.in.re y (re.of.pred (lambda ((n Int)) ((_ divisible 2) n)))) (seq.unit 1) (seq.unit 0)) 1))))
(set-info :status sat)
(check-sat-assuming ((not a)))
(set-info :status sat)
(check-sat-assuming (a))
