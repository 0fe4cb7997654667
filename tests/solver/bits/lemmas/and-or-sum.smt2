; An identity of words whose proof needs lemmas about bits.
(set-logic ALL)
(set-info :status unsat)
(declare-const x (_ BitVec 6))
(declare-const y (_ BitVec 6))
(declare-const z (_ BitVec 6))
(assert (not (= (bvadd (bvand x y) (bvor x y)) (bvadd x y))))
(check-sat)
