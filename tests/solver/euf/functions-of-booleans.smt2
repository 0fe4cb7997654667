; A function of a Boolean has two values only.
(set-logic ALL)
(set-info :status unsat)
(declare-fun f (Bool) String)
(declare-const a Bool)
(declare-const b Bool)
(declare-const c Bool)
(assert (distinct (f a) (f b) (f c)))
(check-sat)
