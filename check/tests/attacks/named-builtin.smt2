(declare-const p Bool)(declare-const x String)(assert (or p (! (= x "a") :named str.rev)))(assert (= str.rev (= x "b")))(check-sat)
