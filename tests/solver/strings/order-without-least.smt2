; There is no least word with a comma that begins with m, but all of them are after all that begin with k. Between, whatever.
; options: --rlimit=20000
; fires: StringsOrder
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const r0 String)
(declare-const r1 String)
(declare-const r2 String)
(declare-const r3 String)
(assert (str.<= r0 r1))
(assert (str.<= r1 r2))
(assert (str.<= r2 r3))
(assert (str.contains r0 ","))
(assert (str.contains r1 ","))
(assert (str.contains r3 ","))
(assert (str.prefixof "m" r0))
(assert (str.prefixof "k" r3))
(check-sat)
