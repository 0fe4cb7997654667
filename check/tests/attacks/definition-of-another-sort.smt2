(define-fun f () Int true)(assert (not f))(check-sat)
