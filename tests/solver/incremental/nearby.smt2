; What is new between two checks is about few constants: the others keep their values, unless these are to blame.
; Where functions are declared, or one of the constants kept is to blame, the answer is that of the whole.
(set-logic ALL)
(declare-const a String)
(declare-const b String)
(declare-const c String)
(declare-const d String)
(declare-const n Int)
(declare-const p Bool)
(declare-fun f (Int) Int)
(assert (str.in_re a (re.+ (re.range "a" "c"))))
(assert (str.in_re b (re.+ (re.range "a" "c"))))
(assert (str.in_re c (re.+ (re.range "a" "c"))))
(assert (str.in_re d ((_ re.^ 2) (re.range "a" "c"))))
(assert (<= 0 n 9))
(check-sat)
; EXPECT: sat
(assert (str.< a b))
(check-sat)
; EXPECT: sat
(assert (str.< b c))
(check-sat)
; EXPECT: sat
(push 1)
(assert (str.< c d))
(assert (= (str.len a) 2))
(check-sat)
; EXPECT: sat
(assert (str.<= d "abc"))
(check-sat)
; EXPECT: sat
(assert (= (str.len b) 2))
(assert (= (str.len c) 2))
(check-sat)
; EXPECT: unsat
(pop 1)
(check-sat)
; EXPECT: sat
(assert (= p (> n 4)))
(check-sat)
; EXPECT: sat
(check-sat-assuming (p (= n (str.len d))))
; EXPECT: unsat
(check-sat-assuming (p (= n (* 3 (str.len d)))))
; EXPECT: sat
(push 1)
(assert (= (f n) (str.len a)))
(assert (= (f (str.len d)) 7))
(assert (= n 2))
(check-sat)
; EXPECT: sat
(assert (not (= (str.len a) 7)))
(check-sat)
; EXPECT: unsat
(pop 1)
(assert (= n (div (str.len c) n)))
(check-sat)
; EXPECT: sat
; A formula without constants has no model near any.
(push 1)
(assert (= ((_ re.loop 3 4294967295) (str.to_re "ab")) ((_ re.loop 3 4294967294) (str.to_re "ab"))))
(check-sat)
; EXPECT: unsat
(pop 1)
