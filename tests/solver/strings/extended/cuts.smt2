; Overlapping slices at fixed positions.
; fires: ExtfCuts
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(assert (= (str.substr x 1 3) "abc"))
(assert (= (str.substr x 2 4) "bcab"))
(assert (not (= (str.substr x 1 5) "abcab")))
(check-sat)
