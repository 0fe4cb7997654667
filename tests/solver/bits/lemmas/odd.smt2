; An identity of words whose proof needs lemmas about bits.
(set-logic ALL)
(set-info :status unsat)
(declare-const x (_ BitVec 4))
(declare-const y (_ BitVec 4))
(declare-const z (_ BitVec 4))
(assert (not (=> (= ((_ extract 0 0) x) #b1) (= ((_ extract 2 0) (bvmul x x)) #b001))))
(check-sat)
