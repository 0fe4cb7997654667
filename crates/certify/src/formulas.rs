//! How the formulas that the core got follow from the assertions: rewriting, definitions, conjunctions.

use crate::axioms::Instance;
use crate::proof::{Literal, Proof};
use base::FxHashMap;
use solver::trace::{Refutation, Step};
use terms::{Op, Term, Terms};

/// Why a formula holds.
#[derive(Clone, Debug)]
pub enum Parent {
    /// It is asserted, at this place.
    Asserted(usize),
    /// It is a part of a conjunction.
    Part(Term),
    /// Rewriting made it of this one.
    Rewritten(Term),
    /// It is this one, by definitions that were formulas.
    Substituted(Term, Vec<Term>),
}

/// The formulas of preprocessing with their parents.
pub fn parents(terms: &Terms, refutation: &Refutation) -> FxHashMap<Term, Parent> {
    let mut parents = FxHashMap::default();
    for (i, &f) in refutation.facts.iter().enumerate() {
        enter(terms, &mut parents, f, Parent::Asserted(i));
    }
    let mut definitions: FxHashMap<Term, Term> = FxHashMap::default();
    for step in &refutation.steps {
        match *step {
            Step::Rewrite(before, after) => {
                enter(terms, &mut parents, after, Parent::Rewritten(before))
            }
            Step::Definition(formula, fun, _) => {
                if let Some(x) = terms.lookup(Op::Apply(fun), &[]) {
                    definitions.insert(x, formula);
                }
            }
            Step::Substituted(before, after) => {
                let used = terms.post_order(&[before]);
                let mut used: Vec<Term> =
                    used.iter().filter_map(|t| definitions.get(t).copied()).collect();
                used.sort_unstable();
                used.dedup();
                enter(terms, &mut parents, after, Parent::Substituted(before, used));
            }
        }
    }
    parents
}

/// Enters a formula and, if it is a conjunction, its parts. What is there already keeps its parent, so there are no circles.
fn enter(terms: &Terms, parents: &mut FxHashMap<Term, Parent>, f: Term, parent: Parent) {
    if parents.contains_key(&f) {
        return;
    }
    parents.insert(f, parent);
    let mut stack: Vec<Term> = vec![f];
    while let Some(t) = stack.pop() {
        if t != f {
            parents.entry(t).or_insert(Parent::Part(f));
        }
        if terms.op(t) == Op::And {
            stack.extend(terms.args(t));
        }
    }
}

/// The parts of a conjunction, those of its parts that are conjunctions included; of another formula, itself.
fn conjuncts(terms: &Terms, f: Term) -> Vec<Term> {
    let mut parts = Vec::new();
    let mut stack = vec![f];
    while let Some(t) = stack.pop() {
        if terms.op(t) == Op::And {
            stack.extend(terms.args(t).iter().rev());
        } else {
            parts.push(t);
        }
    }
    parts
}

impl Proof<'_> {
    /// The name of the unit clause of a formula that preprocessing had; none if it is not known how.
    pub(crate) fn formula(&mut self, f: Term) -> Option<String> {
        let mut order = Vec::new();
        let mut stack = vec![f];
        while let Some(f) = stack.pop() {
            order.push(f);
            // An instance of an axiom needs none of what it was made from.
            if self.by_arrays(&[literal(self.terms, f)]).is_some() {
                continue;
            }
            match self.parent(f)? {
                Parent::Asserted(_) => {}
                Parent::Part(from) | Parent::Rewritten(from) => stack.push(from),
                Parent::Substituted(from, by) => {
                    stack.push(from);
                    stack.extend(by);
                }
            }
            if order.len() > 100_000 {
                return None;
            }
        }
        for f in order.into_iter().rev() {
            self.unit(f)?;
        }
        let key = literal(self.terms, f);
        self.steps.get(&vec![key]).or_else(|| self.steps.get(&Vec::new())).cloned()
    }

    /// The parent of a formula. A part of what rewriting made of sequences follows from one part of what was there before:
    /// of the whole, which is a long conjunction, most is not needed.
    fn parent(&mut self, f: Term) -> Option<Parent> {
        let parent = self.parents.get(&f)?.clone();
        let Parent::Part(whole) = parent else { return Some(parent) };
        let Some(&Parent::Rewritten(before)) = self.parents.get(&whole) else {
            return Some(parent);
        };
        if !self.has_words || self.steps.contains_key(&vec![literal(self.terms, whole)]) {
            return Some(parent);
        }
        let parts = conjuncts(self.terms, before);
        let from = if parts == [before] {
            Some(before)
        } else {
            let goal = literal(self.terms, f);
            let noted = self.part_before(before, &parts, f);
            noted.or_else(|| {
                parts.into_iter().find(|&part| {
                    let (t, positive) = literal(self.terms, part);
                    self.step(&[(t, !positive), goal], "norm").is_some()
                })
            })
        };
        let Some(from) = from else { return Some(parent) };
        self.derive_from(f, from);
        Some(Parent::Rewritten(from))
    }

    /// The part of a conjunction of which rewriting noted that it became `f`, or a conjunction with this part.
    fn part_before(&mut self, whole: Term, parts: &[Term], f: Term) -> Option<Term> {
        if !self.parts_before.contains_key(&whole) {
            let mut became = FxHashMap::default();
            for &part in parts {
                let image = self.rewritten(part);
                for f in conjuncts(self.terms, image) {
                    became.entry(f).or_insert(part);
                }
            }
            self.note_parts(whole, became);
        }
        self.parts_before[&whole].get(&f).copied()
    }

    /// The unit clause of a formula whose parents have theirs.
    fn unit(&mut self, f: Term) -> Option<String> {
        let unit: Vec<Literal> =
            if self.terms.op(f) == Op::False { Vec::new() } else { vec![literal(self.terms, f)] };
        if let Some(name) = self.steps.get(&unit) {
            return Some(name.clone());
        }
        match self.parents.get(&f)?.clone() {
            Parent::Asserted(n) => self.assume(f, n),
            Parent::Part(from) | Parent::Rewritten(from) => self.follow(&[from], &unit),
            Parent::Substituted(from, mut by) => {
                by.push(from);
                self.follow(&by, &unit)
            }
        }
    }

    fn assume(&mut self, f: Term, n: usize) -> Option<String> {
        if let Some(instance) = self.sources.get(&f).cloned() {
            return self.axiom(&[literal(self.terms, f)], &instance);
        }
        let lit = literal(self.terms, f);
        if self.has_words {
            self.abbreviate_assertion(f);
        }
        let (name, text) = (self.name(), self.text(f));
        if self.has_words {
            if !self.accept(&format!("(assume {name} {n} {text})")) {
                return None;
            }
            self.record(&[lit], &name);
            return Some(name);
        }
        // The assertion is in the problem, which the checker at hand has not read.
        let stand_in = format!("(step {name} ({text}) (hole assumed))");
        self.checker.try_command(&stand_in).ok()?;
        self.say(&format!("(assume {name} {n} {text})"));
        self.record(&[lit], &name);
        Some(name)
    }

    /// The formula of an instance of an axiom.
    pub(crate) fn instance_formula(&mut self, instance: &Instance) -> Option<Term> {
        self.axioms.formula(self.terms, instance)
    }

    /// A step for an instance of an axiom.
    pub(crate) fn axiom(&mut self, lits: &[Literal], instance: &Instance) -> Option<String> {
        let mut args: Vec<String> = instance.args.iter().map(|&a| self.text(a)).collect();
        for (text, word) in args.iter_mut().zip(self.alphabets.words(self.terms, &instance.args)) {
            *text = word.unwrap_or_else(|| std::mem::take(text));
        }
        self.step(lits, &format!("(ax {} {})", instance.name, args.join(" ")))
    }

    /// `unit` follows from formulas that have their clauses.
    fn follow(&mut self, from: &[Term], unit: &[Literal]) -> Option<String> {
        let mut clause: Vec<Literal> = Vec::new();
        let mut hints = Vec::new();
        for &f in from {
            let lit = literal(self.terms, f);
            clause.push((lit.0, !lit.1));
            hints.push(self.steps.get(&vec![lit])?.clone());
        }
        clause.extend(unit);
        if self.has_words {
            // Constants that preprocessing made and that nothing which is left speaks of.
            let roots: Vec<Term> = clause.iter().map(|l| l.0).collect();
            self.introduce(&roots);
        }
        let step = self.prove(&clause, "rewriting");
        hints.push(step);
        self.rup(unit, &hints)
    }

    /// The unit clause of an assumption's literal.
    pub(crate) fn assumption(&mut self, lit: Literal) -> String {
        let first = self.refutation.facts.len() - self.refutation.assumptions;
        for n in first..self.refutation.facts.len() {
            let f = self.refutation.facts[n];
            if literal(self.terms, f) == lit
                && let Some(name) = self.formula(f)
            {
                return name;
            }
        }
        for n in first..self.refutation.facts.len() {
            let f = self.refutation.facts[n];
            let Some(name) = self.formula(f) else { continue };
            let premise = literal(self.terms, f);
            if let Some(step) = self.step(&[(premise.0, !premise.1), lit], "norm")
                && let Some(unit) = self.rup(&[lit], &[name, step])
            {
                return unit;
            }
        }
        self.hole(&[lit], "assumption")
    }
}

/// A formula as a literal.
pub(crate) fn literal(terms: &Terms, f: Term) -> Literal {
    let mut lit = (f, true);
    while terms.op(lit.0) == Op::Not {
        lit = (terms.arg(lit.0, 0), !lit.1);
    }
    lit
}
