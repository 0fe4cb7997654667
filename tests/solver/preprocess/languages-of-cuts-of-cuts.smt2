; A cut of a cut, and what searches that find nothing come to.
; options: --rlimit=200000
; fires: pass.cuts
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(define-fun front ((s String)) String (str.substr s 0 (str.indexof s "-" 0)))
(define-fun back ((s String)) String (str.substr s (+ 1 (str.indexof s "," 0)) (str.len s)))
(assert (str.in_re (front (back x)) (re.* (str.to_re "ab"))))
(assert (not (str.prefixof "ab" (front (back x)))))
(assert (= (back (back x)) "c"))
(assert (str.contains (front x) "d"))
(check-sat)
