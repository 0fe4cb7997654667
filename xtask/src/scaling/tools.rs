//! Families after what programs do with strings: formats that are read, and texts that are quoted.

use super::script::{DIGITS, LETTERS, Script, apply, literal, word};

/// Every field is a word that starts with `x`; the last comma is followed by a field without one.
pub fn csv(n: usize) -> String {
    let mut script = Script::new();
    script.string("line");
    let mut start = "0".to_owned();
    for i in 0..n {
        let comma = format!("comma{i}");
        script.integer(&comma);
        script.assert(format_args!("(= {comma} (str.indexof line \",\" {start}))"));
        let field = format!("(str.substr line {start} (- {comma} {start}))");
        script.assert(format_args!(
            "(str.in_re {field} (re.++ (str.to_re \"x\") (re.opt {LETTERS})))"
        ));
        start = format!("(+ {comma} 1)");
    }
    script.assert(format_args!("(= (str.indexof line \",\" {start}) (- 1))"));
    script.assert(format_args!("(>= (str.len line) {})", 4 * n));
    script.ask()
}

/// No value contains `&`, so that the answer is no.
pub fn query(n: usize) -> String {
    let mut script = Script::new();
    let values = script.strings("v", n);
    for value in &values {
        script.assert(format_args!("(not (str.contains {value} \"&\"))"));
    }
    let pair = |(i, value): (usize, &String)| {
        format!("\"{}k{i}=\" {value}", if i == 0 { '?' } else { '&' })
    };
    let url = apply("str.++", values.iter().enumerate().map(pair));
    script.assert(format_args!("(str.contains {url} \"&admin=\")"));
    script.ask()
}

/// A value may end in a backslash, which nobody quoted.
pub fn json(n: usize) -> String {
    let mut script = Script::new();
    let values = script.strings("v", n);
    for value in &values {
        script.assert(format_args!("(str.in_re {value} (re.* (re.range \" \" \"~\")))"));
    }
    let open = |i: usize| literal(&format!("{}\"k{i}\":\"", if i == 0 { "{" } else { "\"," }));
    let quoted = |value: &String| format!("(str.replace_all {value} \"\"\"\" \"\\\"\"\")");
    let pair = |(i, value): (usize, &String)| format!("{} {}", open(i), quoted(value));
    let object = apply("str.++", values.iter().enumerate().map(pair));
    script.assert(format_args!("(str.contains {object} {})", literal("\\\",\"")));
    script.assert(format_args!("(= (str.len {}) 1)", values[n - 1]));
    script.ask()
}

/// `05-31 < 06-01`: the order of the texts is that of time.
pub fn dates(n: usize) -> String {
    let mut script = Script::new();
    let days = script.strings("d", n);
    let two = "(re.range \"0\" \"9\") (re.range \"0\" \"9\")";
    for day in &days {
        script.assert(format_args!("(str.in_re {day} (re.++ {two} (str.to_re \"-\") {two}))"));
        script.assert(format_args!("(<= 1 (str.to_int (str.substr {day} 0 2)) 12)"));
        script.assert(format_args!("(<= 1 (str.to_int (str.substr {day} 3 2)) 30)"));
    }
    for pair in days.windows(2) {
        script.assert(format_args!("(str.< {} {})", pair[0], pair[1]));
    }
    script.ask()
}

/// A literal ends early if what is written into it has a quote that no other quote follows. Doubling leaves none.
pub fn sql(n: usize) -> String {
    let mut script = Script::new();
    let values = script.strings("v", n);
    let inside = format!(
        "(re.* (re.union {} {}))",
        "(re.range \" \" \"&\") (re.range \"(\" \"~\")",
        word("''")
    );
    let ends =
        format!("(re.++ {inside} {} (re.opt (re.++ (re.range \"(\" \"~\") re.all)))", word("'"));
    let quoted = |value: &String| format!("(str.replace_all {value} \"'\" \"''\")");
    let is_early = |value: &String| format!("(str.in_re {} {ends})", quoted(value));
    for value in &values {
        script.assert(format_args!("(str.in_re {value} (re.* (re.range \" \" \"~\")))"));
    }
    script.assert(apply("or", values.iter().map(is_early)));
    script.ask()
}

/// A plain argument has letters, digits and a few signs. Others are put between quotes, but here a quote in them is not
/// replaced by anything.
pub fn shell(n: usize) -> String {
    let mut script = Script::new();
    let args = script.strings("a", n);
    let plain =
        "(re.+ (re.union (re.range \"a\" \"z\") (re.range \"0\" \"9\") (re.range \"-\" \"/\")))";
    let quoted = |arg: &String| {
        format!("\" \" (ite (str.in_re {arg} {plain}) {arg} (str.++ \"'\" {arg} \"'\"))")
    };
    for arg in &args {
        script.assert(format_args!("(<= 1 (str.len {arg}) 8)"));
        script.assert(format_args!("(not (str.prefixof \"'\" {arg}))"));
    }
    let command =
        format!("(str.++ \"ls\" {})", args.iter().map(quoted).collect::<Vec<_>>().join(" "));
    script.assert(format_args!("(str.contains {command} \"';rm \")"));
    script.ask()
}

/// A segment has no slash, is not empty and not `..`, so that the answer is no.
pub fn paths(n: usize) -> String {
    let mut script = Script::new();
    let segments = script.strings("s", n);
    for segment in &segments {
        script.assert(format_args!("(not (str.contains {segment} \"/\"))"));
        script.assert(format_args!("(distinct {segment} \"\" \"..\")"));
    }
    let parts = segments.iter().map(|segment| format!("\"/\" {segment}"));
    script.string("path");
    script.assert(format_args!("(= path (str.++ {}))", parts.collect::<Vec<_>>().join(" ")));
    script.assert("(or (str.contains path \"/../\") (str.suffixof \"/..\" path))");
    script.ask()
}

/// The domain is what follows the first at sign.
pub fn mail(n: usize) -> String {
    let mut script = Script::new();
    let all = script.strings("a", n);
    let address =
        format!("(re.++ {LETTERS} (str.to_re \"@\") {LETTERS} (str.to_re \".\") {LETTERS})");
    let domain =
        |a: &String| format!("(str.substr {a} (+ 1 (str.indexof {a} \"@\" 0)) (str.len {a}))");
    for a in &all {
        script.assert(format_args!("(str.in_re {a} {address})"));
        script.assert(format_args!("(<= (str.len {a}) 12)"));
    }
    for pair in all.windows(2) {
        script.assert(format_args!("(= {} {})", domain(&pair[0]), domain(&pair[1])));
    }
    script.assert(format_args!("(str.suffixof \".org\" {})", all[0]));
    script.assert(apply("distinct", all));
    script.ask()
}

/// Versions as texts are in another order than as numbers.
pub fn versions(n: usize) -> String {
    let mut script = Script::new();
    let (majors, minors) = (script.strings("major", n), script.strings("minor", n));
    for part in majors.iter().chain(&minors) {
        script.assert(format_args!("(str.in_re {part} {DIGITS})"));
        script.assert(format_args!("(<= (str.len {part}) 2)"));
    }
    let version = |i: usize| format!("(str.++ {} \".\" {})", majors[i], minors[i]);
    for i in 1..n {
        let [a, b, c, d] = [&majors[i - 1], &majors[i], &minors[i - 1], &minors[i]]
            .map(|s| format!("(str.to_int {s})"));
        script.assert(format_args!("(or (< {a} {b}) (and (= {a} {b}) (< {c} {d})))"));
    }
    script.assert(format_args!("(str.< {} {})", version(n - 1), version(0)));
    script.ask()
}

/// As on books: the digits with weights 1 and 3 in turn are a multiple of 10.
pub fn digits(n: usize) -> String {
    let mut script = Script::new();
    script.string("s");
    script.assert(format_args!("(str.in_re s ((_ re.^ {n}) (re.range \"0\" \"9\")))"));
    let weight = |i: usize| if i.is_multiple_of(2) { 1 } else { 3 };
    let sum = apply("+", (0..n).map(|i| format!("(* {} (str.to_int (str.at s {i})))", weight(i))));
    script.assert(format_args!("(= (mod {sum} 10) 0)"));
    script.assert("(str.suffixof \"7\" s)");
    script.assert("(not (str.contains s \"00\"))");
    script.ask()
}

/// Letter by letter, as a loop from both ends compares them.
pub fn palindromes(n: usize) -> String {
    let mut script = Script::new();
    script.string("s");
    script.assert(format_args!("(= (str.len s) {n})"));
    script.assert(format_args!("(str.in_re s {LETTERS})"));
    for i in 0..n / 2 {
        script.assert(format_args!("(= (str.at s {i}) (str.at s {}))", n - 1 - i));
    }
    script.assert("(str.contains s \"ab\")");
    script.assert("(not (str.prefixof \"a\" s))");
    script.assert("(not (str.prefixof \"b\" s))");
    script.ask()
}

/// A digit from `a` on is worth its code less 87; the text has small letters and contains `ok`.
pub fn hexadecimal(n: usize) -> String {
    let mut script = Script::new();
    for name in ["code", "text"] {
        script.string(name);
    }
    let digit = "(re.union (re.range \"0\" \"9\") (re.range \"a\" \"f\"))";
    script.assert(format_args!("(str.in_re code ((_ re.^ {}) {digit}))", 2 * n));
    script.assert(format_args!("(= (str.len text) {n})"));
    script.assert(format_args!("(str.in_re text {LETTERS})"));
    let value = |i: usize| {
        let letter = format!("(str.to_code (str.at code {i}))");
        format!("(- {letter} (ite (<= {letter} 57) 48 87))")
    };
    for i in 0..n {
        let byte = format!("(+ (* 16 {}) {})", value(2 * i), value(2 * i + 1));
        script.assert(format_args!("(= (str.to_code (str.at text {i})) {byte})"));
    }
    script.assert("(str.contains text \"ok\")");
    script.ask()
}

/// Every second one is read behind its name.
pub fn parameters(n: usize) -> String {
    let mut script = Script::new();
    script.string("url");
    let values = script.strings("v", n);
    for value in &values {
        script.assert(format_args!("(not (str.contains {value} \"&\"))"));
        script.assert(format_args!("(not (str.contains {value} \"=\"))"));
    }
    let pairs = values.iter().enumerate().map(|(i, value)| format!("\"p{i}=\" {value} \"&\""));
    let pairs: Vec<String> = pairs.collect();
    script.assert(format_args!("(= url (str.++ \"http://h/?\" {}))", pairs.join(" ")));
    for i in (0..n).step_by(2) {
        let name = format!("p{i}=");
        let start = format!("(+ (str.indexof url {} 0) {})", literal(&name), name.len());
        script.assert(format_args!("(= (str.substr url {start} 2) \"ab\")"));
    }
    script.ask()
}
