; Is there a password that the policy accepts and that still contains the user's name?
;
; The policy: 8 to 16 printable characters, among them a capital, a digit and one of !?#.
; Expected: sat, with such a password.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const user String)
(declare-const password String)

(define-fun has ((s String) (r RegLan)) Bool (str.in_re s (re.++ re.all r re.all)))

(assert (<= 8 (str.len password) 16))
(assert (str.in_re password (re.* (re.range "!" "~"))))
(assert (has password (re.range "A" "Z")))
(assert (has password (re.range "0" "9")))
(assert (has password (re.union (str.to_re "!") (str.to_re "?") (str.to_re "#"))))

(assert (str.in_re user ((_ re.loop 3 8) (re.range "a" "z"))))
(assert (str.contains password user))

(check-sat)
(get-value (user password (str.len password)))
