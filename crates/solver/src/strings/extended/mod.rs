//! Extended string functions: everything beyond concatenation, length and ground memberships.
//!
//! To the equation procedures, a term like `(str.replace s t u)` is a leaf of any value. When they
//! have found a candidate model, the terms are evaluated in it ([`candidate`]), and only those whose
//! value is wrong are *reduced*: replaced by word equations, memberships and arithmetic over new
//! variables that say the same ([`reduction`] and the modules of the operator families). cvc5
//! reduces late, too (Reynolds et al., *Scaling up DPLL(T) string solvers using context-dependent
//! simplification*, CAV 2017, and *High-level abstractions for simplifying extended string
//! constraints in SMT*, CAV 2019), but most functions at once when a context is saturated; the Z3 family
//! defines every term when it appears. Candidates are cheap here, since automata and equations are decided
//! as a whole, and often satisfy a term by chance, so that it need not be reduced.
//!
//! Integers that disagree with the words are first asked to follow them ([`follow`]). Then:
//!
//! 1. A wrong term whose arguments are equal to constants is evaluated: that explains itself by
//!    the equalities.
//! 2. Orders of strings are told to their prefixes and numbers, and equal numbers to numerals.
//! 3. Otherwise the cheapest level with wrong terms that are not reduced yet is reduced: slices,
//!    affixes and codes, then first occurrences, numerals and order, then functions that repeat.
//! 4. Otherwise numbers are compared by the lengths and first digits of their numerals ([`magnitude`]).
//! 5. Otherwise wrong terms are refined: reductions that would be infinite are given step by step, around what the candidate says.
//! 6. Otherwise functions are held to be functions: equal arguments, equal results. Each pair is a disequation between words, which
//!    those that say their numbers seldom need; so it comes after the first refinements, but before more of them, which need not end.
//! 7. What still is wrong is refuted by value: these arguments, this result.
//!
//! Reductions use no quantifiers. Every lemma is an equivalence of the theory, so none is ever
//! retracted.

mod affixes;
mod bounds;
mod candidate;
mod chars;
mod codes;
mod cuts;
pub(crate) mod extension;
mod follow;
mod instances;
pub(crate) mod kinds;
mod magnitude;
mod matches;
mod meaning;
mod monotone;
mod numerals;
mod occurrences;
mod order;
mod patterns;
mod proxies;
mod reduction;
mod regexes;
mod reversal;
mod slices;

use crate::engine::Engine;
use crate::options::Options;
use crate::strings::facts::Facts;
use crate::strings::round::Round;
use crate::strings::unfolding::unfold_at;
use crate::theory::inference::InferenceId;
use crate::theory::verdict::{Incompleteness, Verdict};
use base::Interrupted;
use candidate::Candidate;
use extension::Series;
use reduction::{Outcome, Reduction};
use terms::op::{Definition, Level};
use terms::value::Value;
use terms::{Op, Sort, Term, Terms};

pub(crate) use bounds::{define, define_ite, define_predicate};

/// When the wrong term `t` is reduced. What is said to be contained is a slice; that something is not is
/// about all positions.
fn level(terms: &Terms, t: Term, claimed: bool) -> Level {
    let op = terms.op(t);
    let claimed = claimed && op == Op::StrContains;
    if claimed { Level::Slices } else { op.level().unwrap_or(Level::Occurrences) }
}

/// Reduces all extended terms that were not: the equations were too hard, and perhaps that helps.
pub(super) fn reduce_unseen(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    let all = extended_terms(engine, round.atoms)?;
    Ok(Verdict::progress_if(reduce_all(engine, &all)))
}

/// States what bounds on numbers say of their numerals, and ranges of letters of those that they are turned into, for the equations that
/// these are in: an address is refuted by the languages of its parts, where candidates would tell one bound after the other.
pub(super) fn bound_numerals(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    let atoms = round.atoms;
    engine.res.budget.charge(atoms.len() as u64)?;
    let letters = engine.strings.extension.take_letters();
    Ok(Verdict::progress_if(learn(engine, |cx| {
        numerals::bounds(cx, atoms);
        if cfg!(feature = "scaling") {
            letters.iter().for_each(|&letter| codes::shifted(cx, letter));
        }
    })))
}

/// Whether some sequence was refined a few times because it must not contain another. There is always a longer one, whose element is at
/// another place, and only how the parts of equations lie says that there is none.
pub(super) fn is_stubborn(engine: &Engine<'_>, facts: &Facts) -> bool {
    let (terms, most) = (&*engine.res.terms, engine.res.budget.tunables().strings.refined_first);
    let is_refined = |&l: &Term| {
        let atom = if terms.op(l) == Op::Not { terms.arg(l, 0) } else { return false };
        let times = engine.strings.extension.times_refined(atom);
        terms.op(atom) == Op::StrContains && times > 0 && times >= most
    };
    terms.has_sequences() && facts.predicates.iter().any(is_refined)
}

/// Checks the extended terms in the relevant literals against the candidate.
pub(super) fn check(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    let atoms = round.atoms;
    if !engine.res.options.strings_model_based && reduce_unseen(engine, round)? == Verdict::Progress
    {
        return Ok(Verdict::Progress);
    }
    let candidate = Candidate::build(engine, atoms, round.values)?;
    let follows = engine.res.options.strings_follow_words;
    if candidate.wrong.is_empty() || follows && follow::follow_words(engine, round, &candidate)? {
        let unclear = Verdict::Incomplete(Incompleteness::Value);
        return Ok(if candidate.unclear { unclear } else { Verdict::Consistent });
    }
    let progress = REFINEMENTS.iter().any(|refinement| {
        (refinement.is_on)(engine.res.options) && (refinement.learn)(engine, atoms, &candidate)
    });
    let incomplete = Verdict::Incomplete(Incompleteness::Function);
    Ok(if progress { Verdict::Progress } else { incomplete })
}

/// A way to learn why a candidate gets values wrong.
struct Refinement {
    is_on: fn(&Options) -> bool,
    /// Adds lemmas that the candidate violates; returns whether there are any.
    learn: fn(&mut Engine<'_>, &[(Term, bool)], &Candidate) -> bool,
}

impl Refinement {
    const fn new(learn: fn(&mut Engine<'_>, &[(Term, bool)], &Candidate) -> bool) -> Refinement {
        Refinement { is_on: |_| true, learn }
    }

    const fn switched(
        is_on: fn(&Options) -> bool,
        learn: fn(&mut Engine<'_>, &[(Term, bool)], &Candidate) -> bool,
    ) -> Refinement {
        Refinement { is_on, learn }
    }
}

/// States what the memberships that are wrong say at the lengths of the candidate.
fn unfold(engine: &mut Engine<'_>, candidate: &Candidate) -> bool {
    let wrong = candidate.wrong.iter().filter(|&&t| engine.res.terms.op(t) == Op::StrInRe);
    let length = |&t: &Term| Some((t, candidate.word(engine.res.terms.arg(t, 0))?.len()));
    let wrong: Vec<(Term, usize)> = wrong.filter_map(length).collect();
    unfold_at(engine, &wrong)
}

/// What is tried in turn until something is learned.
const REFINEMENTS: &[Refinement] = &[
    Refinement::new(|engine, _, candidate| instances::evaluate(engine, candidate)),
    Refinement::switched(
        |o| o.strings_monotone,
        |engine, _, candidate| monotone::learn_orders(engine, candidate),
    ),
    Refinement::switched(|o| o.strings_monotone, instances::same_numbers),
    Refinement::new(reversal::learn_images),
    Refinement::new(|engine, _, candidate| reduce_wrong(engine, candidate)),
    Refinement::switched(|o| o.strings_magnitude, magnitude::compare),
    Refinement::new(|engine, _, candidate| {
        let first = engine.res.budget.tunables().strings.refined_first;
        refine_wrong(engine, candidate, Some(first))
    }),
    Refinement::switched(|o| o.theory_unfolding, |engine, _, candidate| unfold(engine, candidate)),
    Refinement::new(|engine, _, candidate| instances::agree(engine, candidate)),
    Refinement::new(|engine, _, candidate| refine_wrong(engine, candidate, None)),
    Refinement::new(|engine, _, candidate| instances::instantiate(engine, candidate)),
];

fn extended_terms(engine: &Engine<'_>, atoms: &[(Term, bool)]) -> Result<Vec<Term>, Interrupted> {
    let roots: Vec<Term> = atoms.iter().map(|a| a.0).collect();
    let mut all = engine.res.terms.post_order_within(&roots, engine.res.budget)?;
    all.retain(|&t| kinds::is_extended(engine.res.terms, t));
    Ok(all)
}

/// What `t` means follows from other clauses: it need not be reduced.
pub(super) fn mark_reduced(engine: &mut Engine<'_>, t: Term) {
    engine.strings.extension.reduce(t);
}

/// Reduces the wrong terms of the cheapest level.
fn reduce_wrong(engine: &mut Engine<'_>, candidate: &Candidate) -> bool {
    for wanted in [Level::Slices, Level::Occurrences, Level::Repetition] {
        let claimed = |t: Term| candidate.value(t).and_then(|v| v.as_bool()).unwrap_or(false);
        // Orders depend on the lengths found, so they are left to refinement.
        let of_level = |&&t: &&Term| {
            engine.res.terms.op(t) != Op::StrLe && level(engine.res.terms, t, claimed(t)) == wanted
        };
        let mut wrong: Vec<Term> = candidate.wrong.iter().filter(of_level).copied().collect();
        wrong.extend(others_of_series(engine, candidate, &wrong));
        if reduce_all(engine, &wrong) {
            return true;
        }
    }
    false
}

/// Whether the candidate claims of `t` that a string contains another.
fn is_claimed(terms: &Terms, candidate: &Candidate, t: Term) -> bool {
    let is_containment = matches!(terms.op(t), Op::StrPrefixOf | Op::StrSuffixOf | Op::StrContains);
    is_containment && candidate.value(t).and_then(Value::as_bool) == Some(true)
}

/// Terms to be reduced along with the `wrong` ones. In a chain of strings, each contained in the next, a candidate is wrong about one link
/// and then about its neighbour, and what one number of a sum cannot be, arithmetic makes the next. So after a few times as many are
/// reduced again as were before: a logarithm of the length of the series suffices.
fn others_of_series(engine: &mut Engine<'_>, candidate: &Candidate, wrong: &[Term]) -> Vec<Term> {
    let is_number =
        |terms: &Terms, t: Term| cfg!(feature = "scaling") && terms.op(t) == Op::StrToInt;
    let few = engine.res.budget.tunables().strings.series_rounds;
    debug_assert!(wrong.iter().all(|t| candidate.wrong.contains(t)), "what is right is reduced");
    let mut others = Vec::new();
    for series in [Series::Containments, Series::Numbers] {
        let is_fresh = |engine: &Engine<'_>, t: Term| {
            let terms = &*engine.res.terms;
            let is_one = match series {
                Series::Containments => is_claimed(terms, candidate, t),
                Series::Numbers | Series::Bounds => is_number(terms, t),
            };
            is_one && !engine.strings.extension.is_reduced(t)
        };
        let count = wrong.iter().filter(|&&t| is_fresh(engine, t)).count();
        if count > 0 {
            let most = engine.strings.extension.others_of(series, count, few);
            let more = candidate.extended.iter().filter(|&&t| is_fresh(engine, t));
            others.extend(more.filter(|t| !wrong.contains(t)).take(most));
        }
    }
    others
}

/// Reduces terms that were not reduced before; returns whether anything was learned.
fn reduce_all(engine: &mut Engine<'_>, terms: &[Term]) -> bool {
    let fresh: Vec<Term> =
        terms.iter().copied().filter(|&t| engine.strings.extension.reduce(t)).collect();
    learn(engine, |cx| {
        cuts::prepare(cx, &fresh);
        for t in fresh {
            reduce(cx, t);
        }
    })
}

/// Adds the lemmas that `work` produces and that are new; returns whether there were any.
fn learn(engine: &mut Engine<'_>, work: impl FnOnce(&mut Reduction<'_>)) -> bool {
    let mut cx = Reduction {
        terms: &mut *engine.res.terms,
        rewriter: &mut *engine.res.rewriter,
        languages: &mut *engine.res.languages,
        atoms: &engine.atoms,
        budget: engine.res.budget,
        parts: &mut engine.strings.extension.parts,
        cuts: &mut engine.strings.extension.cuts,
        proxies: &mut engine.strings.extension.proxies,
        outcome: Outcome::default(),
    };
    work(&mut cx);
    let formulas = cx.finish();
    let mut any = false;
    for (id, formula) in formulas {
        debug_assert!(engine.res.terms.sort(formula) == Sort::Bool, "{id:?}: no formula");
        if engine.res.terms.op(formula) == Op::True {
            continue;
        }
        if engine.strings.extension.learn(formula) {
            engine.out.clause(engine.res.terms, id, vec![formula]);
            any = true;
        }
    }
    any
}

/// States what a term means.
type Own = fn(&mut Reduction<'_>, Term);

/// The functions with a reduction of their own; what the table of operators defines needs none.
const REDUCTIONS: &[(Op, Own)] = &[
    (Op::StrSubstr, slices::substr),
    (Op::StrUpdate, slices::update),
    (Op::StrPrefixOf, affixes::prefix),
    (Op::StrSuffixOf, affixes::suffix),
    (Op::StrContains, affixes::contains),
    (Op::StrIndexOf, occurrences::index_of),
    (Op::StrLastIndexOf, occurrences::last_index_of),
    (Op::StrReplace, occurrences::replace),
    (Op::StrReplaceAll, occurrences::replace_all),
    (Op::StrReplaceRe, matches::replace),
    (Op::StrReplaceReAll, matches::replace),
    (Op::StrIndexOfRe, matches::index_of),
    (Op::StrToCode, codes::to_code),
    (Op::StrFromCode, codes::from_code),
    (Op::StrToInt, numerals::to_int),
    (Op::StrFromInt, numerals::from_int),
    (Op::StrRev, chars::map),
    (Op::StrToLower, chars::map),
    (Op::StrToUpper, chars::map),
    (Op::StrLe, order::compare),
    (Op::StrInRe, regexes::membership),
];

/// States what `t` means.
fn reduce(cx: &mut Reduction<'_>, t: Term) {
    debug_assert!(kinds::is_extended(cx.terms, t), "what is no string function is reduced");
    if cx.terms.sort(t) == Sort::Bool
        && let Some(member) = bounds::as_membership(cx, t)
    {
        return bounds::is_membership(cx, t, member);
    }
    let op = cx.terms.op(t);
    if let Some((_, own)) = REDUCTIONS.iter().find(|(reduced, _)| *reduced == op) {
        own(cx, t);
    } else if let Some(pieces) = op.row().pieces {
        regexes::cut(cx, t, pieces);
    } else if let Some(definition) = op.row().definition {
        define_derived(cx, t, definition);
    }
}

/// The derived function `t` is its definition. Where that applies the function itself, the inner term is reduced in turn
/// when a candidate gets its value wrong.
fn define_derived(cx: &mut Reduction<'_>, t: Term, definition: Definition) {
    let args = cx.terms.args(t).to_vec();
    let value = definition(cx.terms, &args);
    let t = cx.purify(t);
    let equal = cx.terms.eq(t, value);
    cx.learn(InferenceId::ExtfDefinition, equal);
}

/// Refines what is wrong although it was reduced, and was refined less often than `most` times, if that is given.
fn refine_wrong(engine: &mut Engine<'_>, candidate: &Candidate, most: Option<u32>) -> bool {
    let (mut any, mut numbers) = (false, Vec::new());
    for &t in &candidate.wrong {
        let times = engine.strings.extension.times_refined(t);
        if most.is_some_and(|most| times >= most) {
            continue;
        }
        debug_assert!(
            engine.strings.extension.is_reduced(t) || engine.res.terms.op(t) == Op::StrLe,
            "what is no order is refined before it is reduced"
        );
        let times = engine.strings.extension.refine(t);
        if learn(engine, |cx| instances::refine(cx, candidate, t, times)) {
            instances::prefer_length(engine, candidate, t);
            instances::prefer_number(engine, candidate, t);
            numbers
                .extend(Some(t).filter(|_| times == 1 && engine.res.terms.op(t) == Op::StrToInt));
            any = true;
        }
    }
    bound_others(engine, candidate, &numbers);
    any
}

/// Tells other numbers, too, what the last of these `refined` ones was told for the first time: what one summand cannot be, the next one
/// is in the next candidate. How many, see [`others_of_series`].
fn bound_others(engine: &mut Engine<'_>, candidate: &Candidate, refined: &[Term]) {
    let Some(&last) = refined.last().filter(|_| cfg!(feature = "scaling")) else { return };
    debug_assert!(engine.res.terms.op(last) == Op::StrToInt, "no number was refined");
    let few = engine.res.budget.tunables().strings.series_rounds;
    let most = engine.strings.extension.others_of(Series::Bounds, refined.len(), few);
    let is_fresh = |t: &Term| {
        let known = &engine.strings.extension;
        let is_number = engine.res.terms.op(*t) == Op::StrToInt;
        is_number && known.is_reduced(*t) && known.times_refined(*t) == 0
    };
    let others: Vec<Term> =
        candidate.extended.iter().copied().filter(is_fresh).take(most).collect();
    for t in others {
        engine.strings.extension.refine(t);
        learn(engine, |cx| instances::bound_as(cx, candidate, t, last));
    }
}

#[cfg(test)]
mod tests {
    use super::REDUCTIONS;
    use terms::Op;
    use terms::op::NAMED_OPS;

    /// Rewriting replaces these by others.
    const REWRITTEN: [Op; 3] = [Op::StrAt, Op::StrLt, Op::StrIsDigit];

    #[test]
    fn every_extended_function_is_reduced() {
        for &(name, op) in NAMED_OPS.iter().filter(|(_, op)| op.level().is_some()) {
            let own = REDUCTIONS.iter().filter(|(reduced, _)| *reduced == op).count();
            let defined = usize::from(op.row().definition.is_some());
            let rewritten = usize::from(REWRITTEN.contains(&op));
            assert_eq!(own + defined + rewritten, 1, "{name}");
        }
    }
}
