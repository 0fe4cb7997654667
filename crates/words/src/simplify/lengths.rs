//! Cuts at positions that arithmetic knows to be equal.
//!
//! In `x ab y = y ba x` (or in `z = x ab y` and `z = y ba x`) nothing can be cut, unless `|x| = |y|` follows from
//! the constraints outside: then it is three equations, one of which clashes. Which equalities follow is found with models
//! (as in the search for implied equalities of Nelson-Oppen combinations): a model proposes those
//! that hold in it, a query for each refutes it, with a model that thins out the others, or
//! proves it, with the constraints it rests on.

use super::distances::Distances;
use super::names::named;
use super::{Halt, Simplifier};
use crate::arithmetic::{
    Answer, Arithmetic, Formula, IntModel, IntVar, Lengths, Linear, Parts, ask, premises_of_core,
};
use crate::system::{Equation, Sym, Var};
use crate::tags::Premises;
use base::Upper::AtMost;
use base::{FxHashMap, FxHashSet, FxHasher, Limits};
use std::cmp::Reverse;
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

/// A fact: the arithmetic keeps a row for each sum it was asked about, and each length changes all rows it is
/// in. Longer sums are asked about from the last cut on, for whose reasons the next holds, too.
const LONG_SUM: usize = 16;

/// A fact: one equation in so many is cut at a time. Of few just one, as what follows from its pieces often makes other cuts needless.
const CUT_AT_ONCE: usize = 8;

/// A position at which arithmetic says that both sides are cut, and why.
pub(super) struct Cut {
    pub position: (usize, usize),
    pub premises: Premises,
}

/// Two words that are equal.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub equation: usize,
    /// The equation before it that gives another word for the same variable, if those words are cut.
    pub other: Option<usize>,
}

/// What questions have shown.
struct Questions {
    /// What all lengths satisfy. (Positions behind a word of any length are equally far from the start since both sides are
    /// equally long.)
    facts: Vec<(Formula, Premises)>,
    /// The models that answers came with; the first is of the system as it is.
    models: Vec<IntModel>,
    /// How many more questions may be asked that prove nothing.
    left: usize,
}

impl Questions {
    /// Why `difference` is zero, if it must be.
    fn is_zero(
        &mut self,
        difference: &Linear,
        arithmetic: &mut dyn Arithmetic,
        limits: &Limits<'_>,
    ) -> Result<Option<Premises>, Halt> {
        let unequal = Formula::different(difference, &Linear::default());
        let formulas = self.facts.iter().map(|fact| fact.0.clone());
        let question: Vec<Formula> = formulas.chain([unequal]).collect();
        match ask(arithmetic, &question, limits)? {
            Lengths::Unsat { core, parts } => {
                let needed = parts.iter().filter_map(|&at| self.facts.get(at));
                return Ok(Some(premises_of_core(core, needed.map(|fact| &fact.1))));
            }
            Lengths::Sat(model) => self.models.push(model),
            Lengths::Unknown => {}
        }
        self.left = self.left.saturating_sub(1);
        Ok(None)
    }
}

impl Simplifier<'_> {
    /// Checks the lengths of the whole system, and cuts equations, at all positions that are proved; whether there was
    /// one. With one cut or one equation a check the cost grew with the square of their number and more: each check asks of everything.
    pub(super) fn cut_at_equal_lengths(
        &mut self,
        arithmetic: &mut dyn Arithmetic,
    ) -> Result<bool, Halt> {
        if !self.system.needs_arithmetic() {
            return Ok(false);
        }
        if cfg!(feature = "scaling") && self.cut_at_known_lengths(arithmetic)? {
            return Ok(true);
        }
        let parts = self.lengths();
        let model = match parts.check(arithmetic, self.limits)? {
            Answer::Sat(model) => model,
            Answer::Unknown => return Ok(false),
            Answer::Unsat(premises) => return Err(Halt::Conflict(premises)),
        };
        let facts = parts.into_pairs();
        let left = self.limits.tunables().words.equal_length_questions;
        let mut questions = Questions { facts, models: vec![model], left };
        let known = self.known_lengths();
        let mut all: Vec<(Pair, Vec<Cut>)> = Vec::new();
        let mut touched: FxHashSet<usize> = FxHashSet::default();
        let most = 1 + self.system.equations().len() / CUT_AT_ONCE;
        for pair in self.pairs() {
            if all.len() == most {
                break;
            }
            if touched.contains(&pair.equation) || pair.other.is_some_and(|e| touched.contains(&e))
            {
                continue;
            }
            let cuts = self.proved_cuts(pair, &known, &mut questions, arithmetic)?;
            if !cuts.is_empty() {
                touched.insert(pair.equation);
                touched.extend(pair.other);
                all.push((pair, cuts));
            }
        }
        let is_cut = !all.is_empty();
        self.cut_because(all);
        Ok(is_cut)
    }

    /// The words that may be cut: both sides of each equation, and two words of one variable.
    pub(super) fn pairs(&self) -> Vec<Pair> {
        let mut out = Vec::new();
        let mut names: FxHashMap<Var, usize> = FxHashMap::default();
        for (equation, e) in self.system.equations().iter().enumerate() {
            out.push(Pair { equation, other: None });
            let Some((x, _)) = named(e) else { continue };
            let first = *names.entry(x).or_insert(equation);
            out.extend((first != equation).then_some(Pair { equation, other: Some(first) }));
        }
        out
    }

    pub(super) fn words_of(&self, pair: Pair) -> Option<[&[Sym]; 2]> {
        let e = &self.system.equations()[pair.equation];
        let Some(other) = pair.other else { return Some([&e.left, &e.right]) };
        Some([named(&self.system.equations()[other])?.1, named(e)?.1])
    }

    /// The positions, from left to right, at which a pair of words can be cut.
    fn proved_cuts(
        &self,
        pair: Pair,
        known: &FxHashSet<IntVar>,
        questions: &mut Questions,
        arithmetic: &mut dyn Arithmetic,
    ) -> Result<Vec<Cut>, Halt> {
        let mut cuts: Vec<Cut> = Vec::new();
        let Some(words) = self.words_of(pair) else { return Ok(cuts) };
        let mut ends = words.map(|word| Distances::new(&self.system, word, &questions.models[0]));
        let mut positions = self.candidates(words, &ends, known);
        let mut models = 1;
        while questions.left > 0 {
            for model in &questions.models[models..] {
                ends.iter_mut().for_each(|end| end.measure(model));
                positions.retain(|p| ends[0].value(p.0) == ends[1].value(p.1));
            }
            models = questions.models.len();
            let Some(position) = positions.pop_front() else { break };
            let last = cuts.last().map_or((0, 0), |cut| cut.position);
            if position.0 < last.0 || position.1 < last.1 {
                continue;
            }
            let from = |last: (usize, usize)| {
                ends[0].between(last.0, position.0).minus(&ends[1].between(last.1, position.1))
            };
            let mut difference = from((0, 0));
            if !difference.terms.iter().all(|(v, _)| known.contains(v)) {
                continue;
            }
            let relative = difference.terms.len() > LONG_SUM && !cuts.is_empty();
            if relative {
                difference = from(last);
            }
            let Some(mut premises) = questions.is_zero(&difference, arithmetic, self.limits)?
            else {
                continue;
            };
            if relative && let Some(last) = cuts.last() {
                premises.extend(&last.premises);
            }
            cuts.push(Cut { position, premises });
        }
        Ok(cuts)
    }

    /// Cuts equations where arithmetic says so, each in one pair only.
    pub(super) fn cut_because(&mut self, all: Vec<(Pair, Vec<Cut>)>) {
        for (pair, _) in &all {
            if let Some(other) = pair.other {
                self.equate_names(other, pair.equation);
            }
        }
        let mut order: Vec<usize> = (0..all.len()).collect();
        base::order::sort_by_key(&mut order, |&i| Reverse(all[i].0.equation));
        // The last first: where one was, there is another one then.
        let removed =
            order.into_iter().map(|i| (i, self.system.remove_equation(all[i].0.equation)));
        let mut removed: Vec<(usize, Equation)> = removed.collect();
        base::order::sort_by_key(&mut removed, |e| e.0);
        for ((_, e), (_, cuts)) in removed.into_iter().zip(&all) {
            self.add_pieces(&e, cuts);
        }
    }

    /// Adds the pieces of an equation that is gone. If a part is empty on one side, then the other is so by arithmetic
    /// alone, whatever the equation.
    fn add_pieces(&mut self, e: &Equation, cuts: &[Cut]) {
        let end = (e.left.len(), e.right.len());
        debug_assert!(!cuts.is_empty(), "an equation that is not cut is no progress");
        debug_assert!(
            cuts.iter().all(|c| c.position != (0, 0) && c.position != end),
            "a cut at an end is no progress"
        );
        let (mut from, mut before) = ((0, 0), Premises::none());
        for Cut { position, premises } in cuts {
            let reasons = before.and(premises);
            self.add_piece(e, from, *position, reasons);
            (from, before) = (*position, premises.clone());
        }
        self.add_piece(e, from, end, before);
    }

    /// Equates what is between two cuts, for `reasons`.
    fn add_piece(
        &mut self,
        e: &Equation,
        from: (usize, usize),
        to: (usize, usize),
        mut reasons: Premises,
    ) {
        debug_assert!(from.0 <= to.0 && from.1 <= to.1, "cuts are not in the same order");
        let left = e.left[from.0..to.0].to_vec();
        let right = e.right[from.1..to.1].to_vec();
        let at_end = to == (e.left.len(), e.right.len());
        if !at_end && (left.is_empty() || right.is_empty()) {
            // Before the rest, from which the same may follow from more premises.
            self.system.add_first_equation(Equation { left, right, premises: reasons });
        } else {
            reasons.extend(&e.premises);
            self.system.add_equation(Equation { left, right, premises: reasons });
        }
    }

    /// The sides of equations must be equally long, and lengths must suit languages.
    fn lengths(&self) -> Parts {
        let mut parts = Parts::facts(&self.system);
        for e in self.system.equations() {
            let (left, right) = (self.system.length_of(&e.left), self.system.length_of(&e.right));
            parts.push(Formula::equal(left, &right), e.premises.clone());
        }
        for x in self.system.live_vars() {
            let length = Linear::var(self.system.length(x));
            parts.push(Formula::at_least_zero(length), Premises::none());
        }
        for m in self.system.memberships().iter().filter(|m| m.positive) {
            let info = self.rs.info(m.re);
            let length = Linear::var(self.system.length(m.var));
            let min = Linear::constant(info.min_len.weakened());
            parts.push(Formula::at_least(length.clone(), &min), m.premises.clone());
            if let AtMost(max) = info.max_len {
                let max = Formula::at_least(Linear::constant(max), &length);
                parts.push(max, m.premises.clone());
            }
        }
        parts
    }

    /// The lengths that the arithmetic outside knows of.
    fn known_lengths(&self) -> FxHashSet<IntVar> {
        let sensitive = self.system.vars().filter(|&x| self.system.is_length_sensitive(x));
        sensitive.map(|x| self.system.length(x)).collect()
    }

    /// The pairs of positions in two words that are equally far from the start in the model of `ends`, and that the arithmetic
    /// outside has something to say about: it knows the lengths by which they differ.
    fn candidates(
        &self,
        words: [&[Sym]; 2],
        ends: &[Distances; 2],
        known: &FxHashSet<IntVar>,
    ) -> VecDeque<(usize, usize)> {
        let trivial = [(0, 0), (words[0].len(), words[1].len())];
        // Where lengths are mostly 0 in the model, nearly all pairs of positions are equally far, and most differ in these.
        let [unknown, others] = words.map(|word| self.unknown_before(word, known));
        let cuts = ends[0].equal_pairs(&ends[1]).into_iter();
        cuts.filter(|cut| !trivial.contains(cut) && unknown[cut.0] == others[cut.1]).collect()
    }

    /// For each position a number that says which lengths before it are not `known`, and how often each: a sum of hashes.
    fn unknown_before(&self, word: &[Sym], known: &FxHashSet<IntVar>) -> Vec<u64> {
        let mut sum = 0u64;
        let lengths = word.iter().map(|s| {
            if let Sym::Var(x) = s
                && let length = self.system.length(*x)
                && !known.contains(&length)
            {
                let mut hash = FxHasher::default();
                length.hash(&mut hash);
                // exact: positions whose sums agree by chance are told apart by their distances.
                sum = sum.wrapping_add(hash.finish());
            }
            sum
        });
        std::iter::once(0).chain(lengths).collect()
    }
}
