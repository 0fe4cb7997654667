; Two days are left, and there are three dates.
; options: --rlimit=400000
; fires: pass.apart pass.lexicographic pass.radix
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const a String)
(declare-const b String)
(declare-const c String)
(define-fun date ((d String)) Bool
  (and (str.in_re d (re.++ ((_ re.^ 2) (re.range "0" "9")) (str.to_re "-") ((_ re.^ 2) (re.range "0" "9"))))
    (<= 1 (str.to_int (str.substr d 0 2)) 12)
    (<= 1 (str.to_int (str.substr d 3 2)) 30)))
(assert (date a))
(assert (date b))
(assert (date c))
(assert (str.< a b))
(assert (str.< b c))
(assert (str.< "12-28" a))
(check-sat)
