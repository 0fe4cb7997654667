//! Families about a text that is put together: under conditions, from parts that must differ, or one from another.

use super::script::{DIGITS, LETTERS, Script, apply};

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
