(push 150000)(assert false)(push 150000)(pop 200000)(check-sat)
