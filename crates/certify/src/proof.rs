//! The proof that is being written: what the checker accepted so far.

use crate::alphabets::Alphabets;
use crate::axioms::{Axioms, Instance};
use crate::formulas::Parent;
use crate::search::Abstraction;
use crate::shorten::shorten;
use crate::text::{Spelling, Texts, needed};
use crate::trim::Used;
use base::budget::POLL_INTERVAL;
use base::{Budget, FxHashMap, FxHashSet};
use rewrite::RuleId;
use sat::{Lit, Source};
use smtlib::printer::{Spellings, declaration};
use solver::strings::languages::Languages;
use solver::trace::Refutation;
use std::rc::Rc;
use stringent_check::{Checker, LIMIT};
use terms::{Fun, Op, Sort, Term, Terms};

/// A literal of terms: a formula, and whether it is not negated.
pub type Literal = (Term, bool);

/// Commands that are tried for one proof, which is a hole beyond that.
const MAX_COMMANDS: usize = 30_000;

/// What a search costs, as so many commands.
pub(crate) const SEARCH_COMMANDS: usize = 200;

/// What reaching a limit of the checker costs. Each is lower than the one before.
const LIMIT_COMMANDS: usize = 8_000;

/// The name of what could not be justified in a search.
pub(crate) const NO_STEP: &str = "none";

/// A proof.
pub struct Proof<'a> {
    pub(crate) terms: &'a mut Terms,
    pub(crate) refutation: Rc<Refutation>,
    pub(crate) checker: Checker,
    pub(crate) texts: Texts,
    /// The commands so far.
    pub(crate) out: Vec<String>,
    /// The clauses that are there, with their names.
    pub(crate) steps: FxHashMap<Vec<Literal>, String>,
    /// Formulas that hold as they were asserted or follow by preprocessing: how.
    pub(crate) parents: FxHashMap<Term, Parent>,
    /// Of which part of a conjunction rewriting made a formula.
    pub(crate) parts_before: FxHashMap<Term, FxHashMap<Term, Term>>,
    /// What rewriting made of a term, by which rule; none is flattening.
    pub(crate) rules: FxHashMap<Term, (Option<RuleId>, Term)>,
    /// Terms that constants of the solver stand for.
    pub(crate) values: FxHashMap<Term, Term>,
    pub(crate) axioms: Axioms,
    pub(crate) abstraction: Abstraction,
    pub(crate) alphabets: Alphabets,
    pub(crate) languages: Languages,
    /// Where the assertions of a search come from.
    pub(crate) sources: FxHashMap<Term, Instance>,
    /// What the checker refused: clauses, as they were written, with a rule.
    refused: FxHashSet<(Vec<Literal>, String)>,
    /// How many searches this is in.
    pub(crate) depth: usize,
    /// How many commands may still be tried.
    left: usize,
    /// None may, when its time is over.
    pub(crate) budget: &'a Budget,
    declared: FxHashSet<Fun>,
    count: usize,
    /// Whether there are bit-vectors or sequences; then the checker has read the problem.
    pub(crate) has_words: bool,
}

/// What a search replaces for its time.
pub(crate) struct Outer {
    refutation: Rc<Refutation>,
    parents: FxHashMap<Term, Parent>,
    rules: FxHashMap<Term, (Option<RuleId>, Term)>,
    sources: FxHashMap<Term, Instance>,
}

impl<'a> Proof<'a> {
    /// An empty proof; none if the checker does not know the symbols.
    pub fn new(
        terms: &'a mut Terms,
        refutation: Refutation,
        (check, script): (usize, &str),
        budget: &'a Budget,
    ) -> Option<Proof<'a>> {
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
        let has_words = crate::sequences::has_words(terms, &roots);
        let mut checker = Checker::new(if has_words { script } else { &problem }).ok()?;
        if has_words {
            checker.try_command(&format!("(check-sat {check})")).ok()?;
        }
        checker.fuel /= 10;
        let mut proof = Proof {
            alphabets: Alphabets::new(terms, &refutation, &roots),
            parents: crate::formulas::parents(terms, &refutation),
            parts_before: FxHashMap::default(),
            rules: rules(&refutation),
            terms,
            refutation: Rc::new(refutation),
            checker,
            texts: Texts::default(),
            out: vec![format!("(check-sat {check})")],
            steps: FxHashMap::default(),
            values: FxHashMap::default(),
            axioms: Axioms::default(),
            abstraction: Abstraction::default(),
            languages: Languages::default(),
            sources: FxHashMap::default(),
            refused: FxHashSet::default(),
            depth: 0,
            left: MAX_COMMANDS,
            budget,
            declared,
            count: 0,
            has_words,
        };
        proof.name_images();
        proof.introduce(&roots);
        Some(proof)
    }

    /// Goes on with the refutation of a search; returns what it replaces.
    pub(crate) fn inner(
        &mut self,
        refutation: Rc<Refutation>,
        sources: FxHashMap<Term, Instance>,
    ) -> Outer {
        self.depth += 1;
        let parents = crate::formulas::parents(self.terms, &refutation);
        Outer {
            parents: std::mem::replace(&mut self.parents, parents),
            rules: std::mem::replace(&mut self.rules, rules(&refutation)),
            sources: std::mem::replace(&mut self.sources, sources),
            refutation: std::mem::replace(&mut self.refutation, refutation),
        }
    }

    /// Ends what `inner` began.
    pub(crate) fn outer(&mut self, outer: Outer) {
        self.depth -= 1;
        (self.refutation, self.parents) = (outer.refutation, outer.parents);
        (self.rules, self.sources) = (outer.rules, outer.sources);
    }

    /// Rewriting made `f` of `from`, which is part of what was thought to be needed.
    pub(crate) fn derive_from(&mut self, f: Term, from: Term) {
        self.parents.insert(f, Parent::Rewritten(from));
    }

    /// Rewriting made the keys of the parts of this conjunction that are the values.
    pub(crate) fn note_parts(&mut self, whole: Term, became: FxHashMap<Term, Term>) {
        self.parts_before.insert(whole, became);
    }

    /// New constants stand for what they mean; those without a term are new to the checker, too.
    pub(crate) fn introduce(&mut self, roots: &[Term]) {
        let mut waiting: Vec<Term> = self.terms.post_order(roots);
        waiting.reverse();
        let mut opened = FxHashSet::default();
        while let Some(&t) = waiting.last() {
            let Op::Apply(fun) = self.terms.op(t) else {
                waiting.pop();
                continue;
            };
            let value = self.value_of(t).filter(|_| self.is_new(t));
            let inside = value.map(|v| self.terms.post_order(&[v])).unwrap_or_default();
            let missing: Vec<Term> = inside.into_iter().filter(|&u| self.is_new(u)).collect();
            if opened.insert(t) && !missing.is_empty() {
                waiting.extend(missing);
                continue;
            }
            waiting.pop();
            if self.is_new(t) {
                self.declared.insert(fun);
                // What is still missing is defined by this one: that defines nothing.
                self.define(t, value.filter(|_| missing.is_empty()));
            }
        }
    }

    fn is_new(&self, t: Term) -> bool {
        let is_new = |fun: Fun| {
            self.terms.fun(fun).internal
                && !self.declared.contains(&fun)
                && !self.abstraction.heads.contains_key(&fun)
        };
        matches!(self.terms.op(t), Op::Apply(fun) if is_new(fun))
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
        if let Some(value) = value {
            let value = self.terms.substitute(value, &self.values);
            self.values.insert(t, value);
        }
        let difference = self.difference(t);
        let text = value.map(|v| self.text(v)).unwrap_or_default();
        let element = if self.terms.sort(t) == Sort::String {
            self.alphabets.of_constant(t, value)
        } else {
            None
        };
        let command = match value {
            _ if difference.is_some() => {
                format!("(term {name} {})", difference.unwrap_or_default())
            }
            Some(_) => format!("(term {name} {text})"),
            None if let Some(element) = element => {
                format!("(const {name} (Seq {}))", smtlib::sort_name(self.terms, element))
            }
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
        self.out.push(line.to_owned());
    }

    /// Writes a command if the checker accepts it.
    pub(crate) fn accept(&mut self, command: &str) -> bool {
        let accepted = self.passes(command);
        if accepted {
            self.say(command);
        }
        accepted
    }

    /// Whether the checker accepts a command.
    pub(crate) fn passes(&mut self, command: &str) -> bool {
        let done = self.checker.try_command(command);
        if done.as_ref().is_err_and(|why| why == LIMIT) {
            self.left -= LIMIT_COMMANDS.min(self.left);
            self.checker.fuel /= 10;
        }
        if self.budget.tick(POLL_INTERVAL).is_err() {
            self.left = 0;
        }
        done.is_ok()
    }

    /// The text of a term, whose abbreviations are written.
    pub(crate) fn text(&mut self, t: Term) -> String {
        let mut commands = Vec::new();
        let heads = &self.abstraction.heads;
        let ops = &self.abstraction.ops;
        let mut spelling = Spelling { heads, ops, alphabets: &mut self.alphabets };
        let text = self.texts.of(self.terms, t, &mut spelling, &mut commands);
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

    /// The name of a clause that is there already.
    pub(crate) fn recorded(&self, lits: &[Literal]) -> Option<String> {
        self.steps.get(&sorted(lits)).cloned()
    }

    /// Adds a step if the checker accepts the rule; returns its name.
    pub(crate) fn step(&mut self, lits: &[Literal], rule: &str) -> Option<String> {
        let key = sorted(lits);
        if let Some(name) = self.steps.get(&key) {
            return Some(name.clone());
        }
        let tried = (lits.to_vec(), rule.to_owned());
        if self.refused.contains(&tried) {
            return None;
        }
        let (name, clause) = (self.name(), self.clause(lits));
        match self.left.checked_sub(1 + clause.len() / 200) {
            Some(left) => self.left = left,
            None if rule.starts_with("(hole") => {}
            None => {
                self.left = 0;
                return None;
            }
        }
        let accepted = self.accept(&format!("(step {name} {clause} {rule})"));
        if !accepted {
            self.refused.insert(tried);
            return None;
        }
        self.steps.insert(key, name.clone());
        Some(name)
    }

    /// Whether there is time for what costs as much as so many commands; it is taken.
    pub(crate) fn may(&mut self, cost: usize) -> bool {
        let left = self.left.checked_sub(cost);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }

    /// Adds a clause that follows from others by unit propagation; returns its name.
    pub(crate) fn rup(&mut self, lits: &[Literal], hints: &[String]) -> Option<String> {
        self.left -= (1 + hints.len() / 10).min(self.left);
        let clause = self.clause(lits);
        // What differs for the solver may be the same for the checker.
        if let Some(hint) = self.said(&clause, hints) {
            self.record(lits, &hint);
            return Some(hint);
        }
        let name = self.name();
        let accepted = self.accept(&format!("(rup {name} {clause} {})", hints.join(" ")));
        accepted.then(|| {
            self.steps.insert(sorted(lits), name.clone());
            name
        })
    }

    /// A clause of these that has no literals that the other one does not have.
    fn said(&mut self, clause: &str, names: &[String]) -> Option<String> {
        let (whole, _) = self.checker.written(clause).ok()?;
        let is_part = |part: &[_]| part.iter().all(|l| whole.contains(l));
        names
            .iter()
            .find(|name| self.checker.clauses.get(*name).is_some_and(|part| is_part(part)))
            .cloned()
    }

    /// Adds a step that is not justified; in a search it is of no use.
    pub(crate) fn hole(&mut self, lits: &[Literal], why: &str) -> String {
        let none = || NO_STEP.to_owned();
        if self.depth > 0 {
            return none();
        }
        self.step(lits, &format!("(hole {why})")).unwrap_or_else(none)
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

    /// Writes the steps for the clauses of the core, and the end.
    pub fn write(&mut self, used: &[Used]) {
        let mut done = self.write_all(used);
        if done.is_none() && self.has_words {
            done = self.refute_bits(used);
        }
        match done {
            Some((last, name)) => self.close(&last, name),
            None if self.left == 0 => self.give_up("effort"),
            // A variable of an encoding that no formula has.
            None => self.give_up("encoding"),
        }
    }

    /// Writes the steps for the clauses of the core; returns the last one. None if a literal stands for no formula or, in a search, a step
    /// would be a hole.
    pub(crate) fn write_all(&mut self, used: &[Used]) -> Option<(Vec<Literal>, String)> {
        let mut names: FxHashMap<usize, String> = FxHashMap::default();
        let mut last = None;
        for step in used {
            if self.left == 0 {
                return None;
            }
            let lits = self.literals(&step.lits)?;
            let name = if step.source == Source::Learned {
                let hints: Vec<String> =
                    step.hints.iter().filter_map(|h| names.get(h).cloned()).collect();
                self.rup(&lits, &hints).unwrap_or_else(|| self.hole(&lits, "propagation"))
            } else {
                self.justify(&lits, step.source)
            };
            if name == NO_STEP {
                return None;
            }
            names.insert(step.id, name.clone());
            last = Some((lits, name));
        }
        last
    }

    /// The assumptions contradict the last clause.
    fn close(&mut self, last: &[Literal], name: String) {
        if last.is_empty() {
            self.accept(&format!("(qed {name})"));
            return;
        }
        let mut hints = Vec::new();
        for &(t, positive) in last {
            let assumed = self.assumption((t, !positive));
            hints.push(assumed);
        }
        hints.push(name);
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

    /// The text of the proof: what its end needs.
    pub fn finish(mut self) -> String {
        let out = std::mem::take(&mut self.out);
        let commands = needed(&out);
        let better = self.strengthened(&commands);
        shorten(&better.as_deref().map_or(commands, needed))
    }
}

/// What rewriting made of terms. A rule of structure may have come first where all rules make something else.
fn rules(refutation: &Refutation) -> FxHashMap<Term, (Option<RuleId>, Term)> {
    let mut rules: FxHashMap<Term, (Option<RuleId>, Term)> = FxHashMap::default();
    for &(rule, from, to) in &refutation.rewrites {
        let is_better = |old: &(Option<RuleId>, Term)| {
            old.0.is_some_and(|r| r.is_structural()) && rule.is_none_or(|r| !r.is_structural())
        };
        if rules.get(&from).is_none_or(is_better) {
            rules.insert(from, (rule, to));
        }
    }
    rules
}

/// The literals in order, each once.
pub(crate) fn sorted(lits: &[Literal]) -> Vec<Literal> {
    let mut lits = lits.to_vec();
    lits.sort_unstable();
    lits.dedup();
    lits
}
