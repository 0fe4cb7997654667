; What is reached and what is proved, where no procedure tells more; the model is there.
; EXPECT: unknown
; EXPECT: (:reason-unknown incomplete)
; EXPECT: true
(declare-const s String)
(assert (> (str.to_int s) 5))
(maximize (str.to_int s))
(check-sat)
(get-info :reason-unknown)
(eval (and (> (str.to_int s) 1000) (= (str.to_int s) (str.to_int (str.++ "0" s)))))
