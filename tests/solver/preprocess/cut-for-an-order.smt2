; Versions that are read up to their first dot, older by that number and later as a text.
; options: --rlimit=2000000
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const v String)
(declare-const w String)
(define-fun major ((s String)) Int (str.to_int (str.substr s 0 (str.indexof s "." 0))))
(define-fun rest ((s String)) String (str.substr s (+ 1 (str.indexof s "." 0)) (str.len s)))
(assert (>= (major w) 0))
(assert (>= (major v) 0))
(assert (not (= (rest v) (rest w))))
(assert (> (major v) (major w)))
(assert (str.< v w))
(check-sat)
