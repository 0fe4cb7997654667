//! Families that count: sums of choices between numbers, and places that are found one behind the other.

use super::script::{Script, apply};

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
