; A service fetches a URL only if it starts with https://example.com.
; Can the URL still name another host?
;
; Expected: sat: the check forgets the slash after the host. With the slash: unsat.
(set-logic QF_SLIA)
(declare-const url String)
(declare-const host String)
(declare-const path String)

; The host is what stands between the scheme and the next slash.
(assert (= url (str.++ "https://" host "/" path)))
(assert (str.in_re host (re.+ (re.union (re.range "a" "z") (re.range "0" "9") (str.to_re ".") (str.to_re "-")))))
(assert (not (= host "example.com")))

(push 1)
(assert (str.prefixof "https://example.com" url))
(set-info :status sat)
(check-sat)
(get-value (url))
(pop 1)

(assert (str.prefixof "https://example.com/" url))
(set-info :status unsat)
(check-sat)
