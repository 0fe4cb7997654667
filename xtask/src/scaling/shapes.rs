//! Families about one operator, or about one way to use it.

use super::script::{DIGITS, LETTERS, Script, apply, literal, word};

/// As symbolic execution of a parser writes it: every step takes a number and leaves the rest of the text.
pub fn parser(n: usize) -> String {
    let mut script = Script::new();
    let rests = script.strings("rest", n + 1);
    for (i, pair) in rests.windows(2).enumerate() {
        let (text, rest) = (&pair[0], &pair[1]);
        let (field, end) = (format!("(str.substr {text} 0 end{i})"), format!("end{i}"));
        script.integer(&end);
        script.assert(format_args!("(= {end} (str.indexof {text} \";\" 0))"));
        script.assert(format_args!("(str.in_re {field} {DIGITS})"));
        script.assert(format_args!("(>= (str.to_int {field}) {})", 7 * i));
        script.assert(format_args!("(= {rest} (str.substr {text} (+ {end} 1) (str.len {text})))"));
    }
    script.assert(format_args!("(= {} \"stop\")", rests[n]));
    script.ask()
}

/// Every letter is `a` or `b`, some neighbours differ, and half of the letters are `b`.
pub fn at(n: usize) -> String {
    let mut script = Script::new();
    script.string("s");
    script.assert(format_args!("(= (str.len s) {n})"));
    for i in 0..n {
        script.assert(format_args!("(or (= (str.at s {i}) \"a\") (= (str.at s {i}) \"b\"))"));
    }
    for i in (3..n).step_by(2) {
        script.assert(format_args!("(distinct (str.at s {i}) (str.at s {}))", i - 3));
    }
    let codes = apply("+", (0..n).map(|i| format!("(str.to_code (str.at s {i}))")));
    script.assert(format_args!("(= {codes} {})", 97 * n + n / 2));
    script.ask()
}

/// The cipher of Caesar: a known word must appear in the encrypted text, and another in the plain one.
pub fn caesar(n: usize) -> String {
    let mut script = Script::new();
    for text in ["plain", "secret"] {
        script.string(text);
    }
    script.integer("key");
    script.assert("(< 0 key 26)");
    for text in ["plain", "secret"] {
        script.assert(format_args!("(= (str.len {text}) {n})"));
    }
    script.assert(format_args!("(str.in_re plain {LETTERS})"));
    for i in 0..n {
        let [plain, secret] =
            ["plain", "secret"].map(|s| format!("(str.to_code (str.at {s} {i}))"));
        script.assert(format_args!("(= {secret} (+ 97 (mod (+ {plain} key (- 97)) 26)))"));
    }
    script.assert("(str.prefixof \"at\" plain)");
    script.assert("(str.contains secret \"xy\")");
    script.ask()
}

/// The letters start at 256, so that there are enough.
pub fn pigeons(n: usize) -> String {
    let mut script = Script::new();
    let names = script.strings("x", n);
    let last = 0x100 + n - 2;
    for name in &names {
        script.assert(format_args!(
            "(str.in_re {name} (re.range \"\\u{{100}}\" \"\\u{{{last:x}}}\"))"
        ));
    }
    script.assert(apply("distinct", names));
    script.ask()
}

/// The bound leaves room for all of them.
pub fn order(n: usize) -> String {
    let mut script = Script::new();
    let names = script.strings("x", n);
    for name in &names {
        script.assert(format_args!("(str.in_re {name} ((_ re.^ 3) (re.range \"a\" \"z\")))"));
    }
    for pair in names.windows(2) {
        script.assert(format_args!("(str.< {} {})", pair[0], pair[1]));
    }
    let letter = |k: usize| char::from(b'a' + (k % 26) as u8);
    let bound: String = [n / 676, n / 26, n].map(letter).into_iter().collect();
    script.assert(format_args!("(str.<= {} {})", names[n - 1], literal(&bound)));
    script.ask()
}

/// The literal is the word of Thue and Morse: letter i says whether i has an odd number of binary ones. It contains no
/// cube, so that no part of it is a shortcut for another.
pub fn literal_parts(n: usize) -> String {
    let letter = |i: usize| if i.count_ones().is_multiple_of(2) { 'a' } else { 'b' };
    let text: String = (0..64 * n).map(letter).collect();
    let mut script = Script::new();
    for name in ["x", "y", "z"] {
        script.string(name);
    }
    script.assert(format_args!("(= (str.++ x y z) {})", literal(&text)));
    script.assert("(= x z)");
    script.assert("(> (str.len x) 2)");
    script.assert("(str.prefixof \"ba\" y)");
    script.ask()
}

/// Each replacement makes what the next one looks for.
pub fn nested(n: usize) -> String {
    let letter = |k: usize| char::from(b'a' + (k % 26) as u8);
    let replace = |inner: String, k: usize| {
        format!("(str.replace {inner} \"{}\" \"{}{k}\")", letter(k), letter(k + 1))
    };
    let mut script = Script::new();
    script.string("x");
    script.assert("(= (str.len x) 3)");
    script.assert(format_args!("(not (str.contains x \"{}\"))", letter(n)));
    let term = (0..n).fold("x".to_owned(), replace);
    script.assert(format_args!("(str.contains {term} \"{}{}\")", letter(n), n - 1));
    script.ask()
}

/// What the first string looks like follows from the length of the last.
pub fn chain(n: usize) -> String {
    let mut script = Script::new();
    let names = script.strings("x", n + 1);
    for pair in names.windows(2) {
        script.assert(format_args!("(= {} (str.++ \"a\" {} \"b\"))", pair[0], pair[1]));
    }
    script.assert(format_args!("(= (str.len {}) 3)", names[n]));
    script.assert("(str.contains x0 \"ba\")");
    script.ask()
}

/// The factors are all binary words of one length, or the first n of them: a word that overlaps them well is short.
pub fn members(n: usize) -> String {
    let mut script = Script::new();
    script.string("x");
    let digits = (n - 1).ilog2() as usize + 1;
    for i in 0..n {
        let factor = word(&format!("{i:0digits$b}"));
        script.assert(format_args!("(str.in_re x (re.++ re.all {factor} re.all))"));
    }
    script.assert(format_args!("(<= (str.len x) {})", 2 * n));
    script.ask()
}

/// Numbers beyond machine words, of which some digits are known.
pub fn numerals(n: usize) -> String {
    let mut script = Script::new();
    for name in ["x", "y", "z"] {
        script.string(name);
        script.assert(format_args!("(str.in_re {name} ((_ re.^ {n}) (re.range \"0\" \"9\")))"));
    }
    script.assert("(= (str.to_int z) (+ (str.to_int x) (str.to_int y)))");
    script.assert("(str.prefixof \"8\" x)");
    script.assert("(str.suffixof \"3\" z)");
    script.assert("(distinct x y)");
    script.ask()
}
