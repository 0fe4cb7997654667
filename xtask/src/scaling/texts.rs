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

/// A text goes on n times with one of two words, on paths with equations of their own. Its length is given.
pub fn branches(n: usize) -> String {
    let mut script = Script::new();
    let texts = script.strings("text", n + 1);
    script.assert(format_args!("(= {} \"\")", texts[0]));
    for (i, pair) in texts.windows(2).enumerate() {
        script.truth(&format!("c{i}"));
        let more = |word| format!("(= {} (str.++ {} \"{word}\"))", pair[1], pair[0]);
        script.assert(format_args!("(ite c{i} {} {})", more("a"), more("bc")));
    }
    script.assert(format_args!("(= (str.len {}) {})", texts[n], n + n / 2));
    script.assert(format_args!("(str.contains {} \"aa\")", texts[n]));
    script.assert(format_args!("(not (str.contains {} \"bcbc\"))", texts[n]));
    script.ask()
}

/// Each text is between tags of one of three names in the next: can one of them begin with something else?
pub fn tags(n: usize) -> String {
    let mut script = Script::new();
    let (names, texts) = (script.strings("name", n), script.strings("text", n + 1));
    script.assert(format_args!("(= {} \"x\")", texts[0]));
    for (name, pair) in names.iter().zip(texts.windows(2)) {
        let cases = ["b", "em", "div"].map(|word| format!("(= {name} \"{word}\")"));
        script.assert(apply("or", cases));
        let around = format!("\"<\" {name} \">\" {} \"</\" {name} \">\"", pair[0]);
        script.assert(format_args!("(= {} (str.++ {around}))", pair[1]));
    }
    script.assert(format_args!("(str.contains {} \"<script\")", texts[n]));
    script.ask()
}

/// A letter is put at either end n times: can the one at the end be in front of the other?
pub fn ends(n: usize) -> String {
    let mut script = Script::new();
    let texts = script.strings("text", n + 1);
    script.assert(format_args!("(= {} \"\")", texts[0]));
    for (i, pair) in texts.windows(2).enumerate() {
        script.truth(&format!("c{i}"));
        let (new, old) = (&pair[1], &pair[0]);
        let choice = format!("(ite c{i} (str.++ {old} \"a\") (str.++ \"b\" {old}))");
        script.assert(format_args!("(= {new} {choice})"));
    }
    script.assert(format_args!("(str.contains {} \"ab\")", texts[n]));
    script.ask()
}

/// n texts, those that are longer than ten letters cut and with an ellipsis, put together to a given length.
pub fn ellipsis(n: usize) -> String {
    let mut script = Script::new();
    let (texts, shown) = (script.strings("text", n), script.strings("shown", n));
    for (text, shown) in texts.iter().zip(&shown) {
        let cut = format!("(str.++ (str.substr {text} 0 7) \"...\")");
        let choice = format!("(ite (> (str.len {text}) 10) {cut} {text})");
        script.assert(format_args!("(= {shown} {choice})"));
    }
    let line = apply("str.++", shown);
    script.assert(format_args!("(= (str.len {line}) {})", 9 * n));
    script.assert(format_args!("(str.suffixof \"...\" {line})"));
    script.ask()
}

/// n flags of three letters each, or nothing: their length is no multiple of three.
pub fn flags(n: usize) -> String {
    let mut script = Script::new();
    let flags: Vec<String> = (0..n).map(|i| format!("(ite c{i} \"-{} \" \"\")", i % 10)).collect();
    (0..n).for_each(|i| script.truth(&format!("c{i}")));
    script.assert(format_args!("(= (str.len {}) {})", apply("str.++", flags), 3 * (n / 2) + 1));
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
