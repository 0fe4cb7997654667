//! Proofs that hold, proofs that lack something, and proofs of what is not so.

use stringent_check::{Checker, Verdict};

const PROBLEM: &str = "(declare-fun x () String)(declare-fun y () String)(declare-fun n () Int)
(declare-fun f (String) Int)
(assert (str.in_re x (re.+ (str.to_re \"ab\"))))
(assert (= (str.len x) 3))
(check-sat)
(push 1)
(assert (= x y))
(assert (= (f x) (* 2 n)))
(check-sat)";

fn verdict(proof: &str) -> Verdict {
    let text = format!("(stringent-proof 1)\n(check-sat 0)\n{proof}");
    Checker::new(PROBLEM).map_or_else(|refused| refused, |mut checker| checker.check(&text))
}

/// Whether the rule gives the clause.
fn holds(clause: &str, rule: &str) -> bool {
    let text = format!("(step s ({clause}) {rule})");
    Checker::new(PROBLEM).is_ok_and(|mut checker| checker.try_command(&text).is_ok())
}

#[test]
fn a_refutation_is_valid() {
    let proof = "(assume a 0)(assume b 1)
        (step c ((not (str.in_re x (re.+ (str.to_re \"ab\")))) (not (= (str.len x) 3))) lang)
        (rup q () a b c)(qed q)";
    assert_eq!(verdict(proof), Verdict::Valid);
}

#[test]
fn a_hole_is_named() {
    let Verdict::Incomplete(holes) = verdict("(step q () (hole a.b))(qed q)") else {
        panic!("a hole is accepted")
    };
    assert_eq!(holes.into_iter().collect::<Vec<_>>(), [("a.b".to_owned(), 1)]);
}

#[test]
fn what_is_missing_is_refused_with_its_line() {
    for (proof, line) in [
        ("", 3),
        ("(assume a 0)", 3),
        ("(assume a 0)\n(qed a)", 4),
        ("(assume a 2)", 3),
        ("(assume a 0 (= (str.len x) 3))", 3),
        ("(assume a 0)\n\n(rup q () a)", 5),
        (
            "(assume a 0)\n(step c (true) taut)\n(rup d ((str.in_re x (re.+ (str.to_re \"ab\")))) a e)",
            5,
        ),
        ("(step q () taut)", 3),
        ("(step q () norm)", 3),
        ("(step q () lang)", 3),
        ("(step q () (lia))", 3),
        ("(step q ((= x 3)) (hole sorts))", 3),
        ("(step q ((() x y)) (hole head))", 3),
        ("(step q (((x re.loop 1 2) y)) (hole head))", 3),
        ("(qed q", 3),
    ] {
        match verdict(proof) {
            Verdict::Refused { line: found, in_problem: false, .. } => {
                assert_eq!(found, line, "{proof}")
            }
            other => panic!("{proof}: {other:?}"),
        }
    }
}

#[test]
fn a_power_is_a_loop_between_equal_bounds() {
    let [power, looped] =
        ["re.^ 2", "re.loop 2 2"].map(|f| format!("(str.in_re x ((_ {f}) (str.to_re \"a\")))"));
    assert!(holds(&format!("(not {power}) {looped}"), "taut"));
    assert!(!holds(&format!("(not {power}) {}", looped.replace("2 2", "1 2")), "taut"));
}

#[test]
fn parity_of_any_number_propagates() {
    let [p, q, r] = ["(= x y)", "(= n 1)", "(= n 2)"];
    assert!(holds(&format!("(not {p}) (not {q}) (not {r}) (xor {p} {q} {r})"), "taut"));
    assert!(holds(&format!("(not (xor {p} {q} {r})) {p} {q} {r}"), "taut"));
    assert!(holds(&format!("(not (= (= {p} {q}) {r})) (not {p}) (not {r}) {q}"), "taut"));
    assert!(!holds(&format!("(not {p}) (not {q}) (xor {p} {q} {r})"), "taut"));
    assert!(!holds(&format!("(not {p}) (not {q}) {r} (xor {p} {q} {r})"), "taut"));
    assert!(!holds(&format!("(= {p} {q})"), "taut"));
}

#[test]
fn a_proof_may_stand_in_parentheses() {
    let whole = "((stringent-proof 1)\n(check-sat 0)(assume a 0)(assume b 1)
        (step c ((not (str.in_re x (re.+ (str.to_re \"ab\")))) (not (= (str.len x) 3))) lang)
        (rup q () a b c)(qed q)\n)\n; the end\n";
    let check = |p: &str| Checker::new(PROBLEM).map_or_else(|refused| refused, |mut c| c.check(p));
    assert_eq!(check(whole), Verdict::Valid);
    for (bad, at) in [
        (whole.replace("\n)\n", "\n"), 6),
        (whole.replace("\n)\n", "\n))\n"), 5),
        (whole.replace("\n)\n", "\n)(qed q)\n"), 5),
        (whole.replace("((string", "(((string"), 5),
        (whole.replace("((string", "(\n) ((string"), 2),
        (whole.replace("b 1", "b 2"), 2),
        ("(".to_owned(), 1),
    ] {
        assert!(
            matches!(check(&bad), Verdict::Refused { line, in_problem: false, .. } if line == at),
            "{bad}: {:?}",
            check(&bad)
        );
    }
}

#[test]
fn another_check_has_other_assertions() {
    let problem =
        "(declare-fun p () Bool)(push 1)(assert p)(assert (not p))(check-sat)(pop 1)(check-sat)";
    let proof = |n: usize| {
        format!("(stringent-proof 1)(check-sat {n})(assume a 0)(assume b 1)(rup q () a b)(qed q)")
    };
    let check =
        |n| Checker::new(problem).map_or_else(|refused| refused, |mut c| c.check(&proof(n)));
    assert_eq!(check(0), Verdict::Valid);
    assert!(matches!(check(1), Verdict::Refused { .. }));
}

#[test]
fn a_term_that_is_not_read_leaves_names_as_they_were() {
    let problem = "(declare-fun p () Bool)(assert p)(assert (let ((p (not p))) (unknown p)))
        (assert (not p))(check-sat)";
    let proof = "(stringent-proof 1)(check-sat 0)(assume a 0)(assume b 2)(rup q () a b)(qed q)";
    let check = |p: &str| Checker::new(problem).map_or_else(|refused| refused, |mut c| c.check(p));
    assert_eq!(check(proof), Verdict::Valid);
    assert!(matches!(check(&proof.replace("b 2", "b 1")), Verdict::Refused { .. }));
}

#[test]
fn names_are_those_of_the_check() {
    let problem = "(push 1)(declare-fun x () Int)(assert (> x x))(check-sat)(pop 1)
        (declare-fun x () String)(assert (= x \"\"))(check-sat)";
    let proof = "(stringent-proof 1)(check-sat 0)(assume a 0 (> x x))(step b ((not (> x x))) norm)
        (rup q () a b)(qed q)";
    let check = Checker::new(problem).map_or_else(|refused| refused, |mut c| c.check(proof));
    assert_eq!(check, Verdict::Valid);
}

#[test]
fn each_rule_gives_what_holds_and_nothing_else() {
    for (rule, good, bad) in [
        ("taut", "(not (and (= x y) (> n 1))) (= x y)", "(not (or (= x y) (> n 1))) (= x y)"),
        (
            "norm",
            "(not (= x \"a\")) (= (str.len (str.++ x y)) (+ 1 (str.len y)))",
            "(= (str.len (str.++ x y)) (+ 1 (str.len y)))",
        ),
        (
            "digits",
            "(not (str.in_re x (re.+ (str.to_re \"235\")))) (not (>= (str.to_int x) 0)) \
             (not (>= (str.to_int y) 0)) (not (= (str.to_int x) (+ 3 (* 10 (str.to_int y)))))",
            "(not (str.in_re x (re.+ (str.to_re \"235\")))) (not (>= (str.to_int x) 0)) \
             (not (= (str.to_int x) (+ 3 (* 10 (str.to_int y)))))",
        ),
        (
            "digits",
            "(not (>= (str.to_int x) 12)) (>= (str.to_int x) 14) (not (>= (str.to_int y) 1)) \
             (not (= (str.to_int x) (* 11 (str.to_int y))))",
            "(not (>= (str.to_int x) 11)) (>= (str.to_int x) 14) (not (>= (str.to_int y) 1)) \
             (not (= (str.to_int x) (* 11 (str.to_int y))))",
        ),
        (
            "norm",
            "(not (str.in_re x (re.+ (re.+ (str.to_re \"ab\"))))) (str.in_re x (re.+ (str.to_re \"ab\")))",
            "(not (str.in_re x (re.+ (re.+ (str.to_re \"ab\"))))) (str.in_re x ((_ re.loop 1 9) (str.to_re \"ab\")))",
        ),
        ("norm", "(= (ite (>= n 0) n (- n)) (abs n))", "(= (ite (>= n 0) n n) (abs n))"),
        ("norm", "(= (mod n 3) (- n (* 3 (div n 3))))", "(= (mod n 0) (- n (* 0 (div n 0))))"),
        (
            "norm",
            "(not (= (str.++ \"a\" x) (str.++ \"b\" y)))",
            "(not (= (str.++ \"a\" x) (str.++ y \"b\")))",
        ),
        ("norm", "(not (= x y)) (= (f x) (f y))", "(= x y) (= (f x) (f y))"),
        (
            "norm",
            "(not (= x \"a\")) (not (= (str.len x) n)) (= (str.len \"a\") n)",
            "(not (= x \"a\")) (not (= (str.len x) n)) (= (str.len \"bb\") n)",
        ),
        ("norm", "(not (= x \"ab\")) (not (= x \"ba\"))", "(not (= x \"ab\")) (not (= y \"ba\"))"),
        (
            "norm",
            "(not (= (= x y) true)) (= (f x) (f y))",
            "(not (= (= x y) false)) (= (f x) (f y))",
        ),
        (
            "lang",
            "(not (str.in_re x (re.* (str.to_re \"aa\")))) (not (= (str.len x) 5))",
            "(not (str.in_re x (re.* (str.to_re \"aa\")))) (not (= (str.len x) 6))",
        ),
        (
            "lang",
            "(not (= x (str.++ y \"a\"))) (str.in_re x (re.+ re.allchar))",
            "(not (= x (str.++ y \"a\"))) (str.in_re y (re.+ re.allchar))",
        ),
        (
            "lang",
            "(not (str.in_re x (re.++ re.all ((_ re.^ 9999) re.allchar) (re.inter (re.+ (str.to_re \"a\")) (re.+ (str.to_re \"b\"))))))",
            "(not (str.in_re x (re.++ re.all ((_ re.^ 9) re.allchar) (re.inter (re.+ (str.to_re \"a\")) (re.+ (re.range \"a\" \"b\"))))))",
        ),
        ("lang", "(= (re.* (re.* re.allchar)) re.all)", "(= (re.+ (re.+ re.allchar)) re.all)"),
        (
            "lang",
            "(not (str.in_re x (re.* (str.to_re \"abc\")))) (= (mod (str.len x) 3) 0)",
            "(not (str.in_re x (re.* (str.to_re \"abcd\")))) (= (mod (str.len x) 3) 0)",
        ),
        (
            "lang",
            "(not (= (mod (- (str.len x) 1) 4) 2)) (not (= (mod (str.len x) 2) 0))",
            "(not (= (mod (- (str.len x) 1) 4) 3)) (not (= (mod (str.len x) 2) 0))",
        ),
        (
            "lang",
            "(not (= re.none (re.opt re.allchar)))",
            "(not (= re.none (re.inter re.allchar (re.++ re.allchar re.allchar))))",
        ),
        (
            "lang",
            "(not (>= (str.to_int x) 25)) (str.in_re x (re.++ (re.* (str.to_re \"0\")) \
                (re.range \"1\" \"9\") (re.+ (re.range \"0\" \"9\"))))",
            "(not (>= (str.to_int x) 25)) (str.in_re x (re.++ (re.* (str.to_re \"0\")) \
                (re.range \"3\" \"9\") (re.+ (re.range \"0\" \"9\"))))",
        ),
        (
            "lang",
            "(not (>= (str.to_code x) 66)) (str.in_re x (re.range \"B\" \"\\u{2ffff}\"))",
            "(not (>= (str.to_code x) 66)) (str.in_re x (re.range \"C\" \"\\u{2ffff}\"))",
        ),
        (
            "lang",
            "(not (= (str.to_code x) 66)) (= x \"B\")",
            "(not (= (str.to_code x) (- 1))) (= x \"\")",
        ),
        ("lang", "(>= 196607 (str.to_code x))", "(>= 196606 (str.to_code x))"),
        (
            "lang",
            "(not (= (str.to_int x) 307)) (not (= (str.len x) 3)) (= x \"307\")",
            "(not (= (str.to_int x) 307)) (not (= (str.len x) 4)) (= x \"307\")",
        ),
        (
            "net",
            "(not (str.in_re (str.replace_all x \"a\" \"b\") (re.+ (str.to_re \"b\")))) (str.in_re x (re.+ \
                (re.union (str.to_re \"b\") (str.to_re \"a\"))))",
            "(not (str.in_re (str.replace_all x \"a\" \"b\") (re.+ (str.to_re \"b\")))) (str.in_re x (re.+ \
                (str.to_re \"b\")))",
        ),
        (
            "net",
            "(not (= (str.replace_all x \"a\" \"b\") \"cac\"))",
            "(not (= (str.replace_all x \"a\" \"b\") \"cbc\"))",
        ),
        (
            "norm",
            "(= (str.replace_all (str.++ x \"abc\" y) \"b\" x) (str.++ \
                (str.replace_all x \"b\" x) \"a\" x \"c\" (str.replace_all y \"b\" x)))",
            "(= (str.replace_all (str.++ x \"abc\" y) \"bc\" x) (str.++ (str.replace_all x \"bc\" x) \"a\" x \
                (str.replace_all y \"bc\" x)))",
        ),
        (
            "(ax repeated x y \"ab\")",
            "(not (str.in_re x (re.* (str.to_re \"ab\")))) (not (str.in_re y (re.* (str.to_re \"ab\")))) \
                (= x y) (not (= (str.len x) (str.len y)))",
            "(not (str.in_re x (re.* (str.to_re \"ab\")))) (not (str.in_re y (re.* (str.to_re \"ab\")))) (= x y)",
        ),
        (
            "lang",
            "(not (str.in_re (str.++ \"c\" x y) (re.++ (str.to_re \"c\") (re.* (str.to_re \"ab\"))))) \
                (str.in_re x (re.* (str.to_re \"ab\"))) (str.in_re x (re.++ (re.* (str.to_re \"ab\")) (str.to_re \"a\")))",
            "(not (str.in_re (str.++ \"c\" x y) (re.++ (str.to_re \"c\") (re.* (str.to_re \"ab\"))))) \
                (str.in_re x (re.* (str.to_re \"ab\"))) (str.in_re x (re.++ (re.* (str.to_re \"ab\")) (str.to_re \"b\")))",
        ),
        (
            "lang",
            "(not (str.in_re (str.++ x \"a\" y) (str.to_re \"aa\"))) (not (str.in_re x (str.to_re \"a\"))) (= y \"\")",
            "(not (str.in_re (str.++ x \"a\" y) (str.to_re \"aa\"))) (not (str.in_re x (re.opt (str.to_re \"a\")))) (= y \"\")",
        ),
        (
            "lang",
            "(not (str.in_re (str.++ x y x) (re.+ (str.to_re \"ab\")))) \
                (not (str.in_re x (re.* (str.to_re \"ab\")))) (str.in_re (str.++ y x) (re.* (str.to_re \"ab\")))",
            "(not (str.in_re (str.++ x y x) (re.+ (str.to_re \"ab\")))) \
                (not (str.in_re x (re.* (str.to_re \"ab\")))) (str.in_re (str.++ y x) (re.+ (str.to_re \"ab\")))",
        ),
        (
            "lang",
            "(not (str.in_re (str.++ x y x) (str.to_re \"ab\"))) (not (= x \"\")) (str.in_re (str.++ y x) (str.to_re \"ab\"))",
            "(not (str.in_re (str.++ x y x) (str.to_re \"ab\"))) (not (= x \"\")) (str.in_re (str.++ y x) (str.to_re \"ba\"))",
        ),
        (
            "net",
            "(not (= (str.replace_all x \"a\" \"ab\") (str.replace_all x \"a\" \"ba\"))) (not (str.contains x \"a\"))",
            "(not (= (str.replace_all x \"a\" \"ab\") (str.replace_all x \"a\" \"ba\"))) (not (str.contains x \"b\"))",
        ),
        (
            "net",
            "(= (str.replace_all x \"aa\" \"b\") (str.replace_all (str.replace_all x \"aa\" \"c\") \"c\" \"b\")) \
                (str.contains x \"c\")",
            "(= (str.replace_all x \"aa\" \"b\") (str.replace_all (str.replace_all x \"aa\" \"c\") \"c\" \"b\"))",
        ),
        (
            "net",
            "(not (str.in_re (str.replace_all x \"aab\" \"\") (re.* (re.range \"b\" \"z\")))) (not (str.prefixof \"aaab\" x))",
            "(not (str.in_re (str.replace_all x \"aab\" \"\") (re.* (re.range \"a\" \"z\")))) (not (str.prefixof \"aaab\" x))",
        ),
        (
            "net",
            "(not (= (str.replace_all x \"a\" \"ab\") (str.replace_all x \"b\" \"bb\"))) (not (str.prefixof \"ac\" x))",
            "(not (= (str.replace_all x \"a\" \"ab\") (str.replace_all x \"b\" \"bb\"))) (not (str.prefixof \"cc\" x))",
        ),
        ("(lia ((0 1)(1 1)))", "(not (>= n 2)) (>= n 2)", "(not (>= n 2)) (>= n 3)"),
        (
            "(lia ((0 1) (1 1) / 2) ((4 1) (2 1)))",
            "(not (>= (+ (* 2 n) (str.len x)) 1)) (not (>= 0 (str.len x))) (>= n 1)",
            "(not (>= (+ (* 2 n) (str.len x)) 1)) (not (>= 0 (str.len x))) (>= n 2)",
        ),
        (
            "(ax len-zero x)",
            "(not (= (str.len x) 0)) (= x \"\")",
            "(not (= (str.len x) 1)) (= x \"\")",
        ),
        (
            "(ax int-growth x)",
            "(=> (str.in_re x (re.++ (re.range \"1\" \"9\") (re.* (re.range \"0\" \"9\")))) (>= (str.to_int x) (- (* 9 (str.len x)) 8)))",
            "(=> (str.in_re x (re.+ (re.range \"0\" \"9\"))) (>= (str.to_int x) (- (* 9 (str.len x)) 8)))",
        ),
        (
            "(ax int-order x y)",
            "(=> (and (< (str.len x) (str.len y)) (str.in_re y (re.++ (re.range \"1\" \"9\") (re.* (re.range \"0\" \"9\"))))) \
                (< (str.to_int x) (str.to_int y)))",
            "(=> (< (str.len x) (str.len y)) (< (str.to_int x) (str.to_int y)))",
        ),
        (
            "(ax int-places x y)",
            "(=> (and (>= (str.to_int x) 0) (>= (str.to_int y) 0) (= (str.len y) 1)) \
                (= (str.to_int (str.++ x y)) (+ (* 10 (str.to_int x)) (str.to_int y))))",
            "(=> (and (>= (str.to_int x) 0) (= (str.len y) 1)) (= (str.to_int (str.++ x y)) (+ (* 10 (str.to_int x)) (str.to_int y))))",
        ),
    ] {
        assert!(holds(good, rule), "{rule}: {good}");
        assert!(!holds(bad, rule), "{rule}: {bad}");
    }
}

#[test]
fn depth_is_no_matter() {
    let deep = format!("{}x{}", "(str.++ x ".repeat(100_000), ")".repeat(100_000));
    assert!(holds(&format!("(= {deep} {deep})"), "norm"));
    assert!(matches!(
        Checker::new(&"(".repeat(100_000)),
        Err(Verdict::Refused { in_problem: true, .. })
    ));
}

#[test]
fn long_words_take_no_longer_than_they_are() {
    // What takes the square of this length does not end.
    let word = "q".repeat(1_000_000);
    assert!(holds(&format!("(not (= (str.++ x \"a\") \"{word}\"))"), "norm"));
}

#[test]
fn each_section_must_end() {
    let refutation = "(assume a 0)(assume b 1)
        (step c ((not (str.in_re x (re.+ (str.to_re \"ab\")))) (not (= (str.len x) 3))) lang)(rup q () a b c)(qed q)";
    let open = format!("(check-sat 1)\n{refutation}");
    for proof in [&open, "(step q () (hole z))(qed q)\n(check-sat 2)\n(step q () (hole z))(qed q)"]
    {
        assert!(matches!(verdict(proof), Verdict::Refused { .. }), "{proof}");
    }
    assert_eq!(verdict(&format!("{refutation}\n(check-sat 1)\n{refutation}")), Verdict::Valid);
    let without = format!("(stringent-proof 1)\n{refutation}");
    let mut checker = Checker::new(PROBLEM).unwrap_or_else(|_| panic!("a problem is read"));
    assert!(matches!(checker.check(&without), Verdict::Refused { .. }));
}

#[test]
fn an_assertion_is_a_formula() {
    let problem = "(declare-const x String)(declare-const y String)
        (assert (= x (str.replace_all y \"c\" \"g\")))(check-sat)";
    let mut checker = Checker::new(problem).unwrap_or_else(|_| panic!("the problem is refused"));
    let proof = "(stringent-proof 1)\n(check-sat 0)\n(assume a 0 y)";
    assert!(matches!(checker.check(proof), Verdict::Refused { .. }));
}

#[test]
fn what_was_made_before_is_no_matter() {
    // A normal form that was known stayed what it was, or did not, by the order in which terms were made.
    let (least, cut) = ("(ite (>= (str.len s) 3) 2 (str.len s))", "(str.substr s 0 2)");
    let other = format!("(ite (>= (str.len s) 1) {least} 0)");
    let clause = format!(
        "(not (= (str.substr s 0 (str.len s)) {cut})) (not (= (str.len s) {least})) (not (= (str.len {cut}) {other}))
        (= (str.to_int {cut}) (str.to_int (str.substr s 0 1))) (not (= 1 (str.len {cut}))) (not (= {least} {other}))"
    );
    for before in ["", "(term @1 (str.substr s 0 1))"] {
        let mut checker =
            Checker::new("(declare-const s String)").unwrap_or_else(|_| panic!("no problem"));
        let _ = checker.try_command(before);
        assert_eq!(checker.try_command(&format!("(step s ({clause}) norm)")), Ok(()), "{before}");
    }
}
