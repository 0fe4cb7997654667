; An empty z commutes with all, so nothing is known of y. Of x and z only what is known without y.
; fires: pass.commuting
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(declare-const z String)
(assert (= (str.++ x "aa") (str.++ "aa" x)))
(assert (= (str.++ z x) (str.++ x z)))
(assert (= (str.++ y z) (str.++ z y)))
(assert (= (str.len x) 3))
(assert (str.contains y "b"))
(check-sat)
