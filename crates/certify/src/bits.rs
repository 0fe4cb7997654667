//! Clauses about bit-vectors that hold bit by bit.
//!
//! The checker says which circuits the terms of a clause are. A SAT core of our own refutes them, and what it learned, trimmed, is
//! what the checker is told. Gates of the search are not used: they have no names that the checker knows, and a formula over them
//! would have to be proven to be the one over its circuits.

use crate::formulas::literal;
use crate::proof::{Literal, Proof};
use crate::trim::{self, Used};
use base::{Budget, FxHashSet};
use sat::{Config, Lit, NoPropagator, SolveResult, Solver, Source, Var};
use stringent_check::Circuits;
use terms::op::BitOp;
use terms::{Op, Sort, Term};

/// What a search may cost.
const STEPS: u64 = 20_000_000;

/// At most so many clauses of circuits.
const MAX_CLAUSES: usize = 400_000;

/// Each lemma is left out to see whether the others do if there are at most so many clauses, for each lemma.
const MAX_TRIES: usize = 200_000;

/// At most so many literals of lemmas.
const MAX_LITERALS: usize = 1_000_000;

impl Proof<'_> {
    /// The clause, if it speaks of bit-vectors, by its circuits.
    pub(crate) fn by_bits(&mut self, lits: &[Literal]) -> Option<String> {
        let roots: Vec<_> = lits.iter().map(|l| l.0).collect();
        let is_word = |&t: &terms::Term| matches!(self.terms.sort(t), Sort::BitVec(_));
        if !self.has_words || !self.terms.post_order(&roots).iter().any(is_word) {
            return None;
        }
        self.by_bit_sums(lits).or_else(|| self.circuits_of(lits))
    }

    /// The clause by arithmetic, where choices between a power of two and 0 by a bit of a word are that many times the bit.
    fn by_bit_sums(&mut self, lits: &[Literal]) -> Option<String> {
        let roots: Vec<_> = lits.iter().map(|l| l.0).collect();
        let (mut clause, mut hints) = (lits.to_vec(), Vec::new());
        for t in self.terms.post_order(&roots) {
            let Some(bit) = self.bit_of_choice(t) else { continue };
            let number = self.terms.mk(Op::Bits(BitOp::ToInt), &[bit]);
            let times = self.terms.mk(Op::Mul, &[self.terms.arg(t, 1), number]);
            let same = (self.terms.eq(t, times), true);
            hints.push(self.circuits_of(&[same])?);
            clause.push((same.0, false));
        }
        if hints.is_empty() {
            return None;
        }
        hints.push(self.by_arithmetic(&clause)?);
        self.rup(lits, &hints)
    }

    /// The word of one bit that decides whether `t` is a number or 0.
    fn bit_of_choice(&self, t: Term) -> Option<Term> {
        if self.terms.op(t) != Op::Ite || self.terms.sort(t) != Sort::Int {
            return None;
        }
        let [condition, number, zero] = [0, 1, 2].map(|i| self.terms.arg(t, i));
        self.terms.int_value(number)?;
        let is_zero = self.terms.int_value(zero).is_some_and(|n| *n == 0.into());
        if !is_zero || self.terms.op(condition) != Op::Eq {
            return None;
        }
        let sides = [0, 1].map(|i| self.terms.arg(condition, i));
        let is_one = |&t: &Term| {
            let one = self.terms.bits_value(t).is_some_and(|n| *n == 1.into());
            one && self.terms.sort(t) == Sort::BitVec(1)
        };
        let at = sides.iter().position(is_one)?;
        Some(sides[1 - at])
    }

    fn circuits_of(&mut self, lits: &[Literal]) -> Option<String> {
        let clause = self.clause(lits);
        let (clause, store) = self.checker.written(&clause).ok()?;
        let lemmas = lemmas(&Circuits::of(store, &clause, true).ok()?.clauses)?;
        self.step(lits, &format!("(bits{lemmas})"))
    }

    /// The clauses that are needed as literals of terms; in place of one about other bits, that of which it is a part.
    fn premises(&self, used: &[Used]) -> Vec<(Vec<Literal>, Source)> {
        let mut premises = Vec::new();
        let mut seen = FxHashSet::default();
        for step in used.iter().filter(|s| s.source != Source::Learned) {
            let lits = self.literals(&step.lits).or_else(|| {
                let Source::Added(origin) = step.source else { return None };
                let whole = &self.refutation.origins.get(origin as usize)?.clause;
                Some(whole.iter().map(|&t| literal(self.terms, t)).collect())
            });
            let new = |lits: &Vec<Literal>| !lits.is_empty() && seen.insert(lits.clone());
            premises.extend(lits.filter(new).map(|lits| (lits, step.source)));
        }
        premises
    }

    /// The contradiction of the clauses that are needed, of which some are about bits that no term is.
    pub(crate) fn refute_bits(&mut self, used: &[Used]) -> Option<(Vec<Literal>, String)> {
        let (mut clause, mut hints) = (Vec::new(), Vec::new());
        for (lits, source) in self.premises(used) {
            let whole = self.justify(&lits, source);
            if let &[(t, positive)] = lits.as_slice() {
                hints.push(whole);
                clause.push((t, !positive));
                continue;
            }
            let mut parts_of = vec![whole];
            let parts: Vec<_> = lits
                .iter()
                .map(|&(t, positive)| if positive { t } else { self.terms.not(t) })
                .collect();
            let any = self.terms.mk(Op::Or, &parts);
            for &(t, positive) in &lits {
                parts_of.push(self.step(&[(any, true), (t, !positive)], "taut")?);
            }
            hints.push(self.rup(&[(any, true)], &parts_of)?);
            clause.push((any, false));
        }
        // The assumptions, which are false in the last clause.
        let last = self.literals(&used.last()?.lits)?;
        clause.extend(&last);
        clause.sort_unstable();
        clause.dedup();
        debug_assert!(clause.iter().all(|&l| literal(self.terms, l.0) == (l.0, true)));
        hints.push(self.circuits_of(&clause)?);
        Some((last.clone(), self.rup(&last, &hints)?))
    }
}

/// Without lemmas that the others make up for: trimming keeps what one way to the contradiction needs.
fn without_spare(mut used: Vec<Used>, budget: &Budget) -> Vec<Used> {
    let is_lemma = |s: &Used| s.source == Source::Learned && !s.lits.is_empty();
    if used.iter().filter(|s| is_lemma(s)).count() * used.len() > MAX_TRIES {
        return used;
    }
    let mut at = used.len();
    while at > 0 {
        at = used.len().min(at) - 1;
        if is_lemma(&used[at]) {
            let left = used.iter().enumerate().filter(|&(i, s)| i != at && !s.lits.is_empty());
            let left = left.map(|(_, s)| (s.source, &s.lits[..]));
            used = trim::core_of(left, Vec::new(), budget).unwrap_or(used);
        }
    }
    used
}

/// Clauses that follow one after the other, until the contradiction does.
fn lemmas(clauses: &[Vec<i32>]) -> Option<String> {
    if clauses.len() > MAX_CLAUSES {
        return None;
    }
    let mut solver = Solver::new(Config::default());
    solver.start_log();
    let count = clauses.iter().flatten().map(|bit| bit.unsigned_abs()).max()?;
    let vars: Vec<Var> = (0..count).map(|_| solver.new_var()).collect();
    for clause in clauses {
        let lits: Vec<Lit> = clause
            .iter()
            .map(|&bit| Lit::new(vars[bit.unsigned_abs() as usize - 1], bit > 0))
            .collect();
        solver.add_clause(&lits);
    }
    let budget = Budget::unlimited().with_steps(STEPS);
    if solver.solve(&[], &mut NoPropagator, &budget) != SolveResult::Unsat {
        return None;
    }
    let numbers: base::FxHashMap<Var, usize> = vars.into_iter().zip(1..).collect();
    let log = solver.take_log()?;
    let used = without_spare(trim::core_of(log.clauses(), Vec::new(), &budget)?, &budget);
    let mut text = String::new();
    let mut literals = 0;
    for step in used.iter().filter(|s| s.source == Source::Learned && !s.lits.is_empty()) {
        literals += step.lits.len();
        let bit = |lit: &Lit| {
            let sign = if lit.is_positive() { "" } else { "-" };
            format!("{sign}{}", numbers[&lit.var()])
        };
        let bits: Vec<String> = step.lits.iter().map(bit).collect();
        text.push_str(&format!(" ({})", bits.join(" ")));
    }
    (literals <= MAX_LITERALS).then_some(text)
}
