; Numbers of different lengths are not ordered as their texts.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const d String)
(assert (str.< d "7"))
(assert (> (str.to_int d) 7))
(check-sat)
