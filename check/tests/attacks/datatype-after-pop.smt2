(push 1)(define-fun hd ((x L)) Int 0)(pop 1)(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-const x L)(assert (= (hd x) 1))(check-sat)
