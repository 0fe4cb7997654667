; A condition in an argument that is a bit-vector decides which row of a table the application is, though no atom mentions it:
; whether y and z are equal must be so in the model.
(set-logic ALL)
(set-info :status sat)
(declare-const j Int)
(declare-const p Bool)
(declare-const b (_ BitVec 16))
(declare-fun k (Int (_ BitVec 16)) Bool)
(declare-const y (Seq (_ BitVec 16)))
(declare-const z (Seq (_ BitVec 16)))
(assert (k 0 ((_ int_to_bv 16) (ite p j 2))))
(assert (k j (ite (not (= z y)) (seq.nth (seq.unit #b0000000000000000) 0) (ite (bvsle #b0000000000000010 b) #b0000000000000000 #b1111111111111110))))
(check-sat)
