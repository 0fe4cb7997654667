//! Clauses that follow from axioms by a search of their own.
//!
//! The negated clause and instances of axioms about the functions in it go to a new session, in which these functions are
//! uninterpreted, so that it knows only what the instances say. Its refutation is elaborated like any other, and as the checker
//! reads the functions under their names, it proves the clause. The alternative, matching each rule of rewriting and each
//! kind of lemma to an axiom of its own with its side conditions, would be a second set of rules.

use crate::axioms::{self, Instance};
use crate::equations::is_equation;
use crate::formulas::literal;
use crate::proof::{Literal, Proof, SEARCH_COMMANDS};
use crate::trim;
use base::{FxHashMap, FxHashSet};
use smtlib::printer;
use solver::trace::Refutation;
use solver::{Options, Session, Verdict};
use std::rc::Rc;
use terms::{Fun, Op, Sort, Term, Terms};

/// How much a search is given.
#[derive(Clone, Copy)]
struct Effort {
    /// How often instances bring instances.
    rounds: usize,
    /// Whether predicates are also languages. Where nothing else speaks of a language, they make the search look at what has no axiom.
    members: bool,
    /// At most so many instances: more are a hindrance as often as a help.
    most: usize,
    steps: &'static str,
}

/// What is tried one by one.
const SINGLE: Effort = Effort { rounds: 1, members: true, most: 120, steps: "" };

const EFFORTS: [Effort; 4] = [
    Effort { rounds: 1, members: false, most: 120, steps: "100000" },
    Effort { rounds: 2, members: false, most: 120, steps: "300000" },
    Effort { rounds: 1, members: true, most: 120, steps: "100000" },
    Effort { rounds: 2, members: false, most: 160, steps: "300000" },
];

/// Uninterpreted functions that stand for others.
#[derive(Debug, Default)]
pub(crate) struct Abstraction {
    funs: FxHashMap<(Op, Vec<Sort>), Fun>,
    /// What they stand for.
    pub heads: FxHashMap<Fun, String>,
    /// The operators that some of them stand for.
    pub ops: FxHashMap<Fun, Op>,
    images: FxHashMap<Term, Term>,
}

impl Abstraction {
    /// Lets applications of a function be written with this head.
    pub(crate) fn spell(&mut self, fun: Fun, head: String) {
        self.heads.insert(fun, head);
    }

    fn of(&mut self, terms: &mut Terms, t: Term) -> Term {
        let (funs, heads, ops) = (&mut self.funs, &mut self.heads, &mut self.ops);
        terms.map_bottom_up(t, &mut self.images, |terms, t| {
            if !is_opaque(terms, t) {
                return t;
            }
            let args = terms.args(t).to_vec();
            if args.iter().all(|&a| terms.op(a).is_const()) {
                return t;
            }
            let sorts: Vec<Sort> = args.iter().map(|&a| terms.sort(a)).collect();
            let (op, sort) = (terms.op(t), terms.sort(t));
            let fun = *funs.entry((op, sorts.clone())).or_insert_with(|| {
                let fun = terms.fresh_function("opaque", &sorts, sort);
                heads.insert(fun, printer::head(terms, t));
                ops.insert(fun, op);
                fun
            });
            terms.mk(Op::Apply(fun), &args)
        })
    }
}

/// Whether a term is an application of a function of strings beyond concatenation, length and memberships in ground languages.
fn is_opaque(terms: &Terms, t: Term) -> bool {
    let is_variable = |a: &Term| matches!(terms.op(*a), Op::Apply(_));
    terms.op(t).level().is_some()
        || (terms.op(t) == Op::StrInRe
            && terms.post_order(&[terms.arg(t, 1)]).iter().any(is_variable))
}

impl Proof<'_> {
    /// The clause follows from axioms; a search finds out how.
    pub(crate) fn by_search(&mut self, lits: &[Literal]) -> Option<String> {
        if self.depth > 0 {
            return None;
        }
        if let Some(name) = self.by_axiom(lits) {
            return Some(name);
        }
        if !self.may(SEARCH_COMMANDS) {
            return None;
        }
        let plain: Vec<Literal> = lits.iter().map(|&(t, p)| (self.expanded(t), p)).collect();
        EFFORTS.iter().find_map(|&effort| self.search_with(lits, &plain, effort))
    }

    fn search_with(
        &mut self,
        lits: &[Literal],
        plain: &[Literal],
        effort: Effort,
    ) -> Option<String> {
        let instances = self.instances(plain, effort);
        let mut sources = FxHashMap::default();
        let mut facts = Vec::new();
        for instance in instances {
            let Some(formula) = self.axioms.formula(self.terms, &instance) else { continue };
            let fact = self.abstraction.of(self.terms, formula);
            if sources.insert(fact, instance).is_none() {
                facts.push(fact);
            }
        }
        let mut goal = Vec::with_capacity(lits.len());
        for &(t, positive) in plain {
            let t = self.abstraction.of(self.terms, t);
            let (t, same) = literal(self.terms, t);
            goal.push((t, positive == same));
        }
        let refutation = self.searched(&facts, &goal, effort.steps)?;
        let name = self.elaborated(refutation, sources, &goal)?;
        self.record(lits, &name);
        Some(name)
    }

    /// Instances that are of use by themselves.
    pub(crate) fn single_instances(&mut self, lits: &[Literal]) -> Vec<Instance> {
        self.instances(lits, SINGLE)
    }

    /// The term with what constants of the solver stand for in place of them.
    pub(crate) fn expanded(&mut self, t: Term) -> Term {
        self.terms.substitute(t, &self.values)
    }

    /// Instances of axioms about the functions in a clause.
    fn instances(&mut self, lits: &[Literal], effort: Effort) -> Vec<Instance> {
        let Effort { rounds, members, most, .. } = effort;
        let mut out = Vec::new();
        let (mut seen, mut named) = (FxHashSet::default(), FxHashSet::default());
        let mut known = Vec::new();
        let mut roots: Vec<Term> = lits.iter().map(|l| l.0).collect();
        let all = self.terms.post_order(&roots);
        let equations: Vec<Term> =
            all.iter().copied().filter(|&t| is_equation(self.terms, t)).collect();
        out.extend(axioms::cuts(self.terms, &equations));
        let members = members || all.iter().any(|&t| self.terms.op(t) == Op::StrInRe);
        for _ in 0..rounds {
            let mut next = Vec::new();
            let new: Vec<Term> =
                self.terms.post_order(&roots).into_iter().filter(|&t| seen.insert(t)).collect();
            for &t in &new {
                next.extend(axioms::about(self.terms, t));
            }
            known.extend(new);
            next.extend(axioms::between(self.terms, &known));
            next.retain(|i| members || !i.name.ends_with("-member"));
            next.retain(|instance| named.insert(instance.clone()));
            roots = next.iter().filter_map(|i| self.axioms.formula(self.terms, i)).collect();
            out.extend(next);
            out.truncate(most);
        }
        out
    }

    fn searched(&mut self, facts: &[Term], goal: &[Literal], steps: &str) -> Option<Refutation> {
        let mut options = Options {
            preprocess: false,
            rewrite: false,
            strings_underapprox: false,
            strings_small_models: false,
            ..Options::default()
        };
        options.set("rlimit", steps).ok()?;
        let mut session = Session::new(options);
        std::mem::swap(&mut session.terms, self.terms);
        session.record_traces(true);
        session.keep_to_structure();
        for &f in facts {
            session.assert(f);
        }
        let mut negated = Vec::with_capacity(goal.len());
        for &(t, positive) in goal {
            negated.push(if positive { session.terms.not(t) } else { t });
        }
        let verdict = session.check(&negated);
        let refutation = session.take_refutation();
        std::mem::swap(&mut session.terms, self.terms);
        refutation.filter(|_| verdict == Verdict::Unsat)
    }

    /// The clause of the goal from a refutation of its negation; none if a step of it has no rule.
    fn elaborated(
        &mut self,
        refutation: Refutation,
        sources: FxHashMap<Term, Instance>,
        goal: &[Literal],
    ) -> Option<String> {
        let used = trim::core(&refutation, self.budget)?;
        let inner = self.inner(Rc::new(refutation), sources);
        let roots: Vec<Term> = self.refutation.atoms.values().copied().collect();
        self.introduce(&roots);
        let last = self.write_all(&used);
        let name = last.and_then(|(lits, name)| self.in_terms_of(&lits, &name, goal));
        self.outer(inner);
        name
    }

    /// A clause over literals that rules of structure made of those of the goal, as a clause over the goal.
    fn in_terms_of(&mut self, lits: &[Literal], name: &str, goal: &[Literal]) -> Option<String> {
        let mut hints = vec![name.to_owned()];
        for &(t, positive) in lits {
            if goal.contains(&(t, positive)) {
                continue;
            }
            let mut step = goal.iter().find_map(|&g| self.step(&[(t, !positive), g], "norm"));
            if step.is_none() {
                let mut clause = vec![(t, !positive)];
                clause.extend(goal);
                step = self.attempt(&clause);
            }
            hints.push(step?);
        }
        self.rup(goal, &hints)
    }
}
