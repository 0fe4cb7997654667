; The escaped part of a page has no quotes of its own, wherever the attack begins and ends.
; fires: TransducersImage
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const input String)
(declare-const page String)
(declare-const before String)
(declare-const attack String)
(declare-const after String)
(assert (= page (str.++ "<p>" (str.replace_all (str.replace_all input "<" "&lt;") ">" "&gt;") "</p>")))
(assert (= page (str.++ before attack after)))
(assert (str.in_re attack (re.++ (str.to_re "<script>") re.all (str.to_re "alert"))))
(check-sat)
