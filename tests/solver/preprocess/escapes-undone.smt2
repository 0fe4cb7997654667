; The model says what was escaped. A letter that becomes a word that is new is undone as one that is in its word.
; options: --rlimit=500000
; fires: pass.escapes
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const a String)
(declare-const b String)
(declare-const t String)
(define-fun escaped ((x String)) String
  (str.replace_all (str.replace_all (str.replace_all x "&" "&amp;") "<" "&lt;") "'" "''"))
(assert (= t (str.++ "<a>" (escaped a) "</a><b>" (escaped b) "</b>")))
(assert (str.contains t "x&lt;&amp;lt;''&amp;"))
(assert (= (str.len t) 60))
(assert (str.contains t "&amp;</b>"))
(check-sat)
