//! Random well-sorted formulas from templates.
//!
//! A template is a term with holes: `S I B R` for any term of a sort, `s i` for constants, `c` for
//! a constant of one character, `n` for a small numeral. A profile (see [`profiles`]) weighs groups
//! of templates and families of operators, whose templates are their signatures. Constants are few and overlap, so
//! that solvers can decide what comes out and needles are found; now and then a corner value takes their place.

pub mod counters;
pub mod profiles;
pub mod typed;

use super::operators;
use super::operators::Family;
use super::rng::Rng;
use super::script::Script;
use super::sexp::Sexp;
use super::sorts::letter;
use profiles::{Profile, Style};

const STRINGS: &[&str] = &["", "a", "b", "ab", "ba", "aa", "aba", "abab", "bb", "c"];
const DIGITS: &[&str] = &["0", "1", "01", "10", "9", "00", "-1", "1a", "12"];
const ODD_STRINGS: &[&str] = &[
    "\\u{2FFFF}",
    "\\u{d800}",
    "\\u{0}",
    "A",
    "Z",
    "z",
    " ",
    "\"\"",
    "\\u{7f}b",
    "a\\u{2FFFE}",
    "abcabcab",
    "\\u{61}",
    "99999999999999999999",
];
const INTS: &[i64] = &[0, 1, 2, 3, 4, 5, -1, -2];
const ODD_INTS: &[&str] = &[
    "10",
    "48",
    "57",
    "97",
    "100",
    "196607",
    "196608",
    "2147483648",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "(- 9223372036854775809)",
    "(- 10)",
    "1000",
];

/// A random formula in the style of a profile.
pub fn formula(rng: &mut Rng, profile: &Profile) -> Script {
    match profile.style {
        Style::Counters => return counters::formula(rng),
        Style::Typed(field) => return typed::formula(rng, field),
        Style::Templates => {}
    }
    let mut script = Script::parse(profile.declarations);
    let count = 1 + rng.below(5);
    for _ in 0..count {
        let depth = 1 + rng.below(profile.depth);
        let generator = Generator { profile, script: &script };
        let term = generator.term(rng, 'B', depth);
        script.assertions.push(term);
    }
    let unused: Vec<Sexp> =
        script.declarations.iter().filter(|d| !script.uses(d)).cloned().collect();
    script.declarations.retain(|d| !unused.contains(d));
    script
}

/// A random constant of a sort: `S`, `I` or `B`.
pub fn constant(rng: &mut Rng, sort: char) -> Sexp {
    match sort {
        'S' => {
            let pool = match rng.below(12) {
                0 => ODD_STRINGS,
                1 | 2 => DIGITS,
                _ => STRINGS,
            };
            Sexp::atom(format!("\"{}\"", rng.pick(pool)))
        }
        'I' if rng.one_in(12) => parsed(rng.pick(ODD_INTS)),
        'I' => integer(*rng.pick(INTS)),
        _ => Sexp::atom(*rng.pick(&["true", "false"])),
    }
}

/// A numeral, or the negation of one.
pub fn integer(value: i64) -> Sexp {
    let magnitude = Sexp::atom(value.unsigned_abs().to_string());
    if value < 0 { Sexp::call("-", [magnitude]) } else { magnitude }
}

/// Where templates come from.
#[derive(Clone, Copy)]
enum Source {
    Templates(&'static [&'static str]),
    Operators(Family),
}

/// An operator of the family that makes terms of the sort, with holes for its arguments.
fn application(rng: &mut Rng, family: Family, sort: char) -> Option<Sexp> {
    let operator = *rng.pick(&operators::making(family, sort));
    let holes = operator.arguments(rng, sort)?;
    Some(operator.apply(holes.into_iter().map(|hole| Sexp::atom(hole.to_string()))))
}

struct Generator<'a> {
    profile: &'a Profile,
    script: &'a Script,
}

impl Generator<'_> {
    fn term(&self, rng: &mut Rng, sort: char, depth: usize) -> Sexp {
        let leaf = depth == 0 || (sort != 'B' && rng.one_in(4));
        match self.template(rng, sort) {
            Some(template) if !leaf => self.fill(rng, &template, depth - 1),
            _ => self.leaf(rng, sort),
        }
    }

    /// A template of the sort, picked by the weights of groups and families.
    fn template(&self, rng: &mut Rng, sort: char) -> Option<Sexp> {
        let groups = self.profile.groups.iter().filter(|g| g.1.sort == sort);
        let families =
            self.profile.families.iter().filter(|f| !operators::making(f.1, sort).is_empty());
        let sources: Vec<(usize, Source)> = groups
            .map(|(weight, group)| (*weight, Source::Templates(group.templates)))
            .chain(families.map(|(weight, family)| (*weight, Source::Operators(*family))))
            .collect();
        let mut rest = rng.below(sources.iter().map(|source| source.0).sum());
        let at = sources.iter().position(|(weight, _)| {
            let is_here = rest < *weight;
            rest = rest.saturating_sub(*weight);
            is_here
        })?;
        match sources[at].1 {
            Source::Templates(templates) => Some(parsed(rng.pick(templates))),
            Source::Operators(family) => application(rng, family, sort),
        }
    }

    fn fill(&self, rng: &mut Rng, template: &Sexp, depth: usize) -> Sexp {
        template.map_atoms(&mut |atom| match atom {
            "S" | "I" | "B" | "R" => self.term(rng, first(atom), depth),
            "s" => constant(rng, 'S'),
            "i" => constant(rng, 'I'),
            "c" => Sexp::atom(*rng.pick(&["\"a\"", "\"b\"", "\"c\"", "\"0\"", "\"9\"", "\"\""])),
            "n" => Sexp::atom(rng.below(4).to_string()),
            other => Sexp::atom(other),
        })
    }

    fn leaf(&self, rng: &mut Rng, sort: char) -> Sexp {
        if sort == 'R' {
            let leaves = [
                "(str.to_re s)",
                "(str.to_re s)",
                "(re.range c c)",
                "re.allchar",
                "re.all",
                "re.none",
            ];
            let leaf = parsed(rng.pick(&leaves));
            return self.fill(rng, &leaf, 0);
        }
        let of_sort =
            |f: &(&str, &[Sexp], &Sexp)| f.1.is_empty() && letter(f.2.head()) == Some(sort);
        let variables: Vec<&str> = self.script.functions().filter(of_sort).map(|f| f.0).collect();
        if variables.is_empty() || rng.one_in(3) {
            return constant(rng, sort);
        }
        Sexp::atom(*rng.pick(&variables))
    }
}

fn parsed(text: &&str) -> Sexp {
    Sexp::parse(text).expect("templates are expressions")
}

fn first(text: &str) -> char {
    text.chars().next().unwrap_or(' ')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::sorts::sort_of;
    use std::collections::BTreeSet;

    #[test]
    fn formulas_are_well_sorted_and_repeatable() {
        for profile in profiles::ALL {
            for number in 0..50 {
                let script = formula(&mut Rng::new(1, number), profile);
                assert_eq!(script, formula(&mut Rng::new(1, number), profile));
                assert!(!script.assertions.is_empty());
                for term in &script.assertions {
                    assert_eq!(sort_of(term, &script).as_deref(), Some("Bool"), "{term}");
                }
            }
        }
    }

    #[test]
    fn every_operator_is_drawn() {
        let mut heads: BTreeSet<String> = BTreeSet::new();
        for (number, profile) in (0..400).flat_map(|n| profiles::ALL.iter().map(move |p| (n, p))) {
            for term in formula(&mut Rng::new(3, number), profile).assertions {
                heads.extend(term.paths().iter().map(|path| term.at(path).head().to_owned()));
            }
        }
        let missing =
            operators::ALL.iter().map(|op| op.name()).filter(|name| !heads.contains(*name));
        assert_eq!(missing.collect::<Vec<_>>(), [""; 0]);
    }

    #[test]
    fn no_hole_is_left() {
        for profile in profiles::ALL {
            let script = formula(&mut Rng::new(2, 7), profile);
            let holes = ["S", "I", "B", "R", "s", "c", "n"];
            let left = |t: &Sexp| holes.iter().any(|h| t.mentions(h));
            assert!(!script.assertions.iter().any(left));
        }
    }
}
