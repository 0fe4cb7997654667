; An identity of words whose proof needs lemmas about bits.
(set-logic ALL)
(set-info :status unsat)
(declare-const x (_ BitVec 6))
(declare-const y (_ BitVec 6))
(declare-const z (_ BitVec 6))
(assert (not (= (bvsub x y) (bvadd x (bvadd (bvnot y) #b000001)))))
(check-sat)
