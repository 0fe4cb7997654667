; A core names assertions that cannot hold together, and those without a name do not count.
(set-option :produce-unsat-cores true)
(set-option :unsat-core-minimal true)
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(assert (! (str.in_re x (re.* (str.to_re "a"))) :named letters))
(assert (! (> (str.len y) 7) :named other))
(assert (! (str.in_re x (re.++ re.all (str.to_re "b") re.all)) :named with-b))
(assert (! (= y "12345678") :named value))
(check-sat)
(get-unsat-core)
; EXPECT: unsat
; EXPECT: (letters with-b)
