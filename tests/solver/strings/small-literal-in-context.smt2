; A word that contains a literal and does not end there, found by trial.
(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(define-fun evil () RegLan (re.++ re.all (str.to_re "/evil") re.all))
(define-fun y () String (str.replace_re "/evil" evil x))
(assert (str.<= (str.++ x "/question/type/numeric/editquestion.html") (str.replace_re_all y evil y)))
(check-sat)
