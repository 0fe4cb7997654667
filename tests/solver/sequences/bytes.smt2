; Sequences of bytes: ranges, lengths, elements as numbers, and a model.
(set-logic QF_BVRE)
(set-option :produce-models true)
(declare-const s (Seq (_ BitVec 8)))
(assert (seq.in.re s (re.+ (re.range (seq.unit #x61) (seq.unit #x63)))))
(assert (= (seq.len s) 2))
(assert (bvugt (seq.nth s 0) #x62))
(assert (= (seq.nth s 1) (bvsub (seq.nth s 0) #x02)))
(set-info :status sat)
(check-sat)
(get-value (s (seq.nth s 1)))
; EXPECT: sat
; EXPECT: ((s (seq.++ (seq.unit #x63) (seq.unit #x61)))
; EXPECT:  ((seq.nth s 1) #x61))
; EXPECT: unsat
(assert (seq.contains s (seq.unit #x62)))
(set-info :status unsat)
(check-sat)
