; An identity of words whose proof needs lemmas about bits.
(set-logic ALL)
(set-info :status unsat)
(declare-const x (_ BitVec 5))
(declare-const y (_ BitVec 5))
(declare-const z (_ BitVec 5))
(assert (not (= (bvadd (ite (bvult x y) x y) (ite (bvult x y) y x)) (bvadd x y))))
(check-sat)
