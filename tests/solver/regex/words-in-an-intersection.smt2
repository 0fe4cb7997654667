; An intersection of languages of words that must be contained, which need room.
; options: --rlimit=100000
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re x (re.inter (re.++ re.all (str.to_re "\u{100}") re.all) (re.++ re.all (str.to_re "\u{101}") re.all) (re.++ re.all (str.to_re "\u{102}") re.all) (re.++ re.all (str.to_re "\u{103}") re.all) (re.++ re.all (str.to_re "\u{104}") re.all) (re.++ re.all (str.to_re "\u{105}") re.all) (re.++ re.all (str.to_re "\u{106}") re.all) (re.++ re.all (str.to_re "\u{107}") re.all) (re.++ re.all (str.to_re "\u{108}") re.all) (re.++ re.all (str.to_re "\u{109}") re.all) (re.++ re.all (str.to_re "\u{10a}") re.all) (re.++ re.all (str.to_re "\u{10b}") re.all) (re.++ re.all (str.to_re "\u{10c}") re.all) (re.++ re.all (str.to_re "\u{10d}") re.all) (re.++ re.all (str.to_re "\u{10e}") re.all) (re.++ re.all (str.to_re "\u{10f}") re.all) (re.++ re.all (str.to_re "\u{110}") re.all) (re.++ re.all (str.to_re "\u{111}") re.all) (re.++ re.all (str.to_re "\u{112}") re.all) (re.++ re.all (str.to_re "\u{113}") re.all) (re.++ re.all (str.to_re "\u{114}") re.all) (re.++ re.all (str.to_re "\u{115}") re.all) (re.++ re.all (str.to_re "\u{116}") re.all) (re.++ re.all (str.to_re "\u{117}") re.all))))
(assert (< (str.len x) 24))
(check-sat)
