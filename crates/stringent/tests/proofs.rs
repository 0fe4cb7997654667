//! What `get-proof` answers, and what the checker says of it and of the script.

mod common;

use common::answers;
use stringent::{Solver, Verdict as Answer};
use stringent_check::{Checker, Verdict};

const DECLARED: &str = "(set-option :produce-proofs true)(declare-const x String)(declare-const y String)\
    (assert (str.in_re x (re.+ (str.to_re \"ab\"))))";

/// The proofs that a script is answered with, each as text.
fn proofs(script: &str) -> Vec<String> {
    let text = answers(script).join("\n");
    let begins = text.match_indices("((stringent-proof").map(|(at, _)| at);
    begins.map(|at| text[at..].split_inclusive("\n)").next().unwrap().to_owned()).collect()
}

fn verdict(script: &str, proof: &str) -> Verdict {
    Checker::new(script).map_or_else(|refused| refused, |mut checker| checker.check(proof))
}

#[test]
fn proofs_are_valid() {
    let stacks = "(assert (= (str.len x) 3))(check-sat)(get-proof)";
    let scopes = "(check-sat)(push)(assert (= x (str.++ y \"a\")))(check-sat)(get-proof)(pop)\
        (check-sat)(push 2)(assert (str.contains x \"c\"))(check-sat)(get-proof)(get-proof)";
    let assumed = "(check-sat-assuming ((= x y) (= (str.len y) 5)))(get-proof)\
        (check-sat-assuming ((= x y) (not (str.prefixof \"a\" y))))(get-proof)";
    let reset = "(check-sat)(reset)(set-option :produce-proofs true)(declare-const n Int)\
        (assert (= (* 2 n) 5))(check-sat)(get-proof)";
    let before_first = "(push)(assert (= \"b.\" (str.substr y 0 (str.indexof y \".\" 0))))(check-sat)\
        (get-proof)(pop)(assert (= \"bc\" (str.substr y 0 (str.indexof y \"::\" 0))))\
        (assert (not (str.prefixof \"bc::\" y)))(check-sat)(get-proof)";
    let replaced = "(assert (< (* 3 (str.len y)) (* 2 (str.len (str.replace_all y \"aa\" \"aaa\")))))\
        (check-sat)(get-proof)";
    let scripts =
        [(stacks, 1), (scopes, 3), (assumed, 2), (reset, 1), (before_first, 2), (replaced, 1)];
    for (rest, count) in scripts {
        let script = format!("{DECLARED}{rest}");
        let proofs = proofs(&script);
        assert_eq!(proofs.len(), count, "{script}");
        for proof in proofs {
            assert_eq!(verdict(&script, &proof), Verdict::Valid, "{script}: {proof}");
            let other = script.replace("(assert", "(assert true)(simplify");
            assert!(matches!(verdict(&other, &proof), Verdict::Refused { .. }), "{other}");
        }
    }
}

/// The parts of a list without strings.
fn parts(list: &str) -> Vec<String> {
    let (mut parts, mut open) = (vec![String::new()], 0);
    for c in list[1..list.len() - 1].chars() {
        open += i32::from(c == '(') - i32::from(c == ')');
        match c {
            ' ' if open == 0 => parts.push(String::new()),
            c => parts.last_mut().unwrap().push(c),
        }
    }
    parts
}

/// A vector whose letter is written is longer than the place, and a text has two lengths: neither needs the other, nor the last fact.
#[test]
fn no_literal_of_a_step_can_be_left_out() {
    let script = "(set-option :produce-proofs true)(declare-sort E 0)(declare-const e E)\
        (declare-const a (Seq E))(declare-const b (Seq E))(declare-const i Int)\
        (assert (= b (seq.update a i (seq.unit e))))(assert (< (seq.len a) i))\
        (assert (not (= (seq.len b) (seq.len a))))(check-sat)(get-proof)";
    let [proof] = &proofs(script)[..] else { panic!("no proof of {script}") };
    assert_eq!(verdict(script, proof), Verdict::Valid, "{proof}");
    let mut tried = 0;
    for line in proof.lines().filter(|l| l.starts_with("(step") && !l.contains("(lia")) {
        let step = parts(line);
        let clause = parts(&step[2]);
        for i in 0..clause.len() {
            let others = [&clause[..i], &clause[i + 1..]].concat().join(" ");
            let less = proof.replace(line, &format!("(step {} ({others}) {})", step[1], step[3]));
            assert!(matches!(verdict(script, &less), Verdict::Refused { .. }), "{i}: {line}");
            tried += 1;
        }
    }
    assert!(tried > 0, "{proof}");
}

/// What the statistics say that a script took, up to where it asks.
fn effort(script: &str) -> Vec<String> {
    let text = answers(&format!("{script}(get-info :all-statistics)")).join("\n");
    let names = ["pass.spelling", "recalled", "continued", "sat.conflicts", "steps"];
    let is_effort = |line: &&str| {
        names.iter().any(|name| line.trim_start_matches([' ', ':']).starts_with(name))
    };
    text.lines().filter(is_effort).map(str::to_owned).collect()
}

/// Strings are spelled, and checks answered by what earlier ones left, whether a proof may be asked for or not.
#[test]
fn a_search_is_the_same_with_a_proof() {
    let spelled = "(declare-const x String)(assert (= (str.len x) 3))\
        (assert (= (str.at x 0) (str.at x 1)))\
        (assert (or (= (str.at x 0) \"a\") (= (str.at x 2) \"c\")))\
        (assert (not (= (str.at x 1) \"a\")))(assert (not (= (str.at x 2) \"c\")))(check-sat)";
    let recalled = "(declare-const x String)(assert (= (* 2 (str.len x)) 3))(check-sat)\
        (push)(assert (= x \"a\"))(check-sat)";
    for (script, mark) in [(spelled, "pass.spelling"), (recalled, "recalled")] {
        let traced = format!("(set-option :produce-proofs true){script}");
        let lines = effort(script);
        assert!(lines.iter().any(|line| line.contains(mark)), "{mark}: {lines:?}");
        assert_eq!(effort(&traced), lines, "{script}");
        let proofs = proofs(&format!("{traced}(get-proof)(get-proof)"));
        assert_eq!(proofs.len(), 2, "{script}");
        for proof in proofs {
            assert_eq!(verdict(&traced, &proof), Verdict::Valid, "{script}: {proof}");
        }
    }
}

/// The library's is about a script that asserts the same, the assumptions last.
#[test]
fn the_library_proves_its_last_check() {
    let script =
        "(declare-const x String)(assert (str.prefixof \"a\" x))(assert (< (str.len x) 3))";
    let mut solver = Solver::default();
    solver.load(script).unwrap();
    let assumed = solver.parse("(str.contains x \"bcd\")").unwrap();
    assert_eq!(solver.check_assuming(&[assumed]), Ok(Answer::Unsat));
    assert_eq!(solver.proof(), None);
    solver.options().produce_proofs = true;
    assert_eq!(solver.check_assuming(&[assumed]), Ok(Answer::Unsat));
    let proof = solver.proof().unwrap();
    let asked = format!("{script}(assert {})(check-sat)", solver.print(assumed));
    assert_eq!(verdict(&asked, &proof), Verdict::Valid, "{proof}");
    assert_eq!(solver.proof(), Some(proof));
    assert_eq!(solver.check(), Answer::Sat);
    assert_eq!(solver.proof(), None);
}

/// Numerals are as large as their lengths and first digits say.
#[test]
fn numerals_and_lengths_have_proofs() {
    let declared = "(set-option :produce-proofs true)(declare-const x String)(declare-const y String)\
        (define-fun lead ((s String) (d String)) Bool\
            (str.in_re s (re.++ (re.range d \"9\") (re.* (re.range \"0\" \"9\")))))";
    for facts in [
        "(assert (lead x \"2\"))(assert (>= (str.len x) (+ 2 (str.len y))))\
            (assert (>= (* 19 (str.to_int y)) (str.to_int x)))",
        "(assert (lead x \"1\"))(assert (>= (str.len x) 3))\
            (assert (< (str.to_int x) (- (* 900 (str.len x)) 2600)))",
        "(assert (lead x \"1\"))(assert (>= (str.len x) 3))\
            (assert (< (+ (str.to_int x) (* (- 2) (str.len x))) 24))",
    ] {
        let script = format!("{declared}{facts}(check-sat)(get-proof)");
        let [proof] = &proofs(&script)[..] else { panic!("no proof: {script}") };
        assert_eq!(verdict(&script, proof), Verdict::Valid, "{script}: {proof}");
        assert!(proof.contains("(ax int-lead"), "{proof}");
    }
}

/// Each case of a tree of cuts and languages has facts that only it knows.
#[test]
fn equations_with_languages_have_proofs() {
    let digits = "(re.+ (re.range \"0\" \"9\"))";
    for facts in [
        // The last letters of z are neither 2 nor 4, of which y x has more, or x is short.
        "(assert (= (str.++ y x) (str.++ \"24\" z)))(assert (>= (str.len x) (str.len y)))
         (assert (str.in_re x (re.++ (re.* (str.to_re \"2\")) (re.range \"6\" \"7\"))))
         (assert (str.in_re z (re.++ (str.to_re \"73\") (re.* (re.range \"5\" \"8\")))))",
        "(assert (= (str.++ \"aa\" z \"a\" y x \"baa\") (str.++ x x \"aaa\" z)))
         (assert (str.in_re x (re.++ (re.+ (str.to_re \"a\")) (re.+ (str.to_re \"b\")))))
         (assert (str.in_re y (re.+ (str.to_re \"a\"))))
         (assert (str.in_re z (re.++ (re.+ (str.to_re \"b\")) (re.* (str.to_re \"a\")))))",
    ] {
        let members = ["x", "y", "z"].map(|s| format!("(assert (str.in_re {s} {digits}))"));
        let members = if facts.contains('2') { members.concat() } else { String::new() };
        certified(&format!("{members}{facts}"), "lang");
    }
}

/// A value of a function that reads letters has a name, to which a function is applied in turn.
#[test]
fn named_images_have_proofs() {
    let upper =
        |s: &str| format!("(str.replace_all (str.replace_all {s} \"b\" \"B\") \"a\" \"A\")");
    let (y, z) = (upper("x"), upper("y"));
    certified(&format!("(assert (= y {y}))(assert (= z {z}))(assert (not (= y z)))"), "net");
}

#[test]
fn a_letter_in_front_of_what_is_removed_has_a_proof() {
    let facts = "(assert (not (= (str.replace (str.++ \"c\" x) x \"\") \"c\")))";
    certified(facts, "(ax replace-rest");
}

/// A membership of a sequence of known length is what it says of its elements, letter by letter.
#[test]
fn letters_of_sequences_have_proofs() {
    let declared = "(set-option :produce-proofs true)(declare-const s (Seq (_ BitVec 8)))\
        (declare-const t (Seq (_ BitVec 8)))(define-fun at ((i Int)) (_ BitVec 8) (seq.nth s i))";
    let range = |from, to| format!("(re.range (seq.unit #x{from}) (seq.unit #x{to}))");
    let (low, high, digit) = (range("61", "6d"), range("6e", "7a"), range("30", "39"));
    for facts in [
        // Letters that are shifted.
        format!(
            "(assert (seq.in.re s ((_ re.loop 2 2) {low})))(assert (= (seq.len t) 2))\
             (assert (= (seq.nth t 0) (bvadd (at 0) #x0d)))(assert (= (seq.nth t 1) (bvadd (at 1) #x0d)))\
             (assert (not (seq.in.re t (re.* {high}))))"
        ),
        // Two ranges, of which an element is in one.
        format!(
            "(assert (seq.in.re s ((_ re.^ 2) (re.union {digit} {low}))))\
             (assert (= (bvand (at 0) #x40) #x00))(assert (bvugt (bvor (at 0) (at 1)) #x7f))"
        ),
        // A letter that nothing is said of.
        format!(
            "(assert (= (seq.len s) 2))(assert (seq.in.re s (re.++ {digit} (as re.all (RegEx (Seq (_ BitVec 8)))))))\
             (assert (= (bvmul (at 0) #x02) #x80))"
        ),
    ] {
        let script = format!("{declared}{facts}(check-sat)(get-proof)");
        let [proof] = &proofs(&script)[..] else { panic!("no proof: {script}") };
        assert_eq!(verdict(&script, proof), Verdict::Valid, "{script}: {proof}");
    }
}

/// Sequences of elements that are no letters are words, too.
#[test]
fn wide_sequences_have_proofs() {
    let script = "(set-option :produce-proofs true)(declare-sort E 0)(declare-fun f ((Seq Int)) Int)\
        (declare-const a E)(declare-const b E)(declare-const s (Seq E))(declare-const t (Seq E))\
        (declare-const x (Seq Int))(declare-const y (Seq Int))(declare-const z (Seq (Seq Int)))\
        (push)(assert (= (seq.++ s (seq.unit a)) (seq.++ t (seq.unit b))))(assert (distinct a b))\
        (check-sat)(get-proof)(pop)\
        (push)(assert (= (seq.++ x (seq.unit 1)) (seq.++ y (seq.unit 1))))(assert (distinct (f x) (f y)))\
        (check-sat)(get-proof)(pop)\
        (push)(assert (= x (seq.++ (seq.unit 0) (seq.unit 1) y)))(assert (> (seq.nth x 1) 5))\
        (check-sat)(get-proof)(pop)\
        (push)(assert (= z (seq.++ (seq.unit y) (seq.unit (seq.++ (seq.unit 1) y)))))\
        (assert (= (seq.nth z 0) (seq.nth z 1)))(check-sat)(get-proof)(pop)";
    let proofs = proofs(script);
    assert_eq!(proofs.len(), 4);
    for proof in proofs {
        assert_eq!(verdict(script, &proof), Verdict::Valid, "{proof}");
    }
}

/// An equation of numerals from languages is read digit by digit.
#[test]
fn equations_of_numerals_have_proofs() {
    let facts = "(assert (str.in_re x (re.+ (str.to_re \"235\"))))(assert (str.in_re y (re.+ (re.range \"0\" \"9\"))))\
        (assert (= (* 3 (str.to_int x)) (+ 16 (* 5 (str.to_int y)))))";
    certified(facts, "digits");
}

/// Of more strings than there are words, two are equal.
#[test]
fn more_strings_than_words_have_proofs() {
    let names = ["a", "b", "c", "d", "e"];
    let each = |n: &&str| format!("(declare-const {n} (Seq Bool))(assert (= (seq.len {n}) 2))");
    let facts: String = names.iter().map(each).collect();
    let script = format!(
        "(set-option :produce-proofs true){facts}(assert (distinct {}))(check-sat)(get-proof)",
        names.join(" ")
    );
    let [proof] = &proofs(&script)[..] else { panic!("no proof: {script}") };
    assert_eq!(verdict(&script, proof), Verdict::Valid, "{script}: {proof}");
}

/// The proof of these facts is valid, and has this rule.
fn certified(facts: &str, rule: &str) {
    let declared = "(set-option :produce-proofs true)(declare-const x String)(declare-const y String)\
        (declare-const z String)";
    let script = format!("{declared}{facts}(check-sat)(get-proof)");
    let [proof] = &proofs(&script)[..] else { panic!("no proof: {script}") };
    assert_eq!(verdict(&script, proof), Verdict::Valid, "{script}: {proof}");
    assert!(proof.contains(rule), "{proof}");
}

/// Other questions come in between, and cost nothing of it.
#[test]
fn a_proof_is_there_until_something_changes() {
    let script = format!(
        "(set-option :produce-unsat-cores true){DECLARED}(assert (! (= (str.len x) 3) :named odd))\
        (check-sat)(get-unsat-core)(simplify (str.++ \"a\" x))"
    );
    assert_eq!(proofs(&format!("{script}(assert true)(get-proof)")), [""; 0]);
    let asked = format!("{script}(get-proof)");
    let [proof] = &proofs(&asked)[..] else { panic!("{asked}") };
    assert_eq!(verdict(&asked, proof), Verdict::Valid, "{proof}");
}

#[test]
fn without_a_refutation_there_is_no_proof() {
    for rest in ["", "(check-sat)", "(assert false)(check-sat)(push)", "(assert false)"] {
        let last = answers(&format!("{DECLARED}{rest}(get-proof)")).pop().unwrap();
        assert!(last.contains("there is no proof"), "{rest}: {last}");
    }
    let off = "(assert false)(check-sat)(get-proof)";
    assert!(answers(off)[1].contains("not enabled"));
}

/// What has no explanation is a hole, not an error.
#[test]
fn datatypes_are_a_hole() {
    let script = "(set-option :produce-proofs true)(declare-datatype P ((pair (left String))))\
        (declare-const p P)(assert (= (str.len (left p)) (- 1)))(check-sat)(get-proof)";
    let [proof] = &proofs(script)[..] else { panic!("no proof") };
    assert!(matches!(verdict(script, proof), Verdict::Incomplete(_)), "{proof}");
}

/// Answers, models included, are the same, whether somebody asks for proofs or not.
#[test]
fn nothing_else_changes() {
    let script = format!(
        "{DECLARED}(check-sat)(get-value (x))(push)(assert (= (str.len x) 3))(check-sat)(pop)\
        (assert (= y (str.++ x x)))(check-sat)(get-value (x y))"
    );
    let without = script.replace(":produce-proofs true", ":produce-proofs false");
    assert_eq!(answers(&script), answers(&without));
}
