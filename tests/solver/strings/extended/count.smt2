; What a comma separates is one field more than there are commas.
; fires: ExtfDefinition
(set-logic QF_SLIA)
(declare-const line String)
(assert (str.in_re line (re.+ (re.union (re.range "a" "c") (str.to_re ",")))))
(assert (= (str.count line ",") 2))
(assert (not (str.prefixof "," line)))
(set-info :status sat)
(check-sat)
(assert (<= (str.len line) 2))
(set-info :status unsat)
(check-sat)
