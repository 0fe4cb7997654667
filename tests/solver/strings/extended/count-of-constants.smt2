; A function of constants, too long to be computed beforehand, has one value, which arithmetic is to follow: its literals were left out
; of what was asked, as they mention no symbol.
(set-logic QF_SLIA)
(set-option :tune "rewrite.unfolded-word=1,strings.transducers.all-steps=44,strings.small.rounds=0")
(declare-const x String)
(assert (= (str.count (str.++ "a" x) ",") 2))
(assert (= x ","))
(set-info :status unsat)
(check-sat)
