//! Families about what validators and formatters do: check sums, normal forms of names and paths, numerals of a fixed width.

use super::script::{DIGITS, LETTERS, Script, apply};

/// The letters of a string, one by one.
fn letters(text: &str, n: usize) -> Vec<String> {
    (0..n).map(|i| format!("(str.at {text} {i})")).collect()
}

/// A declared string of n letters of a class.
fn text(script: &mut Script, name: &str, letter: &str, n: usize) -> Vec<String> {
    script.string(name);
    script.assert(format_args!("(str.in_re {name} ((_ re.^ {n}) {letter}))"));
    letters(name, n)
}

/// An account number: the remainder by 97 is computed step by step, and letters count as two digits.
pub fn account(n: usize) -> String {
    let mut script = Script::new();
    let letter = "(re.union (re.range \"0\" \"9\") (re.range \"A\" \"Z\"))";
    let letters = text(&mut script, "s", letter, n);
    script.assert("(str.prefixof \"DE\" s)");
    let mut sum = "0".to_owned();
    for i in 0..n {
        let c = &letters[(i + 4) % n];
        let digit = format!("(+ (* 10 {sum}) (str.to_int {c}))");
        let capital = format!("(+ (* 100 {sum}) (- (str.to_code {c}) 55))");
        sum = format!("r{i}");
        script.integer(&sum);
        let next = format!("(ite (str.is_digit {c}) {digit} {capital})");
        script.assert(format_args!("(= {sum} (mod {next} 97))"));
    }
    script.assert(format_args!("(= {sum} 1)"));
    script.ask()
}

/// Numbers that are filled up with zeros, and digits that are in several of them.
pub fn padded(n: usize) -> String {
    let mut script = Script::new();
    let mut parts = Vec::new();
    for i in 0..n {
        let k = format!("k{i}");
        script.integer(&k);
        script.assert(format_args!("(<= 0 {k} 9999)"));
        let numeral = format!("(str.from_int {k})");
        let filled = [("0", 3), ("00", 2), ("000", 1)].into_iter();
        parts.push(filled.fold(numeral.clone(), |rest, (zeros, length)| {
            let is_short = format!("(= (str.len {numeral}) {length})");
            format!("(ite {is_short} (str.++ \"{zeros}\" {numeral}) {rest})")
        }));
        if i > 0 {
            script.assert(format_args!("(< k{} {k})", i - 1));
        }
    }
    script.string("text");
    script.assert(format_args!("(= text {})", apply("str.++", parts)));
    script.assert("(str.contains text \"12345678\")");
    script.ask()
}

/// A folder and n names, with or without a slash at the end: what is joined never has two slashes in a row.
pub fn joined(n: usize) -> String {
    let mut script = Script::new();
    let names = script.strings("name", n);
    let paths = script.strings("path", n + 1);
    script.assert("(= path0 \"/srv\")");
    for (i, name) in names.iter().enumerate() {
        let (path, next) = (&paths[i], &paths[i + 1]);
        script.assert(format_args!(
            "(str.in_re {name} (re.++ {LETTERS} (re.opt (str.to_re \"/\"))))"
        ));
        let joined = format!(
            "(ite (str.suffixof \"/\" {path}) (str.++ {path} {name}) (str.++ {path} \"/\" {name}))"
        );
        script.assert(format_args!("(= {next} (ite (str.prefixof \"/\" {name}) {name} {joined}))"));
    }
    script.assert(format_args!("(str.contains {} \"//\")", paths[n]));
    script.ask()
}

/// A palindrome but for its capital letters.
pub fn folded(n: usize) -> String {
    let mut script = Script::new();
    let both = "(re.union (re.range \"a\" \"z\") (re.range \"A\" \"Z\"))";
    let letters = text(&mut script, "s", both, n);
    script.declare("(define-fun low ((c Int)) Int (ite (and (<= 65 c) (<= c 90)) (+ c 32) c))");
    for (front, back) in letters.iter().zip(letters.iter().rev()).take(n / 2) {
        let [a, b] = [front, back].map(|c| format!("(low (str.to_code {c}))"));
        script.assert(format_args!("(= {a} {b})"));
        script.assert(format_args!("(distinct {front} {back})"));
    }
    script.ask()
}

/// The first field of a line is put behind the last one, n times.
pub fn rotated(n: usize) -> String {
    let mut script = Script::new();
    let lines = script.strings("line", n + 1);
    script.assert(format_args!(
        "(str.in_re line0 (re.++ {LETTERS} (re.+ (re.++ (str.to_re \",\") {LETTERS}))))"
    ));
    for pair in lines.windows(2) {
        let (line, next) = (&pair[0], &pair[1]);
        let end = format!("(str.indexof {line} \",\" 0)");
        let rest = format!("(str.substr {line} (+ {end} 1) (str.len {line}))");
        script.assert(format_args!("(= {next} (str.++ {rest} \",\" (str.substr {line} 0 {end})))"));
    }
    script.assert(format_args!("(str.prefixof \"bc,\" {})", lines[n]));
    script.assert(format_args!("(distinct line0 {})", lines[n]));
    script.ask()
}

/// A name with underscores, which go, and make the letter behind them a capital.
pub fn camel(n: usize) -> String {
    let mut script = Script::new();
    let letter = "(re.union (re.range \"a\" \"z\") (str.to_re \"_\"))";
    let letters = text(&mut script, "s", letter, n);
    let parts = letters.iter().enumerate().map(|(i, c)| {
        let capital = format!("(str.from_code (- (str.to_code {c}) 32))");
        let before = i.checked_sub(1).map(|before| &letters[before]);
        let other = match before {
            Some(before) => format!("(ite (= {before} \"_\") {capital} {c})"),
            None => c.clone(),
        };
        format!("(ite (= {c} \"_\") \"\" {other})")
    });
    let whole = apply("str.++", parts);
    script.string("name");
    script.assert(format_args!("(= name {whole})"));
    script.assert("(str.prefixof \"aB\" name)");
    script.assert(format_args!("(= (str.len name) {})", 3 * n / 4));
    script.ask()
}

/// The cipher of Vigenère with a key of three letters, of which a plain word and a secret one are known.
pub fn vigenere(n: usize) -> String {
    let mut script = Script::new();
    let small = "(re.range \"a\" \"z\")";
    let plain = text(&mut script, "plain", small, n);
    let key = text(&mut script, "key", small, 3);
    let secret = text(&mut script, "secret", small, n);
    for i in 0..n {
        let [p, k, s] =
            [&plain[i], &key[i % 3], &secret[i]].map(|c| format!("(- (str.to_code {c}) 97)"));
        script.assert(format_args!("(= {s} (mod (+ {p} {k}) 26))"));
    }
    script.assert("(str.prefixof \"the\" plain)");
    script.assert("(str.suffixof \"x\" secret)");
    script.ask()
}

/// Two texts with as many letters of each kind, of which one has no `b`.
pub fn anagrams(n: usize) -> String {
    let mut script = Script::new();
    let letter = "(re.range \"a\" \"d\")";
    let texts = ["s", "t"].map(|name| text(&mut script, name, letter, n));
    for c in ["a", "b", "c", "d"] {
        let count = |text: &[String]| {
            apply("+", text.iter().map(|at| format!("(ite (= {at} \"{c}\") 1 0)")))
        };
        script.assert(format_args!("(= {} {})", count(&texts[0]), count(&texts[1])));
    }
    script.assert("(str.prefixof \"ab\" s)");
    script.assert("(not (str.contains t \"b\"))");
    script.ask()
}

/// The value of n Roman digits: one in front of a greater one is subtracted.
pub fn roman(n: usize) -> String {
    let mut script = Script::new();
    let letter =
        "(re.union (str.to_re \"I\") (str.to_re \"V\") (str.to_re \"X\") (str.to_re \"C\"))";
    let letters = text(&mut script, "s", letter, n);
    script.declare(
        "(define-fun v ((c String)) Int (ite (= c \"I\") 1 (ite (= c \"V\") 5 (ite (= c \"X\") 10 (ite (= c \"C\") 100 0)))))",
    );
    let values = letters.iter().enumerate().map(|(i, c)| match letters.get(i + 1) {
        Some(next) => format!("(ite (< (v {c}) (v {next})) (- (v {c})) (v {c}))"),
        None => format!("(v {c})"),
    });
    let sum = apply("+", values);
    script.assert(format_args!("(= {sum} {})", 10 * n + 9));
    script.assert("(str.prefixof \"XIV\" s)");
    script.ask()
}

/// n rules, of which the first that fits decides; one was made wider: is anything allowed that was not?
pub fn policy(n: usize) -> String {
    let mut script = Script::new();
    script.string("action");
    script.string("path");
    let rule = |i: usize, action: &str| {
        let bucket = format!("(re.++ (str.to_re \"bucket{i}/\") re.all)");
        format!("(and (str.prefixof \"{action}\" action) (str.in_re path {bucket}))")
    };
    let [mut before, mut after] = ["false", "false"].map(str::to_owned);
    for i in (0..n).rev() {
        let (fits, is_allowed) = (rule(i, &format!("Get{}", i % 7)), i % 3 > 0);
        before = format!("(ite {fits} {is_allowed} {before})");
        after = match i == n / 2 {
            true => format!("(ite {} true {after})", rule(i, "")),
            false => format!("(ite {fits} {is_allowed} {after})"),
        };
    }
    script.assert(after);
    script.assert(format_args!("(not {before})"));
    script.assert(format_args!("(not (str.in_re path (re.++ re.all {DIGITS})))"));
    script.assert("(str.suffixof \"/key\" path)");
    script.ask()
}

/// Two numbers of n digits that differ in one, each with a check digit by the table of H. M. Damm (2004).
pub fn latin(n: usize) -> String {
    const TABLE: [&str; 10] = [
        "0317598642",
        "7092154863",
        "4206871359",
        "1750983426",
        "6123045978",
        "3674209581",
        "5869720134",
        "8945362017",
        "9438617205",
        "2581436790",
    ];
    let mut script = Script::new();
    let choice = |x: &str, quote: &str, values: Vec<String>| {
        let rest = values[9].clone();
        let cases = values[..9].iter().enumerate().rev();
        cases.fold(rest, |rest, (i, v)| format!("(ite (= {x} {quote}{i}{quote}) {v} {rest})"))
    };
    let rows = TABLE.map(|row| choice("c", "\"", row.chars().map(String::from).collect()));
    let table = choice("h", "", rows.to_vec());
    script.declare(&format!("(define-fun step ((h Int) (c String)) Int {table})"));
    for name in ["s", "t"] {
        let letters = text(&mut script, name, "(re.range \"0\" \"9\")", n);
        let mut state = "0".to_owned();
        for (i, c) in letters.iter().enumerate() {
            let next = format!("(step {state} {c})");
            state = format!("{name}{i}");
            script.integer(&state);
            script.assert(format_args!("(= {state} {next})"));
        }
        script.assert(format_args!("(= {state} 0)"));
    }
    for i in (0..n).filter(|&i| i != n / 2) {
        script.assert(format_args!("(= (str.at s {i}) (str.at t {i}))"));
    }
    script.assert("(not (= s t))");
    script.ask()
}

/// n names, each with at least two letters in common with the next at the start; the first begins with `qu`, the last does not.
pub fn common(n: usize) -> String {
    let mut script = Script::new();
    let names = script.strings("name", n);
    for name in &names {
        script.assert(format_args!("(str.in_re {name} {LETTERS})"));
    }
    for (i, pair) in names.windows(2).enumerate() {
        let (a, b, k) = (&pair[0], &pair[1], format!("k{i}"));
        script.integer(&k);
        script.assert(format_args!("(< 1 {k} (str.len {a}))"));
        script.assert(format_args!("(= (str.substr {a} 0 {k}) (str.substr {b} 0 {k}))"));
        script.assert(format_args!("(not (= (str.at {a} {k}) (str.at {b} {k})))"));
    }
    script.assert(format_args!("(str.prefixof \"qu\" {})", names[0]));
    script.assert(format_args!("(not (str.prefixof \"qu\" {}))", names[n - 1]));
    script.ask()
}

/// Two texts of n bits that differ in the middle one have the same remainder by a polynomial of degree 4, bit by bit, where the bits that
/// are taken off are told apart by numbers.
pub fn crc(n: usize) -> String {
    let mut script = Script::new();
    let taken = "(ite (= (mod d 4) 3) 19 (ite (= (mod d 4) 0) 13 (ite (= (mod d 4) 1) 15 17)))";
    for (text, state) in [("sent", 's'), ("received", 'r')] {
        script.string(text);
        script.assert(format_args!("(= (str.len {text}) {n})"));
        script.assert(format_args!("(str.in_re {text} (re.* (re.range \"0\" \"1\")))"));
        script.integer(&format!("{state}0"));
        script.assert(format_args!("(= {state}0 0)"));
        for i in 0..n {
            let next = format!("{state}{}", i + 1);
            script.integer(&next);
            let read = format!("(+ (* 2 {state}{i}) (str.to_int (str.at {text} {i})))");
            script.assert(format_args!(
                "(= {next} (let ((d {read})) (ite (>= d 16) (- d {taken}) d)))"
            ));
        }
        script.assert(format_args!("(= {state}{n} 0)"));
    }
    for i in (0..n).filter(|i| *i != n / 2) {
        script.assert(format_args!("(= (str.at sent {i}) (str.at received {i}))"));
    }
    script.assert("(not (= sent received))");
    script.ask()
}
