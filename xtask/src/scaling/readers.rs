//! Families of programs that go through a text letter by letter: numbers that are read by cases, a cipher that is undone, loops that
//! skip and strip, fields of a fixed width, and a program that runs on a text that is known.

use super::script::{Script, apply, literal};

/// The code of the letter at `place` of `text`.
fn code(text: &str, place: usize) -> String {
    format!("(str.to_code (str.at {text} {place}))")
}

/// A hexadecimal digit of code `c`, by cases.
fn hexadecimal(c: &str) -> String {
    format!("(ite (<= {c} 57) (- {c} 48) (- {c} 87))")
}

/// Six bits of the code `c`, by cases.
fn sextet(c: &str) -> String {
    let symbols = format!("(ite (<= 48 {c} 57) (+ {c} 4) (ite (= {c} 43) 62 63))");
    format!("(ite (<= 65 {c} 90) (- {c} 65) (ite (<= 97 {c} 122) (- {c} 71) {symbols}))")
}

/// The number that digits make in `base`, the greatest first.
fn number(base: u32, digits: impl Iterator<Item = String>) -> String {
    digits.fold("0".to_owned(), |value, digit| format!("(+ (* {base} {value}) {digit})"))
}

/// Numbers of letters that are digits, read by cases as `atoi` does, are less than a one and as many zeros.
pub fn atoi(n: usize) -> String {
    let mut script = Script::new();
    script.string("text");
    script.assert(format_args!("(= (str.len text) {n})"));
    script.integer("v0");
    script.assert("(= v0 0)");
    for i in 0..n {
        let (c, next) = (code("text", i), i + 1);
        script.integer(&format!("v{next}"));
        let more = format!("(+ (* 10 v{i}) (- {c} 48))");
        script.assert(format_args!("(= v{next} (ite (and (<= 48 {c}) (<= {c} 57)) {more} v{i}))"));
    }
    script.assert(format_args!("(>= v{n} 1{})", "0".repeat(n)));
    script.ask()
}

/// Two hexadecimal numbers of n digits, the first one more than the second one and with a last digit 0: so the other one ends in f.
pub fn successor(n: usize) -> String {
    let mut script = Script::new();
    let digits = "(re.* (re.union (re.range \"0\" \"9\") (re.range \"a\" \"f\")))";
    let [more, less] = ["t", "u"].map(|text| {
        script.string(text);
        script.assert(format_args!("(str.in_re {text} {digits})"));
        script.assert(format_args!("(= (str.len {text}) {n})"));
        number(16, (0..n).map(|i| hexadecimal(&code(text, i))))
    });
    script.assert(format_args!("(= {more} (+ 1 {less}))"));
    script.assert(format_args!("(= (str.at t {}) \"0\")", n - 1));
    script.assert(format_args!("(not (= (str.at u {}) \"f\"))", n - 1));
    script.ask()
}

/// Two texts of n letters of base64 whose groups of four are the same numbers are the same text.
pub fn sextets(n: usize) -> String {
    let mut script = Script::new();
    let ranges = ["A\" \"Z", "a\" \"z", "0\" \"9", "+\" \"+", "/\" \"/"];
    let letters = apply("re.union", ranges.map(|range| format!("(re.range \"{range}\")")));
    for text in ["t", "u"] {
        script.string(text);
        script.assert(format_args!("(str.in_re {text} (re.* {letters}))"));
        script.assert(format_args!("(= (str.len {text}) {})", n / 4 * 4));
    }
    for group in 0..n / 4 {
        let [t, u] =
            ["t", "u"].map(|text| number(64, (0..4).map(|i| sextet(&code(text, 4 * group + i)))));
        script.assert(format_args!("(= {t} {u})"));
    }
    script.assert("(not (= t u))");
    script.ask()
}

/// n letters are shifted by an unknown key, and back: what comes out is what went in.
pub fn undone(n: usize) -> String {
    let mut script = Script::new();
    script.integer("key");
    script.assert("(<= 0 key 25)");
    for text in ["plain", "coded", "back"] {
        script.string(text);
        script.assert(format_args!("(= (str.len {text}) {n})"));
    }
    script.assert("(str.in_re plain (re.* (re.range \"a\" \"z\")))");
    for i in 0..n {
        let [plain, coded, back] = ["plain", "coded", "back"].map(|text| code(text, i));
        script.assert(format_args!("(= {coded} (+ 97 (mod (+ (- {plain} 97) key) 26)))"));
        script.assert(format_args!("(= {back} (+ 97 (mod (- {coded} 97 key) 26)))"));
    }
    script.assert("(not (= back plain))");
    script.ask()
}

/// n lines of three letters, four digits and a rest. The letters are the same, and the numbers count up to a given one.
pub fn widths(n: usize) -> String {
    let mut script = Script::new();
    let lines = script.strings("line", n);
    let fields = "((_ re.^ 3) (re.range \"A\" \"Z\")) ((_ re.^ 4) (re.range \"0\" \"9\"))";
    for line in &lines {
        script.assert(format_args!(
            "(str.in_re {line} (re.++ {fields} (re.* (re.range \"a\" \"z\"))))"
        ));
    }
    let number = |line: &str| format!("(str.to_int (str.substr {line} 3 4))");
    for pair in lines.windows(2) {
        script.assert(format_args!("(= {} (+ 1 {}))", number(&pair[1]), number(&pair[0])));
        script
            .assert(format_args!("(= (str.substr {} 0 3) (str.substr {} 0 3))", pair[0], pair[1]));
    }
    let (first, last) = (&lines[0], &lines[n - 1]);
    script.assert(format_args!("(= {} {})", number(last), n + 100));
    let head = format!("(str.++ (str.substr {last} 0 3) \"0101\")");
    script.assert(format_args!("(not (= (str.substr {first} 0 7) {head}))"));
    script.ask()
}

/// A loop of n steps that takes a digit off a text if it begins with one. n letters do not leave it with one.
pub fn skipped(n: usize) -> String {
    let mut script = Script::new();
    let texts = script.strings("text", n + 1);
    for pair in texts.windows(2) {
        let is_digit = format!("(str.in_re (str.at {} 0) (re.range \"0\" \"9\"))", pair[0]);
        let rest = format!("(str.substr {0} 1 (str.len {0}))", pair[0]);
        script.assert(format_args!("(= {} (ite {is_digit} {rest} {}))", pair[1], pair[0]));
    }
    script.assert(format_args!("(str.in_re {} (re.++ (re.range \"0\" \"9\") re.all))", texts[n]));
    script.assert(format_args!("(<= (str.len {}) {n})", texts[0]));
    script.ask()
}

/// A loop of n steps that takes a zero off a text, at its front if there is one, or else at its end. A text is left with one inside.
pub fn stripped(n: usize) -> String {
    let mut script = Script::new();
    let texts = script.strings("text", n + 1);
    for pair in texts.windows(2) {
        let text = &pair[0];
        let front = format!("(str.prefixof \"0\" {text}) (str.substr {text} 1 (str.len {text}))");
        let end = format!("(str.substr {text} 0 (- (str.len {text}) 1))");
        let end = format!("(ite (str.suffixof \"0\" {text}) {end} {text})");
        script.assert(format_args!("(= {} (ite {front} {end}))", pair[1]));
    }
    script.assert(format_args!("(= {} \"1x0\")", texts[n]));
    script.ask()
}

/// A program of n steps runs on a known text: each appends a number that depends on the text before. No step appends a letter.
pub fn replayed(n: usize) -> String {
    let mut script = Script::new();
    let texts = script.strings("text", n + 1);
    script.assert(format_args!("(= {} {})", texts[0], literal("7")));
    for (i, pair) in texts.windows(2).enumerate() {
        script.integer(&format!("y{i}"));
        script.assert(format_args!("(= y{i} (+ (str.len {}) {i}))", pair[0]));
        script.assert(format_args!("(= {} (str.++ {} (str.from_int y{i})))", pair[1], pair[0]));
    }
    script.assert(format_args!("(str.contains {} \"9x\")", texts[n]));
    script.ask()
}
