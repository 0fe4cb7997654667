//! A rule for a clause.

use crate::farkas::{Row, certificate};
use crate::formulas::literal;
use crate::proof::{Literal, Proof};
use base::{FxHashMap, FxHashSet};
use sat::Source;
use terms::{Op, Sort, Term};

/// Rules that need nothing but the clause.
const PLAIN: [&str; 4] = ["taut", "norm", "cong", "lang"];

/// At most so many rule applications are put together.
const MAX_REWRITES: usize = 400;

impl Proof<'_> {
    /// The name of a step that justifies a clause of the core.
    pub(crate) fn justify(&mut self, lits: &[Literal], source: Source) -> String {
        if let Some(name) = self.step(lits, "taut") {
            return name;
        }
        let refutation = self.refutation;
        match source {
            Source::Added(origin) => match refutation.origins.get(origin as usize) {
                Some(o) if o.id.is_none() => self.asserted(lits, &o.clause),
                Some(o) => self.prove(lits, o.id.map_or("", |id| id.name())),
                None => self.prove(lits, "clause"),
            },
            Source::Explained(0) => self.prove(lits, "euf.propagate"),
            _ => self.prove(lits, "lia.propagate"),
        }
    }

    /// The clause is what an assertion became.
    fn asserted(&mut self, lits: &[Literal], clause: &[Term]) -> String {
        let &[f] = clause else { return self.prove(lits, "assertion") };
        let Some(name) = self.formula(f) else { return self.prove(lits, "assertion") };
        if self.terms.op(f) == Op::False {
            return name;
        }
        let premise = literal(self.terms, f);
        if *lits == [premise] {
            return name;
        }
        let mut all = vec![(premise.0, !premise.1)];
        all.extend(lits);
        let step = self.prove(&all, "assertion");
        self.rup(lits, &[name, step]).unwrap_or_else(|| self.hole(lits, "assertion"))
    }

    /// The name of a step for a clause; a hole under the name `why` if no rule gives it.
    pub(crate) fn prove(&mut self, lits: &[Literal], why: &str) -> String {
        if let Some(name) = self.attempt(lits) {
            return name;
        }
        if let Some(name) = self.by_rewriting(lits) {
            return name;
        }
        self.hole(lits, why)
    }

    /// A step by one of the rules.
    fn attempt(&mut self, lits: &[Literal]) -> Option<String> {
        for rule in PLAIN {
            if let Some(name) = self.step(lits, rule) {
                return Some(name);
            }
        }
        self.by_arithmetic(lits).or_else(|| self.by_orders(lits))
    }

    fn by_arithmetic(&mut self, lits: &[Literal]) -> Option<String> {
        let clause = self.clause(lits);
        let lines = self.checker.lines(&clause).ok()?;
        let small = |n: &dyn std::fmt::Display| n.to_string().parse::<i128>().ok();
        let mut rows = Vec::with_capacity(lines.len());
        for (constant, terms) in &lines {
            let terms: Option<Vec<_>> = terms.iter().map(|(x, c)| Some((*x, small(c)?))).collect();
            rows.push(Row::new(small(constant)?, terms?));
        }
        let lines = certificate(rows)?;
        self.step(lits, &format!("(lia{lines})"))
    }

    /// An equation between integers among the literals is two inequalities.
    fn by_orders(&mut self, lits: &[Literal]) -> Option<String> {
        let is_equation = |&(t, positive): &Literal| {
            positive
                && self.terms.op(t) == Op::Eq
                && self.terms.sort(self.terms.arg(t, 0)) == Sort::Int
        };
        let at = lits.iter().position(is_equation)?;
        let (a, b) = (self.terms.arg(lits[at].0, 0), self.terms.arg(lits[at].0, 1));
        let one = self.terms.int(1);
        let mut hints = Vec::new();
        let mut cases = vec![lits[at]];
        for (x, y) in [(a, b), (b, a)] {
            let above = self.terms.add(&[y, one]);
            let case = (self.terms.ge(x, above), true);
            cases.push(case);
            let mut clause = lits.to_vec();
            clause[at] = (case.0, false);
            hints.push(self.by_arithmetic(&clause)?);
        }
        let (x, y) = (self.text(a), self.text(b));
        hints.push(self.step(&cases, &format!("(ax trichotomy {x} {y})"))?);
        self.rup(lits, &hints)
    }

    /// The clause holds by rules of rewriting, each justified by itself.
    fn by_rewriting(&mut self, lits: &[Literal]) -> Option<String> {
        let used = self.applications(lits);
        if used.is_empty() || used.len() > MAX_REWRITES {
            return None;
        }
        let mut premises: Vec<Literal> = Vec::new();
        for &(from, to) in &used {
            premises.push((self.terms.eq(from, to), false));
        }
        let mut hard: Vec<(usize, Option<String>)> = Vec::new();
        for (i, &(t, _)) in premises.iter().enumerate() {
            let plain = self.step(&[(t, true)], "norm");
            if plain.is_none() {
                let name = self.equation(used[i].0, used[i].1);
                hard.push((i, name));
            }
        }
        let mut clause: Vec<Literal> = hard.iter().map(|&(i, _)| premises[i]).collect();
        clause.extend(lits);
        let step = self.step(&clause, "norm").or_else(|| self.step(&clause, "cong"))?;
        let mut hints = Vec::new();
        for (i, name) in hard {
            let rule = self.rules.get(&used[i].0).map(|r| format!("rewrite.{:?}", r.0));
            let unit = (premises[i].0, true);
            let name = name.unwrap_or_else(|| self.hole(&[unit], &rule.unwrap_or_default()));
            hints.push(name);
        }
        hints.push(step);
        self.rup(lits, &hints)
    }

    /// A step for `from = to`.
    fn equation(&mut self, from: Term, to: Term) -> Option<String> {
        let same = self.terms.eq(from, to);
        if let Some(name) = self.attempt(&[(same, true)]) {
            return Some(name);
        }
        if self.terms.sort(from) != Sort::Bool {
            return None;
        }
        // Both directions.
        let (p, q) = (literal(self.terms, from), literal(self.terms, to));
        let not = |l: Literal| (l.0, !l.1);
        let mut hints = Vec::new();
        for clause in [[not(p), q], [p, not(q)]] {
            let clause: Vec<Literal> = clause
                .into_iter()
                .filter(|&(t, positive)| self.terms.bool_value(t) != Some(!positive))
                .collect();
            if clause.iter().any(|&(t, positive)| self.terms.bool_value(t) == Some(positive)) {
                continue;
            }
            hints.push(self.attempt(&clause)?);
        }
        for clause in [[(same, true), p, q], [(same, true), not(p), not(q)]] {
            hints.push(self.step(&clause, "taut")?);
        }
        for truth in [p, q] {
            if self.terms.bool_value(truth.0).is_some() {
                let value = (truth.0, self.terms.bool_value(truth.0) == Some(true));
                hints.push(self.step(&[value], "taut")?);
            }
        }
        self.rup(&[(same, true)], &hints)
    }

    /// The rules that were applied to terms below these literals, and below what became of them.
    fn applications(&mut self, lits: &[Literal]) -> Vec<(Term, Term)> {
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut images: FxHashMap<Term, Term> = FxHashMap::default();
        let mut out = Vec::new();
        let mut taken: FxHashSet<Term> = FxHashSet::default();
        let mut waiting: Vec<Term> = lits.iter().map(|l| l.0).collect();
        while let Some(root) = waiting.pop() {
            let order = self.terms.post_order_unless(&[root], |t| seen.contains(&t));
            for t in order {
                seen.insert(t);
                let rebuilt = self.rebuilt(t, &images);
                for t in [t, rebuilt] {
                    if let Some(&(_, to)) = self.rules.get(&t)
                        && taken.insert(t)
                    {
                        out.push((t, to));
                        waiting.push(to);
                    }
                }
                let image = self.rules.get(&rebuilt).map_or(rebuilt, |r| r.1);
                images.insert(t, image);
            }
            if out.len() > MAX_REWRITES {
                break;
            }
        }
        out
    }

    fn rebuilt(&mut self, t: Term, images: &FxHashMap<Term, Term>) -> Term {
        let args: Vec<Term> = self
            .terms
            .args(t)
            .iter()
            .map(|&a| self.last(images.get(&a).copied().unwrap_or(a), images))
            .collect();
        if args == self.terms.args(t) { t } else { self.terms.mk(self.terms.op(t), &args) }
    }

    /// What a term became in the end.
    fn last(&self, mut t: Term, images: &FxHashMap<Term, Term>) -> Term {
        for _ in 0..50 {
            let next = images.get(&t).copied().or_else(|| self.rules.get(&t).map(|r| r.1));
            match next {
                Some(next) if next != t => t = next,
                _ => break,
            }
        }
        t
    }
}
