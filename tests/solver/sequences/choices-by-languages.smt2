; The argument of a declared function depends on whether languages are equal, which evaluation alone does not say.
(set-logic ALL)
(declare-const p Bool)
(declare-const a (_ BitVec 1))
(declare-fun k (Int (_ BitVec 1)) Bool)
(assert (k 0 (ite (distinct (re.range (seq.unit a) (seq.unit #b1)) (as re.empty (RegEx (Seq (_ BitVec 1)))))
  (seq.nth (seq.unit #b0) (ite p 0 3)) #b0)))
(set-info :status sat)
(check-sat)
