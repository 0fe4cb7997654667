; Nothing is left of the assertion but its evaluation, where the language has its default: the judge could not compare
; it, as there was no term for the empty language.
(declare-const A RegLan)
(assert (or (= A (re.+ (str.to_re "ab"))) (not (= A (re.+ (str.to_re "ab"))))))
(set-info :status sat)
(check-sat)
