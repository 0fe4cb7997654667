(define-fun f () Bool true)(define-fun f () Bool false)(assert f)(check-sat)
