; Parts of one length are arranged: neither is longer, which is one case.
; It is satisfiable, and undecided with so few steps.
; options: --tune=strings.equations.steps=216,sat.decay=100,sat.late=0
(set-logic ALL)
(declare-const a (_ BitVec 8))
(declare-fun g (Int) Int)
(declare-const y (Seq (_ BitVec 8)))
(set-info :status sat)
(check-sat)
(assert (seq.prefixof (seq.unit a) y))
(assert (seq.prefixof (seq.update (seq.unit #b00000000) (g 0) (seq.unit #b00000000)) y))
(set-info :status unknown)
(check-sat)
