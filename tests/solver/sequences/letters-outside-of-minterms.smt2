; The letter of an element is one of some minterm, although the characters that all minterms have together may not be all.
(set-logic ALL)
(declare-const i Int)
(declare-const a Int)
(assert (not (seq.in.re (seq.unit a) (re.comp (re.of.pred (store ((as const (Array Int Bool)) true) 0 false))))))
(assert (select (lambda ((n Int)) (<= n (- 1))) i))
(set-info :status sat)
(check-sat)
