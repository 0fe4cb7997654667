//! Families about short texts that stand for something: letters of a palindrome, escapes, times of day, letters in Morse code,
//! words and their codes in tables.

use super::script::{LETTERS, Script, apply, literal};

/// A palindrome of n letters and one in the middle, put together from them.
pub fn mirror(n: usize) -> String {
    let mut script = Script::new();
    let half = script.strings("c", n / 2);
    script.string("middle");
    script.string("text");
    for c in &half {
        script.assert(format_args!("(= (str.len {c}) 1)"));
    }
    let parts = half.iter().cloned().chain(["middle".to_owned()]);
    let parts = apply("str.++", parts.chain(half.iter().rev().cloned()));
    script.assert(format_args!("(= text {parts})"));
    script.assert(format_args!("(= (str.len text) {})", 2 * half.len() + 1));
    script.assert("(str.in_re text (re.* (re.range \"a\" \"c\")))");
    script.assert("(not (str.contains text \"aa\"))");
    script.assert("(str.contains text \"abc\")");
    script.ask()
}

/// n characters of a URL, each a letter, a digit, `+` or an escape of three letters, and what they say: it has a word in it, and no
/// escape that is not known.
pub fn decoded(n: usize) -> String {
    let mut script = Script::new();
    let (coded, plain) = (script.strings("c", n), script.strings("p", n));
    let one = "(re.union (re.range \"a\" \"z\") (re.range \"0\" \"9\") (str.to_re \"+\"))";
    let escape = "(re.++ (str.to_re \"%2\") (re.range \"0\" \"9\"))";
    for (c, p) in coded.iter().zip(&plain) {
        script.assert(format_args!("(str.in_re {c} (re.union {one} {escape}))"));
        let known = format!("(ite (= {c} \"%26\") \"&\" (ite (= (str.len {c}) 1) {c} \"?\"))");
        let space = format!("(or (= {c} \"+\") (= {c} \"%20\"))");
        script.assert(format_args!("(= {p} (ite {space} \" \" {known}))"));
    }
    let text = apply("str.++", plain);
    script.assert(format_args!("(str.contains {text} \"a b\")"));
    script.assert(format_args!("(str.contains {text} \"&x\")"));
    script.assert(format_args!("(not (str.contains {text} \"?\"))"));
    script.ask()
}

/// n lines with a time of day and a text; times grow by a minute or more, texts change, and all are within some minutes.
pub fn clock(n: usize) -> String {
    let mut script = Script::new();
    let (hours, minutes) = (script.strings("h", n), script.strings("m", n));
    let (lines, texts) = (script.strings("line", n), script.strings("text", n));
    let digit = "(re.range \"0\" \"9\")";
    let hour = format!(
        "(re.union (re.++ (re.range \"0\" \"1\") {digit}) (re.++ (str.to_re \"2\") (re.range \"0\" \"3\")))"
    );
    let minute = format!("(re.++ (re.range \"0\" \"5\") {digit})");
    let time =
        |i: usize| format!("(+ (* 60 (str.to_int {})) (str.to_int {}))", hours[i], minutes[i]);
    for i in 0..n {
        let parts = [&hours[i], "\":\"", &minutes[i], "\" \"", &texts[i]].map(str::to_owned);
        script.assert(format_args!("(= {} {})", lines[i], apply("str.++", parts)));
        script.assert(format_args!("(str.in_re {} {hour})", hours[i]));
        script.assert(format_args!("(str.in_re {} {minute})", minutes[i]));
        script.assert(format_args!("(str.in_re {} {LETTERS})", texts[i]));
    }
    for i in 1..n {
        script.assert(format_args!("(< {} {})", time(i - 1), time(i)));
        script.assert(format_args!("(not (= {} {}))", texts[i - 1], texts[i]));
    }
    script.assert(format_args!("(str.prefixof \"09:3\" {})", lines[0]));
    script.assert(format_args!("(<= {} (+ {} {}))", time(n - 1), time(0), (2 * n).min(800)));
    script.ask()
}

/// The letters and codes of which [`morse`] is made.
const CODES: [(&str, &str); 8] = [
    ("e", "."),
    ("t", "-"),
    ("a", ".-"),
    ("n", "-."),
    ("i", ".."),
    ("m", "--"),
    ("s", "..."),
    ("o", "---"),
];

/// n letters and their codes; a word is in them, the codes have a given length, and no two that only consist of a dash follow each other.
pub fn morse(n: usize) -> String {
    let mut script = Script::new();
    let (letters, codes) = (script.strings("c", n), script.strings("k", n));
    for (letter, code) in letters.iter().zip(&codes) {
        let row = |(c, k): (&str, &str)| {
            format!("(and (= {letter} {}) (= {code} {}))", literal(c), literal(k))
        };
        script.assert(apply("or", CODES.map(row)));
    }
    let spaced = codes.into_iter().flat_map(|code| [code, literal(" ")]);
    let sent = apply("str.++", spaced);
    script.assert(format_args!("(str.contains {} \"sos\")", apply("str.++", letters)));
    script.assert(format_args!("(= (str.len {sent}) {})", 3 * n + 2));
    script.assert(format_args!("(not (str.contains {sent} \"- -\"))"));
    script.ask()
}

/// A prefix code.
const PREFIX_CODE: [(&str, &str); 4] = [("0", "e"), ("10", "t"), ("110", "a"), ("111", "o")];

/// n letters are read off a text of bits, each by its code in front of the rest: has a text so many bits as its letters have?
pub fn prefix_code(n: usize) -> String {
    let mut script = Script::new();
    let (letters, rests) = (script.strings("c", n), script.strings("r", n + 1));
    for (letter, pair) in letters.iter().zip(rests.windows(2)) {
        let row = |(code, c)| {
            format!("(and (= {} (str.++ \"{code}\" {})) (= {letter} \"{c}\"))", pair[0], pair[1])
        };
        script.assert(apply("or", PREFIX_CODE.map(row)));
    }
    script.assert(format_args!("(= {} \"\")", rests[n]));
    let width = |letter: &String| {
        let row = |rest: String, (code, c): &(&str, &str)| {
            format!("(ite (= {letter} \"{c}\") {} {rest})", code.len())
        };
        PREFIX_CODE[..3].iter().rfold("3".to_string(), row)
    };
    let bits = apply("+", letters.iter().map(width));
    script.assert(format_args!("(not (= (str.len {}) {bits}))", rests[0]));
    script.ask()
}

/// A table from n names to codes, as a choice for each, and one back: does each name come back?
pub fn inverse(n: usize) -> String {
    let mut script = Script::new();
    script.string("name");
    let table = |of: &str, from: &str, to: &str| {
        let row =
            |rest: String, i: usize| format!("(ite (= {of} \"{from}{i}\") \"{to}{i}\" {rest})");
        (0..n).rev().fold(literal(""), row)
    };
    script.string("code");
    script.assert(format_args!("(= code {})", table("name", "n", "c")));
    script.string("back");
    script.assert(format_args!("(= back {})", table("code", "c", "n")));
    script.assert("(not (= code \"\"))");
    script.assert("(not (= back name))");
    script.ask()
}
