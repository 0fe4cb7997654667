//! Families that count and decode: sums of choices between numbers, of weighted digits, and places that are found one behind the other.

use super::script::{LETTERS, Script, apply};

/// Each letter is a digit or small, so the counts of both have the length for their sum: the answer is no.
pub fn sorts(n: usize) -> String {
    let mut script = Script::new();
    script.string("s");
    let sorts = ["(re.range \"0\" \"9\")", "(re.range \"a\" \"z\")"];
    script
        .assert(format_args!("(str.in_re s ((_ re.^ {n}) (re.union {} {})))", sorts[0], sorts[1]));
    let of_a_sort = |sort: &str, i: usize| format!("(ite (str.in_re (str.at s {i}) {sort}) 1 0)");
    let [digits, small] = sorts.map(|sort| apply("+", (0..n).map(|i| of_a_sort(sort, i))));
    script.assert(format_args!("(not (= (+ {digits} {small}) {n}))"));
    script.ask()
}

/// The number of places in which texts differ is a distance: the answer is no.
pub fn distances(n: usize) -> String {
    let mut script = Script::new();
    for text in ["x", "y", "z"] {
        script.string(text);
        script.assert(format_args!("(str.in_re {text} ((_ re.^ {n}) (re.range \"a\" \"d\")))"));
    }
    let distance = |x: &str, y: &str| {
        let differ = |i| format!("(ite (= (str.at {x} {i}) (str.at {y} {i})) 0 1)");
        apply("+", (0..n).map(differ))
    };
    let [xy, yz, xz] = [("x", "y"), ("y", "z"), ("x", "z")].map(|(x, y)| distance(x, y));
    script.assert(format_args!("(< (+ {xy} {yz}) {xz})"));
    script.ask()
}

/// There is room for that many of them, and three letters more.
pub fn found(n: usize) -> String {
    let mut script = Script::new();
    script.string("s");
    let mut start = "0".to_owned();
    for i in 0..n {
        script.integer(&format!("place{i}"));
        script.assert(format_args!("(= place{i} (str.indexof s \"ERROR\" {start}))"));
        script.assert(format_args!("(>= place{i} 0)"));
        start = format!("(+ place{i} 1)");
    }
    script.assert(format_args!("(<= (str.len s) {})", 5 * n + 3));
    script.ask()
}

/// An odd number of brackets, of which no prefix closes more than it opens, and none is left open.
pub fn balanced(n: usize) -> String {
    let n = n + 1;
    let mut script = Script::new();
    script.string("s");
    script.assert(format_args!("(= (str.len s) {n})"));
    script.integer("d0");
    script.assert("(= d0 0)");
    for i in 0..n {
        let opens = format!("(= (str.to_code (str.at s {i})) 40)");
        script.integer(&format!("d{}", i + 1));
        script.assert(format_args!("(= d{} (ite {opens} (+ d{i} 1) (- d{i} 1)))", i + 1));
        script.assert(format_args!("(>= d{} 0)", i + 1));
    }
    script.assert(format_args!("(= d{n} 0)"));
    script.ask()
}

/// A number of n digits has the remainder 1 by 97, as that of an account has.
pub fn remainder(n: usize) -> String {
    let mut script = Script::new();
    script.string("s");
    script.assert(format_args!("(str.in_re s ((_ re.^ {n}) (re.range \"0\" \"9\")))"));
    script.assert("(= (mod (str.to_int s) 97) 1)");
    script.assert("(str.prefixof \"37\" s)");
    script.assert("(str.suffixof \"5\" s)");
    script.ask()
}

/// Binary digits are read after Horner, and the number is given: digits 0 and 1 in turn.
pub fn bits(n: usize) -> String {
    let mut script = Script::new();
    script.string("s");
    script.assert(format_args!("(= (str.len s) {n})"));
    script.integer("b0");
    script.assert("(= b0 0)");
    for i in 0..n {
        let is = |digit| format!("(= (str.at s {i}) \"{digit}\")");
        script.assert(format_args!("(or {} {})", is(0), is(1)));
        script.integer(&format!("b{}", i + 1));
        script.assert(format_args!("(= b{} (+ (* 2 b{i}) (ite {} 1 0)))", i + 1, is(1)));
    }
    let number = (0..n).fold(base::Int::ZERO, |number, i| {
        &(&number * &base::Int::from(2)) + &base::Int::from((i % 2) as u64)
    });
    script.assert(format_args!("(= b{n} {number})"));
    script.ask()
}

/// What a digit of base64 is worth, -1 if it is none.
fn sextet(code: &str) -> String {
    let ranges = [(65, 90, -65), (97, 122, -71), (48, 57, 4), (43, 43, 19), (47, 47, 16)];
    let case = |rest: String, (first, last, shift): &(i32, i32, i32)| {
        let value = match shift {
            0.. => format!("(+ {code} {shift})"),
            _ => format!("(- {code} {})", -shift),
        };
        format!("(ite (<= {first} {code} {last}) {value} {rest})")
    };
    ranges.iter().rev().fold("(- 1)".to_owned(), case)
}

/// n groups of four digits of base64, which are three small letters each; the text contains a word.
pub fn base64(n: usize) -> String {
    let mut script = Script::new();
    ["code", "text"].iter().for_each(|s| script.string(s));
    script.assert(format_args!("(= (str.len code) {})", 4 * n));
    script.assert(format_args!("(= (str.len text) {})", 3 * n));
    script.assert(format_args!("(str.in_re text {LETTERS})"));
    for i in 0..n {
        let digits: Vec<String> = (0..4).map(|k| format!("v{}", 4 * i + k)).collect();
        for (k, digit) in digits.iter().enumerate() {
            script.integer(digit);
            let code = format!("(str.to_code (str.at code {}))", 4 * i + k);
            script.assert(format_args!("(= {digit} {})", sextet(&code)));
            script.assert(format_args!("(>= {digit} 0)"));
        }
        let weighted = |weights: &[u32], parts: Vec<String>| {
            let summand = |(w, part): (&u32, String)| format!("(* {w} {part})");
            apply("+", weights.iter().zip(parts).map(summand))
        };
        let letters = (0..3).map(|k| format!("(str.to_code (str.at text {}))", 3 * i + k));
        let bytes = weighted(&[65_536, 256, 1], letters.collect());
        script.assert(format_args!("(= {} {bytes})", weighted(&[262_144, 4_096, 64, 1], digits)));
    }
    script.assert("(str.contains text \"stop\")");
    script.ask()
}
