; How values are written: hexadecimal if four divides the width.
(set-option :produce-models true)
(set-logic QF_UFBV)
(declare-fun f ((_ BitVec 3)) (_ BitVec 8))
(declare-const a (_ BitVec 12))
(declare-const b (_ BitVec 3))
(assert (= a (concat #b0 ((_ repeat 2) b) (_ bv17 5))))
(assert (= b #b101))
(assert (= (f b) #x0a))
(set-info :status sat)
(check-sat)
(get-model)
; EXPECT: sat
; EXPECT: (
; EXPECT:   (define-fun f ((x!0 (_ BitVec 3))) (_ BitVec 8) (ite (= x!0 #b101) #x0a #x0a))
; EXPECT:   (define-fun a () (_ BitVec 12) #x5b1)
; EXPECT:   (define-fun b () (_ BitVec 3) #b101)
; EXPECT: )
