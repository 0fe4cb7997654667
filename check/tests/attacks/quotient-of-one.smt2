(declare-const x Int)(assert (= (div x) 1))(assert (= x 2))(check-sat)
