; Nobody compares the languages. That used to be forgotten as soon as the equation was solved, and a wrong model came out.
(set-logic ALL)
(declare-const x String)
(declare-const y String)
(declare-const p Bool)
(assert (or (= x (str.++ y "a")) p))
(assert (= (ite p re.allchar re.all) re.none))
(check-sat)
; EXPECT: unknown
(get-info :reason-unknown)
; EXPECT: (:reason-unknown incomplete)
