(push 1)(define-sort S () Bool)(pop 1)
(declare-sort S 0)(declare-const a S)(declare-const b S)(declare-const c S)
(assert (distinct a b c))(check-sat)
