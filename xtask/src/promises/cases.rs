//! Scripts that are small to write and large to read, to rewrite or to solve.
//!
//! Each was once answered late, or took more memory than it was given: what is quick on all inputs of a usual size is
//! where nobody looks at the clock. They are generated, as some have millions of characters.

/// A script and the limits that have to hold.
pub struct Case {
    /// What makes it large.
    pub name: &'static str,
    /// Arguments with limits.
    pub args: &'static [&'static str],
    /// The time that they allow, in milliseconds.
    pub milliseconds: Option<u64>,
    /// The memory that they allow, in MiB.
    pub mebibytes: Option<u64>,
    /// Writes it.
    pub script: fn() -> String,
}

/// A row: its name, a check of half a second within 256 MiB, and what writes the script.
const fn check(name: &'static str, script: fn() -> String) -> Case {
    let args = &["-t:500", "--memory=256"];
    Case { name, args, milliseconds: Some(500), mebibytes: Some(256), script }
}

/// The same for a whole run of a second.
const fn run(name: &'static str, script: fn() -> String) -> Case {
    let args = &["-T:1", "--memory=256"];
    Case { name, args, milliseconds: Some(1000), mebibytes: Some(256), script }
}

/// The same for a run of 300 milliseconds whose later checks are answered `unknown`.
const fn short_run(name: &'static str, script: fn() -> String) -> Case {
    let args = &["--total-timeout=300", "--memory=256"];
    Case { name, args, milliseconds: Some(300), mebibytes: Some(256), script }
}

/// All of them.
pub const CASES: &[Case] = &[
    check("transducers", || doubling(30)),
    check("transducers, fewer", || doubling(28)),
    check("distinct strings", || distinct("String", 3000)),
    check("distinct integers", || distinct("Int", 3000)),
    check("long words", || long_words(30)),
    check("doubled text", || repeated("\"ab\"", "(str.++ a a)", "(= (str.at a i) s)")),
    check("text in itself", || repeated("\"ab\"", "(str.replace a \"b\" a)", "(= (str.at a i) s)")),
    check("order of long literals", || {
        let word = "ab".repeat(300_000);
        assert(&format!("(and (str.< \"{word}\" s) (str.< s \"{word}a\"))"))
    }),
    check("squares", || repeated("3", "(* a a)", "(= (str.from_int a) s)")),
    check("numerals of lengths", || {
        assert(&format!("(not (= i {}))", nest("(str.len (str.from_int ", "i", "))", 3000)))
    }),
    run("definitions", || definitions(29)),
    run("deep regex", || {
        assert(&format!(
            "(str.in_re s {})",
            nest("(re.++ (str.to_re \"a\") ", "re.all", ")", 1_000_000)
        ))
    }),
    run("deep complements", || {
        let open = "(re.comp (re.union (str.to_re \"a\") ";
        assert(&format!("(str.in_re s {})", nest(open, "re.none", "))", 500_000)))
    }),
    run("deep sum", || assert(&format!("(= 0 {})", nest("(+ i (* 2 ", "i", "))", 500_000)))),
    run("deep negations", || assert(&nest("(not (and p ", "p", "))", 500_000))),
    run("deep concatenation", || {
        assert(&format!("(= s {})", nest("(str.++ t \"a\" ", "t", ")", 500_000)))
    }),
    run("wide regex", || {
        let parts = list("re.union", 500_000, |k| format!("(str.to_re \"w{k}\")"));
        assert(&format!("(str.in_re s {parts})"))
    }),
    run("wide disjunction", || assert(&list("or", 500_000, |k| format!("(> i {k})")))),
    run("many assertions", many_assertions),
    short_run("many small commands", || {
        format!("{CONSTANTS}{}(check-sat)", "(assert (> i 1))".repeat(3_000_000))
    }),
    short_run("many checks", || "(check-sat)".repeat(2_000_000)),
    short_run("blanks", || assert(&" \n".repeat(40_000_000))),
    short_run("long literal", || assert(&format!("(= s \"{}\")", "a".repeat(60_000_000)))),
    check("long literal, to be solved", || {
        assert(&format!("(= s \"{}\")", "a".repeat(10_000_000)))
    }),
    Case {
        name: "long literals",
        args: &["--memory=200"],
        milliseconds: None,
        mebibytes: Some(200),
        script: long_literals,
    },
];

const CONSTANTS: &str =
    "(declare-const p Bool)(declare-const i Int)(declare-const s String)(declare-const t String)";

/// Replacements in one another, each of which doubles every letter.
fn doubling(times: usize) -> String {
    let term = (0..times).fold("s".to_owned(), |inner, k| {
        let (from, to) = if k % 2 == 0 { ("a", "bb") } else { ("b", "aa") };
        format!("(str.replace_all {inner} \"{from}\" \"{to}\")")
    });
    assert(&format!(
        "(and (str.in_re {term} (re.++ re.all (str.to_re \"zz\"))) (not (= s \"zz\")))"
    ))
}

/// A formula about what 40 applications of a function make of a constant.
fn repeated(constant: &str, function: &str, formula: &str) -> String {
    let open = format!("(let ((a {function})) ");
    assert(&format!("(let ((a {constant})) {})", nest(&open, formula, ")", 40)))
}

/// Functions, each of which is the one before applied twice.
fn definitions(count: usize) -> String {
    let mut script = format!("{CONSTANTS}(define-fun f0 ((a String)) String (str.++ a a))");
    for k in 1..=count {
        script += &format!("(define-fun f{k} ((a String)) String (f{0} (f{0} a)))", k - 1);
    }
    script + &format!("(assert (= (f{count} s) t))(check-sat)")
}

fn distinct(sort: &str, count: usize) -> String {
    let names: Vec<String> = (0..count).map(|k| format!("x{k}")).collect();
    let declared: String = names.iter().map(|x| format!("(declare-const {x} {sort})")).collect();
    format!("{declared}(assert (distinct {}))(check-sat)", names.join(" "))
}

/// Words that fit into memory one by one.
fn long_words(count: usize) -> String {
    let one = |k| format!("(declare-const x{k} String)(assert (= (str.len x{k}) 12000000))");
    (0..count).map(one).collect::<String>() + "(check-sat)"
}

fn assert(formula: &str) -> String {
    format!("{CONSTANTS}(assert {formula})(check-sat)")
}

/// `core` with so many times `open` before it and `close` after it.
fn nest(open: &str, core: &str, close: &str, times: usize) -> String {
    [&open.repeat(times), core, &close.repeat(times)].concat()
}

/// An application to so many arguments.
fn list(function: &str, count: usize, argument: fn(usize) -> String) -> String {
    let arguments: Vec<String> = (0..count).map(argument).collect();
    format!("({function} {})", arguments.join(" "))
}

fn many_assertions() -> String {
    let one = |k| format!("(declare-const x{k} Int)(assert (> x{k} {k}))");
    (0..500_000).map(one).collect::<String>() + "(check-sat)"
}

fn long_literals() -> String {
    let literal = |letter: &str| letter.repeat(25_000_000);
    let (a, b) = (literal("a"), literal("b"));
    format!("{CONSTANTS}(assert (= s \"{a}\"))(assert (= t \"{b}\"))(check-sat)")
}
