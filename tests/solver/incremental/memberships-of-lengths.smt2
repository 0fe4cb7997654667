; Rewriting makes a length of a membership such as `x in re.allchar`. No length is written in this input, nor does preprocessing see
; one behind the assumptions, so arithmetic was not told that `x = ""` bounds the length, and the model was refused.
(declare-const x String)
(declare-const y String)
(declare-const p Bool)
(declare-const q Bool)
(assert (=> p (str.in_re x re.allchar)))
(assert (=> q (= "a" (str.++ x "a"))))
(set-info :status sat)
(check-sat-assuming ((not p) q))
(set-info :status unsat)
(check-sat-assuming (p q))
; Here the length comes of an assumption, once `y` is solved for.
(assert (= y (str.++ x "b")))
(set-info :status unsat)
(check-sat-assuming ((str.in_re y (re.++ re.allchar (str.to_re "b"))) q))
