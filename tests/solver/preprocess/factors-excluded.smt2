; The only section of which all holds is excluded.
; options: --rlimit=200000
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const file String)
(declare-const x String)
(declare-const name String)
(assert (= file (str.++ "[s0]\u{a}key=0\u{a}[s1]\u{a}key=1\u{a}[s2]\u{a}key=2\u{a}[s3]\u{a}key=3\u{a}[s4]\u{a}key=4\u{a}[s5]\u{a}key=5\u{a}[s6]\u{a}key=6\u{a}[s7]\u{a}key=7\u{a}[s8]\u{a}key=8\u{a}[s9]\u{a}key=9\u{a}[s10]\u{a}key=10\u{a}[s11]\u{a}key=11\u{a}[s12]\u{a}key=12\u{a}[s13]\u{a}key=13\u{a}[s14]\u{a}key=14\u{a}[s15]\u{a}key=15\u{a}[s16]\u{a}key=16\u{a}[s17]\u{a}key=17\u{a}[s18]\u{a}key=18\u{a}[s19]\u{a}key=19\u{a}[s20]\u{a}key=20\u{a}[s21]\u{a}key=21\u{a}[s22]\u{a}key=22\u{a}[s23]\u{a}key=23\u{a}[s24]\u{a}key=24\u{a}[s25]\u{a}key=25\u{a}[s26]\u{a}key=26\u{a}[s27]\u{a}key=27\u{a}[s28]\u{a}key=28\u{a}[s29]\u{a}key=29\u{a}[s30]\u{a}key=30\u{a}[s31]\u{a}key=31\u{a}[s32]\u{a}key=32\u{a}[s33]\u{a}key=33\u{a}[s34]\u{a}key=34\u{a}[s35]\u{a}key=35\u{a}[s36]\u{a}key=36\u{a}[s37]\u{a}key=37\u{a}[s38]\u{a}key=38\u{a}[s39]\u{a}key=39\u{a}" x)))
(assert (str.in_re x (re.* (re.union (re.range "a" "z") (str.to_re "=") (str.to_re "\u{a}")))))
(assert (str.in_re name (re.++ (str.to_re "s") (re.+ (re.range "0" "9")))))
(assert (>= (str.to_int (str.substr name 1 (str.len name))) 39))
(assert (str.contains file (str.++ "[" name "]")))
(assert (not (= name "s39")))
(check-sat)
