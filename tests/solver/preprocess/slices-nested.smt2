; Cuts that are put into each other, without names.
; options: --rlimit=2000000
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(assert (let ((end (let ((.5 (let ((.4 (let ((.3 (let ((.2 (let ((.1 (let ((.0 x)) (ite (str.prefixof "ab" .0) (str.substr .0 2 (str.len .0)) (ite (= (str.at .0 0) "b") (str.substr .0 1 (- (str.len .0) 1)) .0))))) (ite (str.prefixof "ab" .1) (str.substr .1 2 (str.len .1)) (ite (= (str.at .1 0) "b") (str.substr .1 1 (- (str.len .1) 1)) .1))))) (ite (str.prefixof "ab" .2) (str.substr .2 2 (str.len .2)) (ite (= (str.at .2 0) "b") (str.substr .2 1 (- (str.len .2) 1)) .2))))) (ite (str.prefixof "ab" .3) (str.substr .3 2 (str.len .3)) (ite (= (str.at .3 0) "b") (str.substr .3 1 (- (str.len .3) 1)) .3))))) (ite (str.prefixof "ab" .4) (str.substr .4 2 (str.len .4)) (ite (= (str.at .4 0) "b") (str.substr .4 1 (- (str.len .4) 1)) .4))))) (ite (str.prefixof "ab" .5) (str.substr .5 2 (str.len .5)) (ite (= (str.at .5 0) "b") (str.substr .5 1 (- (str.len .5) 1)) .5))))) (and (= end "a") (= (str.indexof x "ab" 0) 2) (> (str.len x) 9))))
(check-sat)
