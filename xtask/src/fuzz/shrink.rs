//! Makes a formula small while it still shows a bug: delta debugging (Zeller, Hildebrandt 2002) by
//! dropping assertions, and on the terms that remain by putting subterms and simple constants of the same
//! sort in the place of larger ones, largest first.

use super::script::Script;
use super::sexp::Sexp;
use super::sorts::{simplest, sort_of};

/// Shrinks while `shows` holds, asking it at most `budget` times.
pub fn shrink(script: &Script, budget: usize, shows: &mut dyn FnMut(&Script) -> bool) -> Script {
    let mut best = script.clone();
    let mut left = budget;
    while let Some(smaller) = step(&best, &mut left, shows) {
        best = smaller;
    }
    best
}

/// The first smaller formula that shows the bug.
fn step(
    script: &Script,
    left: &mut usize,
    shows: &mut dyn FnMut(&Script) -> bool,
) -> Option<Script> {
    candidates(script).find(|candidate| {
        if *left == 0 || candidate.size() >= script.size() {
            return false;
        }
        *left -= 1;
        shows(candidate)
    })
}

/// Formulas to try, boldest first.
fn candidates(script: &Script) -> impl Iterator<Item = Script> + '_ {
    let dropped = (0..script.assertions.len()).map(|n| {
        let mut smaller = script.clone();
        smaller.assertions.remove(n);
        smaller
    });
    let unused = script.declarations.iter().filter(|d| !script.uses(d)).map(|d| {
        let mut smaller = script.clone();
        smaller.declarations.retain(|other| other != d);
        smaller
    });
    let rewritten = (0..script.assertions.len()).flat_map(move |n| {
        simplified(&script.assertions[n], script).map(move |term| {
            let mut smaller = script.clone();
            smaller.assertions[n] = term;
            smaller
        })
    });
    dropped.chain(unused).chain(rewritten)
}

/// The term with one place simplified.
fn simplified(term: &Sexp, script: &Script) -> impl Iterator<Item = Sexp> {
    let mut paths = term.paths();
    paths.sort_by_key(|p| std::cmp::Reverse(term.at(p).size()));
    paths.into_iter().flat_map(move |path| {
        simpler(term.at(&path), script).into_iter().map(move |new| term.with(&path, new))
    })
}

/// Simpler terms for one place: constants, subterms of the same sort, one argument fewer.
fn simpler(term: &Sexp, script: &Script) -> Vec<Sexp> {
    let Some(sort) = sort_of(term, script) else { return Vec::new() };
    let mut simpler: Vec<Sexp> = simplest(&sort);
    simpler.retain(|s| s != term);
    if let Some(args) = (term.head() == "let").then(|| term.args()) {
        simpler.extend(expanded(args));
        return simpler;
    }
    let free = term.paths().into_iter().skip(1).filter(|p| !term.is_below_binder(p));
    let below = free.map(|p| term.at(&p));
    simpler.extend(below.filter(|t| sort_of(t, script).as_deref() == Some(sort.as_str())).cloned());
    simpler.extend(fewer_arguments(term));
    simpler.extend(shorter_literal(term));
    simpler
}

/// A `let` with its definitions put in.
fn expanded(args: &[Sexp]) -> Option<Sexp> {
    let [Sexp::List(bindings), body] = args else { return None };
    let mut value = |atom: &str| {
        let binding = bindings.iter().find(|b| b.head() == atom);
        binding.and_then(|b| b.args().first()).cloned().unwrap_or_else(|| Sexp::atom(atom))
    };
    Some(body.map_atoms(&mut value))
}

fn fewer_arguments(term: &Sexp) -> Vec<Sexp> {
    let variadic = [
        "and", "or", "distinct", "+", "str.++", "re.++", "re.union", "re.inter", "seq.++",
        "concat", "bvadd", "bvand", "bvor",
    ];
    match term {
        Sexp::List(items) if items.len() > 3 && variadic.contains(&term.head()) => (1..items.len())
            .map(|n| {
                let mut items = items.clone();
                items.remove(n);
                Sexp::List(items)
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// A string without a character, a number without a digit.
fn shorter_literal(term: &Sexp) -> Vec<Sexp> {
    let Sexp::Atom(text) = term else { return Vec::new() };
    let is_plain = |c: char| c.is_ascii_alphanumeric();
    if let Some(inner) = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
        if !inner.chars().all(is_plain) {
            return Vec::new();
        }
        let without =
            |n: usize| inner.chars().enumerate().filter(|c| c.0 != n).map(|c| c.1).collect();
        return (0..inner.len())
            .map(without)
            .map(|s: String| Sexp::atom(format!("\"{s}\"")))
            .collect();
    }
    let is_number = text.len() > 1 && text.chars().all(|c| c.is_ascii_digit());
    if is_number { vec![Sexp::atom(&text[..text.len() - 1])] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_bug_needs_remains() {
        let script = Script::parse(
            "(declare-const x String)(declare-const y String)(assert (= x \"abc\"))\
             (assert (or (= y (str.++ x \"aab\")) (str.contains (str.++ x \"c\" y) \"b\")))",
        );
        let mut shows = |s: &Script| s.assertions.iter().any(|a| a.mentions("str.contains"));
        let small = shrink(&script, 1000, &mut shows);
        let asserted: Vec<String> = small.assertions.iter().map(Sexp::to_string).collect();
        assert_eq!(asserted, ["(str.contains \"\" \"\")"]);
        assert!(small.declarations.is_empty());
    }

    #[test]
    fn lets_are_expanded() {
        let script = Script::parse("(assert (let ((v (= 1 2))) (or v (not v))))");
        let mut shows = |s: &Script| s.assertions.iter().any(|a| a.mentions("="));
        let small = shrink(&script, 100, &mut shows);
        assert_eq!(small.assertions[0].to_string(), "(= 1 2)");
    }

    #[test]
    fn the_budget_is_kept() {
        let script = Script::parse("(assert (and true false true false))");
        let mut asked = 0;
        shrink(&script, 3, &mut |_| {
            asked += 1;
            false
        });
        assert_eq!(asked, 3);
    }
}
