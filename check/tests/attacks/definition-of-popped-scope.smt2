(push 1)(define-fun str.rev ((s String)) String s)(pop 1)(declare-const x String)(assert (not (= (str.rev x) x)))(check-sat)
