; An identity of words whose proof needs lemmas about bits.
(set-logic ALL)
(set-info :status unsat)
(declare-const x (_ BitVec 4))
(declare-const y (_ BitVec 4))
(declare-const z (_ BitVec 4))
(assert (not (= (bvmul (bvneg x) y) (bvneg (bvmul x y)))))
(check-sat)
