; Fields in which quotes are doubled are well-formed, whatever was in them.
; options: --rlimit=20000
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const line String)
(declare-const r0 String)
(declare-const r1 String)
(assert (= line (str.++ """" (str.replace_all r0 """" """""") """" "," """" (str.replace_all r1 """" """""") """")))
(assert (not (str.in_re line (re.++ (re.++ (str.to_re """") (re.* (re.union (re.diff re.allchar (str.to_re """")) (str.to_re """"""))) (str.to_re """")) (re.* (re.++ (str.to_re ",") (re.++ (str.to_re """") (re.* (re.union (re.diff re.allchar (str.to_re """")) (str.to_re """"""))) (str.to_re """"))))))))
(check-sat)
