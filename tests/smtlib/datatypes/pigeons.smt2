; Finite fields make finite sorts: there are five values, not six.
; EXPECT: sat
; EXPECT: unsat
(set-logic ALL)
(declare-datatype Five ((zero) (bits (high Bool) (low Bool))))
(declare-const a Five)
(declare-const b Five)
(declare-const c Five)
(declare-const d Five)
(declare-const e Five)
(assert (distinct a b c d e))
(check-sat)
(declare-const f Five)
(assert (distinct a b c d e f))
(check-sat)
