; One element of each combination of predicates is known, and a model needs it.
; options: --tune=check.minterms.elements=1
(set-logic ALL)
(declare-const y (Seq Int))
(assert (not (seq.in.re y (seq.to.re (as seq.empty (Seq Int))))))
(assert (select (lambda ((b Int)) true) 0))
(set-info :status sat)
(check-sat)
