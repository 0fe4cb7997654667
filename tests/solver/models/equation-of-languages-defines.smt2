; The definition of an eliminated constant is evaluated like the assertions, with automata to compare languages.
(declare-const p Bool)
(declare-const x String)
(assert (= p (= (re.* (re.union (str.to_re "a") (str.to_re "b"))) (re.* (re.++ (re.* (str.to_re "a")) (re.opt (str.to_re "b")))))))
(assert (= x (ite p "same" "other")))
(set-info :status sat)
(check-sat)
(get-value (p x))
; EXPECT: sat
; EXPECT: ((p true)
; EXPECT:  (x "same"))
