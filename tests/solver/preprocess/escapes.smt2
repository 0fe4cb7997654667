; Values that are quoted, and put together: can one end its literal?
; options: --rlimit=500000
; fires: pass.escapes
(set-logic QF_S)
(set-info :status unsat)
(declare-const a String)
(declare-const b String)
(declare-const t String)
(define-fun quoted ((x String)) String
  (str.++ "'" (str.replace_all (str.replace_all x "\u{5c}" "\u{5c}\u{5c}") "'" "\u{5c}'") "'"))
(assert (= t (str.++ (quoted a) " " (quoted b))))
(assert (not (= a "")))
(assert (or (str.prefixof "''" t) (str.suffixof "x\u{5c}'" t)))
(check-sat)
