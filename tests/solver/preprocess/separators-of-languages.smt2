; Lines whose two fields change places twice: the language says where their commas are.
; fires: pass.separated
; options: --rlimit=20000
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const a String)
(declare-const b String)
(define-fun comma ((x String)) Int (str.indexof x "," 0))
(define-fun swap ((x String)) String
  (str.++ (str.substr x (+ (comma x) 1) (- (str.len x) (+ (comma x) 1))) "," (str.substr x 0 (comma x))))
(assert (str.in_re a (re.++ (re.+ (re.range "a" "z")) (str.to_re ",") (re.+ (re.range "a" "z")))))
(assert (str.in_re b (re.++ (re.+ (re.range "a" "z")) (str.to_re ",") (re.+ (re.range "a" "z")))))
(assert (or (distinct a (swap (swap a))) (distinct b (swap (swap b)))))
(check-sat)
