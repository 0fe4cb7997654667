; An identity of words whose proof needs lemmas about bits.
(set-logic ALL)
(set-info :status unsat)
(declare-const x (_ BitVec 3))
(declare-const y (_ BitVec 3))
(declare-const z (_ BitVec 3))
(assert (not (= (bvsub (bvmul x x) (bvmul y y)) (bvmul (bvsub x y) (bvadd x y)))))
(check-sat)
