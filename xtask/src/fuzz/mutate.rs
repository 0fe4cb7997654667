//! Mutations of scripts that people wrote: formulas of shapes a grammar would not think of.

use super::generate::{constant, letter};
use super::rng::Rng;
use super::script::Script;
use super::sexp::{Path, Sexp};
use super::sorts::sort_of;

/// Operators of the same signature.
const SIMILAR: &[&[&str]] = &[
    &["and", "or"],
    &["<", "<=", ">", ">="],
    &["str.prefixof", "str.suffixof"],
    &["str.<", "str.<="],
    &["=", "distinct"],
    &["str.replace", "str.replace_all"],
    &["str.to_int", "str.len", "str.to_code"],
    &["str.from_int", "str.from_code"],
    &["re.union", "re.inter", "re.++", "re.diff"],
    &["re.*", "re.+", "re.opt", "re.comp"],
    &["div", "mod"],
    &["+", "-"],
    &["str.replace_re", "str.replace_re_all"],
];

/// Changes a script in one to three places.
pub fn mutate(rng: &mut Rng, script: &Script) -> Script {
    let mut script = script.clone();
    for _ in 0..1 + rng.below(3) {
        step(rng, &mut script);
    }
    script
}

fn step(rng: &mut Rng, script: &mut Script) {
    let count = script.assertions.len();
    if count == 0 {
        return;
    }
    let at = rng.below(count);
    match rng.below(8) {
        0 => script.assertions[at] = script.assertions[at].clone().not(),
        1 if count > 1 => drop(script.assertions.remove(at)),
        2 => {
            let other = script.assertions[rng.below(count)].clone().not();
            script.assertions[at] = Sexp::call("or", [script.assertions[at].clone(), other]);
        }
        3 | 4 => replace_by_constant(rng, script, at),
        5 => exchange(rng, script, at),
        _ => swap_operator(rng, script, at),
    }
}

fn place(rng: &mut Rng, term: &Sexp) -> Path {
    let paths = term.paths();
    rng.pick(&paths).clone()
}

fn replace_by_constant(rng: &mut Rng, script: &mut Script, at: usize) {
    let path = place(rng, &script.assertions[at]);
    let sort = sort_of(script.assertions[at].at(&path), script);
    let letter = sort.as_deref().and_then(letter).filter(|l| *l != 'R');
    if let Some(letter) = letter.filter(|_| !path.is_empty()) {
        script.assertions[at] = script.assertions[at].with(&path, constant(rng, letter));
    }
}

/// Puts a subterm in the place of another of its sort, maybe in another assertion.
fn exchange(rng: &mut Rng, script: &mut Script, at: usize) {
    let from = rng.below(script.assertions.len());
    let (source, target) =
        (place(rng, &script.assertions[from]), place(rng, &script.assertions[at]));
    let term = script.assertions[from].at(&source).clone();
    let sorts = (sort_of(&term, script), sort_of(script.assertions[at].at(&target), script));
    let bound = |assertion: &Sexp| assertion.mentions("let");
    if sorts.0 == sorts.1 && sorts.0.is_some() && !bound(&script.assertions[from]) {
        script.assertions[at] = script.assertions[at].with(&target, term);
    }
}

fn swap_operator(rng: &mut Rng, script: &mut Script, at: usize) {
    let paths = script.assertions[at].paths();
    let similar = |path: &Path| {
        let head = script.assertions[at].at(path).head();
        SIMILAR.iter().find(|group| group.contains(&head))
    };
    let places: Vec<(&Path, &&[&str])> =
        paths.iter().filter_map(|p| Some((p, similar(p)?))).collect();
    if places.is_empty() {
        return;
    }
    let (path, group) = *rng.pick(&places);
    if let Sexp::List(mut items) = script.assertions[at].at(path).clone() {
        // The unary minus has no counterpart.
        if items.len() > 2 || items[0].head() != "-" {
            items[0] = Sexp::atom(*rng.pick(group));
            script.assertions[at] = script.assertions[at].with(path, Sexp::List(items));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_differ_and_keep_their_sorts() {
        let text = "(declare-const x String)(declare-const i Int)\
            (assert (and (= (str.at x i) \"a\") (< i 2)))(assert (str.in_re x (re.* re.allchar)))";
        let script = Script::parse(text);
        let mutants: Vec<Script> = (0..50).map(|n| mutate(&mut Rng::new(1, n), &script)).collect();
        assert!(mutants.iter().filter(|m| **m != script).count() > 30);
        for mutant in &mutants {
            for term in &mutant.assertions {
                assert_eq!(sort_of(term, mutant).as_deref(), Some("Bool"));
            }
        }
    }
}
