//! Families after symbolic execution: one string is taken apart again and again, by positions that depend on what was read
//! before, and each step leaves a condition.

use super::script::{DIGITS, LETTERS, Script, apply, literal, word};

/// What follows the first k letters.
fn behind(s: &str, k: &str) -> String {
    format!("(str.substr {s} {k} (- (str.len {s}) {k}))")
}

/// As `while i < j: if s[i] != s[j]: return; i += 1; j -= 1`, run to its end. The length is not given.
pub fn palindrome_loop(n: usize) -> String {
    let mut script = Script::new();
    script.string("s");
    for i in 0..n / 2 {
        let j = format!("(- (str.len s) {})", i + 1);
        script.assert(format_args!("(< {i} {j})"));
        script.assert(format_args!("(= (str.at s {i}) (str.at s {j}))"));
    }
    script.assert(format_args!("(not (< {} (- (str.len s) {})))", n / 2, n / 2 + 1));
    script.assert("(str.contains s \"ab\")");
    script.assert("(not (str.prefixof \"a\" s))");
    script.ask()
}

/// The second half is the first one backwards, both of known lengths.
pub fn halves(n: usize) -> String {
    let mut script = Script::new();
    ["left", "right"].iter().for_each(|half| script.string(half));
    script.assert(format_args!("(= (str.len left) {})", n / 2));
    script.assert("(= (str.len right) (str.len left))");
    for i in 0..n / 2 {
        let j = n / 2 - 1 - i;
        script.assert(format_args!("(= (str.at left {i}) (str.at right {j}))"));
    }
    script.assert(format_args!("(str.in_re left {LETTERS})"));
    script.assert("(str.contains (str.++ left right) \"noon\")");
    script.ask()
}

/// Each contains the one before, and is longer.
pub fn containing(n: usize) -> String {
    let mut script = Script::new();
    let texts = script.strings("s", n);
    for pair in texts.windows(2) {
        script.assert(format_args!("(str.contains {} {})", pair[1], pair[0]));
        script.assert(format_args!("(< (str.len {}) (str.len {}))", pair[0], pair[1]));
    }
    script.assert("(str.in_re s0 (re.+ (re.range \"a\" \"c\")))");
    script.assert(format_args!("(<= (str.len {}) {})", texts[n - 1], 2 * n));
    script.assert(format_args!("(str.contains {} \"stop\")", texts[n - 1]));
    script.ask()
}

/// Places of a template get their values one by one, each in the result of the one before.
pub fn places(n: usize) -> String {
    let mut script = Script::new();
    let values = script.strings("value", n);
    let text: String = (0..n).map(|i| format!("k{i}=$({i});")).collect();
    let texts = script.strings("text", n + 1);
    script.assert(format_args!("(= text0 {})", literal(&text)));
    for (i, value) in values.iter().enumerate() {
        let place = literal(&format!("$({i})"));
        script.assert(format_args!(
            "(= {} (str.replace {} {place} {value}))",
            texts[i + 1],
            texts[i]
        ));
        script.assert(format_args!("(not (str.contains {value} \"$\"))"));
    }
    script.assert(format_args!("(str.contains {} \"=admin;\")", texts[n]));
    script.ask()
}

/// A line is split at its commas: `field, line = line[:line.index(",")], line[line.index(",") + 1:]`. All fields differ
/// from their neighbours, the third is a number.
pub fn split(n: usize) -> String {
    let mut script = Script::new();
    let (rests, fields) = (script.strings("rest", n), script.strings("field", n));
    for i in 0..n - 1 {
        let comma = format!("(str.indexof {} \",\" 0)", rests[i]);
        script.assert(format_args!("(>= {comma} 0)"));
        script.assert(format_args!("(= {} (str.substr {} 0 {comma}))", fields[i], rests[i]));
        let rest = behind(&rests[i], &format!("(+ {comma} 1)"));
        script.assert(format_args!("(= {} {rest})", rests[i + 1]));
        script.assert(format_args!("(distinct {} {})", fields[i], fields[i + 1]));
    }
    script.assert(format_args!("(= {} {})", fields[n - 1], rests[n - 1]));
    script.assert(format_args!("(= (str.indexof {} \",\" 0) (- 1))", rests[n - 1]));
    script.assert(format_args!("(str.in_re {} {DIGITS})", fields[2]));
    script.assert(format_args!("(= {} \"end\")", fields[n - 1]));
    script.ask()
}

/// Fields of a line, one after the other, by the positions of the commas.
pub fn positions(n: usize) -> String {
    let mut script = Script::new();
    script.string("line");
    let fields = script.strings("field", n);
    script.integer("p0");
    script.assert("(= p0 (- 1))");
    for (i, field) in fields.iter().enumerate() {
        let (before, comma) = (format!("p{i}"), format!("p{}", i + 1));
        script.integer(&comma);
        script.assert(format_args!("(= {comma} (str.indexof line \",\" (+ {before} 1)))"));
        script.assert(format_args!("(> {comma} {before})"));
        let slice = format!("(str.substr line (+ {before} 1) (- {comma} {before} 1))");
        script.assert(format_args!("(= {field} {slice})"));
        script.assert(format_args!("(str.in_re {field} {})", [LETTERS, DIGITS][i % 2]));
    }
    script.assert(format_args!("(= (str.len line) (+ p{n} 4))"));
    script.assert("(str.suffixof \"end\" line)");
    script.ask()
}

/// Values are looked up in `k0=...;k1=...;` by the positions of their keys.
pub fn lookup(n: usize) -> String {
    let mut script = Script::new();
    script.string("s");
    let values = script.strings("value", n);
    for (i, value) in values.iter().enumerate() {
        let key = format!("k{i}=");
        let (at, end) = (format!("at{i}"), format!("end{i}"));
        script.integer(&at);
        script.integer(&end);
        script.assert(format_args!("(= {at} (str.indexof s \"{key}\" 0))"));
        script.assert(format_args!("(>= {at} 0)"));
        script.assert(format_args!("(= {end} (str.indexof s \";\" {at}))"));
        script.assert(format_args!("(> {end} {at})"));
        let start = format!("(+ {at} {})", key.len());
        script.assert(format_args!("(= {value} (str.substr s {start} (- {end} {start})))"));
        script.assert(format_args!("(str.in_re {value} {DIGITS})"));
    }
    script.ask()
}

/// Scheme, host and path are cut off, then n parameters with a name and a value.
pub fn url(n: usize) -> String {
    let mut script = Script::new();
    ["url", "scheme", "host", "path"].iter().for_each(|part| script.string(part));
    let rests = script.strings("rest", n + 3);
    script.assert("(= rest0 url)");
    for (i, (part, end)) in [("scheme", "://"), ("host", "/"), ("path", "?")].iter().enumerate() {
        let at = format!("(str.indexof {} \"{end}\" 0)", rests[i]);
        script.assert(format_args!("(> {at} 0)"));
        script.assert(format_args!("(= {part} (str.substr {} 0 {at}))", rests[i]));
        let next = behind(&rests[i], &format!("(+ {at} {})", end.len()));
        script.assert(format_args!("(= {} {next})", rests[i + 1]));
    }
    script.assert("(or (= scheme \"http\") (= scheme \"https\"))");
    script.assert("(str.suffixof \".example.org\" host)");
    let (names, values) = (script.strings("name", n), script.strings("value", n));
    for i in 0..n {
        let rest = &rests[i + 3];
        let mut pair = rest.clone();
        if i + 1 < n {
            let end = format!("(str.indexof {rest} \"&\" 0)");
            script.assert(format_args!("(> {end} 0)"));
            let next = behind(rest, &format!("(+ {end} 1)"));
            script.assert(format_args!("(= {} {next})", rests[i + 4]));
            pair = format!("(str.substr {rest} 0 {end})");
        }
        let is = format!("(str.indexof {pair} \"=\" 0)");
        script.assert(format_args!("(> {is} 0)"));
        script.assert(format_args!("(= {} (str.substr {pair} 0 {is}))", names[i]));
        script.assert(format_args!("(= {} {})", values[i], behind(&pair, &format!("(+ {is} 1)"))));
        script.assert(format_args!("(str.in_re {} {LETTERS})", names[i]));
    }
    script.assert(format_args!("(= {} \"<script>\")", values[n - 1]));
    script.ask()
}

/// As `while s.startswith(p): s = s[len(p):]` with an unknown `p`, which is taken off n times.
pub fn strip(n: usize) -> String {
    let mut script = Script::new();
    script.string("p");
    script.assert("(<= 1 (str.len p) 4)");
    let rests = script.strings("s", n + 1);
    for pair in rests.windows(2) {
        script.assert(format_args!("(str.prefixof p {})", pair[0]));
        script.assert(format_args!("(= {} {})", pair[1], behind(&pair[0], "(str.len p)")));
    }
    script.assert(format_args!("(not (str.prefixof p {}))", rests[n]));
    script.assert(format_args!("(str.contains {} \"end\")", rests[n]));
    script.ask()
}

/// Letters are given one by one, and together they are not a prefix that they are.
pub fn clash(n: usize) -> String {
    let mut script = Script::new();
    script.string("s");
    let text: Vec<char> = (0..n).map(|i| char::from(b'a' + (i * i % 26) as u8)).collect();
    for (i, c) in text.iter().enumerate() {
        script.assert(format_args!("(= (str.at s {i}) \"{c}\")"));
    }
    let text: String = text.into_iter().collect();
    script.assert(format_args!("(not (str.prefixof {} s))", literal(&text)));
    script.ask()
}

/// All digits are even, and so is what checks them; the answer is no.
pub fn parity(n: usize) -> String {
    let mut script = Script::new();
    script.string("s");
    let even = (0..5).map(|i| word(&(2 * i).to_string())).collect::<Vec<_>>().join(" ");
    script.assert(format_args!("(str.in_re s ((_ re.^ {n}) (re.union {even})))"));
    let summand = |i: usize| format!("(* {} (str.to_int (str.at s {i})))", 1 + 2 * (i % 2));
    script.assert(format_args!("(= (mod {} 10) 5)", apply("+", (0..n).map(summand))));
    script.ask()
}

/// Areas of n rectangles that are written as texts.
pub fn times(n: usize) -> String {
    let mut script = Script::new();
    let (xs, ys, zs) = (script.strings("x", n), script.strings("y", n), script.strings("z", n));
    for i in 0..n {
        let [x, y, z] = [&xs[i], &ys[i], &zs[i]].map(|s| format!("(str.len {s})"));
        script.assert(format_args!("(= {z} (* {x} {y}))"));
        script.assert(format_args!("(< 1 {x} {y})"));
        if i > 0 {
            script.assert(format_args!("(< (str.len {}) {z})", zs[i - 1]));
        }
    }
    script.ask().replacen("QF_SLIA", "QF_SNIA", 1)
}

/// `k0=v0;k1=v1;...` put together from n pairs: can a value smuggle in a pair?
pub fn join(n: usize) -> String {
    let mut script = Script::new();
    let values = script.strings("v", n);
    for value in &values {
        script.assert(format_args!("(str.in_re {value} (re.+ (re.range \" \" \"~\")))"));
        script.assert(format_args!("(not (str.contains {value} \";\"))"));
        script.assert(format_args!("(<= (str.len {value}) 20)"));
    }
    let pair = |(i, value): (usize, &String)| format!("\"k{i}=\" {value} \";\"");
    script.string("cookie");
    script.assert(format_args!(
        "(= cookie {})",
        apply("str.++", values.iter().enumerate().map(pair))
    ));
    script.assert(format_args!("(str.contains cookie \"=k{}=\")", n / 2));
    script.assert(format_args!("(> (str.len cookie) {})", 15 * n));
    script.ask()
}

/// Each is a proper prefix of the next.
pub fn prefixes(n: usize) -> String {
    let mut script = Script::new();
    let texts = script.strings("s", n);
    for pair in texts.windows(2) {
        script.assert(format_args!("(str.prefixof {} {})", pair[0], pair[1]));
        script.assert(format_args!("(distinct {} {})", pair[0], pair[1]));
    }
    script.assert("(str.prefixof \"root/\" s0)");
    script.assert(format_args!("(str.suffixof \"/leaf\" {})", texts[n - 1]));
    script.assert(format_args!("(<= (str.len {}) {})", texts[n - 1], n + 12));
    script.ask()
}

/// Runs of n letters with their lengths, as a decoder puts them out.
pub fn runs(n: usize) -> String {
    let mut script = Script::new();
    let runs = script.strings("run", n);
    for (i, run) in runs.iter().enumerate() {
        let letter = word(&char::from(b'a' + (i % 3) as u8).to_string());
        script.assert(format_args!("(str.in_re {run} (re.+ {letter}))"));
    }
    script.string("text");
    script.assert(format_args!("(= text {})", apply("str.++", runs.iter().cloned())));
    let code = |run: &String| format!("(str.from_int (str.len {run}))");
    script.string("code");
    script.assert(format_args!("(= code {})", apply("str.++", runs.iter().map(code))));
    script.assert(format_args!("(= (str.len text) {})", 3 * n));
    script.assert(format_args!("(= (str.len code) {})", n + 1));
    script.ask()
}

/// Fields with their lengths in two digits in front, read at positions that the lengths give.
pub fn sized(n: usize) -> String {
    let mut script = Script::new();
    script.string("text");
    let fields = script.strings("field", n);
    script.integer("p0");
    script.assert("(= p0 0)");
    for (i, field) in fields.iter().enumerate() {
        script.integer(&format!("p{}", i + 1));
        script.integer(&format!("size{i}"));
        script.assert(format_args!("(= size{i} (str.to_int (str.substr text p{i} 2)))"));
        script.assert(format_args!("(>= size{i} 0)"));
        script.assert(format_args!("(= {field} (str.substr text (+ p{i} 2) size{i}))"));
        script.assert(format_args!("(= p{} (+ p{i} 2 size{i}))", i + 1));
    }
    script.assert(format_args!("(= (str.len text) p{n})"));
    script.assert(format_args!("(= {} \"hello\")", fields[n - 1]));
    script.assert(format_args!("(str.in_re {} {LETTERS})", fields[0]));
    script.ask()
}
