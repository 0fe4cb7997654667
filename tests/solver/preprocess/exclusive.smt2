; Each line has one of three beginnings, and of what is said of a line some excludes other.
; options: --tune=check.exclusive.strings=1 --tune=check.diagrams.choices=2
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(define-fun lines () RegLan (re.++ (re.union (str.to_re "INFO") (str.to_re "WARN") (str.to_re "ERROR")) (str.to_re ":") re.all))
(define-fun one ((b Bool)) Int (ite b 1 0))
(define-fun count ((s String)) Int
  (+ (one (str.prefixof "INFO" s)) (one (str.prefixof "WARN" s)) (one (str.prefixof "ERROR" s))))
(assert (str.in_re x lines))

; Each line counts once.
(push)
(assert (str.in_re y lines))
(assert (< (+ (count x) (count y)) 2))
(set-info :status unsat)
(check-sat)
(pop)

; What is no line need not.
(push)
(assert (< (+ (count x) (count y)) 2))
(assert (str.contains y "WARN"))
(set-info :status sat)
(check-sat)
(pop)

; Negated conditions.
(push)
(assert (not (str.suffixof "b" y)))
(assert (str.in_re y (re.* (re.union (str.to_re "a") (str.to_re "b")))))
(assert (< (+ (count x) (one (= y "")) (one (str.suffixof "a" y))) 2))
(set-info :status unsat)
(check-sat)
(pop)
