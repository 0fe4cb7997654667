; A branch whose bound rewriting finds true has to be decided nonetheless: arithmetic does not know it.
(set-logic ALL)
(set-info :status sat)
(declare-const x String)
(assert (not ((_ divisible 2) (mod (str.len x) 3))))
(check-sat)
