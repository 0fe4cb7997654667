; An identity of words whose proof needs lemmas about bits.
(set-logic ALL)
(set-info :status unsat)
(declare-const x (_ BitVec 4))
(declare-const y (_ BitVec 4))
(declare-const z (_ BitVec 4))
(assert (not (bvule (bvadd (bvadd ((_ zero_extend 3) ((_ extract 0 0) x)) ((_ zero_extend 3) ((_ extract 1 1) x))) (bvadd ((_ zero_extend 3) ((_ extract 2 2) x)) ((_ zero_extend 3) ((_ extract 3 3) x)))) #x4)))
(check-sat)
