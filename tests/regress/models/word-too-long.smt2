; A word that cannot be written down is a limit, not a wrong model.
; EXPECT: unknown
; EXPECT: (:reason-unknown incomplete)
(set-logic ALL)
(declare-const x String)
(assert (> (str.len x) 92233720))
(check-sat)
(get-info :reason-unknown)
