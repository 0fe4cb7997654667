; Testers, updaters and declarations as z3 and cvc5 write them.
; EXPECT: sat
; EXPECT: ((c green)
; EXPECT:  (o (some 5 green))
; EXPECT:  (((_ update size) o 6) (some 6 green))
; EXPECT:  (((_ update-field size) none 6) none))
; EXPECT: unsat
; EXPECT: sat
(set-logic ALL)
(declare-datatypes () ((Opt none (some (size Int) (color Color)) ) (Color (red) green (blue))))
(declare-const c Color)
(declare-const o Opt)
(define-fun is-light ((c Color)) Color c)
(assert (is-some o))
(assert (= c (color o) green))
(assert (= ((_ update-field size) o 7) (some (+ (size o) 2) c)))
(check-sat)
(get-value (c o ((_ update size) o 6) ((_ update-field size) none 6)))
(push)
(assert (not (= ((_ update color) o red) (some (size o) red))))
(check-sat)
(pop)
; A constructor of the name does not take the name away from a function.
(declare-datatype Light ((light)))
(assert (= (is-light c) green))
(check-sat)
