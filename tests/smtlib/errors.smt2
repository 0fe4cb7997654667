; Errors name their place and do not end the script.
; EXPECT: (error "line 12 column 10: unknown symbol `str.inre`, did you mean `str.in_re`?")
; EXPECT: (error "line 13 column 10: `=`: argument 2 has sort Int, expected String")
; EXPECT: (error "line 14 column 10: unsupported: quantifiers other than `(forall ((x A)) (= (select p x) ...))`")
; EXPECT: (error "line 15 column 12: unsupported: reals")
; EXPECT: unsupported
; EXPECT: (error "line 17 column 1: cannot pop 1 scopes, 0 are open")
; EXPECT: unknown
; EXPECT: (error "line 19 column 1: unexpected end of input: `(` is not closed")
; exit: 1
(declare-const x String)
(assert (str.inre x re.all))
(assert (= x 1))
(assert (forall ((y String)) (= x y)))
(assert (< 0.5 1))
(set-option :no-such-option 1)
(pop)
(check-sat)
(assert (= x "a"
