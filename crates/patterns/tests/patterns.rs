//! Questions with known answers, and patterns that have no translation.

use patterns::{Dialect, Notation, PatternErrorKind, Patterns, Reading};

fn equivalent(a: &str, b: &str, reading: Reading) -> bool {
    let mut patterns = Patterns::new();
    let [a, b] = [a, b].map(|p| patterns.parse(p, reading).unwrap());
    patterns.equivalent(a, b).unwrap()
}

#[test]
fn anchors_anywhere() {
    use Reading::{Search, Whole};
    let cases = [
        ("^a$", "a", Whole, true),
        ("^a$", "a", Search, false),
        ("^(?s:.*)a(?s:.*)$", "a", Search, true),
        ("(^a|b)*", "a?b*", Whole, true),
        ("(a$|b)*", "b*a?", Whole, true),
        ("a^b", "[a&&b]", Whole, true),
        ("(^|a)b", "^b|ab", Search, true),
        ("(?:a?^b)", "b", Whole, true),
        ("(^a){2}", "[a&&b]", Whole, true),
        ("(^a?){2}", "a?", Whole, true),
        ("(^|x){3}a", "x{0,3}a", Whole, true),
        ("(^|x){3}a", "x{1,3}a", Whole, false),
        ("^$", "", Whole, true),
        ("$^", "^$", Search, true),
        ("(?:$^)*", "", Search, true),
    ];
    for (a, b, reading, want) in cases {
        assert_eq!(equivalent(a, b, reading), want, "{a} {b} {reading:?}");
    }
}

/// Two patterns that only a lone surrogate could tell apart have the same texts.
#[test]
fn surrogates_make_no_difference() {
    let pair = r"\x{D7FF}\x{E000}";
    let classes = format!("[{pair}a]");
    assert!(equivalent(&classes, r"[a\x{D7FF}]|\x{E000}", Reading::Whole));
    let mut patterns = Patterns::new();
    let a = patterns.parse(&classes, Reading::Whole).unwrap();
    let b = patterns.parse(r"[a\x{D7FF}]|\x{E000}", Reading::Whole).unwrap();
    assert_eq!(patterns.difference(a, b), Ok(None));
    let only = patterns.complement(b);
    let only = patterns.both(a, only);
    assert_eq!(patterns.empty(only), Ok(true));
    assert_eq!(patterns.sample(only, 3, 0), Ok(vec![]));
    assert!(equivalent(r"(?s).*", r"[\x{0}-\x{10FFFF}]*", Reading::Whole));
}

#[test]
fn mistakes_have_a_place() {
    use PatternErrorKind::*;
    let cases = [
        (r"é(a)\1", 4, BackReference),
        ("ab(?=c)", 2, LookAround),
        ("ab(?<!c)", 2, LookAround),
        ("a\u{30000}", 1, Alphabet('\u{30000}')),
    ];
    for (pattern, offset, kind) in cases {
        let error = Patterns::new().parse(pattern, Reading::Whole).unwrap_err();
        assert_eq!((error.offset, error.kind), (offset, kind), "{pattern}");
    }
    let syntax = Patterns::new().parse("a(b", Reading::Whole).unwrap_err();
    assert_eq!(syntax.to_string(), "pattern, character 2: unclosed group");
    assert_eq!(format!("{syntax:#}"), "pattern, character 2: unclosed group\n  a(b\n   ^");
}

/// What would be too large if counters were unrolled or patterns walked by recursion.
/// What random patterns have shown against the engines.
#[test]
fn dialects_differ() {
    let matches = |text: &str, dialect, word: &str| {
        let mut patterns = Patterns::new();
        let pattern = patterns.parse(text, Notation { dialect, ..Notation::default() });
        pattern.ok().map(|p| patterns.matches(p, word).unwrap())
    };
    let pcre = |text, word| matches(text, Dialect::Pcre, word);
    assert_eq!([pcre(r"\N{2}", "ab"), pcre(r"\N{2}", "a\n")], [Some(true), Some(false)]);
    assert_eq!(pcre(r"(?i)\p{Lu}", "a"), Some(false));
    assert_eq!([pcre("(?x)(?x:a b)", "ab"), pcre("(?xx:a b)", "ab")], [Some(true), None]);
    assert_eq!([pcre("(?m)a\n^", "a\n"), pcre("(?m)a\n^b", "a\nb")], [Some(false), Some(true)]);
    assert_eq!(matches("^*", Dialect::Posix, ""), None);
    // Without the flag `u`, since there is no such property.
    let ecma = |text, word| matches(text, Dialect::Ecma, word);
    assert_eq!([ecma(r"\p{Digit}", "p{Digit}"), ecma(r"\p{Upper}", "A")], [Some(true); 2]);
    let names = [r"(?<n\u0061>b)", r"(?<n\u{61}>b)", r"(?<n\a>b)", r"(?<na>b)(?<n\u0061>b)"];
    assert_eq!(names.map(|name| ecma(name, "b")), [Some(true), Some(true), None, None]);
    assert_eq!([ecma(r"\p{CWKCF}", "p{CWKCF}"), ecma(r"\P{Cs}", "a")], [None, Some(true)]);
}

#[test]
fn large_patterns() {
    assert!(equivalent("(a{1000}){1000}", "a{1000000}", Reading::Whole));
    assert!(!equivalent("(^|a{100000}b)*", "(a{100000}b)*c", Reading::Whole));
    let deep = format!("{}a{}", "(?:b".repeat(80), ")*".repeat(80));
    assert!(equivalent(&deep, &deep, Reading::Search));
    let too_deep = format!("{}a{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(Patterns::new().parse(&too_deep, Reading::Whole).is_err());
}

#[test]
fn limits_hold() {
    let mut patterns = Patterns::new();
    patterns.set_step_limit(Some(10_000));
    let a = patterns.parse("(a|b)*a(a|b){40}", Reading::Whole).unwrap();
    let error = patterns.automaton(a).unwrap_err();
    assert_eq!(error.to_string(), "the limit of steps was reached");
    patterns.set_step_limit(None);
    patterns.interrupt_handle().store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(patterns.automaton(a).unwrap_err().to_string(), "interrupted");
}

#[test]
fn drawings() {
    let mut patterns = Patterns::new();
    let r = patterns.parse("(?-u)a\"*|[\\d\\\\]", Reading::Whole).unwrap();
    let automaton = patterns.automaton(r).unwrap();
    let want = "digraph automaton {\n  rankdir=LR;\n  node [shape=circle];\n  start [shape=point];\n  start -> 0;\n  \
                1 [shape=doublecircle];\n  2 [shape=doublecircle];\n  0 -> 1 [label=\"[0-9\\\\\\\\]\"];\n  \
                0 -> 2 [label=\"a\"];\n  2 -> 2 [label=\"\\\"\"];\n}\n";
    assert_eq!(automaton.dot(), want);
    let svg = automaton.svg();
    assert_eq!(svg.matches("<circle").count(), 5);
    assert_eq!(svg.matches("class=\"label\"").count(), 3);
    assert_eq!(svg.matches("marker-end").count(), 4);
    let none = patterns.parse("[a&&b]", Reading::Whole).unwrap();
    let none = patterns.automaton(none).unwrap();
    assert!(none.is_empty() && none.len() == 1 && none.edges().is_empty());
    assert!(none.svg().contains("<circle"));
}
