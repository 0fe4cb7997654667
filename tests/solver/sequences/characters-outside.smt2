; A sequence that nothing matters of takes the place of no other one in the table of a function.
(set-logic ALL)
(declare-const p Bool)
(declare-const x (Seq (_ BitVec 2)))
(declare-fun f ((Seq (_ BitVec 2))) (Seq (_ BitVec 2)))
(declare-fun m (Bool) (Seq (_ BitVec 2)))
(assert (seq.prefixof (seq.replace_re_all (seq.++ (seq.unit #b10) (seq.unit #b11)) (ite p (seq.to.re (seq.unit #b11)) (as re.all (RegEx (Seq (_ BitVec 2))))) x) (f (m p))))
(set-info :status sat)
(check-sat)
