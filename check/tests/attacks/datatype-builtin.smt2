(declare-datatype T ((mk (str.rev String))))(declare-const x String)(assert (= (str.rev x) ""))(assert (not (= x "")))(check-sat)
