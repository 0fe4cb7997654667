; What is there twice gets a name that no constant in the term has.
(declare-const .0 Int)
(declare-const |.1| String)
(declare-const x String)
(declare-const y String)
; EXPECT: (let ((.2 (str.++ x y))) (and (str.contains .2 (str.from_int .0)) (not (= .1 .2)) (str.<= .1 .2)))
; EXPECT: (let ((.0 (str.++ x y))) (and (str.contains .0 .1) (not (= .1 .0)) (str.<= .1 .0)))
(simplify (and (str.contains (str.++ x y) (str.from_int .0)) (str.< .1 (str.++ x y))))
(simplify (and (str.contains (str.++ x y) .1) (str.< .1 (str.++ x y))))
