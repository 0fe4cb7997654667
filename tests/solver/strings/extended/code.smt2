; The codes of small letters are between 97 and 122.
; fires: ExtfCode
; options: --strings.spelling=false
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re x (re.range "a" "z")))
(assert (or (< (str.to_code x) 97) (> (str.to_code x) 122)))
(check-sat)
