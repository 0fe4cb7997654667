; Nothing is found behind the first occurrence.
; fires: ExtfOccurrence
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const i Int)
(assert (= i (str.indexof x "b" 0)))
(assert (str.in_re x (re.+ (str.to_re "ab"))))
(assert (> i 1))
(check-sat)
