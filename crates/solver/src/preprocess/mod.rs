//! Preprocessing: rewriting and solving equalities, to a fixpoint, with every elimination
//! recorded so that a model of the result extends to a model of the input.
//!
//! The passes see the whole conjunction at once, so they run per check on a fresh copy of the
//! assertions; nothing here survives a `pop`.

mod accumulators;
mod alternatives;
mod asserted;
mod carries;
mod conditions;
mod congruences;
mod constants;
mod cuts;
mod diagrams;
mod digits;
mod ends;
mod exclusive;
mod extrema;
mod fields;
mod joins;
mod lexicographic;
mod numerals;
mod occurrences;
mod ordered;
mod positions;
mod quotients;
mod replace;
mod slices;
mod solve;
mod spelling;
mod substitution;
mod tables;
mod transitive;
mod values;

use crate::audit::{Audit, Goal};
use crate::elimination::{Eliminated, Round};
use crate::engine::Resources;
use crate::options::Options;
use crate::stats::Counter;
use crate::strings::languages::Languages;
use crate::trace::Step;
use base::{Budget, FxHashSet, Int, Interrupted};
use rewrite::Rewriter;
use terms::model::Model;
use terms::value::Value;
use terms::{Fun, Op, Term, Terms};

/// The conjunction that is left, and how to undo what was done to it.
#[derive(Debug, Default)]
pub struct Preprocessed {
    /// What remains to be decided, all to hold together. `[false]` when refuted.
    pub formulas: Vec<Term>,
    /// Eliminated constants with their definitions, a round at a time. A definition mentions only
    /// constants that are still there after its round.
    pub eliminated: Eliminated,
}

/// Which passes run.
#[derive(Clone, Copy, Default, Debug)]
pub struct Passes {
    /// Rewrite with equivalences.
    pub rewrite: bool,
    /// Solve equalities for constants and substitute.
    pub solve: bool,
    /// Decide where words are first in concatenations.
    pub locate: bool,
    /// Spell strings of known length by the codes of their letters.
    pub spell: bool,
    /// Make equations of which one holds one with a choice.
    pub join: bool,
    /// Make functions of one integer in sums integers of their own.
    pub tabulate: bool,
    /// Turn choices between words into languages.
    pub merge: bool,
    /// Turn comparisons of sums of choices into decision diagrams.
    pub count: bool,
    /// Bound the greatest and the least of two values.
    pub bound: bool,
    /// Turn lexicographic comparisons into inequalities, and join what is in a circle of comparisons.
    pub compare: bool,
    /// Split equations between numbers in several bases.
    pub carry: bool,
    /// Find what strings that are cut by cases are.
    pub slice: bool,
    /// Bound numbers that are read by cases.
    pub accumulate: bool,
    /// Say which conditions on one string exclude each other.
    pub exclude: bool,
}

impl Passes {
    fn of(o: &Options) -> Passes {
        let (rewrite, solve) = (o.rewrite, o.preprocess);
        let (locate, spell) = (o.strings_occurrences, o.strings_spelling);
        let (locate, spell) = (solve && locate, rewrite && solve && spell);
        let choices = cfg!(feature = "choices") && solve;
        let (merge, count) = (choices && o.strings_alternatives, choices && o.lia_diagrams);
        let (tabulate, compare) = (choices && o.lia_values, choices && o.lia_lexicographic);
        let (join, slice) = (merge, choices && rewrite && o.strings_slices);
        let (bound, accumulate, carry) = (compare, compare, compare);
        let exclude = choices && rewrite && o.strings_exclusive;
        let first =
            Passes { rewrite, solve, locate, spell, slice, accumulate, carry, ..Passes::default() };
        Passes { join, tabulate, merge, count, bound, compare, exclude, ..first }
    }
}

/// Runs the passes over `assertions`.
///
/// # Errors
/// When the budget runs out.
pub fn run(res: &mut Resources<'_>, assertions: &[Term]) -> Result<Preprocessed, Interrupted> {
    let mut passes = Passes::of(res.options);
    let Resources { terms, rewriter, sequences, languages, stats, audit, budget, .. } = res;
    let lowered = assertions.iter().map(|&t| sequences.lower(terms, t, budget));
    let formulas: Vec<Term> = lowered.collect::<Result<_, _>>()?;
    for (&before, &after) in assertions.iter().zip(&formulas).filter(|(a, b)| a != b) {
        audit.trace.step(Step::Rewrite(before, after));
    }
    let mut out = Preprocessed { formulas, eliminated: Vec::new() };
    if passes.locate && cut(terms, languages, &mut out.formulas, audit, budget)? {
        stats.add(Counter::Located, 1);
    }
    for _ in 0..budget.tunables().check.preprocess_rounds {
        if passes.rewrite {
            rewrite_all(terms, rewriter, &mut out.formulas, audit, budget)?;
        }
        flatten(terms, &mut out.formulas, budget)?;
        if !passes.solve || out.formulas.iter().any(|&f| terms.op(f) == Op::False) {
            break;
        }
        let mut tools = constants::Tools { terms, rewriter, sequences, audit, budget };
        let definitions = known(&mut tools, &mut passes, &mut out.formulas)?;
        if !definitions.is_empty() {
            out.eliminated.push(Round { definitions, lengths: Vec::new() });
            continue;
        }
        let (definitions, is_split) =
            solve::round(terms, sequences, passes.count, &mut out.formulas, audit, budget)?;
        if definitions.is_empty() && is_split {
            continue;
        }
        let mut round = Round { definitions, lengths: Vec::new() };
        if round.definitions.is_empty() && passes.spell {
            let definitions = split(terms, &mut out.formulas, audit, budget)?;
            if !definitions.is_empty() {
                out.eliminated.push(Round { definitions, lengths: Vec::new() });
                continue;
            }
        }
        if round.definitions.is_empty()
            && passes.locate
            && locate(terms, languages, passes, &mut out.formulas, audit, budget)?
        {
            stats.add(Counter::Located, 1);
            continue;
        }
        if cfg!(feature = "choices")
            && round.definitions.is_empty()
            && std::mem::take(&mut passes.join)
            && joins::join(terms, &mut out.formulas, audit, budget)?
        {
            continue;
        }
        if round.definitions.is_empty() && passes.spell {
            // Once, when all lengths are known that equations give.
            passes.spell = false;
            let before = out.formulas.clone();
            let spelled = spelling::round(terms, languages, &mut out.formulas, audit, budget)?;
            round = Round { definitions: spelled.definitions, lengths: spelled.lengths };
            stats.add(Counter::Spelled, (out.formulas.len() - before.len()) as u64);
            if round.definitions.is_empty() && out.formulas != before {
                continue;
            }
        }
        // After spelling, which bounds the numbers that texts are read as.
        if round.definitions.is_empty()
            && passes.compare
            && compare(terms, languages, &mut passes, &mut out.formulas, audit, budget)?
        {
            continue;
        }
        if cfg!(feature = "choices")
            && round.definitions.is_empty()
            && std::mem::take(&mut passes.tabulate)
            && values::round(terms, passes.count, &mut out.formulas, audit, budget)?
        {
            continue;
        }
        if cfg!(feature = "choices") && round.definitions.is_empty() && passes.merge {
            let (definitions, is_changed) =
                alternatives::round(terms, &mut out.formulas, audit, budget)?;
            round = Round { definitions, lengths: Vec::new() };
            if round.definitions.is_empty() && is_changed {
                continue;
            }
        }
        if round.definitions.is_empty() {
            if relate(terms, languages, &mut passes, &mut out.formulas, audit, budget)? {
                continue;
            }
            break;
        }
        out.eliminated.push(round);
    }
    if cfg!(debug_assertions) {
        check(terms, &out.eliminated);
    }
    Ok(out)
}

/// Relates conditions to each other, when nothing else is found out: those on one string, and then those that sums count. Whether all is
/// to be looked at again; that is not worth it for diagrams, since rewriting a large one costs more than it finds.
fn relate(
    terms: &mut Terms,
    languages: &mut Languages,
    passes: &mut Passes,
    formulas: &mut Vec<Term>,
    audit: &mut Audit,
    budget: &Budget,
) -> Result<bool, Interrupted> {
    if !cfg!(feature = "choices") {
        return Ok(false);
    }
    if std::mem::take(&mut passes.exclude)
        && exclusive::round(terms, languages, formulas, audit, budget)?
    {
        return Ok(true);
    }
    if passes.count && diagrams::round(terms, formulas, audit, budget)? {
        flatten(terms, formulas, budget)?;
    }
    Ok(false)
}

/// Definitions that do not wait for others: of quotients, by values, and by cases.
fn known(
    tools: &mut constants::Tools<'_>,
    passes: &mut Passes,
    formulas: &mut Vec<Term>,
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    if cfg!(feature = "choices") && passes.count {
        let constants::Tools { terms, audit, budget, .. } = tools;
        let definitions = diagrams::quotients(terms, formulas, audit, budget)?;
        if !definitions.is_empty() {
            return Ok(definitions);
        }
    }
    if !cfg!(feature = "choices") || !passes.rewrite {
        return Ok(Vec::new());
    }
    // Before equations are solved for one of their numbers, which are then known by their bounds; after spelling, codes have such.
    let is_spelled = !passes.spell && std::mem::take(&mut passes.carry);
    if (is_spelled || passes.accumulate && passes.carry)
        && carries::round(tools.terms, formulas, tools.audit, tools.budget)?
    {
        flatten(tools.terms, formulas, tools.budget)?;
    }
    let values = constants::round(tools, formulas)?;
    if !values.is_empty() {
        return Ok(values);
    }
    if std::mem::take(&mut passes.accumulate) {
        accumulators::round(tools.terms, formulas, tools.audit, tools.budget)?;
    }
    if std::mem::take(&mut passes.slice) { slices::round(tools, formulas) } else { Ok(values) }
}

/// Answers questions about texts of one integer for each of its values, and those about where words are. Whether there were any.
fn locate(
    terms: &mut Terms,
    languages: &mut Languages,
    passes: Passes,
    formulas: &mut [Term],
    audit: &mut Audit,
    budget: &Budget,
) -> Result<bool, Interrupted> {
    let is_tabulated = passes.tabulate && tables::round(terms, formulas, audit, budget)?;
    let is_cut = passes.merge && cuts::round(terms, formulas, audit, budget)?;
    Ok(occurrences::round(terms, languages, formulas, audit, budget)? || is_tabulated || is_cut)
}

/// Definitions by what has letters of its own: strings that are read at both ends, and numerals of known length.
fn split(
    terms: &mut Terms,
    formulas: &mut Vec<Term>,
    audit: &mut Audit,
    budget: &Budget,
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    if !cfg!(feature = "choices") {
        return Ok(Vec::new());
    }
    let mut definitions = digits::round(terms, formulas, audit, budget)?;
    if definitions.is_empty() {
        definitions = ends::round(terms, formulas, audit, budget)?;
    }
    if definitions.is_empty() {
        definitions = fields::round(terms, formulas, audit, budget)?;
    }
    Ok(definitions)
}

/// Puts values of remainders into formulas, makes congruences shorter by others and inequalities of comparisons of several integers, and
/// one of those integers and strings that are in a circle. Whether there were any.
fn compare(
    terms: &mut Terms,
    languages: &mut Languages,
    passes: &mut Passes,
    formulas: &mut Vec<Term>,
    audit: &mut Audit,
    budget: &Budget,
) -> Result<bool, Interrupted> {
    if !cfg!(feature = "choices") {
        return Ok(false);
    }
    if std::mem::take(&mut passes.bound) && extrema::round(terms, formulas, audit, budget)?
        || std::mem::take(&mut passes.carry) && carries::round(terms, formulas, audit, budget)?
    {
        return Ok(true);
    }
    let is_changed = quotients::round(terms, formulas, audit, budget)?
        | asserted::round(terms, formulas, audit, budget)?
        | congruences::round(terms, formulas, audit, budget)?
        | lexicographic::round(terms, languages, formulas, audit, budget)?
        | transitive::round(terms, formulas, audit, budget)?;
    Ok(ordered::round(terms, formulas, audit, budget)? || is_changed)
}

fn rewrite_all(
    terms: &mut Terms,
    rewriter: &mut Rewriter,
    formulas: &mut [Term],
    audit: &mut Audit,
    budget: &Budget,
) -> Result<(), Interrupted> {
    for f in formulas {
        let before = *f;
        *f = rewriter.rewrite_within(terms, before, budget)?;
        if *f != before {
            audit.trace.step(Step::Rewrite(before, *f));
            audit.claim("preprocess.rewrite", &[], Goal::Equal(before, *f));
        }
    }
    Ok(())
}

/// What is looked for before anything is rewritten: numerals that are read again, and texts that are cut. Whether there was any.
fn cut(
    terms: &mut Terms,
    languages: &mut Languages,
    formulas: &mut Vec<Term>,
    audit: &mut Audit,
    budget: &Budget,
) -> Result<bool, Interrupted> {
    if !cfg!(feature = "choices") {
        return Ok(false);
    }
    let mut flat = formulas.clone();
    flatten(terms, &mut flat, budget)?;
    let is_read_again = numerals::round(terms, languages, &mut flat, audit, budget)?;
    let is_changed = positions::round(terms, languages, &mut flat, audit, budget)? || is_read_again;
    if is_changed {
        *formulas = flat;
    }
    Ok(is_changed)
}

/// Checks that a model can be extended to the eliminated constants, the last round first.
fn check(terms: &mut Terms, eliminated: &[Round]) {
    let mut gone = FxHashSet::default();
    for round in eliminated {
        for &(fun, _) in &round.definitions {
            assert!(gone.insert(terms.constant(fun)), "a constant is eliminated twice");
        }
        let images: Vec<Term> = round.definitions.iter().map(|&(_, image)| image).collect();
        let known = terms.post_order(&images).iter().all(|t| !gone.contains(t));
        assert!(known, "a definition mentions a constant that is eliminated before it");
    }
}

/// Applies the eliminations to a formula that was not part of the conjunction.
///
/// # Errors
/// When the budget runs out.
pub fn substitute(
    res: &mut Resources<'_>,
    t: Term,
    eliminated: &[Round],
) -> Result<Term, Interrupted> {
    debug_assert!(
        eliminated.iter().all(|round| !round.definitions.is_empty()),
        "a round of eliminations without any"
    );
    let Resources { terms, rewriter, sequences, languages, budget, .. } = res;
    let mut t = sequences.lower(terms, t, budget)?;
    for Round { definitions, lengths } in eliminated {
        budget.tick(definitions.len() as u64)?;
        if !lengths.is_empty() {
            t = rewriter.rewrite_within(terms, t, budget)?;
            let image = spelling::later(terms, languages, t, definitions, lengths, budget)?;
            if let Some(image) = image {
                t = image;
                continue;
            }
        }
        let definition = |&(fun, image): &(Fun, Term)| (terms.constant(fun), image);
        let mut map = definitions.iter().map(definition).collect();
        t = terms.map_bottom_up_within(t, &mut map, budget, |_, t| t)?;
    }
    Ok(t)
}

/// Gives the codes that strings were spelled by in `round` the values that these strings have in `model`.
pub fn spell(terms: &Terms, model: &mut Model, round: &Round) {
    for (&(fun, image), &length) in round.definitions.iter().zip(&round.lengths) {
        let word = model.get(fun).and_then(Value::as_str).cloned().unwrap_or_else(|| [].into());
        if let Op::Apply(length) = terms.op(length) {
            model.set(length, Value::Int(Int::from(word.len() as u64)));
        }
        for (i, &code) in spelling::codes_of(terms, image).iter().enumerate() {
            let letter = word.get(i).map_or(Int::from(-1), |&letter| Int::from(letter));
            let sum = rewrite::linear(terms, code);
            if let [(code, factor)] = &sum.terms[..]
                && let Op::Apply(code) = terms.op(*code)
            {
                model.set(code, Value::Int((letter - sum.constant).div_floor(factor)));
            }
        }
    }
}

/// Splits conjunctions, drops `true` and repetitions, and reduces to `[false]` when it occurs.
fn flatten(terms: &Terms, formulas: &mut Vec<Term>, budget: &Budget) -> Result<(), Interrupted> {
    let mut seen = FxHashSet::default();
    let mut flat = Vec::new();
    let mut stack: Vec<Term> = formulas.iter().rev().copied().collect();
    while let Some(f) = stack.pop() {
        budget.tick(1)?;
        match terms.op(f) {
            Op::And => stack.extend(terms.args(f).iter().rev()),
            Op::True => {}
            Op::False => {
                flat = vec![f];
                break;
            }
            _ if seen.insert(f) => flat.push(f),
            _ => {}
        }
    }
    *formulas = flat;
    Ok(())
}
