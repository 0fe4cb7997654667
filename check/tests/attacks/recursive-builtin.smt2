(define-fun-rec str.rev ((s String)) String (ite (= s "") "" (str.++ "a" (str.rev (str.substr s 1 (str.len s))))))
(declare-const x String)(assert (not (= (str.len (str.rev x)) (str.len x))))(check-sat)
