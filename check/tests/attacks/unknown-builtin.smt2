(define-fun str.rev ((s String)) String (str.unknown s))
(declare-const x String)(assert (not (= (str.len (str.rev x)) (str.len x))))(check-sat)
