; `seq.empty` has the sort that its neighbours or its place demand; where they do not, it is an error.
; EXPECT: unsat
; EXPECT: sat
; EXPECT: ((s (seq.unit 7))
; EXPECT:  (t (as seq.empty (Seq Int))))
; EXPECT: (error "line 27 column 10: `seq.empty` needs a sort here: write `(as seq.empty (Seq A))`")
; exit: 1
(set-logic ALL)
(declare-const s (Seq Int))
(declare-const t (Seq Int))
(declare-fun f ((Seq Int)) Int)
(define-fun nothing () (Seq Int) seq.empty)
(define-fun both ((a (Seq Int)) (b (Seq Int))) (Seq Int) (seq.++ a b))
(push 1)
(assert (distinct (f seq.empty) (f (as seq.empty (Seq Int)))))
(check-sat)
(pop 1)
(assert (= s (seq.++ seq.empty (both seq.empty (seq-cons 7 seq-empty)) t)))
(assert (= seq.empty t nothing))
(assert (seq.contains s seq.empty))
(assert (seq.in.re seq.empty (re.* (seq.to.re s))))
(assert (let ((e seq.empty)) (= (ite (= s e) s e) e)))
(assert (= "" seq.empty))
(check-sat)
(get-value (s t))
; Nothing says which sort this is.
(assert (= seq.empty seq.empty))
