//! Families about a text that is put together: under conditions, from parts that must differ, or one from another.

use super::script::{DIGITS, LETTERS, Script, apply, literal};

/// A letter is appended n times, each time one of two. The result has some words and not others.
pub fn builder(n: usize) -> String {
    let mut script = Script::new();
    let texts = script.strings("text", n + 1);
    script.assert(format_args!("(= {} \"\")", texts[0]));
    for (i, pair) in texts.windows(2).enumerate() {
        script.truth(&format!("c{i}"));
        script.assert(format_args!("(= {} (str.++ {} (ite c{i} \"a\" \"b\")))", pair[1], pair[0]));
    }
    for word in ["aa", "bbb"] {
        script.assert(format_args!("(not (str.contains {} \"{word}\"))", texts[n]));
    }
    script.assert(format_args!("(str.contains {} \"abba\")", texts[n]));
    script.ask()
}

/// Each text is in round or square brackets in the next, never twice the same ones in a row.
pub fn brackets(n: usize) -> String {
    let mut script = Script::new();
    let texts = script.strings("text", n + 1);
    script.assert(format_args!("(= {} \"\")", texts[0]));
    for pair in texts.windows(2) {
        let within =
            |open, close| format!("(= {} (str.++ \"{open}\" {} \"{close}\"))", pair[1], pair[0]);
        script.assert(format_args!("(or {} {})", within("(", ")"), within("[", "]")));
    }
    for twice in ["((", "[["] {
        script.assert(format_args!("(not (str.contains {} \"{twice}\"))", texts[n]));
    }
    script.ask()
}

/// n pairs of different keys and their values, one of them given.
pub fn pairs(n: usize) -> String {
    let mut script = Script::new();
    let (keys, values) = (script.strings("key", n), script.strings("value", n));
    script.string("text");
    for (key, value) in keys.iter().zip(&values) {
        script.assert(format_args!("(str.in_re {key} {LETTERS})"));
        script.assert(format_args!("(str.in_re {value} {DIGITS})"));
    }
    let pairs = keys.iter().zip(&values).map(|(k, v)| format!("(str.++ {k} \"=\" {v} \";\")"));
    script.assert(format_args!("(= text {})", apply("str.++", pairs)));
    script.assert("(str.contains text \";admin=1;\")");
    script.assert(apply("distinct", keys));
    script.ask()
}

/// n texts, each a proper end of the next, none with two letters `a` in a row.
pub fn endings(n: usize) -> String {
    let mut script = Script::new();
    let texts = script.strings("text", n + 1);
    for pair in texts.windows(2) {
        script.assert(format_args!("(str.suffixof {} {})", pair[0], pair[1]));
        script.assert(format_args!("(> (str.len {}) (str.len {}))", pair[1], pair[0]));
        script.assert(format_args!("(not (str.contains {} \"aa\"))", pair[1]));
    }
    script.assert(format_args!("(str.suffixof \"ab\" {})", texts[0]));
    script.assert(format_args!("(str.prefixof \"ba\" {})", texts[n]));
    script.ask()
}

/// Lines of a log with a date and a message of at most 30 letters each; one line is given.
pub fn log(n: usize) -> String {
    let mut script = Script::new();
    let (dates, messages) = (script.strings("date", n), script.strings("message", n));
    let end = literal("\\u{a}");
    for (date, message) in dates.iter().zip(&messages) {
        script
            .assert(format_args!("(str.in_re {date} (re.++ {DIGITS} (str.to_re \"-\") {DIGITS}))"));
        script.assert(format_args!("(not (str.contains {message} {end}))"));
        script.assert(format_args!("(<= 2 (str.len {message}) 30)"));
    }
    script.string("log");
    let line = |(date, message)| format!("(str.++ \"[\" {date} \"] \" {message} {end})");
    let lines = dates.iter().zip(&messages).map(line);
    script.assert(format_args!("(= log {})", apply("str.++", lines)));
    script.assert("(str.contains log \"\\u{a}[9-9] root\")");
    script.assert(format_args!("(= (str.len log) {})", 20 * n));
    script.ask()
}

/// All of n digits are 0, 2 or 4, and the number that they make is odd.
pub fn odd(n: usize) -> String {
    let mut script = Script::new();
    script.string("s");
    script.assert(format_args!("(= (str.len s) {n})"));
    script.assert(format_args!("(str.in_re s {DIGITS})"));
    for i in 0..n {
        let is = |digit| format!("(= (str.at s {i}) \"{digit}\")");
        script.assert(apply("or", [0, 2, 4].map(is)));
    }
    script.assert("(= (mod (str.to_int s) 2) 1)");
    script.ask()
}

/// Two addresses of n numbers each with dots between them, which are the same text but not the same numbers.
pub fn octets(n: usize) -> String {
    let mut script = Script::new();
    for name in ["x", "y"] {
        for i in 0..n {
            script.integer(&format!("{name}{i}"));
            script.assert(format_args!("(<= 0 {name}{i} 255)"));
        }
    }
    let address = |name: &str| {
        let numbers: Vec<String> = (0..n).map(|i| format!("(str.from_int {name}{i})")).collect();
        format!("(str.++ {})", numbers.join(" \".\" "))
    };
    script.assert(format_args!("(= {} {})", address("x"), address("y")));
    script.assert(apply("or", (0..n).map(|i| format!("(distinct x{i} y{i})"))));
    script.ask()
}

/// The numerals of n numbers in a row with commas behind them, of which the length is given and the first number is not.
pub fn counters(n: usize) -> String {
    let mut script = Script::new();
    script.integer("first");
    script.assert("(<= 0 first 2000)");
    let numerals = (0..n).map(|i| format!("(str.from_int (+ first {i})) \",\""));
    let text: Vec<String> = numerals.collect();
    script.assert(format_args!("(= (str.len (str.++ {})) {})", text.join(" "), 3 * n + n / 2));
    script.ask()
}
