//! Trying words out.
//!
//! The search has found a word for each way in which the values can satisfy the constraints and differ. With the root
//! all values are known, and other strings that equations define in them; if exactly one integer is free, such as the position at
//! which two strings are to differ, a few values of it are tried. The original formula is simply evaluated.

use super::Component;
use crate::engine::Engine;
use crate::strings::facts::Facts;
use crate::theory::verdict::Verdict;
use automata::network::{Network, Output, Relation, Search};
use automata::{Re, Regexes};
use base::{FxHashSet, Int, Interrupted, Limits, Stop, affordable};
use terms::eval::{EvalError, Evaluator};
use terms::model::Model;
use terms::value::Value;
use terms::{Fun, Op, Sort, Term, Terms};

/// Least lengths of the root: words that read more than this before they differ are tried after the others.
const LEAST: [u32; 2] = [0, 4];

/// Looks for words that make the original formula true.
pub(super) fn guess(
    engine: &mut Engine<'_>,
    components: &[Component],
    facts: &Facts,
    cx: &sat::Context<'_>,
) -> Result<Verdict, Interrupted> {
    let base = engine.model_so_far(cx)?;
    let integers = free_integers(engine)?;
    let tunables = &engine.res.budget.tunables().strings;
    for least in LEAST {
        let memo = &engine.strings.transducers;
        let (wanted, all) = (tunables.transducer_guess_steps, tunables.transducer_all_steps);
        let wanted = memo.guesses.allowance(wanted, all);
        let allowance = memo.rationed(wanted);
        let limits = Limits::new(engine.res.budget, allowance);
        let mut words = Words::new(engine, components, least);
        let mut found = false;
        while !found && engine.strings.transducers.models() < tunables.transducer_models {
            let Some(roots) = words.next(engine, &limits)? else { break };
            let mut model = base.clone();
            let mut positions = FxHashSet::default();
            let filled = components.iter().zip(roots).try_for_each(|(component, word)| {
                component.fill(engine, &mut model, word, &limits)?;
                component.interesting(word, &mut positions, &limits)
            });
            if affordable(filled)?.is_none() {
                break;
            }
            found = try_all(engine, facts, variants(model, &integers, positions))?;
        }
        engine.strings.transducers.guesses.charge(allowance, &limits);
        engine.strings.transducers.finish(wanted, allowance, &limits);
        if found {
            return Ok(Verdict::Satisfied);
        }
    }
    Ok(Verdict::Consistent)
}

/// Whether the roots determine all strings: what is not made of them is defined by an equation.
pub(super) fn determined(
    engine: &Engine<'_>,
    components: &[Component],
    facts: &Facts,
    atoms: &[(Term, bool)],
) -> Result<bool, Interrupted> {
    let terms = &*engine.res.terms;
    let made = components.iter().flat_map(|c| &c.outputs).map(|&(_, t)| t);
    let mut known: FxHashSet<Term> = made.collect();
    known.extend(definitions(terms, facts).map(|(name, ..)| name));
    let roots: Vec<Term> = atoms.iter().map(|a| a.0).collect();
    let open = |&t: &Term| terms.sort(t) == Sort::String && matches!(terms.op(t), Op::Apply(_));
    let all = terms.post_order_within(&roots, engine.res.budget)?;
    Ok(all.iter().filter(|t| open(t)).all(|t| known.contains(t)))
}

/// The constants that equations define, and by what.
fn definitions(terms: &Terms, facts: &Facts) -> impl Iterator<Item = (Term, Fun, Term)> {
    let sides = facts.equations.iter().flat_map(|e| [(e.left, e.right), (e.right, e.left)]);
    sides.filter_map(|(name, value)| match (terms.op(name), terms.op(value)) {
        (_, Op::Apply(_)) => None,
        (Op::Apply(fun), _) if terms.args(name).is_empty() => Some((name, fun, value)),
        _ => None,
    })
}

/// Words for the roots of all components, side by side.
struct Words<'c> {
    searches: Vec<Search<'c>>,
    words: Vec<Vec<u32>>,
}

impl<'c> Words<'c> {
    fn new(engine: &mut Engine<'_>, components: &'c [Component], least: u32) -> Words<'c> {
        let regexes = &mut engine.res.languages.regexes;
        let searches = components.iter().map(|c| c.diverse(least, regexes)).collect();
        Words { searches, words: vec![Vec::new(); components.len()] }
    }

    /// Other words than before; a root that has no more keeps its last one.
    fn next(
        &mut self,
        engine: &mut Engine<'_>,
        limits: &Limits<'_>,
    ) -> Result<Option<&[Vec<u32>]>, Interrupted> {
        let mut fresh = false;
        for (search, word) in self.searches.iter_mut().zip(&mut self.words) {
            let next = affordable(search.next(&mut engine.res.languages.regexes, limits))?;
            if let Some(next) = next.flatten() {
                *word = next;
                fresh = true;
            }
        }
        Ok(fresh.then_some(&self.words))
    }
}

/// Whether the judge accepts one of the models.
fn try_all(
    engine: &mut Engine<'_>,
    facts: &Facts,
    models: impl Iterator<Item = Model>,
) -> Result<bool, Interrupted> {
    for model in models {
        engine.strings.transducers.count_model();
        if accept(engine, facts, model)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The integer constants of the formula.
fn free_integers(engine: &Engine<'_>) -> Result<Vec<Fun>, Interrupted> {
    let terms = &*engine.res.terms;
    let roots: Vec<Term> = engine.all_roots().flatten().copied().collect();
    let integer = |t: Term| match terms.op(t) {
        Op::Apply(fun) if terms.sort(t) == Sort::Int && terms.args(t).is_empty() => Some(fun),
        _ => None,
    };
    let all = terms.post_order_within(&roots, engine.res.budget)?;
    Ok(all.into_iter().filter_map(integer).collect())
}

/// The model as it is, and with the only integer being each of the positions.
fn variants(
    model: Model,
    integers: &[Fun],
    positions: FxHashSet<usize>,
) -> impl Iterator<Item = Model> {
    let only = integers.first().copied().filter(|_| integers.len() == 1);
    let mut positions: Vec<usize> = positions.into_iter().collect();
    base::order::sort(&mut positions);
    let mut models = vec![model];
    for (fun, i) in only.into_iter().flat_map(|fun| positions.iter().map(move |&i| (fun, i))) {
        let mut moved = models[0].clone();
        moved.set(fun, Value::Int(Int::from(i)));
        models.push(moved);
    }
    models.into_iter()
}

/// Completes the model by what equations define, and asks the judge.
fn accept(engine: &mut Engine<'_>, facts: &Facts, mut model: Model) -> Result<bool, Interrupted> {
    let terms = &*engine.res.terms;
    for (_, fun, value) in definitions(terms, facts) {
        match Evaluator::new(terms, &model, engine.res.budget).eval(value) {
            Ok(value) => model.set(fun, value),
            Err(EvalError::Interrupted(why)) => return Err(why),
            Err(_) => {}
        }
    }
    engine.accepts_guess(model)
}

impl Component {
    /// A search for words of some length that make observed values differ in many ways.
    pub(super) fn diverse(&self, least: u32, regexes: &mut Regexes) -> Search<'_> {
        let mut constraints = self.constraints.clone();
        let long = regexes.repeat(Re::ANY, least, None);
        constraints.members.push((Network::ROOT, long, true));
        for (i, left) in self.observed.iter().enumerate() {
            let pair = |right: &(_, Term)| (left.0, right.0, Relation::Any);
            constraints.pairs.extend(self.observed[..i].iter().map(pair));
        }
        Search::new(&self.network, constraints)
    }

    /// Gives all constants of the component their values when the root is `word`.
    fn fill(
        &self,
        engine: &Engine<'_>,
        model: &mut Model,
        word: &[u32],
        limits: &Limits<'_>,
    ) -> Result<(), Stop> {
        for &(output, t) in &self.outputs {
            if let Op::Apply(fun) = engine.res.terms.op(t) {
                model.set(fun, Value::Str(self.network.value(output, word, limits)?.into()));
            }
        }
        Ok(())
    }

    /// Where observed values differ first, and where they begin and end.
    fn interesting(
        &self,
        word: &[u32],
        positions: &mut FxHashSet<usize>,
        limits: &Limits<'_>,
    ) -> Result<(), Stop> {
        let value = |o: &(Output, Term)| self.network.value(o.0, word, limits);
        let values = self.observed.iter().map(value).collect::<Result<Vec<_>, _>>()?;
        for (i, left) in values.iter().enumerate() {
            positions.extend([0, left.len().saturating_sub(1)]);
            let common = |w: &Vec<u32>| left.iter().zip(w).take_while(|(a, b)| a == b).count();
            positions.extend(values[..i].iter().map(common));
        }
        Ok(())
    }
}
