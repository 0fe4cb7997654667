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
; From one place to another one; and from one that is no number, or may be negative.
(define seq-extract (s i j) S (seq.extract s i (- j i)))
(define |seq-extract from anywhere| (s i j) S (let ((k (ite (< i 0) 0 i))) (seq.extract s k (- j k))))
(define re-loop (i j r) S (re.loop r i j))
(define re-range (a b) S (re.range a b))
; Sets of letters are languages.
(define select (p a) S (seq.in_re (seq.unit a) p))
(define store (p a b) S (let ((l (seq.to_re (seq.unit a)))) (ite b (re.union p l) (re.diff p l))))
; Functions of integers, strings and languages that are made of others.
(define <= (a b) S (>= b a))
(define > (a b) S (not (>= b a)))
(define < (a b) S (not (>= a b)))
(define abs (a) S (ite (>= a 0) a (- a)))
(define str.at (s i) S (str.substr s i 1))
(define str.< (s t) S (and (str.<= s t) (not (= s t))))
(define str.is_digit (s) S (str.in_re s (re.range "0" "9")))
(define re.* (r) S (re.loop r 0))
(define re.+ (r) S (re.loop r 1))
(define re.opt (r) S (re.loop r 0 1))
; Those with indices, which come last here.
(define |re.loop indexed| (r i j) S (re.loop r i j))
(define |re-loop indexed| (r i j) S (re.loop r i j))
(define |re.^ indexed| (r n) S (re.loop r n n))
(define |divisible indexed| (a n) S (= (mod a n) 0))
