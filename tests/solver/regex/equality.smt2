; Two spellings of one language.
; fires: RegexEquality
(set-logic QF_S)
(set-info :status unsat)
(define-fun A () RegLan (re.* (re.union (str.to_re "a") (str.to_re "b"))))
(define-fun B () RegLan (re.* (re.++ (re.* (str.to_re "a")) (re.* (str.to_re "b")))))
(assert (not (= A B)))
(check-sat)
