//! Families after loops in programs: a text that is read, trimmed or built step by step, with the order and the counts that
//! programs keep on the way.

use super::script::{LETTERS, Script, apply, word};

/// Each field is cut off the rest of the text at `&`, and then at `=` into a name and a number.
pub fn records(n: usize) -> String {
    let mut script = Script::new();
    let (rests, fields) = (script.strings("rest", n), script.strings("field", n));
    let before = |s: &str, end: &str| format!("(str.substr {s} 0 (str.indexof {s} \"{end}\" 0))");
    let after = |s: &str, end: &str| {
        format!("(str.substr {s} (+ 1 (str.indexof {s} \"{end}\" 0)) (str.len {s}))")
    };
    for i in 0..n - 1 {
        script.assert(format_args!("(str.contains {} \"&\")", rests[i]));
        script.assert(format_args!("(= {} {})", fields[i], before(&rests[i], "&")));
        script.assert(format_args!("(= {} {})", rests[i + 1], after(&rests[i], "&")));
    }
    script.assert(format_args!("(= {} {})", fields[n - 1], rests[n - 1]));
    for (i, field) in fields.iter().enumerate() {
        script.assert(format_args!("(str.contains {field} \"=\")"));
        script.assert(format_args!("(= {} \"key{i}\")", before(field, "=")));
        let digits = "(re.+ (re.range \"0\" \"9\"))";
        script.assert(format_args!("(str.in_re {} {digits})", after(field, "=")));
    }
    script.ask()
}

/// As `while s.startswith(" "): s = s[1:]`, unrolled.
pub fn trim(n: usize) -> String {
    let mut script = Script::new();
    let rests = script.strings("s", n + 1);
    for pair in rests.windows(2) {
        let (s, rest) = (&pair[0], &pair[1]);
        script.assert(format_args!("(str.prefixof \" \" {s})"));
        script.assert(format_args!("(= {rest} (str.substr {s} 1 (- (str.len {s}) 1)))"));
    }
    script.assert(format_args!("(not (str.prefixof \" \" {}))", rests[n]));
    script.assert(format_args!("(> (str.len {}) 2)", rests[n]));
    script.ask()
}

/// Of a text of at most n letters, each that is there is a letter or a digit; no length is given.
pub fn alphanumeric(n: usize) -> String {
    let mut script = Script::new();
    script.string("s");
    script.assert(format_args!("(<= {} (str.len s) {n})", n / 2));
    for i in 0..n {
        let code = format!("(str.to_code (str.at s {i}))");
        let is_fine = format!("(or (<= 48 {code} 57) (<= 97 {code} 122))");
        script.assert(format_args!("(=> (< {i} (str.len s)) {is_fine})"));
    }
    script.assert("(str.contains s \"x1y\")");
    script.ask()
}

/// The length of the last is hardly more than is needed.
pub fn growing(n: usize) -> String {
    let mut script = Script::new();
    let texts = script.strings("s", n);
    for pair in texts.windows(2) {
        script.assert(format_args!("(str.contains {} {})", pair[1], pair[0]));
        script.assert(format_args!("(distinct {} {})", pair[0], pair[1]));
    }
    script.assert("(str.contains s0 \"key\")");
    script.assert(format_args!("(<= (str.len {}) {})", texts[n - 1], n + 6));
    script.ask()
}

/// Users are letters, and the domain is the same for all.
pub fn users(n: usize) -> String {
    let mut script = Script::new();
    let users = script.strings("u", n);
    script.string("domain");
    let address = |user: &String| format!("(str.++ {user} \"@\" domain)");
    for user in &users {
        script.assert(format_args!("(str.in_re {user} {LETTERS})"));
        script.assert(format_args!("(<= (str.len {}) 12)", address(user)));
    }
    script.assert("(str.suffixof \".org\" domain)");
    script.assert(apply("distinct", users.iter().map(address)));
    script.ask()
}

/// The last digit checks the others: each second one is doubled, and the digits of all are added.
pub fn cards(n: usize) -> String {
    let mut script = Script::new();
    script.string("s");
    script.assert(format_args!("(str.in_re s ((_ re.^ {n}) (re.range \"0\" \"9\")))"));
    let summand = |i: usize| {
        let digit = format!("(str.to_int (str.substr s {i} 1))");
        match i % 2 {
            0 => format!("(ite (> (* 2 {digit}) 9) (- (* 2 {digit}) 9) (* 2 {digit}))"),
            _ => digit,
        }
    };
    script.assert(format_args!("(= (mod {} 10) 0)", apply("+", (0..n).map(summand))));
    script.assert("(str.prefixof \"4\" s)");
    script.assert("(not (str.contains s \"00\"))");
    script.ask()
}

/// An automaton with the states outside, inside, and inside after a backslash, run by hand.
pub fn quotes(n: usize) -> String {
    let mut script = Script::new();
    script.string("s");
    script.assert(format_args!("(= (str.len s) {n})"));
    script.integer("q0");
    script.assert("(= q0 0)");
    for i in 0..n {
        let next = format!("q{}", i + 1);
        script.integer(&next);
        let is = |c: &str| format!("(= (str.at s {i}) \"{c}\")");
        let outside = format!("(ite {} 1 0)", is("\"\""));
        let inside = format!("(ite {} 0 (ite {} 2 1))", is("\"\""), is("\\"));
        let step = format!("(ite (= q{i} 0) {outside} (ite (= q{i} 1) {inside} 1))");
        script.assert(format_args!("(= {next} {step})"));
    }
    script.assert(format_args!("(= q{n} 1)"));
    script.assert(format_args!("(= (str.at s {}) \"\\\")", n / 2));
    script.ask()
}

/// A palindrome of which each letter has a name; the answer is no.
pub fn mirrored(n: usize) -> String {
    let mut script = Script::new();
    let letters = script.strings("c", n);
    for c in &letters {
        script.assert(format_args!("(= (str.len {c}) 1)"));
    }
    let (forwards, backwards) =
        (apply("str.++", letters.clone()), apply("str.++", letters.iter().rev().cloned()));
    script.assert(format_args!("(= {forwards} {backwards})"));
    script.assert(format_args!("(str.contains {forwards} \"ab\")"));
    script.assert(format_args!("(not (str.contains {forwards} \"ba\"))"));
    script.ask()
}

/// As `"".join(f"{len(m)}:{m}" for m in texts)`; `2:3:` can be a text of two letters that begins with `3:`.
pub fn netstrings(n: usize) -> String {
    let mut script = Script::new();
    let texts = script.strings("m", n);
    script.string("whole");
    for m in &texts {
        script.assert(format_args!("(<= 1 (str.len {m}) 12)"));
    }
    let part = |m: &String| format!("(str.from_int (str.len {m})) \":\" {m}");
    script.assert(format_args!("(= whole {})", apply("str.++", texts.iter().map(part))));
    script.assert(format_args!("(= (str.len whole) {})", 9 * n));
    script.assert(format_args!("(str.contains whole \"2:3:\")"));
    script.ask()
}

/// Names in a template of n places are replaced one by one by words of letters.
pub fn template(n: usize) -> String {
    let mut script = Script::new();
    let names = script.strings("name", n);
    script.string("letter");
    let places: String = (0..n).map(|i| format!("Dear {{{i}}}, ")).collect();
    let mut text = format!("\"{places}\"");
    for (i, name) in names.iter().enumerate() {
        script.assert(format_args!("(str.in_re {name} {LETTERS})"));
        text = format!("(str.replace {text} \"{{{i}}}\" {name})");
    }
    script.assert(format_args!("(= letter {text})"));
    script.assert(format_args!(
        "(str.in_re letter (re.++ re.all {} re.all))",
        word("Dear bob, Dear eve")
    ));
    script.ask()
}

/// The depth of n + 1 brackets, one more or less behind each, which cannot be 0 in the end.
pub fn unbalanced(n: usize) -> String {
    let n = n + 1;
    let mut script = Script::new();
    script.string("s");
    script.assert(format_args!("(= (str.len s) {n})"));
    script.integer("d0");
    script.assert("(= d0 0)");
    for i in 0..n {
        script.integer(&format!("d{}", i + 1));
        let opens = format!("(= (str.at s {i}) \"(\")");
        script.assert(format_args!("(= d{} (ite {opens} (+ d{i} 1) (- d{i} 1)))", i + 1));
    }
    script.assert(format_args!("(= d{n} 0)"));
    script.ask()
}

/// A text is unescaped letter by letter: what follows a percent sign is taken as it is, but for `n`.
pub fn unescape(n: usize) -> String {
    let mut script = Script::new();
    script.string("s");
    script.assert(format_args!("(= (str.len s) {n})"));
    let texts = script.strings("text", n + 1);
    (0..=n).for_each(|i| script.truth(&format!("escaped{i}")));
    script.assert(format_args!("(= {} \"\")", texts[0]));
    script.assert("(not escaped0)");
    for (i, pair) in texts.windows(2).enumerate() {
        let (letter, [before, text]) = (format!("(str.at s {i})"), [&pair[0], &pair[1]]);
        let percent = format!("(= {letter} \"%\")");
        script.assert(format_args!("(= escaped{} (and (not escaped{i}) {percent}))", i + 1));
        let taken = format!("(str.++ {before} (ite (= {letter} \"n\") \"-\" {letter}))");
        let plain = format!("(ite {percent} {before} (str.++ {before} {letter}))");
        script.assert(format_args!("(= {text} (ite escaped{i} {taken} {plain}))"));
    }
    script.assert(format_args!("(not escaped{n})"));
    script.assert(format_args!("(str.suffixof \"a-b%\" {})", texts[n]));
    script.ask()
}

/// A text is read letter by letter by a machine whose state is a string.
pub fn markup(n: usize) -> String {
    let mut script = Script::new();
    script.string("s");
    script.assert(format_args!("(= (str.len s) {n})"));
    let states = script.strings("state", n + 1);
    script.assert(format_args!("(= {} \"start\")", states[0]));
    for (i, pair) in states.windows(2).enumerate() {
        let steps = [("start", '<', "tag"), ("tag", '>', "text"), ("text", '<', "tag")];
        let next = steps.iter().rfold(pair[0].clone(), |rest, (from, letter, to)| {
            let fits = format!("(and (= {} \"{from}\") (= (str.at s {i}) \"{letter}\"))", pair[0]);
            format!("(ite {fits} \"{to}\" {rest})")
        });
        script.assert(format_args!("(= {} {next})", pair[1]));
    }
    script.assert(format_args!("(= {} \"text\")", states[n]));
    script.assert("(not (str.prefixof \"<\" s))");
    script.ask()
}
