(push 1)(assert false); c(pop 1)
(check-sat)
