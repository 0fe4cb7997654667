//! [`IlpArithmetic`]: an arithmetic oracle of its own, for tests and for callers without a
//! DPLL(T) solver around them.
//!
//! Linear constraints go to [`Ilp`]; disjunctions are split depth first, but only those that the
//! model at hand violates, and with backjumping: an alternative that has no part in a refutation is not
//! exchanged for the next one. This is what a lazy SMT solver does without learning, and enough
//! for the small disjunctions of the procedures.

use crate::arithmetic::{Arithmetic, Formula, IntModel, IntVar, Lengths, Linear};
use crate::tags::{OutsideTag, OutsideTags};
use base::{FxHashMap, Int, Limits, Stop};
use simplex::{Col, Decision, Ilp, Reason, Relation};

/// A fact: the reason of what the first part of a question says without any choice; the next follow.
const PART: u32 = 1 << 29;
/// The reason of lengths not being negative.
const AXIOM: Reason = Reason((1 << 30) + 1);
/// A fact: the reason of the alternative that the outermost disjunction chose; the next follow.
const CHOICE: u32 = (1 << 30) + 2;

/// Linear constraints outside a system of word constraints, decided with [`Ilp`].
///
/// ```
/// use base::{Budget, Limits};
/// use words::{Arithmetic, Formula, IlpArithmetic, IntVar, Lengths, Linear, OutsideTag, Var};
/// let budget = Budget::unlimited();
/// let mut outside = IlpArithmetic::new();
/// let mut sum = Linear::var(IntVar::Len(Var(0)));
/// sum.add_constant(-3);
/// outside.require(Formula::at_least_zero(sum), OutsideTag(0));
/// let empty = Formula::equal(Linear::var(IntVar::Len(Var(0))), &Linear::default());
/// let answer = outside.check(&[empty], &Limits::none(&budget)).unwrap();
/// assert_eq!(answer, Lengths::Unsat { core: OutsideTag(0).into(), parts: vec![0] });
/// ```
#[derive(Debug, Default)]
pub struct IlpArithmetic {
    ilp: Ilp,
    columns: FxHashMap<IntVar, Col>,
    vars: Vec<IntVar>,
    outside: Vec<(Formula, OutsideTag)>,
    /// Questions answered.
    pub checks: u64,
}

/// A disjunction that was not looked at yet, or holds by chance.
struct Pending {
    alternatives: Vec<Formula>,
    /// What it is part of.
    origin: Reason,
}

impl Pending {
    fn holds(&self, model: &IntModel) -> bool {
        self.alternatives.iter().any(|f| f.holds(model))
    }
}

/// A disjunction being split.
struct Frame {
    alternatives: Vec<Formula>,
    origin: Reason,
    next: usize,
    /// How many disjunctions were pending before an alternative added its own.
    pending: usize,
    /// What refuted the alternatives so far, apart from themselves.
    refuted: Vec<Reason>,
}

impl IlpArithmetic {
    /// Without any constraint.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a constraint outside.
    ///
    /// # Panics
    /// If the number of `tag` is 2^29 or more.
    pub fn require(&mut self, formula: Formula, tag: OutsideTag) {
        assert!(tag.0 < PART, "the tag of a constraint outside is taken for a part of a question");
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
    fn assert_formula(&mut self, formula: Formula, reason: Reason, pending: &mut Vec<Pending>) {
        match formula {
            Formula::True => {}
            Formula::False => self.ilp.add(&[], Relation::Eq, &Int::ONE, reason),
            Formula::And(parts) => {
                parts.into_iter().for_each(|f| self.assert_formula(f, reason, pending));
            }
            Formula::Or(alternatives) => {
                debug_assert!(!alternatives.is_empty(), "a disjunction without alternatives");
                pending.push(Pending { alternatives, origin: reason });
            }
            Formula::Ge(sum) => self.assert_linear(&sum, Relation::Ge, None, reason),
            Formula::Eq(sum) => self.assert_linear(&sum, Relation::Eq, None, reason),
            Formula::Congruent(sum, n) => {
                debug_assert!(!n.is_negative() && !n.is_zero(), "a modulus is not positive");
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

    fn search(&mut self, pending: Vec<Pending>, limits: &Limits) -> Result<Lengths, Stop> {
        let mut frames = Vec::new();
        let result = self.split(pending, &mut frames, limits);
        self.ilp.pop(frames.len());
        result
    }

    /// Each frame has one scope open.
    fn split(
        &mut self,
        mut pending: Vec<Pending>,
        frames: &mut Vec<Frame>,
        limits: &Limits,
    ) -> Result<Lengths, Stop> {
        for _ in 0..limits.tunables().words.ilp_branches {
            let more = match self.ilp.solve(limits) {
                Decision::Unknown(stop) => return Err(stop),
                Decision::Sat(model) => {
                    let model = self.model(&model);
                    let violated = pending.iter().filter(|p| !p.holds(&model));
                    let Some(p) = violated.min_by_key(|p| p.alternatives.len()) else {
                        return Ok(Lengths::Sat(model));
                    };
                    frames.push(Frame {
                        alternatives: p.alternatives.clone(),
                        origin: p.origin,
                        next: 0,
                        pending: pending.len(),
                        refuted: Vec::new(),
                    });
                    self.ilp.push();
                    self.enter_next(frames, &mut pending);
                    None
                }
                Decision::Unsat(core) => self.backjump(core, frames, &mut pending),
            };
            if let Some(core) = more {
                return Ok(unsat(&core));
            }
        }
        Ok(Lengths::Unknown)
    }

    /// Goes back to the last choice that `core` rests on and takes the next alternative there; the
    /// core of everything if there is none left.
    fn backjump(
        &mut self,
        mut core: Vec<Reason>,
        frames: &mut Vec<Frame>,
        pending: &mut Vec<Pending>,
    ) -> Option<Vec<Reason>> {
        loop {
            let last = core.iter().filter_map(|r| r.0.checked_sub(CHOICE)).max();
            let keep = last.map_or(0, |depth| depth as usize + 1);
            debug_assert!(keep <= frames.len(), "a core rests on a choice that was undone");
            self.ilp.pop(frames.len() - keep);
            frames.truncate(keep);
            let Some(frame) = frames.last_mut() else { return Some(core) };
            let own = Reason(CHOICE + base::id32(keep) - 1);
            frame.refuted.extend(core.iter().filter(|&&r| r != own));
            base::order::sort(&mut frame.refuted);
            frame.refuted.dedup();
            if frame.next < frame.alternatives.len() {
                self.enter_next(frames, pending);
                return None;
            }
            core = std::mem::take(&mut frame.refuted);
            core.push(frame.origin);
        }
    }

    /// Exchanges the alternative of the innermost frame for the next.
    fn enter_next(&mut self, frames: &mut [Frame], pending: &mut Vec<Pending>) {
        let depth = base::id32(frames.len()) - 1;
        let Some(frame) = frames.last_mut() else { return };
        debug_assert!(frame.next < frame.alternatives.len(), "no alternative is left to enter");
        debug_assert!(frame.pending <= pending.len(), "disjunctions outside a choice were dropped");
        pending.truncate(frame.pending);
        let alternative = frame.alternatives[frame.next].clone();
        frame.next += 1;
        self.ilp.pop(1);
        self.ilp.push();
        self.assert_formula(alternative, Reason(CHOICE + depth), pending);
    }
}

fn unsat(core: &[Reason]) -> Lengths {
    let tags = core.iter().filter(|r| r.0 < PART).map(|r| OutsideTag(r.0)).collect();
    let is_part = |r: &Reason| (PART..AXIOM.0).contains(&r.0);
    let mut parts: Vec<usize> =
        core.iter().filter(|r| is_part(r)).map(|r| (r.0 - PART) as usize).collect();
    base::order::sort(&mut parts);
    parts.dedup();
    Lengths::Unsat { core: tags, parts }
}

impl Arithmetic for IlpArithmetic {
    fn check(&mut self, parts: &[Formula], limits: &Limits<'_>) -> Result<Lengths, Stop> {
        assert!(parts.len() < (AXIOM.0 - PART) as usize, "a question has too many parts to number");
        self.checks += 1;
        parts.iter().for_each(|f| self.make_columns(f));
        let outside = self.outside.clone();
        outside.iter().for_each(|(f, _)| self.make_columns(f));
        self.ilp.push();
        let mut pending = Vec::new();
        for (f, tag) in outside {
            self.assert_formula(f, Reason(tag.0), &mut pending);
        }
        for (f, reason) in parts.iter().zip(PART..) {
            self.assert_formula(f.clone(), Reason(reason), &mut pending);
        }
        let result =
            limits.within(limits.tunables().words.ilp_steps, |limits| self.search(pending, limits));
        self.ilp.pop(1);
        if let Ok(Lengths::Sat(model)) = &result {
            debug_assert!(
                self.outside.iter().all(|(f, _)| f.holds(model)),
                "a model violates a constraint outside"
            );
        }
        match result {
            Err(Stop::Local) if limits.left() > 0 => Ok(Lengths::Unknown),
            result => result,
        }
    }

    fn bounds(&self) -> Vec<(Linear, OutsideTags)> {
        let bound = |(formula, tag): &(Formula, OutsideTag)| match formula {
            Formula::Ge(sum) if sum.terms.len() == 1 => Some((sum.clone(), (*tag).into())),
            _ => None,
        };
        self.outside.iter().filter_map(bound).collect()
    }
}
