; `(Seq Char)` is String only where the script has no sort of that name.
(set-logic QF_BVRE)
(define-sort Char () (_ BitVec 16))
(declare-fun s () (Seq Char))
(assert (= (seq-head s) #x0041))
(assert (= (seq-length s) 1))
(assert (not (= s (seq-unit #x0041))))
(set-info :status unsat)
(check-sat)
