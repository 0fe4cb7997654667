//! Matches on operators with a `_ =>`: to those, a new operator is like whatever the author thought of last. What
//! treats operators alike matches a column of their table (`crates/terms/src/op`), exhaustively; what
//! remains is listed here with a reason, and the list only shrinks.

use super::Violation;
use crate::tree::Tree;

/// Reason, then files or folders with the number of such matches in them.
const ALLOWED: &[(&str, &[(&str, usize)])] = &[
    (
        "A rule changes terms of the shape that it names, and leaves all others.",
        &[("crates/rewrite/src/rules/", 31)],
    ),
    (
        "What is not named is as the table says.",
        &[
            ("crates/rewrite/src/entail/arith.rs", 2),
            ("crates/rewrite/src/entail/assume.rs", 2),
            ("crates/rewrite/src/entail/bounds.rs", 2),
            ("crates/solver/src/optimize/relaxation.rs", 1),
            ("crates/solver/src/optimize/unbounded.rs", 3),
            ("crates/solver/src/strings/facts.rs", 1),
        ],
    ),
    (
        "Nothing but what builds regexes has a language.",
        &[
            ("crates/rewrite/src/entail/regex.rs", 1),
            ("crates/rewrite/src/matching.rs", 1),
            ("crates/solver/src/strings/extended/regexes.rs", 3),
            ("crates/solver/src/strings/languages.rs", 1),
            ("crates/solver/src/strings/unfolding/enclosure.rs", 1),
            ("crates/solver/src/strings/unfolding/table.rs", 1),
            ("crates/terms/src/eval/regex/mod.rs", 1),
            ("crates/terms/src/eval/sequences.rs", 2),
            ("crates/terms/tests/common/matching.rs", 1),
        ],
    ),
    (
        "A technique for the functions it names: others are leaves to it.",
        &[
            ("crates/solver/src/euf/parts.rs", 1),
            ("crates/solver/src/euf/properties.rs", 1),
            ("crates/solver/src/strings/containment.rs", 1),
            ("crates/solver/src/strings/extended/affixes.rs", 3),
            ("crates/solver/src/strings/extended/bounds.rs", 3),
            ("crates/solver/src/strings/extended/candidate.rs", 2),
            ("crates/solver/src/strings/extended/chars.rs", 2),
            ("crates/solver/src/strings/extended/instances.rs", 2),
            ("crates/solver/src/strings/extended/magnitude.rs", 2),
            ("crates/solver/src/strings/extended/monotone.rs", 1),
            ("crates/solver/src/sequences/minterms.rs", 1),
            ("crates/solver/src/sequences/plan.rs", 2),
            ("crates/solver/src/sequences/vectors.rs", 1),
            ("crates/solver/src/strings/repair.rs", 1),
            ("crates/solver/src/strings/transducers/collect.rs", 1),
            ("crates/solver/src/strings/transducers/function.rs", 2),
            ("crates/solver/src/strings/transducers/guess.rs", 2),
        ],
    ),
    (
        "Structure that everything has: constants, declared symbols, connectives, sums.",
        &[
            ("crates/rewrite/src/circuit.rs", 1),
            ("crates/rewrite/src/flatten.rs", 1),
            ("crates/rewrite/src/linear.rs", 3),
            ("crates/smtlib/src/apply.rs", 3),
            ("crates/smtlib/src/datatypes/raise.rs", 3),
            ("crates/smtlib/src/datatypes/show.rs", 1),
            ("crates/smtlib/src/datatypes/tuple.rs", 2),
            ("crates/smtlib/src/sequences.rs", 3),
            ("crates/smtlib/tests/common/text.rs", 1),
            ("crates/solver/src/blaster.rs", 1),
            ("crates/solver/src/cnf.rs", 3),
            ("crates/solver/src/engine/needs.rs", 1),
            ("crates/solver/src/euf/nodes.rs", 2),
            ("crates/solver/src/preprocess/run.rs", 1),
            ("crates/solver/src/preprocess/solve.rs", 1),
            ("crates/solver/src/register.rs", 2),
            ("crates/solver/src/relevancy.rs", 2),
            ("crates/solver/src/sequences/definitions.rs", 1),
            ("crates/solver/src/sequences/lower.rs", 2),
            ("crates/terms/src/build.rs", 1),
            ("crates/terms/src/store/collect.rs", 1),
            ("crates/terms/src/eval/logic.rs", 1),
            ("crates/terms/src/eval/mod.rs", 1),
            ("crates/terms/src/store/mod.rs", 5),
            ("crates/terms/src/walk.rs", 1),
            ("xtask/src/audit/forms.rs", 2),
        ],
    ),
];

const ADVICE: &str = "match a column of the table of operators exhaustively, or say in \
    `xtask/src/tidy/operators.rs` why not";

/// What starts an arm that names operators.
const NAMES: &[&str] = &["Op::", "(Op::", "Some(Op::", "op @ Op::", "op @ (Op::"];

/// What starts an arm for all others.
const OTHERS: &[&str] = &["_ =>", "_ if ", "(_, _) =>", "(_, _, _) =>"];

pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut counted: Vec<usize> = allowed().map(|_| 0).collect();
    for file in tree.select("crates/", ".rs").chain(tree.select("xtask/", ".rs")) {
        let places = matches_with_others(&file.text);
        match allowed().position(|(path, _)| file.path.starts_with(path)) {
            Some(at) => counted[at] += places.len(),
            None => found.extend(places.into_iter().map(|line| {
                let message = format!("a match on operators with `_ =>`: {ADVICE}");
                Violation::new(format!("{}:{line}", file.path), message)
            })),
        }
    }
    for ((path, most), count) in allowed().zip(counted) {
        let message = if count > most {
            format!("{count} matches on operators with `_ =>`, {most} are known: {ADVICE}")
        } else if count < most {
            format!("only {count} matches on operators with `_ =>` are left: say so in the list")
        } else {
            continue;
        };
        found.push(Violation::new(path, message));
    }
    found
}

fn allowed() -> impl Iterator<Item = (&'static str, usize)> {
    ALLOWED.iter().flat_map(|(_, places)| places.iter().copied())
}

/// The lines of matches of which one arm names operators and one is for all others.
fn matches_with_others(text: &str) -> Vec<usize> {
    let lines: Vec<&str> = text.lines().collect();
    let starts = |line: &str, with: &[&str]| with.iter().any(|w| line.trim_start().starts_with(w));
    let opens = |line: &str| line.contains("match ") && line.ends_with('{');
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| opens(line)) {
        let margin = indent(line);
        let body = lines[at + 1..].iter().take_while(|l| l.is_empty() || indent(l) > margin);
        let arms: Vec<&&str> = body.filter(|l| indent(l) == margin + 4).collect();
        if arms.iter().any(|l| starts(l, NAMES)) && arms.iter().any(|l| starts(l, OTHERS)) {
            found.push(at + 1);
        }
    }
    found
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: &str = "fn f(op: Op) -> u32 {\n    match op {\n        Op::And | Op::Or => 1,\n        \
        Op::Ite => {\n            match x {\n                1 => 2,\n                _ => 3,\n            }\n        }\n        \
        _ => 0,\n    }\n}\n";

    #[test]
    fn an_operator_and_all_others() {
        assert_eq!(matches_with_others(OPEN), [2]);
        let closed = OPEN.replacen("        _ => 0,\n", "        Op::Not => 0,\n", 1);
        assert_eq!(matches_with_others(&closed), []);
        let of_sorts = OPEN.replace("Op::", "Sort::");
        assert_eq!(matches_with_others(&of_sorts), []);
    }

    #[test]
    fn a_new_match_is_refused() {
        let found = check(&Tree::of(&[("crates/new/src/lib.rs", OPEN)]));
        assert!(found.iter().any(|v| v.place == "crates/new/src/lib.rs:2"));
    }
}
