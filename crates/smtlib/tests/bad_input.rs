//! Whatever is wrong is told with its place, and what follows is read.

mod common;
use base::budget::POLL_INTERVAL;
use base::{Budget, Interrupted};
use choices::Choices;
use common::{PRELUDE, run};
use smtlib::error::ErrorKind;
use smtlib::{CommandReader, Context};
use std::time::Instant;
use terms::Terms;

/// The one error of `text` after the prelude, which is line 1.
fn error_of(text: &str) -> String {
    let errors = run(format!("{PRELUDE}{text}")).errors();
    assert_eq!(errors.len(), 1, "{text}: {errors:?}");
    errors[0].clone()
}

#[test]
fn places_and_messages() {
    let cases = [
        ("(assert (str.inre s r))", "10: unknown symbol `str.inre`, did you mean `str.in_re`?"),
        ("(assert (str.lne s))", "10: unknown symbol `str.lne`, did you mean `str.len`?"),
        ("(assert x)", "9: unknown symbol `x`"),
        ("(asert p)", "2: unknown command `asert`, did you mean `assert`?"),
        ("(assert)", "8: expected a term, found `)`"),
        ("(assert p q)", "11: expected `)`, found `q`"),
        ("(assert (= i s))", "10: `=`: argument 2 has sort String, expected Int"),
        ("(assert (str.len s))", "9: an assertion has sort Int, expected Bool"),
        ("(assert (not p q))", "10: `not` takes 1 arguments, found 2"),
        ("(assert (and))", "13: expected an argument, found `)`"),
        ("(assert (p q))", "10: `p` is not a function"),
        ("(assert str.len)", "9: `str.len` needs arguments"),
        ("(assert ((re.^ 3) r))", "11: expected `_` or `as`, found `re.^`"),
        ("(assert (= r ((_ re.^ 99999999999) r)))", "23: 99999999999 is too large"),
        ("(assert ((_ divisible 0) i))", "23: expected a positive numeral, found `0`"),
        ("(assert (= s (_ char #x30000)))", "22: code point #x30000 is too large"),
        (
            "(assert (forall ((x Int)) p))",
            "10: unsupported: quantifiers other than `(forall ((x A)) (= (select p x) ...))`",
        ),
        ("(assert (< 1.5 i))", "12: unsupported: reals"),
        (
            "(assert (= #xff #b1))",
            "10: `=`: argument 2 has sort (_ BitVec 1), expected (_ BitVec 8)",
        ),
        ("(declare-const x (Seq Int Int))", "27: expected `)`, found `Int`"),
        ("(declare-const x (Seq RegLan))", "23: unsupported: sequences of regexes"),
        ("(declare-const x (Seq Real))", "23: unsupported: reals"),
        ("(assert (exists ((x Int)) p))", "10: unsupported: quantifiers"),
        (
            "(assert (= #xff (bvadd #b1 #x1)))",
            "18: `bvadd`: argument 2 has sort (_ BitVec 4), expected (_ BitVec 1)",
        ),
        ("(assert (bvult #xff 1))", "10: `bvult`: argument 2 has sort Int, expected a bit-vector"),
        (
            "(assert (= #xff ((_ extract 4 0) #xf)))",
            "18: `(_ extract 4 0)`: the argument does not have these bits",
        ),
        (
            "(assert (= #xff ((_ repeat 0) #xf)))",
            "18: `(_ repeat 0)`: there are no bit-vectors of 0 bits",
        ),
        (
            "(assert (= #xff ((_ repeat 65536) #xf)))",
            "18: `(_ repeat 65536)`: there are no bit-vectors of 262144 bits",
        ),
        (
            "(assert (= #xff ((_ int_to_bv 8) #x1)))",
            "18: `(_ int_to_bv 8)`: argument 1 has sort (_ BitVec 4), expected Int",
        ),
        ("(assert (= #xf (_ bv16 4)))", "24: bv16 does not fit into 4 bits"),
        ("(assert (= #xf (bvnot #xf #xf)))", "17: `bvnot` takes 1 arguments, found 2"),
        ("(declare-const x Real)", "18: unsupported: reals"),
        ("(declare-const x (_ BitVec 0))", "28: a bit-vector has at least one bit"),
        ("(declare-const x (_ BitVec 65537))", "28: 65537 is too large"),
        ("(declare-const x BitVec)", "18: unsupported: bit-vectors without a width"),
        ("(declare-const x Strng)", "18: unknown sort `Strng`, did you mean `String`?"),
        ("(declare-const p Int)", "16: `p` is already declared"),
        ("(declare-sort U 0)", "15: `U` is already declared"),
        ("(declare-datatypes ((D 0)) (((d (f D)))))", "22: unsupported: recursive datatypes"),
        ("(define-fun-rec g ((x Int)) Int (g x))", "2: unsupported: recursive functions"),
        ("(define-fun g ((x Int)) Int s)", "29: the body has sort String, expected Int"),
        (
            "(define-fun g ((x Bool)) Bool (! x :named n))",
            "43: unsupported: :named inside a definition with parameters",
        ),
        ("(assert (let ((x 1) p) p))", "21: expected a binding, found `p`"),
        ("(assert (let p q))", "14: expected `(`, found `p`"),
        ("(echo \"a\"b)", "10: expected `)`, found `b`"),
        ("(declare-const let Int)", "16: expected a name, found `let`"),
        ("(push -1)", "7: expected a numeral, found `-1`"),
        ("(push 99999999)", "7: 99999999 is too large"),
        ("(assert (= s \"\u{10FFFF}\"))", "15: character U+10FFFF is beyond U+2FFFF"),
        ("(assert (= s é))", "14: unexpected character 'é'"),
        ("x", "1: expected a command in parentheses, found `x`"),
        (")", "1: expected a command in parentheses, found `)`"),
        ("()", "2: expected a command, found `)`"),
        ("(|assert| p)", "2: expected a command, found `|assert|`"),
        ("(assert (and p q)", "1: unexpected end of input: `(` is not closed"),
        ("(assert (= s \"abc))", "14: string literal is not terminated"),
        ("(assert |abc))", "9: quoted symbol is not terminated"),
        ("(get-value ())", "13: expected a term, found `)`"),
        ("(check-sat-assuming (i))", "22: an assumption has sort Int, expected Bool"),
    ];
    let wrong =
        cases.iter().map(|&(text, want)| (text, error_of(text), format!("line 2 column {want}")));
    let wrong: Vec<_> = wrong.filter(|(_, found, want)| found != want).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn lines_count_and_reading_goes_on() {
    let script = run("(declare-const p Bool)\n(assert ; (\n  (and p\n   qq))\n(assert p)");
    assert_eq!(script.errors(), ["line 4 column 4: unknown symbol `qq`"]);
    assert_eq!(script.asserted().len(), 1);
}

#[test]
fn nothing_and_junk() {
    assert!(run("").results.is_empty());
    assert!(run(" ; nothing").results.is_empty());
    let script = run(vec![0x00, 0xFF, 0x7F, 0x45, 0x4C, 0x46]);
    assert_eq!(script.errors(), ["line 1 column 1: unexpected character '\\0'"]);
    assert_eq!(run(vec![0xFF]).errors(), ["line 1 column 1: invalid UTF-8"]);
}

#[test]
fn size_is_no_problem() {
    let deep = 100_000;
    let nested = format!("(assert {}p{})", "(not ".repeat(deep), ")".repeat(deep));
    let lets = format!("(assert {}p{})", "(let ((p (not p))) ".repeat(deep), ")".repeat(deep));
    let long = format!("(assert (= s \"{}\"))", "x".repeat(1_000_000));
    let digits = format!("(assert (= i {}))", "7".repeat(10_000));
    let index = format!("(assert (= r ((_ re.^ {}) r)))", "7".repeat(10_000));
    let sorts = format!("(declare-const x {}String{})", "(RegEx ".repeat(deep), ")".repeat(deep));
    let open = "(".repeat(deep);
    let script = run(format!("{PRELUDE}{nested}{lets}{long}{digits}\n{index}\n{sorts}\n{open}"));
    let printed = smtlib::printer::term(&script.terms, script.asserted()[0]);
    assert_eq!(printed.len(), nested.len() - "(assert )".len());
    assert_eq!(script.asserted()[0], script.asserted()[1]);
    assert_eq!(
        script.errors(),
        [
            "line 3 column 23: the numeral is too large",
            "line 4 column 718: the nesting of sorts is too large",
            "line 5 column 2: expected a command, found `(`",
        ]
    );
}

const SOUP: &[&str] = &[
    "(",
    "(",
    "(",
    ")",
    ")",
    ")",
    "assert",
    "let",
    "!",
    "_",
    "as",
    "and",
    "=",
    "str.++",
    "s",
    "t",
    "p",
    "i",
    "r",
    "\"a\"",
    "\"\\u{41\"",
    "\"",
    "|",
    "|p|",
    ":named",
    ":k",
    "0",
    "12",
    "1.5",
    "#x41",
    "#b2",
    "char",
    "re.loop",
    "define-fun",
    "declare-const",
    "x",
    "String",
    "Int",
    "(RegEx String)",
    "push",
    "pop",
    "forall",
    ";",
    "\n",
    "(assert p)",
    "(declare-const x Int)",
    "(define-fun g ((x Int)) Int (+ x 1))",
    "(g 2)",
    "re.xor",
    "é",
    "\u{0}",
];

#[test]
fn token_soup_never_panics() {
    let mut rng = Choices::seeded(1);
    for _ in 0..20_000 {
        let mut text = PRELUDE.to_owned();
        for _ in 0..rng.below(40) {
            text.push_str(SOUP[rng.below(SOUP.len())]);
            text.push_str(["", " ", " "][rng.below(3)]);
        }
        for e in run(text.clone()).results.iter().filter_map(|r| r.as_ref().err()) {
            assert!(e.line >= 1 && e.column >= 1, "{text}");
        }
    }
}

#[test]
fn random_bytes_never_panic() {
    let mut rng = Choices::seeded(2);
    for _ in 0..5_000 {
        let mut text = PRELUDE.as_bytes().to_vec();
        text.extend(b"(assert (= s ");
        for _ in 0..rng.below(30) {
            text.push(rng.below(256) as u8);
        }
        text.extend(b"))");
        run(text);
    }
}

/// A `pop` that is not obeyed would leave behind what the next question is not about.
#[test]
fn without_time_only_what_asserts_or_declares_is_refused() {
    let late = Budget::unlimited().with_deadline(Instant::now());
    assert_eq!(late.tick(POLL_INTERVAL), Err(Interrupted::Timeout));
    let refused = |command: &str| {
        let mut reader = CommandReader::from_bytes(command.into());
        let chunk = reader.next_chunk().unwrap().unwrap();
        let result = Context::new().command_within(chunk, &mut Terms::new(), &late);
        result.is_err_and(|e| e.kind == ErrorKind::Interrupted(Interrupted::Timeout))
    };
    for command in ["(assert true)", "(declare-const x Int)", "(define-fun f () Int 1)"] {
        assert!(refused(command), "{command}");
    }
    for command in ["(push 1)", "(pop 1)", "(reset)", "(check-sat)", "(get-model)", "(exit)"] {
        assert!(!refused(command), "{command}");
    }
}
