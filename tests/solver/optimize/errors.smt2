; exit: 1
; A refused objective is missed like a refused assertion.
; EXPECT: (error "line 10 column 36: an objective has sort String, expected Int")
; EXPECT: (error "line 11 column 16: unknown symbol `y`")
; EXPECT: (error "line 12 column 1: there was no check since something changed")
; EXPECT: (error "line 13 column 1: option :opt.priority: expected lex, found pareto")
; EXPECT: unknown
; EXPECT: (objectives
; EXPECT: )
(declare-const s String) (minimize s)
(maximize (+ 1 y))
(get-objectives)
(set-option :opt.priority pareto)
(check-sat)
(get-objectives)
