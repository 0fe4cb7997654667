//! Formulas about counters: loops in loops, inverted ranges, bounds at the ends of machine words, and lengths
//! that are near products of them.

use super::super::exact::{self, sample};
use super::super::rng::Rng;
use super::super::script::Script;
use super::super::sexp::Sexp;
use dashu_int::IBig;

const DECLARATIONS: &str = "(declare-const x String)(declare-const y String)(declare-const z String)\
    (declare-const i Int)(declare-const j Int)";
const BLOCKS: &[&str] = &["a", "b", "c", "de", "fgh"];
const SMALL: &[u64] = &[0, 1, 2, 3, 4, 5, 7, 10, 64];
const LARGE: &[u64] = &[
    1000,
    65_535,
    65_536,
    1_000_000,
    (1 << 30) - 1,
    (1 << 31) - 1,
    1 << 31,
    (1 << 31) + 1,
    (1 << 32) - 2,
    (1 << 32) - 1,
];
/// No solver takes these as an index.
const TOO_LARGE: &[u64] = &[1 << 32, (1 << 32) + 1, 1 << 33];
const NUMBERS: &[&str] = &[
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "1000000000000000000000000000000",
];

/// A random formula.
pub fn formula(rng: &mut Rng) -> Script {
    let mut script = Script::parse(DECLARATIONS);
    let languages: Vec<String> = (0..1 + rng.below(3)).map(|_| regex(rng)).collect();
    let first = format!("(str.in_re {} {})", string(rng), languages[0]);
    let mut assertions = vec![first];
    for _ in 0..1 + rng.below(4) {
        let assertion = match rng.below(5) {
            0 => format!("(or {} {})", atom(rng, &languages), atom(rng, &languages)),
            1 => format!("(not {})", atom(rng, &languages)),
            _ => atom(rng, &languages),
        };
        assertions.push(assertion);
    }
    script.assertions = assertions.iter().map(|text| read(text)).collect();
    let unused: Vec<Sexp> =
        script.declarations.iter().filter(|d| !script.uses(d)).cloned().collect();
    script.declarations.retain(|d| !unused.contains(d));
    script
}

fn read(text: &str) -> Sexp {
    Sexp::parse(text).expect("what is generated is an expression")
}

fn atom(rng: &mut Rng, languages: &[String]) -> String {
    let language = rng.pick(languages).clone();
    let (s, t) = (string(rng), string(rng));
    match rng.below(16) {
        0..4 => format!("(str.in_re {s} {language})"),
        4 => format!("(str.in_re {s} {})", regex(rng)),
        5..9 => format!("({} (str.len {s}) {})", relation(rng), number(rng, &language)),
        9 => format!("({} (str.len {s}) {})", relation(rng), sum(rng)),
        10 => format!("({} {} {})", relation(rng), sum(rng), number(rng, &language)),
        11 => format!("(= (str.++ {s} {t}) {})", string(rng)),
        12 => format!(
            "({} {s} {t})",
            rng.pick(&["=", "str.prefixof", "str.suffixof", "str.contains"])
        ),
        13 => format!(
            "(= (str.at {s} {}) \"{}\")",
            number(rng, &language),
            rng.pick(&["a", "b", "c", ""])
        ),
        14 => format!(
            "(= (str.substr {s} {} {}) {t})",
            number(rng, &language),
            number(rng, &language)
        ),
        _ => comparison(rng, &language),
    }
}

fn string(rng: &mut Rng) -> String {
    let name = *rng.pick(&["x", "x", "x", "y", "y", "z"]);
    if rng.one_in(12) {
        format!("(str.++ {name} {})", rng.pick(&["y", "z", "\"a\"", "\"bb\""]))
    } else {
        name.to_owned()
    }
}

fn relation(rng: &mut Rng) -> &'static str {
    const RELATIONS: &[&str] = &["=", "=", "<", "<=", ">", ">="];
    RELATIONS[rng.below(RELATIONS.len())]
}

fn sum(rng: &mut Rng) -> String {
    let part = |rng: &mut Rng| {
        let part = *rng.pick(&["i", "i", "j", "(str.len y)", "(str.len z)"]);
        if rng.one_in(3) { format!("(* {} {part})", counter(rng)) } else { part.to_owned() }
    };
    if rng.one_in(2) { part(rng) } else { format!("(+ {} {})", part(rng), part(rng)) }
}

/// A number near the length of a word of the language, or a corner value.
fn number(rng: &mut Rng, language: &str) -> String {
    let word = exact::regex(&read(language), &exact::Model::new());
    let length = word.and_then(|regex| sample::near(&regex, rng)).map(|word| word.len());
    let number = match length {
        Some(length) if !rng.one_in(4) => length + IBig::from(rng.below(3)) - 1,
        _ if rng.one_in(2) => rng.pick(NUMBERS).parse().expect("a numeral"),
        _ => IBig::from(counter(rng)),
    };
    if number < IBig::ZERO { format!("(- {})", -number) } else { number.to_string() }
}

fn counter(rng: &mut Rng) -> u64 {
    match rng.below(20) {
        0..9 => *rng.pick(SMALL),
        9 if rng.one_in(4) => *rng.pick(TOO_LARGE),
        _ => *rng.pick(LARGE),
    }
}

fn regex(rng: &mut Rng) -> String {
    match rng.below(12) {
        0..4 => block_nest(rng),
        4..7 => sequence(rng),
        7 => {
            let flexible =
                *rng.pick(&["re.all", "(re.* re.allchar)", "((_ re.loop 0 3) re.allchar)"]);
            let nest = block_nest(rng);
            let parts = if rng.one_in(2) {
                [flexible.to_owned(), nest]
            } else {
                [nest, flexible.to_owned()]
            };
            format!("(re.++ {} {})", parts[0], parts[1])
        }
        8 => format!("(re.union {} {})", block_nest(rng), sequence(rng)),
        9 => {
            let inner = alternatives(rng);
            looped(rng, &inner)
        }
        _ => {
            let operator = *rng.pick(&["re.inter", "re.diff", "re.inter", "re.comp"]);
            if operator == "re.comp" {
                return format!("(re.comp {})", block_nest(rng));
            }
            let block = *rng.pick(BLOCKS);
            format!("({operator} {} {})", nest(rng, block), nest(rng, block))
        }
    }
}

fn block_nest(rng: &mut Rng) -> String {
    let block = *rng.pick(BLOCKS);
    nest(rng, block)
}

/// Parts of different letters one after the other, now and then of the same.
fn sequence(rng: &mut Rng) -> String {
    let from = rng.below(3);
    let step = usize::from(!rng.one_in(4));
    let parts: Vec<String> =
        (0..2 + rng.below(2)).map(|n| nest(rng, BLOCKS[(from + n * step) % 5])).collect();
    format!("(re.++ {})", parts.join(" "))
}

/// Parts of different letters to choose from.
fn alternatives(rng: &mut Rng) -> String {
    let from = rng.below(5);
    let parts: Vec<String> =
        (0..2 + rng.below(2)).map(|n| nest(rng, BLOCKS[(from + n) % 5])).collect();
    format!("(re.union {})", parts.join(" "))
}

/// Loops around copies of a block, or around a set of letters.
fn nest(rng: &mut Rng, block: &str) -> String {
    let base = match rng.below(8) {
        0 => "re.allchar".to_owned(),
        1 => "(re.range \"a\" \"c\")".to_owned(),
        2 => format!("(re.union (str.to_re \"{block}\") (str.to_re \"{}\"))", block.repeat(2)),
        _ => format!("(str.to_re \"{}\")", block.repeat(1 + rng.below(2))),
    };
    let depth = [1, 1, 2, 2, 2, 3, 4][rng.below(7)];
    (0..depth).fold(base, |inner, _| looped(rng, &inner))
}

fn looped(rng: &mut Rng, inner: &str) -> String {
    let (low, high) = (counter(rng), counter(rng));
    match rng.below(12) {
        0..4 => format!("((_ re.^ {low}) {inner})"),
        // Every other range of this form is inverted.
        4 => format!("((_ re.loop {low} {high}) {inner})"),
        5..8 => format!("((_ re.loop {} {}) {inner})", low.min(high), low.max(high)),
        8 => format!("((_ re.loop {low} {}) {inner})", low + 1),
        9 => format!("((_ re.loop {low}) {inner})"),
        _ => format!("({} {inner})", rng.pick(&["re.*", "re.+", "re.opt"])),
    }
}

/// An equation or an inclusion of languages, half of them of two that are built to be equal.
fn comparison(rng: &mut Rng, language: &str) -> String {
    let other = match rng.below(4) {
        0 => regex(rng),
        1 => format!("(re.union {language} {language})"),
        2 => format!("((_ re.loop 1 1) {language})"),
        _ => {
            let (low, nest) = (counter(rng), block_nest(rng));
            let unrolled = format!("(re.++ ((_ re.^ {low}) {nest}) (re.* {nest}))");
            return format!("(= ((_ re.loop {low}) {nest}) {unrolled})");
        }
    };
    match rng.below(3) {
        0 => format!("(= (re.diff {language} {other}) re.none)"),
        1 => format!("(= (re.union {language} {other}) {other})"),
        _ => format!("(= {language} {other})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::sorts::sort_of;

    #[test]
    fn formulas_are_well_sorted_and_large() {
        let scripts: Vec<Script> = (0..200).map(|n| formula(&mut Rng::new(1, n))).collect();
        for script in &scripts {
            assert!(
                script.assertions.iter().all(|t| sort_of(t, script).as_deref() == Some("Bool"))
            );
        }
        let text: String = scripts.iter().map(Script::write_plain).collect();
        for number in LARGE.iter().chain(TOO_LARGE) {
            assert!(text.contains(&number.to_string()), "{number}");
        }
    }
}
