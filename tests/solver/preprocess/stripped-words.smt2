; Words that are taken off the front of strings by cases: the rest is the same for all, so each two are different by their words.
; fires: pass.strips
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-fun u1 () String)
(declare-fun u2 () String)
(declare-fun u3 () String)
(declare-fun u4 () String)
(declare-fun h () String)
(define-fun host ((u String)) String
  (ite (str.prefixof "https://" u) (str.substr u 8 (- (str.len u) 8))
    (ite (str.prefixof "http://" u) (str.substr u 7 (- (str.len u) 7)) u)))
(assert (= h (host u1)))
(assert (= h (host u2)))
(assert (= h (host u3)))
(assert (= h (host u4)))
(assert (distinct u1 u2 u3 u4))
(check-sat)
