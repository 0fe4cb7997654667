; What is eliminated compares languages, one of them that of a predicate with unknowns, of which a model only says what was
; asked of it. Its value was computed from that, and the model refused.
(set-logic ALL)
(declare-const p Bool)
(set-info :status sat)
(check-sat)
(assert (= p (distinct (seq.to.re (seq.unit #b11111110)) (re.of.pred (lambda ((b! (_ BitVec 8))) (bvuaddo b! (ite p b! b!)))))))
(set-info :status unknown)
(check-sat)
