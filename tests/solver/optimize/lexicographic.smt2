; exit: 1
; Objectives stated first are more important; those of a scope go with it.
; EXPECT: sat
; EXPECT: (objectives
; EXPECT:  ((+ x y) 12)
; EXPECT:  ((- x y) 2)
; EXPECT: )
; EXPECT: ((x 7)
; EXPECT:  (y 5))
; EXPECT: sat
; EXPECT: (objectives
; EXPECT:  ((+ x y) 12)
; EXPECT:  ((- x y) 2)
; EXPECT:  (y 5)
; EXPECT: )
; EXPECT: sat
; EXPECT: (objectives
; EXPECT:  ((+ x y) 9)
; EXPECT:  ((- x y) (- 1))
; EXPECT: )
; EXPECT: unsat
; EXPECT: (error "line 44 column 1: the last check answered unsat")
; EXPECT: sat
; EXPECT: (objectives
; EXPECT: )
(declare-const x Int)
(declare-const y Int)
(assert (and (<= 0 x 10) (<= 0 y 5) (<= (+ x y) 12)))
(maximize (+ x y))
(minimize (- x y))
(check-sat)
(get-objectives)
(get-value (x y))
(push)
(minimize y)
(check-sat)
(get-objectives)
(pop)
(check-sat-assuming ((< x 5)))
(get-objectives)
(push)
(assert (< x x))
(check-sat)
(get-objectives)
(reset-assertions)
(check-sat)
(get-objectives)
