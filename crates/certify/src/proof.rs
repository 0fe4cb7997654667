//! The proof that is being written: what the checker accepted so far.

use crate::text::Texts;
use crate::trim::Used;
use base::{FxHashMap, FxHashSet};
use sat::{Lit, Source};
use smtlib::printer::{Spellings, declaration};
use solver::trace::Refutation;
use stringent_check::Checker;
use terms::{Fun, Op, Term, Terms};

/// A literal of terms: a formula, and whether it is not negated.
pub type Literal = (Term, bool);

/// A proof.
pub struct Proof<'a> {
    pub(crate) terms: &'a mut Terms,
    pub(crate) refutation: &'a Refutation,
    pub(crate) checker: Checker,
    pub(crate) texts: Texts,
    pub(crate) out: String,
    /// The clauses that are there, with their names.
    pub(crate) steps: FxHashMap<Vec<Literal>, String>,
    /// Formulas that hold as they were asserted or follow by preprocessing: how.
    pub(crate) parents: FxHashMap<Term, crate::formulas::Parent>,
    pub(crate) rules: FxHashMap<Term, (rewrite::RuleId, Term)>,
    declared: FxHashSet<Fun>,
    count: usize,
}

impl<'a> Proof<'a> {
    /// An empty proof; none if the checker does not know the symbols.
    pub fn new(terms: &'a mut Terms, refutation: &'a Refutation) -> Option<Proof<'a>> {
        let mut roots: Vec<Term> = refutation.facts.clone();
        roots.extend(refutation.atoms.values());
        let mut problem = String::new();
        let mut declared = FxHashSet::default();
        for t in terms.post_order(&roots) {
            if let Op::Apply(fun) = terms.op(t)
                && !terms.fun(fun).internal
                && declared.insert(fun)
            {
                problem.push_str(&declaration(terms, fun, &Spellings::default()));
            }
        }
        let checker = Checker::new(&problem).ok()?;
        let mut proof = Proof {
            parents: crate::formulas::parents(terms, refutation),
            rules: refutation.rewrites.iter().map(|&(rule, from, to)| (from, (rule, to))).collect(),
            terms,
            refutation,
            checker,
            texts: Texts::default(),
            out: String::new(),
            steps: FxHashMap::default(),
            declared,
            count: 0,
        };
        proof.introduce(&roots);
        Some(proof)
    }

    /// New constants stand for what they mean; those without a term are new to the checker, too.
    fn introduce(&mut self, roots: &[Term]) {
        let mut waiting: Vec<Term> = self.terms.post_order(roots);
        waiting.reverse();
        while let Some(t) = waiting.pop() {
            let Op::Apply(fun) = self.terms.op(t) else { continue };
            if !self.terms.fun(fun).internal || self.declared.contains(&fun) {
                continue;
            }
            let value = self.value_of(t);
            let open = value.map(|v| self.terms.post_order(&[v])).unwrap_or_default();
            let missing: Vec<Term> =
                open.into_iter().filter(|&u| u != t && self.is_new(u)).collect();
            if missing.is_empty() {
                self.declared.insert(fun);
                self.define(t, value);
            } else {
                waiting.push(t);
                waiting.extend(missing);
                // A circle of meanings would not end.
                if waiting.len() > 100_000 {
                    return;
                }
            }
        }
    }

    fn is_new(&self, t: Term) -> bool {
        matches!(self.terms.op(t), Op::Apply(fun) if self.terms.fun(fun).internal && !self.declared.contains(&fun))
    }

    fn value_of(&self, t: Term) -> Option<Term> {
        let [meaning] = self.refutation.meanings.get(&t)?[..] else { return None };
        if self.terms.op(meaning) != Op::Eq {
            return None;
        }
        let (a, b) = (self.terms.arg(meaning, 0), self.terms.arg(meaning, 1));
        let value = if a == t { b } else { a };
        (!self.terms.occurs(t, value)).then_some(value)
    }

    fn define(&mut self, t: Term, value: Option<Term>) {
        let name = self.texts.fresh();
        let command = match value {
            Some(value) => format!("(term {name} {})", self.text(value)),
            None => format!("(const {name} {})", self.sort(t)),
        };
        self.accept(&command);
        self.texts.spell(t, name);
    }

    fn sort(&self, t: Term) -> String {
        smtlib::sort_name(self.terms, self.terms.sort(t)).to_string()
    }

    /// Writes a line.
    pub fn say(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// Writes a command if the checker accepts it.
    pub(crate) fn accept(&mut self, command: &str) -> bool {
        let accepted = self.checker.try_command(command).is_ok();
        if accepted {
            self.say(command);
        }
        accepted
    }

    /// The text of a term, whose abbreviations are written.
    pub(crate) fn text(&mut self, t: Term) -> String {
        let mut commands = Vec::new();
        let text = self.texts.of(self.terms, t, &mut commands);
        for command in commands {
            self.accept(&command);
        }
        text
    }

    /// The text of a clause.
    pub(crate) fn clause(&mut self, lits: &[Literal]) -> String {
        let parts: Vec<String> = lits
            .iter()
            .map(|&(t, positive)| {
                let text = self.text(t);
                if positive { text } else { format!("(not {text})") }
            })
            .collect();
        format!("({})", parts.join(" "))
    }

    /// A new name for a clause.
    pub(crate) fn name(&mut self) -> String {
        self.count += 1;
        format!("s{}", self.count)
    }

    /// The clause has this name from now on.
    pub(crate) fn record(&mut self, lits: &[Literal], name: &str) {
        self.steps.insert(sorted(lits), name.to_owned());
    }

    /// Adds a step if the checker accepts the rule; returns its name.
    pub(crate) fn step(&mut self, lits: &[Literal], rule: &str) -> Option<String> {
        let key = sorted(lits);
        if let Some(name) = self.steps.get(&key) {
            return Some(name.clone());
        }
        let (name, clause) = (self.name(), self.clause(lits));
        let accepted = self.accept(&format!("(step {name} {clause} {rule})"));
        accepted.then(|| {
            self.steps.insert(key, name.clone());
            name
        })
    }

    /// Adds a clause that follows from others by unit propagation; returns its name.
    pub(crate) fn rup(&mut self, lits: &[Literal], hints: &[String]) -> Option<String> {
        let (name, clause) = (self.name(), self.clause(lits));
        let accepted = self.accept(&format!("(rup {name} {clause} {})", hints.join(" ")));
        accepted.then(|| {
            self.steps.insert(sorted(lits), name.clone());
            name
        })
    }

    /// Adds a step that is not justified.
    pub(crate) fn hole(&mut self, lits: &[Literal], why: &str) -> String {
        self.step(lits, &format!("(hole {why})")).unwrap_or_else(|| "none".to_owned())
    }

    /// The literals of terms that the literals of the core are; none if one stands for nothing.
    pub(crate) fn literals(&self, lits: &[Lit]) -> Option<Vec<Literal>> {
        let literal = |lit: &Lit| {
            let t = *self.refutation.atoms.get(&lit.var())?;
            let mut literal = (t, lit.is_positive());
            while self.terms.op(literal.0) == Op::Not {
                literal = (self.terms.arg(literal.0, 0), !literal.1);
            }
            Some(literal)
        };
        lits.iter().map(literal).collect()
    }

    /// Writes the steps for the clauses of the core.
    pub fn write(&mut self, used: &[Used]) {
        let mut names: FxHashMap<usize, String> = FxHashMap::default();
        for step in used {
            let Some(lits) = self.literals(&step.lits) else {
                // A variable of an encoding that no formula has.
                return self.give_up("encoding");
            };
            let name = if step.source == Source::Learned {
                let hints: Vec<String> =
                    step.hints.iter().filter_map(|h| names.get(h).cloned()).collect();
                self.rup(&lits, &hints).unwrap_or_else(|| self.hole(&lits, "propagation"))
            } else {
                self.justify(&lits, step.source)
            };
            names.insert(step.id, name);
        }
        self.close(used);
    }

    /// The assumptions contradict the last clause.
    fn close(&mut self, used: &[Used]) {
        let Some(last) = used.last().and_then(|u| self.literals(&u.lits)) else {
            return self.give_up("end");
        };
        if let (true, Some(q)) = (last.is_empty(), self.steps.get(&Vec::new()).cloned()) {
            self.accept(&format!("(qed {q})"));
            return;
        }
        let mut hints = Vec::new();
        for &(t, positive) in &last {
            let assumed = self.assumption((t, !positive));
            hints.push(assumed);
        }
        hints.extend(self.steps.get(&sorted(&last)).cloned());
        match self.rup(&[], &hints) {
            Some(q) => {
                self.accept(&format!("(qed {q})"));
            }
            None => self.give_up("end"),
        }
    }

    fn give_up(&mut self, why: &str) {
        let q = self.hole(&[], why);
        self.accept(&format!("(qed {q})"));
    }

    /// The text of the proof.
    pub fn finish(self) -> String {
        self.out
    }
}

/// The literals in order, each once.
pub(crate) fn sorted(lits: &[Literal]) -> Vec<Literal> {
    let mut lits = lits.to_vec();
    lits.sort_unstable();
    lits.dedup();
    lits
}
