; Dates are kept as text, YYYY-MM-DD. Does sorting the text sort the dates?
;
; We look for two dates in the order of text whose years are in the opposite order.
; Expected: unsat: there are none. Without fixed widths there are, the year 999 for example: sat.
(set-logic QF_SLIA)
(declare-const d String)
(declare-const e String)
(define-const digit RegLan (re.range "0" "9"))
(define-const date RegLan
  (re.++ ((_ re.^ 4) digit) (str.to_re "-") ((_ re.^ 2) digit) (str.to_re "-") ((_ re.^ 2) digit)))
(define-fun year ((s String)) Int (str.to_int (str.substr s 0 (str.indexof s "-" 0))))

(push 1)
(assert (str.in_re d date))
(assert (str.in_re e date))
(assert (str.< d e))
(assert (> (year d) (year e)))
(set-info :status unsat)
(check-sat)
(pop 1)

(define-const loose RegLan
  (re.++ ((_ re.loop 1 4) digit) (str.to_re "-") ((_ re.loop 1 2) digit) (str.to_re "-") ((_ re.loop 1 2) digit)))
(assert (str.in_re d loose))
(assert (= e "999-1-1"))
(assert (str.< d e))
(assert (> (year d) (year e)))
(set-info :status sat)
(check-sat)
(get-value (d e))
