; What clients on a pipe rely on.
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: success
; EXPECT: unsat
; EXPECT: (p)
; EXPECT: success
; EXPECT: (:assertion-stack-levels 0)
; EXPECT: sat
; EXPECT: (
; EXPECT:   (define-fun p () Bool true)
; EXPECT: )
; EXPECT: (:error-behavior continued-execution)
; EXPECT: success
; EXPECT: "done"
(set-option :print-success true)
(set-logic ALL_SUPPORTED)
(declare-fun p () Bool)
(push)
(assert (not p))
(set-info :status unsat)
(check-sat-assuming (p))
(get-unsat-assumptions)
(pop)
(get-info :assertion-stack-levels)
(check-sat-assuming (p))
(get-model)
(get-info :error-behavior)
(reset)
(echo "done")
(exit)
