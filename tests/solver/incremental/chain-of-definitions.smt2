; What is new between two checks is about the end of a chain of definitions: what begins the chain changes, and all of it follows.
; A definition is taken back with its scope, and what would close a circle defines nothing.
(set-logic QF_SLIA)
(declare-const s0 String)
(declare-const s1 String)
(declare-const s2 String)
(declare-const f0 String)
(declare-const f1 String)
(declare-const p0 Int)
(declare-const p1 Int)
(declare-const x String)
(declare-const y String)
(assert (= p0 (str.indexof s0 ";" 0)))
(assert (= f0 (str.substr s0 0 p0)))
(assert (= s1 (str.substr s0 (+ p0 1) (- (str.len s0) (+ p0 1)))))
(check-sat)
; EXPECT: sat
(assert (str.in_re f0 (re.+ (re.range "0" "9"))))
(check-sat)
; EXPECT: sat
(assert (> (str.to_int f0) 10))
(assert (= p1 (str.indexof s1 ";" 0)))
(assert (= f1 (str.substr s1 0 p1)))
(assert (= s2 (str.substr s1 (+ p1 1) (- (str.len s1) (+ p1 1)))))
(check-sat)
; EXPECT: sat
(assert (str.in_re f1 (re.+ (re.range "0" "9"))))
(check-sat)
; EXPECT: sat
(push 1)
(assert (= s2 "end"))
(check-sat)
; EXPECT: sat
(assert (= (str.indexof s0 ";" 0) (str.len s0)))
(check-sat)
; EXPECT: unsat
(pop 1)
(assert (= s2 "other"))
(assert (= (str.replace s0 "1" "2") (str.++ f0 ";2;other")))
(check-sat)
; EXPECT: sat
(push 1)
(assert (= x (str.++ "a" y)))
(check-sat)
; EXPECT: sat
(assert (= y (str.++ x "b")))
(check-sat)
; EXPECT: unsat
(pop 1)
(assert (= y (str.++ x "b")))
(assert (= (str.len y) 3))
(check-sat)
; EXPECT: sat
