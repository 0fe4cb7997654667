; Small letters.
; fires: ExtfChars
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (= (str.to_lower x) "abc"))
(assert (= (str.to_upper x) "ABC"))
(assert (not (= x "abc")))
(assert (not (= x "ABC")))
(check-sat)
