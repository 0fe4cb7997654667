//! Formulas about one string, decided by its language.
//!
//! The problem: one of n versions, each in a language of its own, is to have no dash or to be no version without what follows it. Each is a
//! question about one string that has an answer, but a search asks the next one only when all others have values.
//!
//! A Boolean combination of memberships of one string is a membership. If its language includes all words that assertions leave to the
//! string, or none, then the combination holds, or does not. It is looked at as a whole, as its parts may be open. Atoms are left to the
//! search: they share its memory of what languages have in common.

use super::super::conditions::condition;
use super::super::substitution::replace_whole;
use super::alphabets::Alphabets;
use crate::engine::Resources;
use crate::strings::languages::Languages;
use automata::Re;
use base::{FxHashMap, FxHashSet, Interrupted, Limits, Stop, affordable};
use terms::{Op, Term, Terms};

/// A fact: of the steps for memberships, such a part is for formulas about one string.
const SHARE: u64 = 10;

/// A string, and the language it is in if a formula holds.
#[derive(Clone, Copy)]
struct About {
    x: Term,
    language: Re,
    is_atom: bool,
}

/// Whether one of `all` terms is a membership that is neither asserted nor denied.
pub(super) fn asks(terms: &Terms, all: &[Term], formulas: &[Term]) -> bool {
    let asserted: FxHashSet<Term> = formulas.iter().map(|&f| terms.literal(f).0).collect();
    all.iter().any(|t| terms.op(*t) == Op::StrInRe && !asserted.contains(t))
}

/// Decides formulas in `formulas`. Whether there were any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    alphabets: &Alphabets,
    formulas: &mut [Term],
) -> Result<bool, Interrupted> {
    let Resources { terms, languages, audit, budget, .. } = res;
    let limits = Limits::new(budget, budget.tunables().check.occurrence_steps / SHARE);
    let mut images = FxHashMap::default();
    affordable(decided(terms, languages, alphabets, formulas, &mut images, &limits))?;
    if images.is_empty() {
        return Ok(false);
    }
    let images = images.into_iter().map(|(t, holds)| (t, terms.bool(holds))).collect();
    let pass = ("preprocess.alone", &alphabets.given[..]);
    replace_whole(terms, images, formulas, pass, audit, budget)?;
    Ok(true)
}

/// Puts the truth values of formulas that are decided into `images`.
fn decided(
    terms: &Terms,
    languages: &mut Languages,
    alphabets: &Alphabets,
    formulas: &[Term],
    images: &mut FxHashMap<Term, bool>,
    limits: &Limits<'_>,
) -> Result<(), Stop> {
    // What gives a language is not decided by it.
    let given = terms.post_order_within(&alphabets.given, limits.budget())?;
    let given: FxHashSet<Term> = given.into_iter().collect();
    let others: Vec<Term> = formulas.iter().copied().filter(|f| !given.contains(f)).collect();
    let mut about: FxHashMap<Term, About> = FxHashMap::default();
    for t in terms.post_order_within(&others, limits.budget())? {
        limits.charge(1)?;
        if let Some(found) = language(terms, languages, &about, t, limits)?
            && alphabets.languages(found.x).is_some()
        {
            about.insert(t, found);
        }
    }
    let (mut stack, mut seen) = (others, FxHashSet::default());
    let mut answers: FxHashMap<(Re, Re), Option<bool>> = FxHashMap::default();
    while let Some(t) = stack.pop() {
        if !seen.insert(t) || given.contains(&t) {
            continue;
        }
        limits.charge(1)?;
        let Some(found) = about.get(&t).filter(|found| !found.is_atom) else {
            stack.extend_from_slice(terms.args(t));
            continue;
        };
        let regexes = &mut languages.regexes;
        let known = alphabets.languages(found.x).unwrap_or_default();
        let known = regexes.inter(known.iter().copied());
        let holds = match answers.get(&(known, found.language)) {
            Some(&holds) => holds,
            None if regexes.is_disjoint(known, found.language, limits)? => Some(false),
            None => regexes.includes_language(found.language, known, limits)?.then_some(true),
        };
        answers.insert((known, found.language), holds);
        if let Some(holds) = holds {
            images.insert(t, holds);
        }
    }
    debug_assert!(images.keys().all(|t| !given.contains(t)), "what gives a language is lost");
    Ok(())
}

/// What `t` is about, if that is one string, and so are its arguments.
fn language(
    terms: &Terms,
    languages: &mut Languages,
    about: &FxHashMap<Term, About>,
    t: Term,
    limits: &Limits<'_>,
) -> Result<Option<About>, Stop> {
    let (op, args) = (terms.op(t), terms.args(t));
    if !matches!(op, Op::And | Op::Or | Op::Not | Op::Ite) {
        let found = condition(terms, languages, t, limits)?;
        return Ok(found.map(|(x, language)| About { x, language, is_atom: true }));
    }
    let parts: Option<Vec<About>> = args.iter().map(|a| about.get(a).copied()).collect();
    let Some(parts) = parts else { return Ok(None) };
    let Some(&About { x, is_atom, .. }) = parts.first() else { return Ok(None) };
    if parts.iter().any(|part| part.x != x) {
        return Ok(None);
    }
    let (all, regexes): (Vec<Re>, _) =
        (parts.iter().map(|part| part.language).collect(), &mut languages.regexes);
    let language = match all[..] {
        [only] if op == Op::Not => regexes.comp(only),
        [condition, then, otherwise] if op == Op::Ite => {
            let (then, otherwise) =
                (regexes.inter([condition, then]), regexes.diff(otherwise, condition));
            regexes.union([then, otherwise])
        }
        _ if op == Op::And => regexes.inter(all),
        _ => regexes.union(all),
    };
    debug_assert!(op != Op::Ite || parts.len() == 3, "a choice between more than two");
    Ok(Some(About { x, language, is_atom: is_atom && op == Op::Not }))
}
