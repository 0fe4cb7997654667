//! Preprocessing: rewriting and solving equalities, to a fixpoint, with every elimination
//! recorded so that a model of the result extends to a model of the input.
//!
//! The passes see the whole conjunction at once, so they run per check on a fresh copy of the
//! assertions; nothing here survives a `pop`.

mod accumulators;
mod alternatives;
mod apart;
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
mod radix;
mod replace;
mod slices;
mod solve;
mod spelling;
mod strips;
mod substitution;
mod tables;
mod transitive;
mod values;

use crate::audit::Goal;
use crate::elimination::{Eliminated, Round};
use crate::engine::Resources;
use crate::options::Options;
use crate::stats::Counter;
use crate::trace::Step;
use base::{Budget, FxHashSet, Int, Interrupted};
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
    /// What the search should try first. Nothing follows from that.
    pub tries: Vec<(Term, bool)>,
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
    /// The same once more where such numbers are codes, which have bounds when strings are spelled.
    pub carry_codes: bool,
    /// Find what strings that are cut by cases are.
    pub slice: bool,
    /// Make strings that lose words at their ends a word and a rest.
    pub strip: bool,
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
        let (bound, accumulate) = (compare, compare);
        let (carry, carry_codes) = (compare && rewrite, compare && rewrite);
        let exclude = choices && rewrite && o.strings_exclusive;
        let first =
            Passes { rewrite, solve, locate, spell, slice, accumulate, ..Passes::default() };
        let first = Passes { carry, carry_codes, ..first };
        let strip = slice;
        Passes { strip, join, tabulate, merge, count, bound, compare, exclude, ..first }
    }
}

/// What a pass comes to.
enum Found {
    Nothing,
    /// The formulas are others now.
    Change,
    /// Constants are gone.
    Definitions(Round),
}

impl From<bool> for Found {
    fn from(is_changed: bool) -> Found {
        if is_changed { Found::Change } else { Found::Nothing }
    }
}

impl From<Vec<(Fun, Term)>> for Found {
    fn from(definitions: Vec<(Fun, Term)>) -> Found {
        (definitions, false).into()
    }
}

impl From<(Vec<(Fun, Term)>, bool)> for Found {
    fn from((definitions, is_changed): (Vec<(Fun, Term)>, bool)) -> Found {
        match definitions.is_empty() {
            true => is_changed.into(),
            false => Found::Definitions(Round { definitions, lengths: Vec::new() }),
        }
    }
}

/// A run of the passes over a conjunction.
struct Run<'r, 's> {
    res: &'r mut Resources<'s>,
    passes: Passes,
    formulas: Vec<Term>,
    tries: Vec<(Term, bool)>,
}

type Pass = fn(&mut Run<'_, '_>) -> Result<Found, Interrupted>;

/// The passes in order. When one has found something, all are asked again.
const PASSES: &[Pass] = &[
    |run| run.known(),
    |run| run.carry(),
    |run| {
        let count = cfg!(feature = "choices") && run.passes.count;
        Ok(solve::round(run.res, count, &mut run.formulas)?.into())
    },
    |run| run.split(),
    |run| run.locate(),
    |run| run.join(),
    |run| run.spell(),
    |run| run.compare(),
    |run| run.tabulate(),
    |run| run.merge(),
    |run| run.relate(),
];

/// Runs the passes over `assertions`.
///
/// # Errors
/// When the budget runs out.
pub fn run(res: &mut Resources<'_>, assertions: &[Term]) -> Result<Preprocessed, Interrupted> {
    let lowered = assertions.iter().map(|&t| res.sequences.lower(res.terms, t, res.budget));
    let formulas: Vec<Term> = lowered.collect::<Result<_, _>>()?;
    for (&before, &after) in assertions.iter().zip(&formulas).filter(|(a, b)| a != b) {
        res.audit.trace.step(Step::Rewrite(before, after));
    }
    let mut run = Run { passes: Passes::of(res.options), res, formulas, tries: Vec::new() };
    let mut eliminated = Vec::new();
    run.cut()?;
    for _ in 0..run.res.budget.tunables().check.preprocess_rounds {
        if run.passes.rewrite {
            run.rewrite()?;
        }
        flatten(run.res.terms, &mut run.formulas, run.res.budget)?;
        let is_refuted = run.formulas.iter().any(|&f| run.res.terms.op(f) == Op::False);
        if !run.passes.solve || is_refuted {
            break;
        }
        match run.first()? {
            Found::Nothing => break,
            Found::Change => {}
            Found::Definitions(round) => eliminated.push(round),
        }
    }
    if cfg!(debug_assertions) {
        check(run.res.terms, &eliminated);
    }
    Ok(Preprocessed { formulas: run.formulas, eliminated, tries: run.tries })
}

impl Run<'_, '_> {
    /// What the first pass finds that finds anything.
    fn first(&mut self) -> Result<Found, Interrupted> {
        for pass in PASSES {
            let found = pass(self)?;
            if !matches!(found, Found::Nothing) {
                return Ok(found);
            }
        }
        Ok(Found::Nothing)
    }

    fn rewrite(&mut self) -> Result<(), Interrupted> {
        let Resources { terms, rewriter, audit, budget, .. } = &mut *self.res;
        for f in &mut self.formulas {
            let before = *f;
            *f = rewriter.rewrite_within(terms, before, budget)?;
            if *f != before {
                audit.trace.step(Step::Rewrite(before, *f));
                audit.claim("preprocess.rewrite", &[], Goal::Equal(before, *f));
            }
        }
        Ok(())
    }

    /// What is looked for before anything is rewritten: numerals that are read again, and texts that are cut.
    fn cut(&mut self) -> Result<(), Interrupted> {
        if !cfg!(feature = "choices") || !self.passes.locate {
            return Ok(());
        }
        let mut flat = self.formulas.clone();
        flatten(self.res.terms, &mut flat, self.res.budget)?;
        let is_read_again = numerals::round(self.res, &mut flat)?;
        if positions::round(self.res, &mut flat)? || is_read_again {
            self.formulas = flat;
            self.res.stats.add(Counter::Located, 1);
        }
        Ok(())
    }

    /// Definitions that do not wait for others: of quotients, by values, and by cases.
    fn known(&mut self) -> Result<Found, Interrupted> {
        if !cfg!(feature = "choices") {
            return Ok(Found::Nothing);
        }
        let Run { res, passes, formulas, .. } = self;
        let mut definitions = Vec::new();
        if passes.count {
            definitions = diagrams::quotients(res, formulas)?;
        }
        if definitions.is_empty() && passes.rewrite {
            definitions = constants::round(res, formulas)?;
            if definitions.is_empty() && std::mem::take(&mut passes.accumulate) {
                accumulators::round(res, formulas)?;
            }
            if definitions.is_empty() && std::mem::take(&mut passes.slice) {
                definitions = slices::round(res, formulas)?;
            }
            if definitions.is_empty() && passes.strip {
                definitions = strips::round(res, formulas)?;
            }
        }
        Ok(definitions.into())
    }

    /// Splits equations of numbers before they are solved for one of these, which are known by their bounds.
    fn carry(&mut self) -> Result<Found, Interrupted> {
        let Passes { carry, carry_codes, spell, .. } = &mut self.passes;
        let is_due = std::mem::take(carry) || !*spell && std::mem::take(carry_codes);
        Ok((cfg!(feature = "choices") && is_due && carries::round(self.res, &mut self.formulas)?)
            .into())
    }

    /// Definitions by what has letters of its own: strings that are read at both ends, and numerals of known length.
    fn split(&mut self) -> Result<Found, Interrupted> {
        if !cfg!(feature = "choices") || !self.passes.spell {
            return Ok(Found::Nothing);
        }
        let mut definitions = digits::round(self.res, &mut self.formulas)?;
        if definitions.is_empty() {
            definitions = ends::round(self.res, &mut self.formulas)?;
        }
        if definitions.is_empty() {
            definitions = fields::round(self.res, &mut self.formulas)?;
        }
        Ok(definitions.into())
    }

    /// Answers questions about texts of one integer for each of its values, and those about where words are.
    fn locate(&mut self) -> Result<Found, Interrupted> {
        let Run { res, passes, formulas, .. } = self;
        if !passes.locate {
            return Ok(Found::Nothing);
        }
        // What is not compiled is not there to be called.
        let choices = cfg!(feature = "choices");
        let is_tabulated = choices && passes.tabulate && tables::round(res, formulas)?;
        let is_cut = choices && passes.merge && cuts::round(res, formulas)?;
        let is_changed = occurrences::round(res, formulas)? || is_tabulated || is_cut;
        res.stats.add(Counter::Located, u64::from(is_changed));
        Ok(is_changed.into())
    }

    /// Makes equations of which one holds one, once.
    fn join(&mut self) -> Result<Found, Interrupted> {
        let is_on = cfg!(feature = "choices") && std::mem::take(&mut self.passes.join);
        Ok((is_on && joins::join(self.res, &mut self.formulas)?).into())
    }

    /// Spells strings, once, when all lengths are known that equations give.
    fn spell(&mut self) -> Result<Found, Interrupted> {
        if !std::mem::take(&mut self.passes.spell) {
            return Ok(Found::Nothing);
        }
        let before = self.formulas.clone();
        let spelling::Definitions { definitions, lengths } =
            spelling::round(self.res, &mut self.formulas)?;
        self.res.stats.add(Counter::Spelled, (self.formulas.len() - before.len()) as u64);
        Ok(match definitions.is_empty() {
            true => (self.formulas != before).into(),
            false => Found::Definitions(Round { definitions, lengths }),
        })
    }

    /// Puts values of remainders into formulas, makes congruences shorter by others and inequalities of comparisons of several integers,
    /// one of those integers and strings that are in a circle, and numbers of digits. After spelling, which bounds the numbers that texts
    /// are read as.
    fn compare(&mut self) -> Result<Found, Interrupted> {
        let Run { res, passes, formulas, .. } = self;
        if !cfg!(feature = "choices") || !passes.compare {
            return Ok(Found::Nothing);
        }
        if std::mem::take(&mut passes.bound) && extrema::round(res, formulas)? {
            return Ok(Found::Change);
        }
        let is_changed = quotients::round(res, formulas)?
            | asserted::round(res, formulas)?
            | congruences::round(res, formulas)?
            | lexicographic::round(res, formulas)?
            | transitive::round(res, formulas)?;
        if ordered::round(res, formulas)? || is_changed || apart::round(res, formulas)? {
            return Ok(Found::Change);
        }
        Ok(radix::round(res, formulas)?.into())
    }

    /// Makes functions of one integer in sums integers, once.
    fn tabulate(&mut self) -> Result<Found, Interrupted> {
        let is_on = cfg!(feature = "choices") && std::mem::take(&mut self.passes.tabulate);
        let count = self.passes.count;
        Ok((is_on && values::round(self.res, count, &mut self.formulas)?).into())
    }

    /// Makes languages of choices between words.
    fn merge(&mut self) -> Result<Found, Interrupted> {
        if !cfg!(feature = "choices") || !self.passes.merge {
            return Ok(Found::Nothing);
        }
        Ok(alternatives::round(self.res, &mut self.formulas)?.into())
    }

    /// Relates conditions to each other, when nothing else is found out: those on one string, and then those that sums count. For diagrams
    /// it is not worth it that all is looked at again, since rewriting a large one costs more than it finds.
    fn relate(&mut self) -> Result<Found, Interrupted> {
        let Run { res, passes, formulas, tries } = self;
        if cfg!(feature = "choices") {
            if std::mem::take(&mut passes.exclude) && exclusive::round(res, formulas)? {
                return Ok(Found::Change);
            }
            if passes.count && diagrams::round(res, formulas, tries)? {
                flatten(res.terms, formulas, res.budget)?;
            }
        }
        Ok(Found::Nothing)
    }
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
