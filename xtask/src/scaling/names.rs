//! Families about many small texts at once: names that are different, are written in capitals, are parts of a path, or are looked up.

use super::script::{LETTERS, Script, apply, literal, word};

/// A capital and small letters.
const NAME: &str = "(re.++ (re.range \"A\" \"Z\") (re.* (re.range \"a\" \"z\")))";

/// Every other name is given up to its case, the others have four letters at most: is a word in the small letters of all of them?
pub fn capitals(n: usize) -> String {
    let mut script = Script::new();
    let names = script.strings("name", n);
    for (i, name) in names.iter().enumerate() {
        script.assert(format_args!("(str.in_re {name} {NAME})"));
        if i % 2 == 0 {
            script.assert(format_args!("(<= (str.len {name}) 4)"));
        } else {
            let given = ["a", "b", "c", "d", "e", "f", "g", "h"][i % 8].repeat(1 + i % 3);
            script.assert(format_args!("(= (str.to_lower {name}) {})", literal(&given)));
        }
    }
    let text = apply("str.++", names);
    script.assert(format_args!("(str.contains (str.to_lower {text}) \"hello\")"));
    script.ask()
}

/// The first letters are given, all names are different, and the sum of their lengths is at most 3 n.
pub fn initials(n: usize) -> String {
    let mut script = Script::new();
    let names = script.strings("name", n);
    for name in &names {
        script.assert(format_args!("(str.in_re {name} (re.++ (re.range \"A\" \"Z\") {LETTERS}))"));
    }
    let first = apply("str.++", names.iter().map(|name| format!("(str.at {name} 0)")));
    let given: String = "HTML".chars().cycle().take(n).collect();
    script.assert(format_args!("(= {first} {})", literal(&given)));
    let sum = apply("+", names.iter().map(|name| format!("(str.len {name})")));
    script.assert(format_args!("(<= {sum} {})", 3 * n));
    script.assert(apply("distinct", names));
    script.ask()
}

/// A path has each part somewhere, starts and ends as paths do, and has no empty part.
pub fn globs(n: usize) -> String {
    let mut script = Script::new();
    script.string("path");
    for i in 0..n {
        let letter = char::from(b'a' + u8::try_from(i % 10).expect("a digit"));
        let part = word(&format!("{letter}{i}/"));
        script.assert(format_args!("(str.in_re path (re.++ re.all {part} re.all))"));
    }
    script.assert("(str.prefixof \"/\" path)");
    script.assert("(str.suffixof \".rs\" path)");
    script.assert("(not (str.contains path \"//\"))");
    script.ask()
}

/// A table has five values at n keys of two letters, of which there are about n / 4; the second key is the first one backwards.
pub fn keys(n: usize) -> String {
    let mut script = Script::with_all();
    script.declare("(declare-fun get (String) String)");
    let last = char::from(b'b' + u8::try_from(n.isqrt() / 2).expect("a letter"));
    let keys = script.strings("key", n);
    for (i, key) in keys.iter().enumerate() {
        script.assert(format_args!("(= (get {key}) \"v{}\")", i % 5));
        script.assert(format_args!("(str.in_re {key} ((_ re.^ 2) (re.range \"a\" \"{last}\")))"));
    }
    let cross = format!(
        "(and (= (str.at {0} 0) (str.at {1} 1)) (= (str.at {0} 1) (str.at {1} 0)))",
        keys[0], keys[1]
    );
    script.assert(cross);
    script.ask()
}

/// A program of n letters puts numbers on a stack and takes them off; in the end it is as good as empty.
pub fn stack(n: usize) -> String {
    let mut script = Script::with_all();
    script.string("program");
    script.assert(format_args!("(= (str.len program) {n})"));
    script.assert("(str.in_re program (re.* (re.union (str.to_re \"u\") (str.to_re \"o\"))))");
    for i in 0..=n {
        script.declare(&format!("(declare-const stack{i} (Seq Int))"));
    }
    script.assert("(= stack0 (as seq.empty (Seq Int)))");
    for i in 0..n {
        let (is_up, length) =
            (format!("(= (str.at program {i}) \"u\")"), format!("(seq.len stack{i})"));
        let more = format!("(seq.++ stack{i} (seq.unit {i}))");
        let less = format!("(seq.extract stack{i} 0 (- {length} 1))");
        script.assert(format_args!("(= stack{} (ite {is_up} {more} {less}))", i + 1));
        script.assert(format_args!("(or {is_up} (> {length} 0))"));
    }
    script.assert(format_args!("(= (seq.len stack{n}) {})", n % 2));
    script.assert("(str.prefixof \"uou\" program)");
    script.ask()
}

/// Each line is what it was, so the answer is no.
pub fn columns(n: usize) -> String {
    let mut script = Script::new();
    let swapped = |line: &str| {
        let comma = format!("(str.indexof {line} \",\" 0)");
        let behind = format!("(str.substr {line} (+ {comma} 1) (str.len {line}))");
        format!("(str.++ {behind} \",\" (str.substr {line} 0 {comma}))")
    };
    let [lines, once, twice] = ["l", "m", "k"].map(|letter| script.strings(letter, n));
    for i in 0..n {
        script.assert(format_args!(
            "(str.in_re {} (re.++ {LETTERS} (str.to_re \",\") {LETTERS}))",
            lines[i]
        ));
        script.assert(format_args!("(= {} {})", once[i], swapped(&lines[i])));
        script.assert(format_args!("(= {} {})", twice[i], swapped(&once[i])));
    }
    let others = lines.iter().zip(&twice).map(|(line, twice)| format!("(not (= {line} {twice}))"));
    script.assert(apply("or", others));
    script.ask()
}

/// Numbers of one to three digits each, compared one after the other.
pub fn dotted(n: usize) -> String {
    let mut script = Script::new();
    let number = "((_ re.loop 1 3) (re.range \"0\" \"9\"))";
    let versions = script.strings("v", n);
    for version in &versions {
        script.assert(format_args!(
            "(str.in_re {version} (re.++ {number} (str.to_re \".\") {number}))"
        ));
    }
    let numbers = |version: &String| {
        let dot = format!("(str.indexof {version} \".\" 0)");
        let behind = format!("(str.substr {version} (+ {dot} 1) (str.len {version}))");
        [format!("(str.to_int (str.substr {version} 0 {dot}))"), format!("(str.to_int {behind})")]
    };
    for pair in versions.windows(2) {
        let ([a, b], [c, d]) = (numbers(&pair[0]), numbers(&pair[1]));
        script.assert(format_args!("(or (< {a} {c}) (and (= {a} {c}) (< {b} {d})))"));
    }
    script.ask()
}
