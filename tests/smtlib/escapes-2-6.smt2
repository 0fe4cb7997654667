; Only \u is an escape, and only up to 2FFFF; all else is text.
; EXPECT: sat
; EXPECT: (((str.len x) 4)
; EXPECT:  ((str.len y) 9)
; EXPECT:  ((str.len z) 3))
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= x "\x41"))
(assert (= y "\u{30000}"))
(assert (= z "é\u{2ffff}\u0041"))
(check-sat)
(get-value ((str.len x) (str.len y) (str.len z)))
