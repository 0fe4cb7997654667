; Characters of sequences in a sequence, of which a predicate says what they are, stand for words over the inner alphabet.
; options: --tune=check.minterms=0
(set-logic ALL)
(declare-const z (Seq (Seq (_ BitVec 2))))
(assert (= (seq.len z) 3))
(assert (seq.in.re z (re.* (re.of.pred (lambda ((b (Seq (_ BitVec 2)))) (distinct b (seq.unit #b01)))))))
(assert (distinct (seq.at z 0) (seq.at z 1) (seq.at z 2)))
(set-info :status sat)
(check-sat)
