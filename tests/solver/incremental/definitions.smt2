; Declarations and definitions are scoped, unless told otherwise.
(set-logic QF_SLIA)
(push)
(declare-const x String)
(define-fun short ((s String)) Bool (< (str.len s) 2))
(assert (short x))
(check-sat)
(pop)
(declare-const x Int)
(define-fun short ((i Int)) Bool (< i 2))
(assert (short x))
(assert (not (short (- x 1))))
(check-sat)
; EXPECT: sat
; EXPECT: unsat
