; An identity of words whose proof needs lemmas about bits.
(set-logic ALL)
(set-info :status unsat)
(declare-const x (_ BitVec 3))
(declare-const y (_ BitVec 3))
(declare-const z (_ BitVec 3))
(assert (not (= (bvmul x (bvadd y z)) (bvadd (bvmul x y) (bvmul x z)))))
(check-sat)
