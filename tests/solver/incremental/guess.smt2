; Replacements in each other: a search takes long, and to append letters one after the other does not.
; options: --tune=pieces.steps=1000 --strings.transducers=false
(set-logic QF_SLIA)
(declare-const x String)
(assert (str.contains (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace (str.replace x "a" "b0") "b" "c1") "c" "d2") "d" "e3") "e" "f4") "f" "g5") "g" "h6") "h" "i7") "i" "j8") "j" "k9") "k" "l10") "l" "m11") "m" "n12") "n" "o13") "o" "p14") "p" "q15") "q" "r16") "r" "s17") "s" "t18") "t" "u19") "u" "v20") "v" "w21") "w" "x22") "x" "y23") "y" "z24") "z" "b25") "a" "c26") "b" "d27") "c" "e28") "d" "f29") "e" "g30") "f" "h31") "g" "i32") "h" "j33") "i" "k34") "j" "l35") "k" "m36") "l" "n37") "m" "o38") "n" "p39") "z40"))
(check-sat)
; EXPECT: sat
