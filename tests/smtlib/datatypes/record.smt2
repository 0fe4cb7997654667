; Records are equal iff their fields are, and a field is what went in.
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: sat
; EXPECT: ((r (request "GET" (path "/a" 2)))
; EXPECT:  ((size (where r)) 2))
; EXPECT: (
; EXPECT:   (define-fun r () Request (request "GET" (path "/a" 2)))
; EXPECT: )
(set-logic ALL)
(declare-datatypes ((Request 0) (Path 0)) (
  ((request (verb String) (where Path)))
  ((path (text String) (size Int)))))
(declare-const r Request)
(push)
(declare-const s Request)
(assert (not (= r s)))
(assert (= (verb r) (verb s)))
(assert (= (where r) (where s)))
(check-sat)
(pop)
(push)
(declare-const t String)
(assert (not (= (text (where (request t (path "x" 1)))) "x")))
(check-sat)
(pop)
(assert (= (size (where r)) (str.len (text (where r))) 2))
(assert (= (str.at (text (where r)) 1) "a"))
(assert (str.prefixof "/" (text (where r))))
(assert (= (verb r) (str.++ "G" "ET")))
(check-sat)
(get-value (r (size (where r))))
(get-model)
