; Texts are ordered as the numbers at their start, if those are of one length.
; options: --preprocess.without=separated
; fires: ExtfMonotone
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const d String)
(declare-const e String)
(define-fun number ((s String)) Int (str.to_int (str.substr s 0 (str.indexof s "-" 0))))
(define-const date RegLan (re.++ ((_ re.^ 4) (re.range "0" "9")) (str.to_re "-") (re.* re.allchar)))
(assert (str.in_re d date))
(assert (str.in_re e date))
(assert (str.< d e))
(assert (> (number d) (number e)))
(check-sat)
