(set-info :status sat)
; An element that is chosen: rewriting a membership of it into both cases would say nothing of the element itself.
(declare-const p Bool)
(declare-const x (Seq (_ BitVec 8)))
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (seq.suffixof (seq.unit (ite p a b)) x))
(check-sat)
