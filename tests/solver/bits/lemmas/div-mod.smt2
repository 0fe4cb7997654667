; An identity of words whose proof needs lemmas about bits.
(set-logic ALL)
(set-info :status unsat)
(declare-const x (_ BitVec 4))
(declare-const y (_ BitVec 4))
(declare-const z (_ BitVec 4))
(assert (not (=> (not (= y #x0)) (= (bvadd (bvmul (bvudiv x y) y) (bvurem x y)) x))))
(check-sat)
