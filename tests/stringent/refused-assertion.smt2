; Without the assertion that is refused there is a model, with it there is none.
; EXPECT: (error "line 12 column 47: unsupported: arrays of values other than Bool")
; EXPECT: unknown
; EXPECT: (:reason-unknown "an assertion was refused: line 12 column 47: unsupported: arrays of values other than Bool")
; EXPECT: sat
; EXPECT: unsat
; exit: 1
(set-logic ALL)
(declare-const x String)
(assert (= x "a"))
(push)
(assert (= 1 (select ((as const (Array String Int)) 0) x)))
(check-sat)
(get-info :reason-unknown)
(pop)
(check-sat)
(assert (= x "b"))
(check-sat)
