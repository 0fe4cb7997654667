; Whether the languages are equal cannot be decided, which is still so when the equations are solved.
; EXPECT: unknown
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const p Bool)
(assert (= re.allchar (ite p re.none re.all)))
(assert (= (str.len (str.replace (str.++ y "a") x "")) 0))
(check-sat)
