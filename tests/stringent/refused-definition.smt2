; A function beyond the standard is not what a script means that defines another one, even if that is refused.
; EXPECT: (error "line 8 column 2: unsupported: recursive functions")
; EXPECT: (error "line 10 column 13: unsupported: what was defined in vain")
; EXPECT: unknown
; EXPECT: unsat
; exit: 1
(push 1)
(define-fun-rec str.rev ((s String)) String "")
(declare-const x String)
(assert (= (str.rev x) ""))
(assert (not (= x "")))
(check-sat)
(pop 1)
(declare-const x String)
(assert (= (str.rev x) ""))
(assert (not (= x "")))
(check-sat)
