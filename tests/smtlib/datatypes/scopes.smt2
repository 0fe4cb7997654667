; A datatype is gone with its scope, and its names may mean something else.
; EXPECT: sat
; EXPECT: ((x a))
; EXPECT: (error "line 15 column 18: unknown sort `E`")
; EXPECT: sat
; EXPECT: ((x (b "")))
; exit: 1
(set-logic ALL)
(push)
(declare-datatype E ((a)))
(declare-const x E)
(check-sat)
(get-value (x))
(pop)
(declare-const y E)
(declare-sort a 0)
(declare-datatype E ((b (c String))))
(declare-const x E)
(check-sat)
(get-value (x))
