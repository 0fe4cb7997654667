; Without the procedures for equations nobody looks at whether two sequences are equal. That an argument of `seq.nth` is another one was
; decided again in each final check, which cost ever more of them and no steps.
(set-info :status sat)
(set-option :theory.equations false)
(define-fun x () (Seq (Seq (_ BitVec 8))) (seq.++ (seq.unit (seq.++ (seq.unit #b00000010) (seq.unit #b01111111))) (seq.unit (seq.++ (seq.unit #b01111111) (seq.unit #b11000111))) (seq.unit (as seq.empty (Seq (_ BitVec 8))))))
(define-fun y () (Seq (Seq (_ BitVec 8))) (seq.unit (seq.++ (seq.unit #b11111111) (seq.unit #b01110111))))
(assert (distinct y x))
(check-sat)
