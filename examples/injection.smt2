; A page removes the first <script> from what a user wrote. Is the result free of it?
;
; Expected: sat: what is left around the removed tag can make a new one.
(set-logic QF_S)
(set-info :status sat)
(declare-const input String)
(declare-const output String)
(assert (= output (str.replace input "<script>" "")))
(assert (str.contains output "<script>"))
; Not simply by writing it twice.
(assert (not (str.contains (str.substr input (+ 8 (str.indexof input "<script>" 0)) (str.len input)) "<script>")))
(check-sat)
(get-value (input output))
