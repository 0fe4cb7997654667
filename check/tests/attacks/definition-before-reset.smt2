(define-fun str.rev ((s String)) String s)(reset)(declare-const x String)(assert (not (= (str.rev x) x)))(check-sat)
