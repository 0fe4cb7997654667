; options: --no-preprocess
; A long sequence of sequences, whose elements are looked for one by one.
(set-logic ALL)
(set-info :status sat)
(declare-const s (Seq (Seq Int)))
(declare-const t (Seq (Seq Int)))
(assert (>= (seq.len t) 0))
(assert (not (= s (seq.update s 3 (seq.replace t s (seq.++ (seq.unit (seq.++ (seq.unit 0) (seq.unit 1))) (seq.unit (seq.unit 1))))))))
(check-sat)
