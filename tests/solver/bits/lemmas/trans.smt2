; An identity of words whose proof needs lemmas about bits.
(set-logic ALL)
(set-info :status unsat)
(declare-const x (_ BitVec 6))
(declare-const y (_ BitVec 6))
(declare-const z (_ BitVec 6))
(assert (not (=> (and (bvult x y) (bvult y z)) (bvult x z))))
(check-sat)
