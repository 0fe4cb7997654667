//! The fixpoint: bottom-up, with an explicit stack and a persistent memo.
//!
//! A term on its way is *active*. When a rule's result is rewritten and comes back to an active
//! term, the rules run in a circle; the circle is cut by taking the term as it stands, which is
//! always sound. Fuel, in proportion to the size of the input, cuts divergence of other kinds.
//!
//! Rules may ask for the normal form of a helper term ([`Normalizer::normal`]). Such requests nest to
//! a fixed depth. A result found deeper may be weaker, so it is remembered with its depth and is
//! only reused at that depth or below.

use crate::cx::{Cx, Normalizer};
use crate::flatten::flatten;
use crate::rule::{RuleId, Rules, Stats};
use crate::rules;
use base::hash::next_growth;
use base::{Budget, FxHashMap, FxHashSet, Idx, Interrupted};
use terms::{Op, Term, Terms};

/// A fact: so many rule applications are granted to any input, and for each of its subterms. That rewriting ends does not
/// depend on the rules; that others can rely on normal forms depends on there being enough.
const BASE_FUEL: u64 = 2_000;
const FUEL_PER_TERM: u64 = 64;

/// Rewrites terms of one store; remembers what it did across calls.
///
/// ```
/// use terms::{Op, Sort, Terms};
/// let mut t = Terms::new();
/// let mut rw = rewrite::Rewriter::new();
/// let x = t.fresh("x", Sort::String);
/// let (a, b) = (t.text("a"), t.text("b"));
/// let ab = t.concat(&[a, b, x]);
/// let ba = t.concat(&[b, a, x]);
/// let eq = t.eq(ab, ba);
/// assert_eq!(rw.rewrite(&mut t, eq), t.ff());
/// ```
#[derive(Debug, Default)]
pub struct Rewriter {
    /// Results by [`Rules`].
    memo: [FxHashMap<Term, (Term, u8)>; 2],
    rules: Rules,
    active: FxHashSet<Term>,
    /// Terms that are larger than [`is_small`](Cx::is_small) allows.
    large: FxHashSet<Term>,
    depth: u8,
    fuel: u64,
    /// Terms with a smaller id were there when the request came; only they bring fuel.
    given: usize,
    work: u64,
    stats: Stats,
    /// What rules did, if anybody wants to know.
    steps: Option<Vec<RewriteStep>>,
}

/// A rule, or flattening, turned the first term into the second.
pub type RewriteStep = (Option<RuleId>, Term, Term);

/// A fact: what trying the rules on a term costs, in budget steps: they look at some hundred terms below it.
const RULES_WORK: u64 = 16;

/// A fact: the same for rules of structure, which look at the arguments.
const STRUCTURAL_WORK: u64 = 1;

/// How work is paid for. That for a helper term is part of what its rule costs, which is charged at the end.
#[derive(Clone, Copy)]
enum Charge {
    Steps,
    Ticks,
}

enum Step {
    /// Rewrite this term.
    Visit(Term),
    /// Its arguments are done: rebuild it and try the rules.
    Build(Term),
    /// The first two terms are equal to the third, which is done.
    Link(Term, Term, Term),
}

impl Normalizer for Rewriter {
    fn normal(&mut self, terms: &mut Terms, t: Term, budget: &Budget) -> Term {
        if self.depth >= terms.effort().helper_depth {
            return self.known(terms, t).unwrap_or(t);
        }
        self.depth += 1;
        let result = self.run(terms, t, budget, Charge::Ticks).unwrap_or(t);
        self.depth -= 1;
        result
    }

    fn stats_mut(&mut self) -> &mut Stats {
        &mut self.stats
    }

    fn large_mut(&mut self) -> &mut FxHashSet<Term> {
        &mut self.large
    }
}

impl Rewriter {
    /// A rewriter that remembers nothing yet.
    pub fn new() -> Rewriter {
        Rewriter::default()
    }

    /// How often each rule fired so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Forgets all results, which name terms that may be gone.
    pub fn forget(&mut self) {
        (self.memo, self.large) = Default::default();
    }

    /// From now on the steps are remembered for [`take_steps`](Self::take_steps).
    pub fn record_steps(&mut self) {
        self.steps = Some(Vec::new());
    }

    /// What rules did since the last call.
    pub fn take_steps(&mut self) -> Vec<RewriteStep> {
        self.steps.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// An equal term in normal form.
    pub fn rewrite(&mut self, terms: &mut Terms, t: Term) -> Term {
        match self.rewrite_within(terms, t, &Budget::unlimited()) {
            Ok(t) => t,
            Err(_) => t,
        }
    }

    /// As [`rewrite`](Self::rewrite), charging the work to `budget`; `t` itself when that runs out, as
    /// whoever charges it next will learn.
    pub fn rewrite_or_keep(&mut self, terms: &mut Terms, t: Term, budget: &Budget) -> Term {
        self.rewrite_within(terms, t, budget).unwrap_or(t)
    }

    /// As [`rewrite`](Self::rewrite), charging the work to `budget`.
    ///
    /// # Errors
    /// When the budget runs out; what was found until then stays remembered.
    pub fn rewrite_within(
        &mut self,
        terms: &mut Terms,
        t: Term,
        budget: &Budget,
    ) -> Result<Term, Interrupted> {
        self.fuel = BASE_FUEL;
        self.given = terms.len();
        let result = self.run(terms, t, budget, Charge::Steps);
        if result.is_err() {
            self.active.clear();
            self.depth = 0;
        }
        result
    }

    /// An equal term to which no rule of structure applies ([`RuleId::STRUCTURAL`]): for what theories conclude, as it
    /// must not be weakened to what follows by the meaning of its operators alone. `t` itself when the budget runs out.
    ///
    /// ```
    /// use terms::{Sort, Terms};
    /// let (mut t, mut rw) = (Terms::new(), rewrite::Rewriter::new());
    /// let x = t.fresh("x", Sort::String);
    /// let (length, zero) = (t.len_of(x), t.int(0));
    /// let axiom = t.ge(length, zero);
    /// assert_eq!(rw.rewrite(&mut t, axiom), t.tt());
    /// assert_eq!(rw.structural(&mut t, axiom, &base::Budget::unlimited()), axiom);
    /// ```
    pub fn structural(&mut self, terms: &mut Terms, t: Term, budget: &Budget) -> Term {
        let rules = std::mem::replace(&mut self.rules, Rules::Structural);
        let result = self.rewrite_or_keep(terms, t, budget);
        self.rules = rules;
        result
    }

    /// From now on only rules of structure are applied, whatever is asked for.
    pub fn keep_to_structure(&mut self) {
        self.rules = Rules::Structural;
    }

    fn run(
        &mut self,
        terms: &mut Terms,
        root: Term,
        budget: &Budget,
        charge: Charge,
    ) -> Result<Term, Interrupted> {
        let mut charged = self.work;
        let mut stack = vec![Step::Visit(root)];
        while let Some(step) = stack.pop() {
            budget.tick(1)?;
            budget.reserve(terms.next_growth() + next_growth(&self.memo[self.rules as usize]))?;
            match step {
                Step::Visit(t) => self.visit(terms, t, budget, &mut stack),
                Step::Build(t) => self.build(terms, t, budget, &mut stack),
                Step::Link(t, rebuilt, image) => {
                    let done = self.known(terms, image).unwrap_or(image);
                    self.finish(t, done);
                    self.finish(rebuilt, done);
                }
            }
            match charge {
                Charge::Steps => budget.charge(self.work - charged)?,
                Charge::Ticks => budget.tick(self.work - charged)?,
            }
            charged = self.work;
        }
        Ok(self.known(terms, root).unwrap_or(root))
    }

    fn visit(&mut self, terms: &mut Terms, t: Term, budget: &Budget, stack: &mut Vec<Step>) {
        if self.known(terms, t).is_some() || !self.active.insert(t) {
            return;
        }
        if t.index() < self.given {
            self.fuel += FUEL_PER_TERM;
        }
        if let Some(flat) = flatten(terms, t, &mut self.work, budget) {
            if let Some(steps) = &mut self.steps {
                steps.push((None, t, flat));
            }
            self.link(terms, t, t, flat, stack);
        } else {
            stack.push(Step::Build(t));
            stack.extend(terms.args(t).iter().rev().map(|&a| Step::Visit(a)));
        }
    }

    fn build(&mut self, terms: &mut Terms, t: Term, budget: &Budget, stack: &mut Vec<Step>) {
        self.work += 1 + terms.args(t).len() as u64;
        let args: Vec<Term> =
            terms.args(t).iter().map(|&a| self.known(terms, a).unwrap_or(a)).collect();
        let rebuilt = if args == terms.args(t) { t } else { terms.mk(terms.op(t), &args) };
        if rebuilt != t {
            if let Some(done) = self.known(terms, rebuilt) {
                return self.finish(t, done);
            }
            if !self.active.insert(rebuilt) {
                return self.finish(t, rebuilt);
            }
        }
        match self.apply(terms, rebuilt, budget) {
            Some(image) => self.link(terms, t, rebuilt, image, stack),
            // A rule may have lacked the time: nothing is remembered.
            None if budget.tick(0).is_err() => {}
            None => {
                self.finish(t, rebuilt);
                self.finish(rebuilt, rebuilt);
            }
        }
    }

    fn apply(&mut self, terms: &mut Terms, t: Term, budget: &Budget) -> Option<Term> {
        self.fuel = self.fuel.checked_sub(1)?;
        self.work += match self.rules {
            Rules::All => RULES_WORK,
            Rules::Structural => STRUCTURAL_WORK,
        };
        let rules = self.rules;
        let image = rules::apply(&mut Cx::new(terms, self, rules, budget), t)?;
        self.work += 4;
        if let (Some(steps), Some(rule)) = (&mut self.steps, self.stats.last()) {
            steps.push((Some(rule), t, image));
        }
        debug_assert_eq!(terms.sort(t), terms.sort(image));
        debug_assert_ne!(t, image, "a rule that changes nothing must not fire");
        Some(image)
    }

    fn link(&mut self, terms: &Terms, t: Term, rebuilt: Term, image: Term, stack: &mut Vec<Step>) {
        if let Some(done) = self.known(terms, image) {
            self.finish(t, done);
            self.finish(rebuilt, done);
        } else if self.active.contains(&image) {
            self.finish(t, rebuilt);
            self.finish(rebuilt, rebuilt);
        } else {
            stack.push(Step::Link(t, rebuilt, image));
            stack.push(Step::Visit(image));
        }
    }

    fn finish(&mut self, t: Term, normal: Term) {
        self.active.remove(&t);
        let memo = &mut self.memo[self.rules as usize];
        memo.insert(t, (normal, self.depth));
        if normal != t {
            memo.entry(normal).or_insert((normal, self.depth));
        }
    }

    /// The normal form of `t`, if it is known.
    fn known(&self, terms: &Terms, t: Term) -> Option<Term> {
        if is_atomic(terms.op(t)) && terms.args(t).is_empty() {
            return Some(t);
        }
        match self.memo[self.rules as usize].get(&t) {
            Some(&(normal, depth)) if depth <= self.depth => Some(normal),
            // What no rule at all applies to needs not be walked again.
            None if self.rules == Rules::Structural => {
                let is_normal = |done: &&(Term, u8)| done.0 == t;
                self.memo[Rules::All as usize].get(&t).filter(is_normal).map(|done| done.0)
            }
            _ => None,
        }
    }
}

fn is_atomic(op: Op) -> bool {
    op.is_const() || matches!(op, Op::Apply(_) | Op::ReNone | Op::ReAll | Op::ReAllChar)
}
