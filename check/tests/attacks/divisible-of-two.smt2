(declare-const x Int)(declare-const y Int)(assert ((_ divisible 2) x y))(assert (= y 1))(check-sat)
