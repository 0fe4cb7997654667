; Each time a length is new: letters move along the whole equation, on both sides, or another string makes up for the length.
(set-logic QF_SLIA)
(declare-const x0 String)
(declare-const x1 String)
(declare-const x2 String)
(declare-const x3 String)
(declare-const x4 String)
(declare-const x5 String)
(declare-const x6 String)
(declare-const x7 String)
(declare-const x8 String)
(declare-const x9 String)
(declare-const x10 String)
(declare-const x11 String)
(assert (= (str.++ x10 x1 x5 x3 x9 x2 x7 x4 x11 x0 x6 x8) (str.++ x10 x11 x3 x8 x4 "a" x5 x0 "a" x9 "b" x7 x6 "a" "b" "a")))
(check-sat)
; EXPECT: sat
(assert (>= (str.len x0) 1))
(check-sat)
; EXPECT: sat
(assert (>= (str.len x1) 2))
(check-sat)
; EXPECT: sat
(assert (>= (str.len x2) 4))
(check-sat)
; EXPECT: sat
(assert (>= (str.len x3) 3))
(check-sat)
; EXPECT: sat
(assert (>= (str.len x4) 2))
(check-sat)
; EXPECT: sat
(assert (>= (str.len x5) 2))
(check-sat)
; EXPECT: sat
(assert (>= (str.len x6) 3))
(check-sat)
; EXPECT: sat
(assert (>= (str.len x7) 3))
(check-sat)
; EXPECT: sat
(assert (>= (str.len x8) 3))
(check-sat)
; EXPECT: sat
(assert (>= (str.len x9) 1))
(check-sat)
; EXPECT: sat
(assert (>= (str.len x10) 1))
(check-sat)
; EXPECT: sat
(assert (>= (str.len x11) 1))
(check-sat)
; EXPECT: sat
(push 1)
; A field behind the end of what is there: what is in between is a digit, too.
(declare-const text String)
(declare-const size0 Int)
(declare-const size1 Int)
(declare-const size2 Int)
(assert (= size0 (str.to_int (str.substr text 0 2))))
(check-sat)
; EXPECT: sat
(assert (>= size0 0))
(check-sat)
; EXPECT: sat
(assert (= size1 (str.to_int (str.substr text (+ 2 size0) 2))))
(check-sat)
; EXPECT: sat
(assert (>= size1 0))
(check-sat)
; EXPECT: sat
(assert (= size2 (str.to_int (str.substr text (+ 4 size0 size1) 2))))
(check-sat)
; EXPECT: sat
(assert (>= size2 0))
(check-sat)
; EXPECT: sat
(pop 1)
(assert (= (str.len x1) 40))
(check-sat)
; EXPECT: unsat
