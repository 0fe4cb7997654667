(assert (let ((p true) (p false)) p))(check-sat)
