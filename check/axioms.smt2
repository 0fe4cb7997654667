; Axioms: clauses that hold in every model, for all arguments. (axiom NAME ((x SORT)*) (LITERAL*))

; A length is not negative; only the empty string has length 0.
(axiom len-nonneg ((x String)) ((>= (str.len x) 0)))
(axiom len-zero ((x String)) ((not (= (str.len x) 0)) (= x "")))
; Integers are ordered.
(axiom trichotomy ((a Int) (b Int)) ((= a b) (>= a (+ b 1)) (>= b (+ a 1))))
; Equal strings have equal lengths.
(axiom len-equal ((x String) (y String)) ((not (= x y)) (= (str.len x) (str.len y))))
; Division by a positive number.
(axiom div-low ((x Int) (n Int)) ((>= 0 n) (>= (- x (* n (div x n))) 0)))
(axiom div-high ((x Int) (n Int)) ((>= 0 n) (>= (+ (* n (div x n)) (- n 1)) x)))
