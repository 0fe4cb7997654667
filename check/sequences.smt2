; Functions of sequences made of others, (define NAME (x*) S TERM), most of a proposal of 2012 (Bjorner, Ganesh, Michel and Veanes, An SMT-LIB format for sequences and regular expressions).
; They are read with sequences for x* (S). U is what nobody knows of the empty sequence.
(define seq.write (s i a) S (seq.update s i (seq.unit a)))
(define seq-cons (a s) S (seq.++ (seq.unit a) s))
(define seq-rev-cons (s a) S (seq.++ s (seq.unit a)))
(define seq-head (s) S (seq.nth s 0))
(define seq-subseq-of (s t) S (seq.contains t s))
(define seq-tail (s) S (ite (= (seq.len s) 0) U (seq.extract s 1 (- (seq.len s) 1))))
(define seq-first (s) S (ite (= (seq.len s) 0) U (seq.extract s 0 (- (seq.len s) 1))))
(define seq-last (s) S (ite (= (seq.len s) 0) U (seq.nth s (- (seq.len s) 1))))
(define re-loop (i j r) S (re.loop r i j))
; Functions of integers, strings and languages that are made of others.
(define abs (a) S (ite (>= a 0) a (- a)))
(define str.< (s t) S (and (str.<= s t) (not (= s t))))
(define str.is_digit (s) S (str.in_re s (re.range "0" "9")))
(define re.opt (r) S ((_ re.loop 0 1) r))
