; EXPECT: sat
; EXPECT: sat
; EXPECT: unsat
; A membership in a language with unknowns, of one word or declared, does not say that the sequence is a word over two letters.
(set-logic ALL)
(declare-const y (Seq Bool))
(declare-const z (Seq Bool))
(declare-const r (RegEx (Seq Bool)))
(assert (not (seq.suffixof y z)))
(push 1)
(assert (seq.in.re z (seq.to.re z)))
(check-sat)
(pop 1)
(push 1)
(assert (seq.in.re z r))
(assert (not (seq.in.re y r)))
(check-sat)
(pop 1)
(assert (seq.in.re z (seq.to.re z)))
(assert (not (= z (seq.unit false))))
(assert (not (= z (seq.unit true))))
(assert (= (seq.len z) 1))
(check-sat)
