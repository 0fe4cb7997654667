; An identity of words whose proof needs lemmas about bits.
(set-logic ALL)
(set-info :status unsat)
(declare-const x (_ BitVec 5))
(declare-const y (_ BitVec 5))
(declare-const z (_ BitVec 5))
(assert (not (=> (= (bvxor x (bvlshr x #b00001)) (bvxor y (bvlshr y #b00001))) (= x y))))
(check-sat)
