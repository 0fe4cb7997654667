; What is read of fields, of what is behind them, and of both.
; options: --rlimit=200000
; fires: pass.fields
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(assert (str.in_re x (re.++ (str.to_re "id") ((_ re.^ 2) (re.range "0" "9")) (re.* (re.range "a" "b")))))
(assert (= (str.to_int (str.substr x 2 2)) 42))
(assert (str.prefixof "id42a" x))
(assert (str.suffixof "2ab" x))
(assert (= y (str.substr x 4 (- (str.len x) 4))))
(assert (= (str.len x) 6))
(check-sat)
