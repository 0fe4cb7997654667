; Numerals without leading zeros grow faster than their lengths.
; fires: ExtfNumeral
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re x (re.+ (str.to_re "37"))))
(assert (< (str.to_int x) (* 8 (str.len x))))
(assert (> (str.len x) 20))
(check-sat)
