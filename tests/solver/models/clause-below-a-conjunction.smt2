; The second disequality becomes a clause below a conjunction, which has no literal of its own. Without rewriting of whole
; assertions it was taken for irrelevant, and the model was refused.
; options: --rewrite=false
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (distinct "c" z (str.++ "c" (str.++ x y))))
(set-info :status sat)
(check-sat)
