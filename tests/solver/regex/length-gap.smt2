; Without exact sets of lengths, the gap around the proposed length is learned.
; options: --regex.length-bounds=false --regex.length-abstraction=false
; fires: RegexLengthGap
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re x (re.+ (str.to_re "abc"))))
(assert (< 3 (str.len x) 6))
(check-sat)
