; The replacement is unknown.
; fires: ExtfReplace
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (= (str.replace x "ab" y) "cdcd"))
(assert (not (= x "cdcd")))
(assert (> (str.len y) 1))
(check-sat)
