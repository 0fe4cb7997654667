(assert (forall ((x (_ BitVec 8))) (seq.in_re (seq.unit x) (as re.all (RegEx (Seq (_ BitVec 8)))))))
(check-sat)
