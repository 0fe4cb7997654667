; Only names that the contradiction needs, in the order of assertion.
; EXPECT: unsat
; EXPECT: (small |too long|)
(set-option :produce-unsat-cores true)
(set-info :status unsat)
(declare-const x String)
(declare-const p Bool)
(assert (! p :named unused))
(assert (! (< (str.len x) 3) :named small))
(assert (! (or p (not p)) :named idle))
(assert (! (> (str.len x) 5) :named |too long|))
(check-sat)
(get-unsat-core)
