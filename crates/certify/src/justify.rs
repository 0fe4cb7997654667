//! A rule for a clause.

use crate::axioms::Instance;
use crate::farkas::{Row, certificate};
use crate::formulas::literal;
use crate::proof::{Literal, Proof};
use base::FxHashMap;
use sat::Source;
use stringent_check::lia;
use terms::{Op, Sort, Term};

/// Rules that need nothing but the clause.
const PLAIN: [&str; 3] = ["taut", "norm", "lang"];

impl Proof<'_> {
    /// The name of a step that justifies a clause of the core.
    pub(crate) fn justify(&mut self, lits: &[Literal], source: Source) -> String {
        if let Some(name) = self.step(lits, "taut") {
            return name;
        }
        let refutation = self.refutation.clone();
        match source {
            Source::Added(origin) => match refutation.origins.get(origin as usize) {
                Some(o) if o.id.is_none() => self.asserted(lits, &o.clause),
                Some(o) => self.prove(lits, o.id.map_or("", |id| id.name())),
                None => self.prove(lits, "clause"),
            },
            Source::Explained(0) => {
                self.step(lits, "norm").unwrap_or_else(|| self.prove(lits, "euf.propagate"))
            }
            _ => self.prove(lits, "lia.propagate"),
        }
    }

    /// The clause is what an assertion became.
    fn asserted(&mut self, lits: &[Literal], clause: &[Term]) -> String {
        if let Some(name) = self.by_arrays(lits) {
            return name;
        }
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
        // What sequences become is a long conjunction, whose cases rules would distinguish.
        let parts = if self.has_words { self.by_parts(lits) } else { None };
        if let Some(name) = parts.or_else(|| self.attempt(lits)) {
            return name;
        }
        if let Some(name) = self.by_rewriting(lits) {
            return name;
        }
        let found = self.by_unfolding(lits).or_else(|| self.by_counting(lits));
        let found = found.or_else(|| self.by_words(lits));
        let found = found.or_else(|| self.by_parts(lits));
        let found = found.or_else(|| self.by_search(lits));
        found.unwrap_or_else(|| self.hole(lits, why))
    }

    /// The clause by clauses with a part of a conjunction in place of it.
    fn by_parts(&mut self, lits: &[Literal]) -> Option<String> {
        let is_conjunction = |&(t, positive): &Literal| positive && self.terms.op(t) == Op::And;
        let at = lits.iter().position(is_conjunction)?;
        let whole = lits[at];
        let mut joined = vec![whole];
        let mut hints = Vec::new();
        for part in self.terms.args(whole.0).to_vec() {
            let mut clause = lits.to_vec();
            clause[at] = literal(self.terms, part);
            joined.push((clause[at].0, !clause[at].1));
            hints.push(self.attempt(&clause).or_else(|| self.by_search(&clause))?);
        }
        hints.push(self.step(&joined, "taut")?);
        self.rup(lits, &hints)
    }

    /// The clause by one instance of an axiom.
    pub(crate) fn by_axiom(&mut self, lits: &[Literal]) -> Option<String> {
        let plain: Vec<Literal> = lits.iter().map(|&(t, p)| (self.expanded(t), p)).collect();
        for instance in self.single_instances(&plain) {
            let Some(formula) = self.instance_formula(&instance) else { continue };
            let mut clause = vec![(formula, false)];
            clause.extend(lits);
            let step = ["norm", "lang"].iter().find_map(|rule| self.step(&clause, rule));
            let Some(mut hints) =
                step.map(|s| vec![s]).or_else(|| self.by_implication(formula, lits))
            else {
                continue;
            };
            hints.push(self.axiom(&[(formula, true)], &instance)?);
            return self.rup(lits, &hints);
        }
        None
    }

    /// Steps for a clause whose negation implies the premise of an implication, and contradicts its conclusion.
    fn by_implication(&mut self, formula: Term, lits: &[Literal]) -> Option<Vec<String>> {
        if self.terms.op(formula) != Op::Implies {
            return None;
        }
        let [premise, conclusion] = [0, 1].map(|i| literal(self.terms, self.terms.arg(formula, i)));
        let not = |l: Literal| (l.0, !l.1);
        let clause = [lits, &[premise]].concat();
        let mut hints = vec![self.step(&clause, "norm")?];
        let clause = [lits, &[not(conclusion)]].concat();
        hints.push(["norm", "lang"].iter().find_map(|rule| self.step(&clause, rule))?);
        hints.push(self.step(&[(formula, false), not(premise), conclusion], "taut")?);
        Some(hints)
    }

    /// A step for what equal arguments make equal, or a formula that equal terms are put into.
    pub(crate) fn congruent(&mut self, lits: &[Literal]) -> Option<String> {
        self.step(lits, "norm").or_else(|| self.by_arithmetic(lits))
    }

    /// A step by a plain rule or by arithmetic.
    pub(crate) fn plainly(&mut self, lits: &[Literal]) -> Option<String> {
        PLAIN
            .iter()
            .find_map(|rule| self.step(lits, rule))
            .or_else(|| self.by_arithmetic(lits))
            .or_else(|| self.by_orders(lits))
            .or_else(|| self.by_lengths(lits))
    }

    /// A step by one of the rules.
    pub(crate) fn attempt(&mut self, lits: &[Literal]) -> Option<String> {
        self.by_arrays(lits)
            .or_else(|| self.plainly(lits))
            .or_else(|| self.by_letters(lits))
            .or_else(|| self.by_thinness(lits))
            .or_else(|| self.by_images(lits))
            .or_else(|| self.by_slices(lits))
            .or_else(|| self.by_magnitudes(lits))
            .or_else(|| self.by_digits(lits))
            .or_else(|| self.by_sorts(lits))
            .or_else(|| self.by_bits(lits))
            .or_else(|| self.by_choice(lits))
    }

    /// An equation of numerals.
    fn by_digits(&mut self, lits: &[Literal]) -> Option<String> {
        let is_equation = |&(t, positive): &Literal| {
            let of = if positive || self.terms.op(t) != Op::Eq { &[] } else { self.terms.args(t) };
            self.terms.post_order(of).iter().any(|&t| self.terms.op(t) == Op::StrToInt)
        };
        if !lits.iter().any(is_equation) {
            return None;
        }
        self.step(lits, "digits")
    }

    /// Numbers in slices: a slice is no longer than it says.
    fn by_slices(&mut self, lits: &[Literal]) -> Option<String> {
        let roots: Vec<Term> = lits.iter().map(|l| l.0).collect();
        let (mut clause, mut hints) = (lits.to_vec(), Vec::new());
        for t in self.terms.post_order(&roots) {
            let of = self.terms.args(t).first().copied();
            let Some(slice) = of
                .filter(|&s| self.terms.op(t) == Op::StrToInt && self.terms.op(s) == Op::StrSubstr)
            else {
                continue;
            };
            let count = self.terms.arg(slice, 2);
            if self.terms.int_value(count).is_none_or(|n| *n < 0.into()) {
                continue;
            }
            let length = self.terms.len_of(slice);
            let short = (self.terms.ge(count, length), true);
            let args = self.terms.args(slice).to_vec();
            let instance = Instance { name: "substr-length", args };
            hints.extend(self.by_instance(&instance, &[], &[short])?);
            clause.push((short.0, false));
        }
        if hints.is_empty() {
            return None;
        }
        hints.push(self.step(&clause, "lang")?);
        self.rup(lits, &hints)
    }

    pub(crate) fn by_arithmetic(&mut self, lits: &[Literal]) -> Option<String> {
        let clause = self.clause(lits);
        let (clause, store) = self.checker.written(&clause).ok()?;
        let lines = lia::premises(store, &clause).ok()?;
        let small = |n: &dyn std::fmt::Display| n.to_string().parse::<i128>().ok();
        let (mut rows, mut numbers) = (Vec::with_capacity(lines.len()), FxHashMap::default());
        for line in &lines {
            let terms: Option<Vec<_>> = line
                .products()
                .map(|(product, c)| {
                    let next = numbers.len();
                    Some((*numbers.entry(product).or_insert(next), small(c)?))
                })
                .collect();
            rows.push(Row::new(small(&line.constant())?, terms?));
        }
        let lines = certificate(rows)?.text();
        self.step(lits, &format!("(lia{lines})"))
    }

    /// An equation between integers among the literals is two inequalities.
    pub(crate) fn by_orders(&mut self, lits: &[Literal]) -> Option<String> {
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
}
