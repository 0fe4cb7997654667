//! Answers of arithmetic to the procedures for word equations.
//!
//! A procedure proposes what it needs of lengths as a formula and wants to know whether that is
//! consistent with the relevant arithmetic literals, with a core if not. One inner engine without
//! strings serves many questions: the literals are assumptions, and so are selectors that guard the parts of the
//! formula, so that whatever was learned stays, a core says which parts were needed, and a part that comes again is
//! there already. What parts of earlier questions left behind slows down later ones, so the engine begins anew when
//! there is much of that. (Z3-Noodler builds a new solver for each question, and blames the whole conjunction.)

use super::derived::{Derived, End};
use crate::cnf::ClauseSink;
use crate::engine::{Engine, Resources};
use base::{FxHashMap, FxHashSet, Int, Interrupted, Limits, Stop};
use rewrite::LinearSum;
use sat::{Lit, SolveResult, Solver, Unknown};
use terms::{Op, Sort, Term, Terms};
use words::{Arithmetic, Formula, IntModel, IntVar, Lengths, Linear, OutsideTag, OutsideTags, Var};

/// The arithmetic side of one final check.
pub(super) struct Oracle<'e> {
    engine: Engine<'e>,
    core: Solver,
    outside: Vec<(Term, Lit)>,
    lengths: Vec<(Var, Term)>,
    /// Integers of procedures, and lengths that nothing outside speaks of.
    auxiliary: FxHashMap<IntVar, Term>,
    /// The selectors of the parts of questions so far.
    selectors: FxHashMap<Formula, Lit>,
    /// Literals that say that a sum is not negative.
    bounds: FxHashMap<LinearSum, Lit>,
    /// Variables of the core without any question.
    own_vars: usize,
    /// A question was given up before all of it was added.
    is_stale: bool,
}

impl<'e> Oracle<'e> {
    /// An oracle for the arithmetic `literals`; `lengths` are the lengths of the system's
    /// variables.
    pub fn new<'s: 'e>(
        outer: &'e mut Engine<'s>,
        literals: &[Term],
        lengths: Vec<(Var, Term)>,
    ) -> Result<Oracle<'e>, Interrupted> {
        debug_assert!(
            lengths.is_sorted_by(|a, b| a.0 < b.0),
            "variables with lengths are not in order"
        );
        let scratch = &mut outer.scratch;
        let res = Resources {
            terms: &mut *outer.res.terms,
            rewriter: &mut *outer.res.rewriter,
            sequences: &mut scratch.sequences,
            languages: &mut scratch.languages,
            options: outer.res.options,
            budget: outer.res.budget,
            tried: &mut scratch.tried,
            stats: &mut scratch.stats,
            audit: &mut *outer.res.audit,
        };
        let mut engine = Engine::of_arithmetic(res)?;
        let mut core = Solver::new(sat::Config::from(&outer.res.budget.tunables().sat));
        let mut assume = |&t: &Term| Ok((t, engine.literal(&mut core, t)?));
        let outside: Vec<_> = literals.iter().map(&mut assume).collect::<Result<_, _>>()?;
        Ok(Oracle {
            own_vars: core.num_vars(),
            engine,
            core,
            outside,
            lengths,
            auxiliary: FxHashMap::default(),
            selectors: FxHashMap::default(),
            bounds: FxHashMap::default(),
            is_stale: false,
        })
    }

    /// Forgets all questions if there is too much of them.
    fn tidy_up(&mut self) -> Result<(), Interrupted> {
        let left = self.core.num_vars() - self.own_vars;
        let is_stale = self.is_stale || self.engine.has_lost_clauses;
        let tunables = &self.engine.res.budget.tunables().strings;
        let spare = tunables.oracle_spare.max(tunables.oracle_ratio * self.own_vars);
        if !is_stale && left <= spare {
            return Ok(());
        }
        self.engine.forget();
        self.core = Solver::new(sat::Config::from(&self.engine.res.budget.tunables().sat));
        self.selectors.clear();
        self.bounds.clear();
        for (t, lit) in &mut self.outside {
            *lit = self.engine.literal(&mut self.core, *t)?;
        }
        self.own_vars = self.core.num_vars();
        self.is_stale = false;
        Ok(())
    }

    /// The literal that makes `part` hold when it is assumed, without recursion. Formulas are positive, so one
    /// direction of each definition does.
    fn selector(&mut self, part: &Formula) -> Result<Lit, Interrupted> {
        if let Some(&selector) = self.selectors.get(part) {
            return Ok(selector);
        }
        let mut done: Vec<Lit> = Vec::new();
        let mut stack = vec![(part, false)];
        while let Some((f, ready)) = stack.pop() {
            let lit = match f {
                Formula::And(parts) | Formula::Or(parts) if !ready => {
                    stack.push((f, true));
                    stack.extend(parts.iter().rev().map(|p| (p, false)));
                    continue;
                }
                Formula::And(parts) => {
                    let parts = done.split_off(done.len() - parts.len());
                    self.all_of(&parts)
                }
                Formula::Or(parts) => {
                    let parts = done.split_off(done.len() - parts.len());
                    self.any_of(&parts)
                }
                Formula::True => self.all_of(&[]),
                Formula::False => self.any_of(&[]),
                Formula::Ge(sum) => {
                    let sum = self.sum(sum);
                    self.at_least_zero(sum)?
                }
                Formula::Eq(sum) => {
                    let sum = self.sum(sum);
                    self.equals_zero(sum)?
                }
                Formula::Congruent(sum, n) => {
                    let mut sum = self.sum(sum);
                    let quotient = self.engine.res.terms.fresh("quotient", Sort::Int);
                    sum.add_var(quotient, -n);
                    self.equals_zero(sum)?
                }
            };
            done.push(lit);
        }
        debug_assert_eq!(done.len(), 1, "a part of a formula was left behind");
        let selector = done[0];
        self.selectors.insert(part.clone(), selector);
        Ok(selector)
    }

    fn fresh_literal(&mut self) -> Lit {
        ClauseSink::new_var(&mut self.core, false).positive()
    }

    /// A literal that implies all of `lits`.
    fn all_of(&mut self, lits: &[Lit]) -> Lit {
        let all = self.fresh_literal();
        lits.iter().for_each(|&lit| ClauseSink::add_clause(&mut self.core, &[!all, lit]));
        all
    }

    /// A literal that implies one of `lits`.
    fn any_of(&mut self, lits: &[Lit]) -> Lit {
        let any = self.fresh_literal();
        let clause: Vec<Lit> = std::iter::once(!any).chain(lits.iter().copied()).collect();
        ClauseSink::add_clause(&mut self.core, &clause);
        any
    }

    /// A bound from above is the negation of one from below: the decision to leave literals false then prefers
    /// small lengths, and a bound and its opposite are one variable.
    fn at_least_zero(&mut self, sum: LinearSum) -> Result<Lit, Interrupted> {
        if sum.terms.first().is_some_and(|(_, factor)| factor.is_negative()) {
            return Ok(!self.bound(sum.negated().plus_int(-1))?);
        }
        self.bound(sum)
    }

    fn bound(&mut self, sum: LinearSum) -> Result<Lit, Interrupted> {
        if let Some(&lit) = self.bounds.get(&sum) {
            return Ok(lit);
        }
        let lit = self.engine.add_bound(&mut self.core, &sum)?;
        self.engine.flush(&mut self.core)?;
        self.bounds.insert(sum, lit);
        Ok(lit)
    }

    fn equals_zero(&mut self, sum: LinearSum) -> Result<Lit, Interrupted> {
        let bounds = [self.at_least_zero(sum.negated())?, self.at_least_zero(sum)?];
        Ok(self.all_of(&bounds))
    }

    /// The sum over the integers outside.
    fn sum(&mut self, linear: &Linear) -> LinearSum {
        let mut sum = LinearSum::constant(linear.constant.clone());
        for (v, c) in &linear.terms {
            let integer = self.integer(*v);
            sum.add_scaled(&rewrite::linear(self.engine.res.terms, integer), c);
        }
        sum
    }

    /// The literals behind the tags of a core.
    pub fn premises(&self, tags: &OutsideTags) -> Vec<Term> {
        tags.iter().map(|t| self.outside[t.0 as usize].0).collect()
    }

    /// Values of all integer terms when some variables have the given lengths.
    pub fn values(
        &mut self,
        chosen: &[(Var, usize)],
        limits: &Limits,
    ) -> Result<Option<FxHashMap<Term, Int>>, Stop> {
        let fixed = chosen.iter().map(|&(var, n)| {
            let length = Linear::var(IntVar::Len(var));
            Formula::equal(length, &Linear::constant(n as u64))
        });
        let fixed: Vec<Formula> = fixed.collect();
        Ok(match self.check(&fixed, limits)? {
            Lengths::Sat(model) => {
                debug_assert!(
                    chosen
                        .iter()
                        .all(|&(var, n)| { model.get(IntVar::Len(var)) == Int::from(n as u64) }),
                    "arithmetic has other lengths than were chosen"
                );
                Some(self.leaf_values())
            }
            _ => None,
        })
    }

    /// Values of all integer terms when some have the given values. Nothing more may be asked after.
    pub fn values_where(
        mut self,
        fixed: &[(Term, Int)],
    ) -> Result<Option<FxHashMap<Term, Int>>, Interrupted> {
        for (t, n) in fixed {
            let more = rewrite::linear(self.engine.res.terms, *t).plus_int(-n.clone());
            for sum in [more.clone(), more.negated()] {
                self.engine.add_axiom(&mut self.core, &sum)?;
            }
        }
        self.engine.flush(&mut self.core)?;
        let assumptions: Vec<Lit> = self.outside.iter().map(|&(_, lit)| lit).collect();
        let budget = self.engine.res.budget;
        match self.core.solve(&assumptions, &mut self.engine, budget) {
            SolveResult::Sat => Ok(Some(self.leaf_values())),
            _ => self.engine.ending.interrupted().map_or(Ok(None), Err),
        }
    }

    fn leaf_values(&self) -> FxHashMap<Term, Int> {
        let lia = &self.engine.lia;
        let value = |&t: &Term| lia.value(self.engine.res.terms, t).map(|n| (t, n));
        lia.leaves().iter().filter_map(value).collect()
    }

    fn integer(&mut self, v: IntVar) -> Term {
        if let IntVar::Len(x) = v
            // Variables are numbered in the order of the list, with gaps.
            && let Ok(i) = self.lengths.binary_search_by_key(&x, |l| l.0)
        {
            return self.lengths[i].1;
        }
        let terms = &mut *self.engine.res.terms;
        *self.auxiliary.entry(v).or_insert_with(|| terms.fresh("aux", Sort::Int))
    }

    /// Literals that say of lengths in `parts` that nothing outside speaks of that they are not negative.
    fn loose_lengths(&mut self, parts: &[Formula]) -> Result<Vec<Lit>, Interrupted> {
        let mut vars = integers_of(parts);
        base::order::sort(&mut vars);
        vars.retain(|v| match v {
            IntVar::Len(x) => self.lengths.binary_search_by_key(x, |l| l.0).is_err(),
            IntVar::Aux(_) => false,
        });
        let mut not_negative = |v: IntVar| {
            let sum = self.sum(&Linear::var(v));
            self.at_least_zero(sum)
        };
        vars.into_iter().map(&mut not_negative).collect()
    }

    fn model(&mut self, parts: &[Formula]) -> IntModel {
        let mut model = IntModel::default();
        let mut vars: Vec<IntVar> = integers_of(parts);
        vars.extend(self.lengths.iter().map(|&(var, _)| IntVar::Len(var)));
        for v in vars {
            let t = self.integer(v);
            if let Some(n) = self.engine.lia.value(self.engine.res.terms, t) {
                debug_assert!(
                    matches!(v, IntVar::Aux(_)) || !n.is_negative(),
                    "arithmetic admits a negative length"
                );
                model.set(v, n);
            }
        }
        model
    }
}

/// Sums that are not negative where `literal`, a comparison of integers, holds.
fn not_negative(terms: &Terms, literal: Term) -> Vec<LinearSum> {
    let holds = terms.op(literal) != Op::Not;
    let atom = if holds { literal } else { terms.arg(literal, 0) };
    if holds && terms.op(atom) == Op::Eq && terms.sort(terms.arg(atom, 0)) == Sort::Int {
        let [a, b] = [0, 1].map(|i| rewrite::linear(terms, terms.arg(atom, i)));
        let difference = a.minus(&b);
        return vec![difference.clone().negated(), difference];
    }
    if !matches!(terms.op(atom), Op::Ge | Op::Gt | Op::Le | Op::Lt) {
        return Vec::new();
    }
    let sum = rewrite::non_negative(terms, atom);
    vec![if holds { sum } else { sum.negated().plus_int(-1) }]
}

/// The integers of `parts`, each once.
fn integers_of(parts: &[Formula]) -> Vec<IntVar> {
    let mut out = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack: Vec<&Formula> = parts.iter().collect();
    while let Some(f) = stack.pop() {
        match f {
            Formula::And(parts) | Formula::Or(parts) => stack.extend(parts),
            Formula::Ge(sum) | Formula::Eq(sum) | Formula::Congruent(sum, _) => {
                out.extend(sum.terms.iter().map(|t| t.0).filter(|&v| seen.insert(v)));
            }
            Formula::True | Formula::False => {}
        }
    }
    out
}

impl Arithmetic for Oracle<'_> {
    fn bounds(&self) -> Vec<(Linear, OutsideTags)> {
        let terms = &*self.engine.res.terms;
        let mut sums = Vec::with_capacity(self.outside.len());
        for (&(literal, _), tag) in self.outside.iter().zip((0..).map(OutsideTag)) {
            sums.extend(not_negative(terms, literal).into_iter().map(|sum| (sum, tag)));
        }
        let (derived, mut bounds) = (Derived::of(terms, &sums), Vec::new());
        for &(x, t) in &self.lengths {
            let length = Linear::var(IntVar::Len(x));
            if let Some((least, why)) = derived.get(t, End::Least) {
                bounds.push((length.clone().minus(&Linear::constant(least.clone())), why.clone()));
            }
            if let Some((most, why)) = derived.get(t, End::Most) {
                bounds.push((Linear::constant(most.clone()).minus(&length), why.clone()));
            }
        }
        debug_assert!(
            bounds.iter().all(|(sum, why)| sum.terms.len() == 1 && !why.is_empty()),
            "a bound is not of one length, or has no reason"
        );
        bounds
    }

    fn check(&mut self, parts: &[Formula], limits: &Limits<'_>) -> Result<Lengths, Stop> {
        self.tidy_up()?;
        self.is_stale = true;
        let selectors: Result<Vec<Lit>, _> = parts.iter().map(|part| self.selector(part)).collect();
        let selectors = selectors?;
        let axioms = self.loose_lengths(parts)?;
        self.is_stale = false;
        let outside = self.outside.iter().map(|&(_, lit)| lit);
        let assumed = outside.chain(selectors.iter().copied()).chain(axioms);
        let assumptions: Vec<Lit> = assumed.collect();
        let budget = self.engine.res.budget;
        self.engine.begin_question();
        let result = limits.rationed(|| self.core.solve(&assumptions, &mut self.engine, budget))?;
        let answer = match result {
            SolveResult::Sat => Lengths::Sat(self.model(parts)),
            SolveResult::Unsat => {
                let failed = self.core.failed_assumptions();
                debug_assert!(
                    failed.iter().all(|lit| assumptions.contains(lit)),
                    "a literal failed that was not assumed"
                );
                let outside = self.outside.iter().zip(0..).filter(|(o, _)| failed.contains(&o.1));
                let core = outside.map(|(_, i)| OutsideTag(i)).collect();
                let is_needed = |&at: &usize| failed.contains(&selectors[at]);
                Lengths::Unsat { core, parts: (0..parts.len()).filter(is_needed).collect() }
            }
            SolveResult::Unknown(Unknown::Interrupted(why)) => return Err(why.into()),
            SolveResult::Unknown(_) => match self.engine.ending.interrupted() {
                Some(why) => return Err(why.into()),
                None => Lengths::Unknown,
            },
        };
        for selector in selectors {
            self.core.set_phase(!selector);
        }
        Ok(answer)
    }
}
