; A declared predicate over elements of a declared sort has values in models, which are made of the elements.
; EXPECT: sat
; EXPECT: (((select q b) true)
; EXPECT:  ((select q c) false))
; EXPECT: sat
; EXPECT: unsat
(set-logic ALL)
(declare-sort E 0)
(declare-const b E)
(declare-const c E)
(declare-const s (Seq E))
(declare-const q (Array E Bool))
(assert (select q b))
(assert (not (select q c)))
(check-sat)
(get-value ((select q b) (select q c)))
(assert (seq.in.re s ((_ re.loop 2 3) (re.of.pred q))))
(assert (distinct b (seq.nth s 0)))
(check-sat)
(assert (seq.contains s (seq.unit c)))
(check-sat)
