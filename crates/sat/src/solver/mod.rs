//! The solver's state and the part of its interface that does not search.

mod analyze;
mod assume;
mod check;
pub(crate) mod context;
mod decide;
mod lemma;
mod notify;
mod propagate;
mod reduce;
mod reimply;
mod scope;
mod search;
mod split;

use self::analyze::Analysis;
use self::context::Pending;
use self::notify::Notifier;
use self::reimply::Late;
use self::split::Splits;
use crate::arena::{Arena, ClauseRef};
use crate::config::Config;
use crate::lit::{Lit, Value, Var};
use crate::log::{Log, Source};
use crate::order::Order;
use crate::phase::Phases;
use crate::propagator::NoPropagator;
use crate::restart::Restart;
use crate::stats::Stats;
use crate::trail::Trail;
use crate::watch::Watches;
use base::{Idx, Interrupted};

/// The answer of [`Solver::solve`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveResult {
    /// There is a model; see [`Solver::value`].
    Sat,
    /// There is none under the assumptions; see [`Solver::failed_assumptions`].
    Unsat,
    /// The search ended early.
    Unknown(Unknown),
}

/// Why the search ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// The budget stopped it.
    Interrupted(Interrupted),
    /// The allowance of [`Solver::solve_within`] is used up.
    Allowance,
    /// The propagator gave up in its final check.
    GaveUp,
}

/// A conflict-driven clause learning solver that a [`Propagator`](crate::Propagator) can extend.
///
/// ```
/// use base::Budget;
/// use sat::{Config, NoPropagator, SolveResult, Solver};
/// let mut s = Solver::new(Config::default());
/// let (a, b) = (s.new_var().positive(), s.new_var().positive());
/// s.add_clause(&[a, b]);
/// s.add_clause(&[!a, b]);
/// let budget = Budget::unlimited();
/// assert_eq!(s.solve(&[], &mut NoPropagator, &budget), SolveResult::Sat);
/// assert_eq!(s.value(b).to_bool(), Some(true));
/// assert_eq!(s.solve(&[!b, a], &mut NoPropagator, &budget), SolveResult::Unsat);
/// assert_eq!(s.failed_assumptions(), &[!b]);
/// ```
#[derive(Debug)]
pub struct Solver {
    config: Config,
    stats: Stats,
    trail: Trail,
    arena: Arena,
    watches: Watches,
    /// Attached clauses that must be kept.
    irredundant: Vec<ClauseRef>,
    /// Attached clauses that may be forgotten.
    redundant: Vec<ClauseRef>,
    /// Explanations: antecedents that nobody watches.
    explanations: Vec<ClauseRef>,
    late: Late,
    splits: Splits,
    order: Order,
    phases: Phases,
    restart: Restart,
    analysis: Analysis,
    notifier: Notifier,
    pending: Pending,
    /// The clause being inserted.
    scratch: Vec<Lit>,
    /// How many variables there were when each open user scope was opened.
    scopes: Vec<u32>,
    /// The outermost user scope known to be contradictory.
    inconsistent: Option<u32>,
    assumptions: Vec<Lit>,
    /// How many assumptions are known to be true.
    assumed: usize,
    /// The level at which all assumptions were true, once they are.
    assumption_level: Option<u32>,
    model: Vec<Value>,
    core: Vec<Lit>,
    /// Count of conflicts and redundant lemmas at which the next reduction is due.
    next_reduce: u64,
    /// What a refutation rests on, if somebody wants to know.
    log: Option<Box<Log>>,
    /// How many literals were fixed at the last simplification.
    simplified: usize,
    /// The tick count at which another simplification pays.
    next_simplify: u64,
}

impl Solver {
    /// A solver without variables.
    pub fn new(config: Config) -> Solver {
        Solver {
            stats: Stats::default(),
            trail: Trail::default(),
            arena: Arena::default(),
            watches: Watches::default(),
            irredundant: Vec::new(),
            redundant: Vec::new(),
            explanations: Vec::new(),
            late: Late::default(),
            splits: Splits::default(),
            order: Order::new(config.activity_decay, config.seed),
            phases: Phases::new(config.default_phase, config.rephase_interval),
            restart: Restart::new(&config),
            analysis: Analysis::default(),
            notifier: Notifier::default(),
            pending: Pending::default(),
            scratch: Vec::new(),
            scopes: Vec::new(),
            inconsistent: None,
            assumptions: Vec::new(),
            assumed: 0,
            assumption_level: None,
            model: Vec::new(),
            core: Vec::new(),
            next_reduce: config.reduce_interval,
            log: None,
            simplified: 0,
            next_simplify: config.simplify_interval,
            config,
        }
    }

    /// A new variable, not observed. It lives as long as the innermost open user scope.
    pub fn new_var(&mut self) -> Var {
        let var = Var::from_index(self.num_vars());
        let vars = self.num_vars() + 1;
        self.trail.resize(vars);
        self.watches.resize(vars);
        self.order.new_var();
        self.phases.new_var();
        self.analysis.resize(vars);
        self.notifier.resize(vars);
        var
    }

    /// How many variables there are.
    pub fn num_vars(&self) -> usize {
        self.trail.num_vars()
    }

    /// Reports the assignments of `var` to the propagator from now on.
    pub fn observe(&mut self, var: Var) {
        let _ = self.notifier.observe(var, &self.trail);
    }

    /// Adds a clause to the innermost open user scope. Returns whether the clauses are not known
    /// to be contradictory.
    pub fn add_clause(&mut self, lits: &[Lit]) -> bool {
        debug_assert_eq!(self.trail.level(), self.base_level());
        self.log_clause(None, lits);
        // Nothing is above the base level, so the propagator cannot be asked anything.
        let _ = self.insert_clause(lits, false, &mut NoPropagator);
        self.is_consistent()
    }

    /// Adds a group of literals of which at most one is true; see
    /// [`Context::split`](crate::Context::split). Returns whether the clauses are not known to be
    /// contradictory.
    pub fn add_split(&mut self, lits: &[Lit]) -> bool {
        debug_assert_eq!(self.trail.level(), self.base_level());
        let _ = self.insert_split(lits, &mut NoPropagator);
        self.is_consistent()
    }

    /// From now on clauses are logged.
    pub fn start_log(&mut self) {
        self.log = Some(Box::default());
    }

    /// The clauses since then, once a search has ended.
    pub fn take_log(&mut self) -> Option<Box<Log>> {
        self.log.take()
    }

    /// The log tells clauses that are added from now on by this number.
    pub fn set_origin(&mut self, origin: u32) {
        if let Some(log) = &mut self.log {
            log.set_origin(origin);
        }
    }

    /// Logs an added clause, or one from elsewhere.
    fn log_clause(&mut self, source: Option<Source>, clause: &[Lit]) {
        if let Some(log) = &mut self.log {
            log.push(source, clause);
        }
    }

    /// Whether the clauses of the open user scopes are not known to be contradictory.
    pub fn is_consistent(&self) -> bool {
        self.inconsistent.is_none()
    }

    /// The value to try first when `lit`'s variable is decided.
    pub fn set_phase(&mut self, lit: Lit) {
        self.phases.hint(lit);
    }

    /// Raises the activity of `var` as `amount` conflicts would.
    pub fn bump(&mut self, var: Var, amount: f64) {
        self.order.bump(var, amount);
    }

    /// Sets the theory-aware part of a variable's activity; see
    /// [`Context::prefer`](crate::Context::prefer).
    pub fn prefer(&mut self, lit: Lit, weight: f64) {
        if !self.config.theory_branching {
            return;
        }
        self.order.prefer(lit.var(), weight);
        if weight > 0.0 {
            self.phases.hint(lit);
        }
    }

    /// The value of `lit` in the last model found.
    pub fn value(&self, lit: Lit) -> Value {
        let value = self.model.get(lit.var().index()).copied().unwrap_or_default();
        if lit.is_positive() { value } else { !value }
    }

    /// After `Unsat`: assumptions that cannot all hold, none if no model exists at all.
    pub fn failed_assumptions(&self) -> &[Lit] {
        &self.core
    }

    /// The literals that hold in every model as far as is known without search.
    pub fn fixed(&self) -> &[Lit] {
        &self.trail.lits()[..self.trail.end_of(self.base_level())]
    }

    /// Whether `lit` is [`fixed`](Self::fixed).
    pub fn is_fixed(&self, lit: Lit) -> bool {
        crate::View::new(self).is_fixed(lit)
    }

    /// What the solver did so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The level of the innermost open user scope.
    fn base_level(&self) -> u32 {
        self.scopes.len() as u32
    }

    /// Notes that the clauses of user scope `scope` contradict each other.
    fn set_inconsistent(&mut self, scope: u32) {
        self.inconsistent = Some(self.inconsistent.map_or(scope, |s| s.min(scope)));
    }
}
