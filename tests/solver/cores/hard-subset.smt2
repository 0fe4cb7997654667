; Whether a core can do without an assertion may be harder than the question: the attempt is given up.
; EXPECT: unsat
; EXPECT: (short padded)
(set-option :produce-unsat-cores true)
(set-option :unsat-core-minimal true)
(set-logic QF_SLIA)
(declare-const x String)
(assert (! (< (str.len x) 3) :named short))
(assert (! (= (str.to_lower x) x) :named lower))
(assert (! (and (str.prefixof "  " x) (str.suffixof ".." x)) :named padded))
(check-sat)
(get-unsat-core)
