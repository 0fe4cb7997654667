; An access policy allows the actions s3:Get* and s3:List*, except what ends in Acl.
; Is every action it allows covered by the patterns s3:GetObject* and s3:List*?
;
; Expected: sat: no, and the model is an action that is allowed but not covered.
; Then the policy is narrowed, and the answer is unsat: yes.
(set-logic QF_S)
(declare-const action String)

(define-const name RegLan (re.* (re.union (re.range "a" "z") (re.range "A" "Z"))))
(define-fun starts ((prefix String)) RegLan (re.++ (str.to_re prefix) name))

(define-const allowed RegLan
  (re.diff (re.union (starts "s3:Get") (starts "s3:List"))
           (re.++ re.all (str.to_re "Acl"))))
(define-const covered RegLan (re.union (starts "s3:GetObject") (starts "s3:List")))

(assert (str.in_re action allowed))
(assert (not (str.in_re action covered)))
(set-info :status sat)
(check-sat)
(get-value (action))

(assert (not (and (str.prefixof "s3:Get" action) (not (str.prefixof "s3:GetObject" action)))))
(set-info :status unsat)
(check-sat)
