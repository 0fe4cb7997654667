; Free words are printable and start at A.
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(assert (= (str.len x) 3))
(assert (str.in_re y (re.++ re.allchar re.allchar)))
(check-sat)
(get-value (x y))
; EXPECT: sat
; EXPECT: ((x "AAA")
; EXPECT:  (y "AA"))
