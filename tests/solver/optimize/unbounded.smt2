; What has no bound is proved to have none: by a direction in which integers and lengths can go on.
; EXPECT: sat
; EXPECT: (objectives
; EXPECT:  ((str.len s) oo)
; EXPECT: )
; EXPECT: sat
; EXPECT: (objectives
; EXPECT:  (x (* (- 1) oo))
; EXPECT: )
; EXPECT: sat
; EXPECT: (objectives
; EXPECT:  ((- (str.len s) (* 2 (str.len t))) 12)
; EXPECT: )
; EXPECT: sat
; EXPECT: (objectives
; EXPECT:  ((str.len u) oo)
; EXPECT: )
(declare-const s String)
(declare-const t String)
(declare-const u String)
(declare-const x Int)
(declare-const y Int)
(push)
(assert (str.in_re s (re.union (str.to_re "ab") (re.* (str.to_re "abc")))))
(assert (not (str.in_re s (re.* (str.to_re "abcabc")))))
(assert (= t (str.replace "xy" "x" "z")))
(maximize (str.len s))
(check-sat)
(get-objectives)
(pop)
(push)
(assert (or (> x 5) (and (< (+ x y) 3) (= (mod y 7) 2) (str.contains s t))))
(minimize x)
(check-sat)
(get-objectives)
(pop)
(push)
; Only t may go on, and that does not help.
(assert (str.in_re s ((_ re.loop 2 7) (str.to_re "ab"))))
(assert (str.in_re t (re.+ (re.range "a" "z"))))
(maximize (- (str.len s) (* 2 (str.len t))))
(check-sat)
(get-objectives)
(pop)
(push)
(assert (= u (str.++ s "--" s)))
(assert (not (= s "")))
(maximize (str.len u))
(check-sat)
(get-objectives)
(pop)
