; What is asked of an entry of a long table is asked of its key.
; options: --rlimit=15000
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const k Int)
(assert (str.suffixof "39" (ite (= k 273) "msg39" (ite (= k 266) "msg38" (ite (= k 259) "msg37" (ite (= k 252) "msg36" (ite (= k 245) "msg35" (ite (= k 238) "msg34" (ite (= k 231) "msg33" (ite (= k 224) "msg32" (ite (= k 217) "msg31" (ite (= k 210) "msg30" (ite (= k 203) "msg29" (ite (= k 196) "msg28" (ite (= k 189) "msg27" (ite (= k 182) "msg26" (ite (= k 175) "msg25" (ite (= k 168) "msg24" (ite (= k 161) "msg23" (ite (= k 154) "msg22" (ite (= k 147) "msg21" (ite (= k 140) "msg20" (ite (= k 133) "msg19" (ite (= k 126) "msg18" (ite (= k 119) "msg17" (ite (= k 112) "msg16" (ite (= k 105) "msg15" (ite (= k 98) "msg14" (ite (= k 91) "msg13" (ite (= k 84) "msg12" (ite (= k 77) "msg11" (ite (= k 70) "msg10" (ite (= k 63) "msg9" (ite (= k 56) "msg8" (ite (= k 49) "msg7" (ite (= k 42) "msg6" (ite (= k 35) "msg5" (ite (= k 28) "msg4" (ite (= k 21) "msg3" (ite (= k 14) "msg2" (ite (= k 7) "msg1" (ite (= k 0) "msg0" "unknown"))))))))))))))))))))))))))))))))))))))))))
(assert (not (= k 273)))
(check-sat)
