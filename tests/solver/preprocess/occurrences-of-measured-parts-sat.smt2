; Words at the ends of a text go through parts of known lengths.
; fires: pass.occurrences
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const a String)
(declare-const b String)
(declare-const m String)
(assert (= (str.len a) 2))
(assert (= 3 (str.len b)))
(assert (str.prefixof "abcd" (str.++ a b m)))
(assert (str.suffixof "xab" (str.++ m b a)))
(assert (not (str.prefixof "cda" (str.++ b m a))))
(assert (str.prefixof "ab" (str.++ a m)))
(check-sat)
