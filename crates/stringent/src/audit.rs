//! Claims of the solver as scripts in a folder, for other solvers to refute.
//!
//! A script declares what it mentions, asserts the definitions and the negated claim, and must be
//! unsatisfiable. Its name is that of the step and a hash of its text, so that what is claimed again,
//! by this run or another, is written once.

use ::solver::audit::{Claim, Goal, Sink};
use base::FxHasher;
use smtlib::printer::{self, Spellings};
use smtlib::sort_name;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::hash::Hasher;
use std::path::PathBuf;
use terms::{Fun, Op, Sort, Term, Terms};

/// Scripts longer than this are not written: no other solver would decide them.
const MAX_BYTES: usize = 1 << 16;

/// A sink that writes to `folder`. What cannot be written is lost, as nobody is there to be told.
pub fn to_folder(folder: PathBuf) -> Sink {
    let _ = fs::create_dir_all(&folder);
    Box::new(move |terms, claim| {
        let text = script(terms, claim);
        if text.len() <= MAX_BYTES {
            let mut hasher = FxHasher::default();
            hasher.write(text.as_bytes());
            let path = folder.join(format!("{}-{:016x}.smt2", claim.name, hasher.finish()));
            if !path.exists() {
                let _ = fs::write(path, text);
            }
        }
    })
}

/// The negation of the claim.
fn script(terms: &Terms, claim: &Claim) -> String {
    let mut out = String::from("(set-logic ALL)\n(set-info :status unsat)\n");
    let spellings = declare(terms, &claim.roots(), &mut out);
    let text = |t: Term| printer::shared_term_with(terms, t, &spellings);
    for &t in &claim.given {
        let _ = writeln!(out, "(assert {})", text(t));
    }
    match &claim.goal {
        Goal::OneOf(clause) => {
            for &t in clause {
                let _ = writeln!(out, "(assert (not {}))", text(t));
            }
        }
        &Goal::Equal(a, b) => {
            let [a_text, b_text] = [a, b].map(text);
            if terms.sort(a) == Sort::RegLan {
                // Most solvers compare languages by their words only.
                out.push_str("(declare-fun word! () String)\n");
                let _ = writeln!(
                    out,
                    "(assert (not (= (str.in_re word! {a_text}) (str.in_re word! {b_text}))))"
                );
            } else {
                let _ = writeln!(out, "(assert (not (= {a_text} {b_text})))");
            }
        }
    }
    out.push_str("(check-sat)\n");
    out
}

/// Declares the functions and sorts that occur in `roots`; says how those are spelt whose names others have.
fn declare(terms: &Terms, roots: &[Term], out: &mut String) -> Spellings {
    let mut funs: BTreeSet<Fun> = BTreeSet::new();
    for t in terms.post_order(roots) {
        if let Op::Apply(fun) = terms.op(t) {
            funs.insert(fun);
        }
    }
    let sorts: BTreeSet<u32> = funs
        .iter()
        .flat_map(|&fun| terms.fun(fun).params.iter().copied().chain([terms.fun(fun).ret]))
        .filter_map(|sort| if let Sort::Uninterpreted(n) = sort { Some(n) } else { None })
        .collect();
    for n in sorts {
        let _ = writeln!(out, "(declare-sort {} 0)", sort_name(terms, Sort::Uninterpreted(n)));
    }
    let spellings = distinguish(terms, &funs);
    for fun in funs {
        let _ = writeln!(out, "{}", printer::declaration(terms, fun, &spellings));
    }
    spellings
}

/// What one command declares, and what takes a value of a datatype apart, may have the name of what another does.
fn distinguish(terms: &Terms, funs: &BTreeSet<Fun>) -> Spellings {
    let mut taken: BTreeSet<String> =
        funs.iter().map(|&fun| terms.fun(fun).name.to_string()).collect();
    let mut seen = BTreeSet::new();
    let mut spellings = Spellings::default();
    for &fun in funs {
        let name = &*terms.fun(fun).name;
        if !seen.insert(name) {
            let numbered = (2..).map(|n: u64| format!("{name}~{n}"));
            if let Some(free) = numbered.into_iter().find(|name| taken.insert(name.clone())) {
                spellings.insert(fun, printer::symbol(&free).into_owned());
            }
        }
    }
    spellings
}
