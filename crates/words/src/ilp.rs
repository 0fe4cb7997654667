//! [`IlpArithmetic`]: an arithmetic oracle of its own, for tests and for callers without a
//! DPLL(T) solver around them.
//!
//! Linear constraints go to [`Ilp`]; disjunctions are split depth first, but only those that the
//! model at hand violates. This is what a lazy SMT solver does without learning, and enough for the
//! small disjunctions of the procedures.

use crate::arithmetic::{Arithmetic, Formula, IntModel, IntVar, Lengths, Linear};
use crate::tags::{Tag, Tags};
use base::{Budget, FxHashMap, Int, Interrupted, Limits, Stop};
use simplex::{Col, Decision, Ilp, Reason, Relation};

/// The reason of everything that comes from the formula.
const FORMULA: Reason = Reason(1 << 30);
/// The reason of lengths not being negative.
const AXIOM: Reason = Reason((1 << 30) + 1);

/// Branches of one question.
const MAX_BRANCHES: u64 = 20_000;

/// Linear constraints outside a system of word constraints, decided with [`Ilp`].
///
/// ```
/// use base::Budget;
/// use words::{Arithmetic, Formula, IlpArithmetic, IntVar, Lengths, Linear, Tag, Var};
/// let budget = Budget::unlimited();
/// let mut outside = IlpArithmetic::new(&budget);
/// let mut sum = Linear::var(IntVar::Len(Var(0)));
/// sum.add_constant(-3);
/// outside.require(Formula::at_least_zero(sum), Tag(0));
/// let empty = Formula::equal(Linear::var(IntVar::Len(Var(0))), &Linear::default());
/// let answer = outside.check(&empty).unwrap();
/// assert_eq!(answer, Lengths::Unsat { core: Tag(0).into(), formula_used: true });
/// ```
#[derive(Debug)]
pub struct IlpArithmetic<'b> {
    budget: &'b Budget,
    ilp: Ilp,
    columns: FxHashMap<IntVar, Col>,
    vars: Vec<IntVar>,
    outside: Vec<(Formula, Tag)>,
    /// Questions answered.
    pub checks: u64,
}

/// A disjunction being split.
struct Frame {
    alternatives: Vec<Formula>,
    next: usize,
    /// How many disjunctions were pending before this branch added its own.
    pending: usize,
}

impl<'b> IlpArithmetic<'b> {
    /// Without any constraint.
    pub fn new(budget: &'b Budget) -> Self {
        IlpArithmetic {
            budget,
            ilp: Ilp::new(),
            columns: FxHashMap::default(),
            vars: Vec::new(),
            outside: Vec::new(),
            checks: 0,
        }
    }

    /// Adds a constraint outside.
    pub fn require(&mut self, formula: Formula, tag: Tag) {
        self.outside.push((formula, tag));
    }

    fn column(&mut self, v: IntVar) -> Col {
        if let Some(&col) = self.columns.get(&v) {
            return col;
        }
        let col = self.ilp.new_var();
        self.columns.insert(v, col);
        self.vars.push(v);
        if let IntVar::Len(_) = v {
            self.ilp.add(&[(col, Int::ONE)], Relation::Ge, &Int::ZERO, AXIOM);
        }
        col
    }

    /// Makes columns of all variables, so that what is known of them is outside all scopes.
    fn make_columns(&mut self, formula: &Formula) {
        match formula {
            Formula::True | Formula::False => {}
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|f| self.make_columns(f));
            }
            Formula::Ge(sum) | Formula::Eq(sum) | Formula::Congruent(sum, _) => {
                for (v, _) in &sum.terms {
                    self.column(*v);
                }
            }
        }
    }

    fn assert_linear(
        &mut self,
        sum: &Linear,
        relation: Relation,
        extra: Option<(Col, Int)>,
        reason: Reason,
    ) {
        let mut row: Vec<(Col, Int)> =
            sum.terms.iter().map(|(v, c)| (self.columns[v], c.clone())).collect();
        row.extend(extra);
        self.ilp.add(&row, relation, &-sum.constant.clone(), reason);
    }

    /// Asserts the linear parts of a formula and queues its disjunctions.
    fn assert_formula(&mut self, formula: Formula, reason: Reason, pending: &mut Vec<Formula>) {
        match formula {
            Formula::True => {}
            Formula::False => self.ilp.add(&[], Relation::Eq, &Int::ONE, reason),
            Formula::And(parts) => {
                parts.into_iter().for_each(|f| self.assert_formula(f, reason, pending));
            }
            Formula::Or(_) => pending.push(formula),
            Formula::Ge(sum) => self.assert_linear(&sum, Relation::Ge, None, reason),
            Formula::Eq(sum) => self.assert_linear(&sum, Relation::Eq, None, reason),
            Formula::Congruent(sum, n) => {
                let quotient = self.ilp.new_var();
                self.assert_linear(&sum, Relation::Eq, Some((quotient, -n)), reason);
            }
        }
    }

    fn model(&self, model: &simplex::Model) -> IntModel {
        let mut out = IntModel::default();
        for v in &self.vars {
            out.set(*v, model.value(self.columns[v]).clone());
        }
        out
    }

    fn search(&mut self, pending: Vec<Formula>, limits: &Limits) -> Result<Lengths, Stop> {
        let mut frames = Vec::new();
        let result = self.split(pending, &mut frames, limits);
        self.ilp.pop(frames.len());
        result
    }

    /// Each frame has one scope open.
    fn split(
        &mut self,
        mut pending: Vec<Formula>,
        frames: &mut Vec<Frame>,
        limits: &Limits,
    ) -> Result<Lengths, Stop> {
        let mut core: Vec<Reason> = Vec::new();
        for _ in 0..MAX_BRANCHES {
            match self.ilp.solve(limits) {
                Decision::Unknown(stop) => return Err(stop),
                Decision::Sat(model) => {
                    let model = self.model(&model);
                    let Some(at) = pending.iter().position(|f| !f.holds(&model)) else {
                        return Ok(Lengths::Sat(model));
                    };
                    let Formula::Or(alternatives) = pending[at].clone() else {
                        unreachable!("only disjunctions are pending")
                    };
                    frames.push(Frame { alternatives, next: 0, pending: pending.len() });
                    self.ilp.push();
                }
                Decision::Unsat(reasons) => {
                    if !reasons.contains(&FORMULA) && self.outside_is_conjunctive() {
                        return Ok(unsat(reasons, &self.outside));
                    }
                    core.extend(reasons);
                }
            }
            if !self.next_branch(frames, &mut pending) {
                return Ok(unsat(core, &self.outside));
            }
        }
        Ok(Lengths::Unknown)
    }

    fn outside_is_conjunctive(&self) -> bool {
        !self.outside.iter().any(|(f, _)| contains_or(f))
    }

    /// Enters the next alternative of the innermost disjunction that has one.
    fn next_branch(&mut self, frames: &mut Vec<Frame>, pending: &mut Vec<Formula>) -> bool {
        while let Some(frame) = frames.last_mut() {
            pending.truncate(frame.pending);
            self.ilp.pop(1);
            if let Some(next) = frame.alternatives.get(frame.next).cloned() {
                frame.next += 1;
                self.ilp.push();
                self.assert_formula(next, FORMULA, pending);
                return true;
            }
            frames.pop();
        }
        false
    }
}

fn contains_or(formula: &Formula) -> bool {
    match formula {
        Formula::Or(_) => true,
        Formula::And(parts) => parts.iter().any(contains_or),
        _ => false,
    }
}

/// Disjunctions outside are split like those of the formula, so when there are any they are all
/// blamed.
fn unsat(core: Vec<Reason>, outside: &[(Formula, Tag)]) -> Lengths {
    let mut tags = Tags::new();
    for reason in &core {
        if *reason != FORMULA && *reason != AXIOM {
            tags.insert(Tag(reason.0));
        }
    }
    let formula_used = core.contains(&FORMULA);
    if formula_used {
        outside.iter().filter(|(f, _)| contains_or(f)).for_each(|(_, tag)| tags.insert(*tag));
    }
    Lengths::Unsat { core: tags, formula_used }
}

impl Arithmetic for IlpArithmetic<'_> {
    fn check(&mut self, formula: &Formula) -> Result<Lengths, Interrupted> {
        self.checks += 1;
        self.make_columns(formula);
        let outside = self.outside.clone();
        outside.iter().for_each(|(f, _)| self.make_columns(f));
        self.ilp.push();
        let mut pending = Vec::new();
        for (f, tag) in outside {
            self.assert_formula(f, Reason(tag.0), &mut pending);
        }
        self.assert_formula(formula.clone(), FORMULA, &mut pending);
        let limits = Limits::new(self.budget, 2_000_000);
        let result = self.search(pending, &limits);
        self.ilp.pop(1);
        match result {
            Ok(lengths) => Ok(lengths),
            Err(Stop::Local) => Ok(Lengths::Unknown),
            Err(Stop::Query(why)) => Err(why),
        }
    }
}
