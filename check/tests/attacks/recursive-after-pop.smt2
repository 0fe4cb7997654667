(push 1)(define-fun f () Bool false)(pop 1)(define-fun-rec f () Bool true)(assert f)(check-sat)
