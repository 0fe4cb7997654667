; EXPECT: unknown
; EXPECT: unknown
; EXPECT: sat
; What a predicate with an unknown is in a model is more than the letters that were asked about. The first two are unsatisfiable: no
; b, and no c, makes the predicate hold for one element, the least or the second one, only.
(set-logic ALL)
(declare-const b (_ BitVec 1))
(declare-const c (_ BitVec 4))
(declare-const q (Array (_ BitVec 4) Bool))
(push 1)
(assert (= (re.of.pred (lambda ((x (_ BitVec 1))) (bvuge x b))) (seq.to.re (seq.unit #b0))))
(check-sat)
(pop 1)
(assert (forall ((x (_ BitVec 4))) (= (select q x) (bvult x c))))
(push 1)
(assert (= (re.of.pred q) (seq.to.re (seq.unit #b0001))))
(check-sat)
(pop 1)
(assert (not (= (re.of.pred q) (seq.to.re (seq.unit #b0000)))))
(check-sat)
