//! Bit-vectors and sequences: what is read, and what is not so.

use stringent_check::{Checker, Verdict};

const PROBLEM: &str = "(declare-sort U 0)
(declare-fun a () (_ BitVec 8))(declare-fun b () (_ BitVec 8))(declare-fun c () (_ BitVec 16))
(declare-fun f ((_ BitVec 8)) (_ BitVec 8))(declare-fun n () Int)(declare-fun i () Int)(declare-fun j () Int)
(declare-fun s () (Seq (_ BitVec 8)))(declare-fun t () (Seq (_ BitVec 8)))(declare-fun x () String)
(declare-fun m () (Array (_ BitVec 8) Bool))(declare-fun v () (Seq U))(declare-fun w () (Seq U))(declare-fun e () U)
(declare-fun g () U)(declare-fun u () (Seq Int))
(assert (seq.in.re s (re.+ (re.of.pred (lambda ((c (_ BitVec 8))) (= (bvand c #xf0) #x30))))))
(assert (= (seq.nth s 0) #x41))(assert (= (seq.len s) 2))
(assert (str.len s))
(assert (= s x))
(check-sat)";

fn holds(clause: &str, rule: &str) -> bool {
    let text = format!("(step s ({clause}) {rule})");
    Checker::new(PROBLEM).is_ok_and(|mut checker| checker.try_command(&text).is_ok())
}

#[test]
fn a_predicate_is_a_set_of_letters() {
    let proof = "(stringent-proof 1)(check-sat 0)(assume a 0)(assume b 1)(assume c 2)
        (step w ((str.in_re s (re.* (re.range \"\\u{0}\" \"\\u{ff}\")))) (ax seq-letters s))
        (step n ((or (< 0 0) (>= 0 (str.len s)) (= (str.at s 0) (seq.unit (seq.nth s 0))))) (ax seq-letter (seq.nth s 0) s 0))
        (step d ((not (seq.in.re s (re.+ (re.range (seq.unit #x30) (seq.unit #x3f)))))
                 (not (= (str.at s 0) \"A\"))) (hole first))
        (step m ((not (= (seq.nth s 0) #x41)) (not (>= (str.len s) 1))
                 (not (or (< 0 0) (>= 0 (str.len s)) (= (str.at s 0) (seq.unit (seq.nth s 0)))))
                 (= (str.at s 0) \"A\")) norm)
        (step l ((not (= (seq.len s) 2)) (>= (str.len s) 1)) norm)
        (step e ((not (seq.in.re s (re.+ (re.of.pred (lambda ((c (_ BitVec 8))) (= (bvand c #xf0) #x30)))))) (not (= (str.at s 0) \"A\")))
              (hole first))
        (rup q () a b c n m l e)(qed q)";
    let verdict = Checker::new(PROBLEM).map_or_else(|refused| refused, |mut c| c.check(proof));
    assert!(matches!(verdict, Verdict::Incomplete(_)), "{verdict:?}");
    // Ill-sorted assertions cannot be assumed.
    for n in [3, 4] {
        let proof =
            format!("(stringent-proof 1)(check-sat 0)(assume a {n})(step q () (hole x))(qed q)");
        let verdict = Checker::new(PROBLEM).map_or_else(|refused| refused, |mut c| c.check(&proof));
        assert!(matches!(verdict, Verdict::Refused { line: 1, .. }), "{verdict:?}");
    }
}

#[test]
fn sets_of_letters_are_languages() {
    let set = "((as const (Array (_ BitVec 8) Bool)) false)";
    let two = format!("(store (store {set} #x41 true) #x42 true)");
    for (clause, rule) in [
        (format!("(not (select {set} a))"), "norm"),
        (format!("(select (store {two} #x41 false) #x42)"), "norm"),
        (
            format!(
                "(not (seq.in.re s (re.+ (re.of.pred {two})))) (seq.in.re s (re.* (re.range (seq.unit #x41) (seq.unit #x42))))"
            ),
            "lang",
        ),
        ("(not (select m a)) (not (= a b)) (select m b)".to_owned(), "norm"),
    ] {
        assert!(holds(&clause, rule), "{clause}");
    }
    for clause in [
        format!("(not (select {two} a)) (= a #x41)"),
        format!("(select (store {two} #x41 false) #x41)"),
        "(not (select m a)) (select m b)".to_owned(),
        "(select m c)".to_owned(),
        "(= (store m a) m)".to_owned(),
    ] {
        assert!(!holds(&clause, "norm") && !holds(&clause, "lang"), "{clause}");
    }
}

#[test]
fn sets_are_what_quantifiers_say() {
    let axiom = "(forall ((c (_ BitVec 8))) (= (bvult c #x10) (select m c)))";
    for clause in [
        format!("(not {axiom}) (not (select m #x20))"),
        format!("(not {axiom}) (select m #x02)"),
        "(not (forall ((c (_ BitVec 8))) (not (select m c)))) (not (select m a))".to_owned(),
        format!("(= {axiom} (= m (lambda ((c (_ BitVec 8))) (bvult c #x10))))"),
    ] {
        assert!(holds(&clause, "norm") || holds(&clause, "lang"), "{clause}");
    }
    for clause in [
        format!("(not {axiom}) (select m #x20)"),
        "(forall ((c (_ BitVec 8))) (= c a)) true".to_owned(),
        "(forall ((c (_ BitVec 8))) (or (select m c) (= c a))) true".to_owned(),
        "(forall ((c (_ BitVec 8))) (= (select m a) (bvult c #x10))) true".to_owned(),
        "(forall ((c (_ BitVec 8))) (= (select m c) (select m c))) true".to_owned(),
        "(forall ((c (_ BitVec 8)) (d (_ BitVec 8))) (select m c)) true".to_owned(),
        "(forall ((c U)) (select m c)) true".to_owned(),
        // A declared set is a language of which nothing is known, but a language of it has letters only.
        "(not (seq.in.re s (re.of.pred m))) (= (seq.len s) 2)".to_owned(),
    ] {
        assert!(!holds(&clause, "norm") && !holds(&clause, "lang"), "{clause}");
    }
    let both = "(re.inter (as re.allchar (RegEx (Seq (_ BitVec 8)))) (store m a true))";
    let clause = format!("(not (seq.in.re s (re.of.pred (store m a true)))) (seq.in.re s {both})");
    assert!(holds(&clause, "norm"));
}

#[test]
fn sequences_are_reversed_and_updated() {
    for (clause, rule) in [
        ("(= (str.rev (str.++ \"ab\" x)) (str.++ (str.rev x) \"ba\"))", "(ax rev-join \"ab\" x)"),
        ("(= (seq.rev (seq.rev s)) s)", "(ax rev-twice s)"),
        ("(= (seq.rev (seq.++ v w)) (seq.++ (seq.rev w) (seq.rev v)))", "(ax rev-join v w)"),
        ("(= (seq.rev (seq.unit e)) (seq.unit e))", "(ax rev-short (seq.unit e))"),
        ("(= (seq.len (seq.rev v)) (seq.len v))", "(ax rev-length v)"),
    ] {
        assert!(holds(clause, rule), "{clause}");
    }
    for (clause, rule) in [
        ("(= (str.rev x) x)", "(ax rev-short x)"),
        ("(= (seq.rev (seq.++ v w)) (seq.++ (seq.rev v) (seq.rev w)))", "(ax rev-join v w)"),
    ] {
        assert!(!holds(clause, rule), "{clause}");
    }
    let whole = "(= (seq.update v i w) (ite (and (<= 0 i) (< i (seq.len v)))
        (seq.++ (seq.extract v 0 i) (seq.extract w 0 (- (seq.len v) i)) (seq.extract v (+ i (seq.len w)) (seq.len v))) v))";
    assert!(holds(whole, "(ax update v i w)"));
    assert!(!holds(&whole.replace("(< i", "(<= i"), "(ax update v i w)"));
    let swap = "(=> (and (= (str.len v) 1) (= (str.++ w v w) (str.++ w v w))) (= v v))";
    assert!(holds(swap, "(ax letter-swap w v w v)"));
}

#[test]
fn words_are_numbers() {
    for clause in [
        "(= (bvadd #xff #x02) #x01)",
        "(= (bvsdiv #x80 #xff) #x80)",
        "(= (bvudiv #x05 #x00) #xff)",
        "(= ((_ extract 7 4) #xa5) #xa)",
        "(not (= a b)) (= (f a) (f b))",
        "(= (ubv_to_int (concat a b)) (+ (* 256 (ubv_to_int a)) (ubv_to_int b)))",
        "(= (bvnot (bvnot a)) a)",
    ] {
        assert!(holds(clause, "norm"), "{clause}");
    }
    for clause in [
        "(= (bvadd #xff #x02) #x02)",
        "(= (bvudiv #x05 #x00) #x00)",
        "(= a b)",
        "(= a c)",
        "(= (bvadd a c) a)",
        "(= (f a) a)",
        "(= (_ bv256 8) #x00)",
        "(= ((_ extract 8 0) a) c)",
        "(= (bvand a #x0f) a)",
    ] {
        assert!(!holds(clause, "norm"), "{clause}");
        assert!(!holds(clause, "(bits)"), "{clause}");
    }
    assert!(holds("(= (bvand a #x0f) (bvurem a #x10))", "(bits)"));
    assert!(holds("(>= (ubv_to_int a) 0)", "(ax word-least a)"));
    assert!(!holds("(>= (ubv_to_int a) 1)", "(ax word-least a)"));
    assert!(holds("(<= (ubv_to_int a) 255)", "(ax word-most a)"));
    assert!(!holds("(<= (ubv_to_int a) 254)", "(ax word-most a)"));
    assert!(holds("(<= (ubv_to_int a) 255)", "(lia ((0 1) (2 1)))"));
    assert!(!holds("(<= (ubv_to_int a) 254)", "(lia ((0 1) (2 1)))"));
}

#[test]
fn bits_follow_by_propagation() {
    for clause in [
        "(= (bvxor a a) #x00)",
        "(= (bvor a #xff) #xff)",
        "(not (bvult a #x00))",
        "(not (= (bvadd a #x01) a))",
        "(= (bvshl a #x08) #x00)",
        "(not (= (bvlshr a #x04) #x10))",
    ] {
        assert!(holds(clause, "(bits)"), "{clause}");
    }
    for (clause, rule) in [
        ("(= (bvxor a b) #x00)", "(bits)"),
        ("(= (bvadd a b) #x00)", "(bits (2) (-2))"),
        ("(= (bvadd a b) #x00)", "(bits (0))"),
        ("(= (bvadd a b) #x00)", "(bits (999999))"),
        // What a quotient by zero is, nobody knows, and an integer has no bits.
        ("(not (= (div 5 (* 0 (ubv_to_int a))) 100))", "(bits)"),
        ("(not (= (mod 5 (* 0 (ubv_to_int a))) 3))", "(bits)"),
        ("(not (= n 1000000))", "(bits)"),
        ("(not (= (str.to_code x) 100000))", "(bits)"),
        ("(not (= (ubv_to_int a) 255))", "(bits)"),
    ] {
        assert!(!holds(clause, rule), "{clause} {rule}");
    }
}

#[test]
fn letters_are_elements_only_in_sequences_of_them() {
    let whole = "(str.++ s (seq.unit #x41))";
    let nth = format!("(seq.nth {whole} i)");
    let fact =
        format!("(or (< i 0) (>= i (str.len {whole})) (= (str.at {whole} i) (seq.unit {nth})))");
    assert!(holds(&fact, &format!("(ax seq-letter {nth} {whole} i)")));
    let unit = "((as seq.nth (_ BitVec 8)) (str.++ ((as seq.unit (_ BitVec 8)) (bvadd a b)) s) 0)";
    assert!(holds(&format!("(= {unit} {unit})"), "norm"));
    let outside = ["x", "\"\\u{100}\"", "(str.++ s x)", "(str.++ s \"A\")", "(str.from_int n)"];
    let more = ["(str.from_code n)", "(str.from_code 65)", "(str.from_code (mod n 256))"];
    for other in outside.into_iter().chain(more) {
        let nth = format!("(seq.nth {other} 0)");
        assert!(!holds("true", &format!("(ax seq-letter (seq.nth s 0) {other} 0)")), "{other}");
        assert!(!holds("true", &format!("(ax seq-letters {other})")), "{other}");
        assert!(!holds(&format!("(= {nth} {nth})"), "norm"), "{other}");
    }
    assert!(!holds("(str.in_re x (re.* (re.range \"\\u{0}\" \"\\u{ff}\")))", "(ax seq-letters x)"));
    assert!(holds("(str.in_re s (re.* (re.range \"\\u{0}\" \"\\u{ff}\")))", "(ax seq-letters s)"));
    assert!(!holds("(str.in_re s (re.* (re.range \"\\u{0}\" \"\\u{fe}\")))", "(ax seq-letters s)"));
}

#[test]
fn vectors_are_read_and_written() {
    let after = "(seq.update v i (seq.unit e))";
    let clause = format!("(= i j) (= (seq.read {after} j) (seq.read v j))");
    assert!(holds(&clause, "(ax seq-write-other v i e j)"));
    assert!(!holds(&clause.replace("(= i j)", ""), "(ax seq-write-other v i e j)"));
    assert!(!holds(&clause.replace("read", "nth"), "(ax seq-write-other v i e j)"));
    let read = format!("(< i 0) (>= i (seq.len v)) (= (seq.read {after} i) e)");
    assert!(holds(&read, "(ax seq-write-read v i e)"));
    assert!(!holds(&read.replace("(< i 0)", ""), "(ax seq-write-read v i e)"));
    assert!(!holds(&read, "(ax seq-write-read s i e)"), "elements of another sort");
    assert!(holds("(= (seq.len (seq.unit e)) 1)", "(ax seq-unit-length e)"));
    assert!(holds("(= (seq.len (seq.unit e)) 1)", "norm"));
    assert!(!holds("(= (seq.len (seq.unit e)) 2)", "norm"));
    assert!(holds("(not (= v w)) (= (seq.nth v i) (seq.nth w i))", "norm"));
    assert!(!holds("(= (seq.nth v i) (seq.nth v j))", "norm"));
}

#[test]
fn axioms_of_strings_hold_of_sequences() {
    let cut = "(=> (>= 1 0) (= s (str.++ (str.substr s 0 1) (str.substr s 1 (str.len s)))))";
    assert!(holds(cut, "(ax substr-front s 1)"));
    assert!(!holds(cut, "(ax substr-front s 2)"));
    assert!(!holds(cut, "(ax substr-front a 1)"), "a word is no string");
    assert!(holds("(>= (str.len v) 0)", "(ax len-nonneg v)"), "elements that are no letters");
    assert!(!holds("(>= (str.len s) 0)", "(ax len-nonneg v)"), "another sequence");
    assert!(!holds("(= (str.to_code s) 1)", "(ax substr-front s)"), "an argument is missing");
}

#[test]
fn wide_sequences_are_words() {
    for clause in [
        "(not (= (seq.++ v (seq.unit e)) (seq.++ w (seq.unit g)))) (= e g)",
        "(not (= (seq.++ v (seq.unit e)) (seq.++ w (seq.unit g)))) (= v w)",
        "(not (= (seq.++ (seq.unit e) v) (as seq.empty (Seq U))))",
        "(= (seq.nth (seq.++ (seq.unit e) (seq.unit g) v) 1) g)",
        "(= (seq.extract (seq.++ (seq.unit e) v) 0 1) (seq.unit e))",
        "(= (str.substr (str.++ (seq.unit e) v) 1 i) (str.substr v 0 i))",
        "(= (seq.len (seq.++ v (seq.unit e))) (+ 1 (str.len v)))",
        "(not (= (seq.++ (seq.unit 7) u) (seq.++ (seq.unit 2) u)))",
        "(not (= (seq.unit #x00000001) (seq.unit #x00000002)))",
        "(= (= v (as seq.empty (Seq U))) (= (str.++ v (as seq.empty (Seq U))) (as seq.empty (Seq U))))",
    ] {
        assert!(holds(clause, "norm"), "{clause}");
    }
    let letter = "(as re.allchar (RegEx (Seq U)))";
    let even = format!("(not (str.in_re v (re.* (re.++ {letter} {letter}))))");
    assert!(holds(&format!("{even} (not (= (str.len v) 3))"), "lang"));
    assert!(holds("(not (= v (str.++ w (seq.unit e)))) (not (= (str.len v) 0))", "lang"));
    assert!(holds("(not (= v w)) (= (seq.unit (seq.nth v 0)) (seq.unit (seq.nth w 0)))", "norm"));
    let at = "(or (< i 0) (>= i (seq.len v)) (= (seq.at v i) (seq.unit (seq.nth v i))))";
    assert!(holds(at, "(ax seq-letter (seq.nth v i) v i)"));
    for clause in [
        "(= e g)",
        "(not (= (seq.unit e) (seq.unit g)))",
        "(not (= (seq.++ v (seq.unit e)) (seq.++ (seq.unit g) v)))",
        "(= (seq.nth (seq.++ (seq.unit e) v) 1) e)",
        "(= (seq.nth (seq.++ v (seq.unit e)) 0) e)",
        "(= (str.substr (str.++ (seq.unit e) v) 0 i) (seq.unit e))",
    ] {
        for rule in ["norm", "lang"] {
            assert!(!holds(clause, rule), "{clause}");
        }
    }
}

/// There may be more elements than letters, so what counts letters must not be said of wide sequences.
#[test]
fn wide_sequences_are_no_strings() {
    for clause in [
        "(= (str.to_code v) (str.to_code v))",
        "(= v \"a\")",
        "(= v x)",
        "(= v u)",
        "(= (ite (= i j) v x) v)",
        "(= (ite (= i j) v \"\") w)",
        "(= (str.++ v \"\") v)",
        "(str.in_re v re.all)",
        "(= (str.++ v \"a\") v)",
        "(= (str.++ v u) v)",
        "(str.<= v v)",
        "(str.in_re v (re.range \"a\" \"b\"))",
        "(str.in_re v (re.* (re.union re.all (str.to_re \"a\"))))",
        "(str.in_re v (re.++ (str.to_re x) re.all))",
        "(= (seq.in_re v (re.range (seq.unit e) (seq.unit g))) true)",
        "(= (str.is_digit v) (str.is_digit v))",
        "(= (str.from_code (str.to_code v)) v)",
        "(= (str.replace_re v re.all v) v)",
        "(= (seq.element x) e)",
    ] {
        assert!(!holds(&format!("{clause} true"), "taut"), "{clause}");
    }
    for clause in [
        "(= (ite (= i j) v (as seq.empty (Seq U))) w)",
        "(str.in_re v (re.++ (str.to_re w) (as re.all (RegEx (Seq U)))))",
    ] {
        assert!(holds(&format!("{clause} true"), "taut"), "{clause}");
    }
    for rule in
        ["(ax code-range v)", "(ax int-below-1 v)", "(ax len-equal v x)", "(ax contains-same v u)"]
    {
        assert!(!holds("false true", rule) && !holds("true", rule), "{rule}");
    }
    assert!(holds("(not (= v w)) (= (str.len v) (str.len w))", "(ax len-equal v w)"));
}

#[test]
fn an_assertion_that_is_not_read_is_a_hole() {
    let section = "(stringent-proof 1)(check-sat 0)";
    let proof = format!(
        "{section}(assume a 3 (= x \"a\"))(assume b 2 (not (= x \"a\")))(rup q () a b)(qed q)"
    );
    let verdict = Checker::new(PROBLEM).map_or_else(|refused| refused, |mut c| c.check(&proof));
    let Verdict::Incomplete(holes) = verdict else { panic!("{verdict:?}") };
    assert_eq!(holes.into_iter().collect::<Vec<_>>(), [("unread".to_owned(), 2)]);
    // Where all are read, another term is refused.
    let problem = "(declare-fun x () String)(assert (= x \"a\"))(check-sat)";
    let proof = format!("{section}(assume a 0 (not (= x \"a\")))(assume b 0)(rup q () a b)(qed q)");
    let verdict = Checker::new(problem).map_or_else(|refused| refused, |mut c| c.check(&proof));
    assert!(matches!(verdict, Verdict::Refused { .. }), "{verdict:?}");
}

#[test]
fn older_names_of_sequences_are_those_of_today() {
    for clause in [
        "(= (seq-cons a s) (seq.++ (seq.unit a) s))",
        "(= (seq-rev-cons s a) (seq-concat s (seq-unit a)))",
        "(= (re-member s (re-star (re-of-seq (seq-unit a)))) (seq.in_re s (re.* (seq.to_re (seq.unit a)))))",
        "(= (seq-length (as seq-empty (Seq (_ BitVec 8)))) 0)",
        "(not (re-member s (as re-empty-set (RegEx (Seq (_ BitVec 8))))))",
        "(not (re-member s (as re-empty-set (RegEx (_ BitVec 8)))))",
        "(= (re-member s (as re-empty-seq (RegEx (_ BitVec 8)))) (= s (as seq-empty (Seq (_ BitVec 8)))))",
        "(= (seq-extract s #x01 #x03) (seq.extract s 1 2))",
        "(= (seq-extract s i 3) (seq.extract s (ite (< i 0) 0 i) (- 3 (ite (< i 0) 0 i))))",
        "(not (= (seq.len s) 0)) (not (= (seq.len t) 0)) (= (seq-tail s) (seq-tail t))",
        "(= (seq.len s) 0) (= (seq-last s) (seq.nth s (- (seq.len s) 1)))",
        "(= (seq-tail (seq.++ (seq-unit #x01) (seq-unit #x02))) (seq-unit #x02))",
        "(= (seq-subseq-of s t) (seq.contains t s))",
        "(= (re.complement (seq.to_re s)) (re.comp (seq.to_re s)))",
        "(not (re-member s (re-range #x02 #x01)))",
        "(= (re-loop 2 3 (re-range #x01 #x02)) ((_ re-loop 2 3) (re-range (seq-unit #x01) (seq-unit #x02))))",
    ] {
        assert!(holds(clause, "norm"), "{clause}");
    }
    // A complement has words over the elements only.
    let none = "(re.complement (as re.none (RegEx (Seq (_ BitVec 8)))))";
    let all = format!("(= {none} (as re.all (RegEx (Seq (_ BitVec 8)))))");
    assert!(holds(&all, "lang") && !holds(&format!("(not {all})"), "lang"));
    for clause in [
        "(= (seq-cons a s) (seq.++ s (seq.unit a)))",
        "(re-member s (as re-empty-set (RegEx (Seq (_ BitVec 8)))))",
        "(= (seq-cons s s) (seq-cons s s))",
        "(= (seq-extract s 1 3) (seq.extract s 1 3))",
        "(= (seq-tail s) (seq-tail t))",
        "(not (= (seq.len s) 0)) (= (seq-tail s) (seq-first s))",
        "(not (= (seq.len s) 0)) (= (seq-tail s) s)",
        "(= (as seq-tail (Seq (_ BitVec 8))) (as seq.empty (Seq (_ BitVec 8))))",
    ] {
        assert!(!holds(clause, "norm"), "{clause}");
    }
}

#[test]
fn only_tables_have_their_own_functions() {
    assert!(holds(
        "(= ((_ re.loop 1 2) (str.to_re \"a\")) (re.loop (str.to_re \"a\") 1 2))",
        "norm"
    ));
    for clause in [
        "(= (2^ 3) 8)",
        "(= (|re.loop indexed| (str.to_re \"a\") 1 2) (re.loop (str.to_re \"a\") 1 2))",
        "(= (|divisible indexed| n 3) (= (mod n 3) 0))",
    ] {
        assert!(!holds(clause, "norm"), "{clause}");
    }
    for clause in [
        "(= ((_ extract 8 0) a) c)",
        "(= ((_ extract 0 1) a) #b1)",
        "(= ((_ sign_extend 99999999) a) a)",
    ] {
        assert!(!holds(&format!("{clause} (not {clause})"), "norm"), "{clause}");
    }
    let turned = "((_ rotate_right 3) a)";
    assert!(holds(&format!("(= {turned} ((_ rotate_left 5) a))"), "norm"));
    assert!(holds("(= (concat a b a) (concat (concat a b) a))", "norm"));
    assert!(holds("(= ((_ repeat 3) a) (concat a a a))", "norm"));
}
