//! Mutations of scripts that people wrote: formulas of shapes a grammar would not think of.

use super::generate::constant;
use super::operators::{self, Operator};
use super::rng::Rng;
use super::script::Script;
use super::sexp::{Path, Sexp};
use super::sorts::{letter, sort_of};

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
    match rng.below(9) {
        0 => script.assertions[at] = script.assertions[at].clone().not(),
        1 if count > 1 => drop(script.assertions.remove(at)),
        2 => {
            let other = script.assertions[rng.below(count)].clone().not();
            script.assertions[at] = Sexp::call("or", [script.assertions[at].clone(), other]);
        }
        3 | 4 => replace_by_constant(rng, script, at),
        5 => exchange(rng, script, at),
        6 => wrap(rng, script, at),
        _ => swap_operator(rng, script, at),
    }
}

fn place(rng: &mut Rng, term: &Sexp) -> Path {
    let paths = term.paths();
    rng.pick(&paths).clone()
}

fn replace_by_constant(rng: &mut Rng, script: &mut Script, at: usize) {
    let path = place(rng, &script.assertions[at]);
    let letter = sort_letter(script.assertions[at].at(&path), script).filter(|l| *l != 'R');
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

/// Puts another operator in the place of one, if it takes the same arguments.
fn swap_operator(rng: &mut Rng, script: &mut Script, at: usize) {
    let path = place(rng, &script.assertions[at]);
    let term = script.assertions[at].at(&path);
    let args: Option<Vec<char>> = term.args().iter().map(|arg| sort_letter(arg, script)).collect();
    let (Some(args), Some(sort)) = (args, sort_letter(term, script)) else { return };
    let fits = |op: &&Operator| op.accepts(&args, sort) && op.name() != term.head();
    let others: Vec<&Operator> = operators::ALL.iter().filter(fits).collect();
    if operators::named(term.head()).is_some() && !others.is_empty() {
        let new = rng.pick(&others).apply(term.args().iter().cloned());
        script.assertions[at] = script.assertions[at].with(&path, indexed(rng, &new));
    }
}

/// Puts a term below an operator that takes it: any operator that makes its sort, with other subterms and constants.
fn wrap(rng: &mut Rng, script: &mut Script, at: usize) {
    let assertion = &script.assertions[at];
    let path = place(rng, assertion);
    let term = assertion.at(&path);
    let Some(sort) = sort_letter(term, script) else { return };
    let makers: Vec<&Operator> = operators::ALL.iter().filter(|op| op.makes(sort)).collect();
    let operator = *rng.pick(&makers);
    let Some(sorts) = operator.arguments(rng, sort) else { return };
    let inner: Vec<&Sexp> = assertion.paths().iter().map(|p| assertion.at(p)).collect();
    let mut args: Vec<Sexp> = Vec::new();
    for wanted in sorts {
        let fit: Vec<&&Sexp> =
            inner.iter().filter(|t| sort_letter(t, script) == Some(wanted)).collect();
        args.push(match wanted {
            _ if wanted == sort && !args.contains(term) => term.clone(),
            _ if !fit.is_empty() && !assertion.mentions("let") => (**rng.pick(&fit)).clone(),
            'R' => Sexp::atom("re.allchar"),
            _ => constant(rng, wanted),
        });
    }
    let new = indexed(rng, &operator.apply(args));
    script.assertions[at] = script.assertions[at].with(&path, new);
}

/// A term with numerals for the holes of an index.
fn indexed(rng: &mut Rng, term: &Sexp) -> Sexp {
    let Sexp::List(items) = term else { return term.clone() };
    let mut items = items.clone();
    if let Some(Sexp::List(_)) = items.first() {
        items[0] = items[0].map_atoms(&mut |atom| match atom {
            "n" => Sexp::atom(rng.below(4).to_string()),
            other => Sexp::atom(other),
        });
    }
    Sexp::List(items)
}

fn sort_letter(term: &Sexp, script: &Script) -> Option<char> {
    sort_of(term, script).as_deref().and_then(letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

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

    #[test]
    fn every_operator_is_put_in() {
        let text = "(declare-const x String)(declare-const i Int)(declare-const r RegLan)\
            (assert (and (= (str.at x i) \"a\") (< i 2) (str.in_re x r)))";
        let script = Script::parse(text);
        let mut heads: BTreeSet<String> = BTreeSet::new();
        for number in 0..6000 {
            for term in mutate(&mut Rng::new(2, number), &script).assertions {
                heads.extend(term.paths().iter().map(|path| term.at(path).head().to_owned()));
            }
        }
        let missing =
            operators::ALL.iter().map(|op| op.name()).filter(|name| !heads.contains(*name));
        assert_eq!(missing.collect::<Vec<_>>(), [""; 0]);
    }
}
