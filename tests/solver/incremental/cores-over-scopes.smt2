; Names come and go with their scopes.
(set-option :produce-unsat-cores true)
(set-option :unsat-core-minimal true)
(set-logic QF_LIA)
(declare-const x Int)
(assert (! (> x 3) :named above))
(push)
(assert (! (< x 2) :named below))
(check-sat)
(get-unsat-core)
(pop)
(check-sat)
(push)
(assert (! (< (* 2 x) 7) :named below))
(check-sat)
(get-unsat-core)
(pop)
; EXPECT: unsat
; EXPECT: (above below)
; EXPECT: sat
; EXPECT: unsat
; EXPECT: (above below)
