; Do two regexes accept the same texts? Each direction is a question of its own.
;
; first: ([a-z]+[.])*[a-z]+      second: [a-z]([a-z]|[.])*
; Expected: unsat: the second accepts all that the first does;
; then sat: but also texts that end in a dot or have two dots in a row.
(set-logic QF_S)
(declare-const text String)
(define-const letter RegLan (re.range "a" "z"))
(define-const dot RegLan (str.to_re "."))
(define-const first RegLan (re.++ (re.* (re.++ (re.+ letter) dot)) (re.+ letter)))
(define-const second RegLan (re.++ letter (re.* (re.union letter dot))))

(push 1)
(assert (str.in_re text (re.diff first second)))
(set-info :status unsat)
(check-sat)
(pop 1)

(assert (str.in_re text (re.diff second first)))
(set-info :status sat)
(check-sat)
(get-value (text))
