; Words of one or two letters will do, although each refinement leads to longer ones.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-fun x () String)
(declare-fun y () String)
(declare-fun z () Int)
(assert (not (= (str.substr x (str.indexof y x z) z) (str.substr x (str.indexof y x 1) z))))
(check-sat)
