; An integer modulo 16, and strings that give it.
; fires: BitsOfInt
(set-logic ALL)
(declare-const n Int)
(declare-const s String)
(assert (= (bvand ((_ int_to_bv 4) n) #x5) #x5))
(assert (= n (+ 32 (str.len s))))
(assert (str.in_re s (re.+ (str.to_re "abc"))))
(set-info :status sat)
(check-sat)
(assert (< (str.len s) 15))
(set-info :status unsat)
(check-sat)
