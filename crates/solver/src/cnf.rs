//! Clauses from formulas: Tseitin's encoding, incrementally, and the table of atoms.
//!
//! Every Boolean subterm that is not a connective is an *atom*. Connectives get a defining literal
//! with both implications: lemmas arrive during the search and may use a subformula in either
//! polarity, and one-sided definitions would have to be patched then. What a one-sided encoding saves
//! the theories, relevancy saves them better (see [`crate::relevancy`]).

use base::{Budget, FxHashMap, IdxVec, Interrupted};
use sat::{Lit, Var};
use terms::{Op, Sort, Term, Terms};

/// Where clauses and variables go: the SAT core before or during its search.
pub trait ClauseSink {
    /// A new variable; `observed` ones are reported to the theories.
    fn new_var(&mut self, observed: bool) -> Var;
    /// From now on `var` is reported to the theories.
    fn observe(&mut self, var: Var);
    /// Adds a clause.
    fn add_clause(&mut self, clause: &[Lit]);
    /// Whether `lit` is known to be true as long as what is added now is there.
    fn is_fixed(&self, lit: Lit) -> bool;
    /// Clauses added from now on have this number in a log ([`crate::trace`]).
    fn set_origin(&mut self, origin: u32);
}

impl ClauseSink for sat::Solver {
    fn new_var(&mut self, observed: bool) -> Var {
        let var = sat::Solver::new_var(self);
        if observed {
            sat::Solver::observe(self, var);
        }
        var
    }
    fn observe(&mut self, var: Var) {
        sat::Solver::observe(self, var);
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        sat::Solver::add_clause(self, clause);
    }
    fn is_fixed(&self, lit: Lit) -> bool {
        sat::Solver::is_fixed(self, lit)
    }
    fn set_origin(&mut self, origin: u32) {
        sat::Solver::set_origin(self, origin);
    }
}

impl ClauseSink for sat::Context<'_> {
    fn new_var(&mut self, observed: bool) -> Var {
        sat::Context::new_var(self, observed)
    }
    fn observe(&mut self, var: Var) {
        sat::Context::observe(self, var);
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        sat::Context::add_clause(self, clause, false);
    }
    fn is_fixed(&self, lit: Lit) -> bool {
        self.view().is_fixed(lit)
    }
    fn set_origin(&mut self, origin: u32) {
        sat::Context::set_origin(self, origin);
    }
}

/// The correspondence between Boolean terms and literals.
#[derive(Debug, Default)]
pub struct Atoms {
    lits: FxHashMap<Term, Lit>,
    terms: IdxVec<Var, Option<Term>>,
    /// Whether the variable is an atom, not a connective.
    observed: IdxVec<Var, bool>,
    /// Atoms created since the theories last looked.
    fresh: Vec<Term>,
}

/// Whether `t` is a Boolean connective, so not an atom.
pub fn is_connective(terms: &Terms, t: Term) -> bool {
    match terms.op(t) {
        Op::True | Op::False | Op::Not | Op::And | Op::Or | Op::Implies | Op::Xor => true,
        Op::Ite => true,
        Op::Eq | Op::Distinct => terms.sort(terms.arg(t, 0)) == Sort::Bool,
        _ => false,
    }
}

impl Atoms {
    /// The literal of a Boolean term, if it was ever encoded.
    pub fn lit(&self, terms: &Terms, t: Term) -> Option<Lit> {
        match terms.op(t) {
            Op::Not => self.lit(terms, terms.arg(t, 0)).map(|l| !l),
            _ => self.lits.get(&t).copied(),
        }
    }

    /// The term of a literal: an atom or its negation.
    pub fn term(&self, terms: &mut Terms, lit: Lit) -> Option<Term> {
        let t = (*self.terms.get(lit.var())?)?;
        Some(if lit.is_positive() { t } else { terms.not(t) })
    }

    /// The atom of a variable.
    pub fn atom(&self, var: Var) -> Option<Term> {
        self.terms.get(var).copied().flatten()
    }

    /// All atoms with their positive literals.
    pub fn all(&self) -> impl Iterator<Item = (Lit, Term)> + '_ {
        let theory = |&(lit, _): &(Lit, Term)| self.observed[lit.var()];
        let pairs = self.terms.ids().filter_map(|v| self.terms[v].map(|t| (Lit::new(v, true), t)));
        pairs.filter(theory)
    }

    /// All variables that stand for formulas.
    pub(crate) fn named(&self) -> impl Iterator<Item = (Var, Term)> + '_ {
        self.terms.ids().filter_map(|v| Some((v, self.terms[v]?)))
    }

    /// Atoms created since the last call.
    pub fn take_fresh(&mut self) -> Vec<Term> {
        std::mem::take(&mut self.fresh)
    }

    /// Adds the clauses that say: one of `disjuncts` holds. Nested disjunctions are flattened, and
    /// a lone conjunction becomes a clause for each conjunct.
    ///
    /// # Errors
    /// When the budget runs out.
    pub fn assert_clause(
        &mut self,
        terms: &mut Terms,
        sink: &mut dyn ClauseSink,
        disjuncts: &[Term],
        budget: &Budget,
    ) -> Result<(), Interrupted> {
        let mut clauses = vec![disjuncts.to_vec()];
        while let Some(clause) = clauses.pop() {
            budget.tick(1)?;
            let Some(flat) = flatten_or(terms, clause) else { continue };
            match flat[..] {
                [t] if terms.op(t) == Op::And => {
                    clauses.extend(terms.args(t).iter().rev().map(|&c| vec![c]));
                }
                _ => {
                    let lits: Result<Vec<Lit>, Interrupted> =
                        flat.into_iter().map(|t| self.encode(terms, sink, t, budget)).collect();
                    sink.add_clause(&lits?);
                }
            }
        }
        Ok(())
    }

    /// The literal equivalent to `root`, defining whatever is new below it.
    ///
    /// # Errors
    /// When the budget runs out.
    pub fn encode(
        &mut self,
        terms: &mut Terms,
        sink: &mut dyn ClauseSink,
        root: Term,
        budget: &Budget,
    ) -> Result<Lit, Interrupted> {
        debug_assert!(terms.sort(root) == Sort::Bool, "a literal of what is no formula");
        let mut stack = vec![(root, false)];
        while let Some((t, ready)) = stack.pop() {
            budget.tick(1)?;
            if self.lits.contains_key(&t) {
                continue;
            }
            if terms.op(t) == Op::Not {
                stack.push((terms.arg(t, 0), false));
            } else if !is_connective(terms, t) {
                self.new_lit(sink, t, true);
                self.fresh.push(t);
            } else if ready {
                self.define(terms, sink, t);
            } else {
                stack.push((t, true));
                let args = terms.args(t).iter().map(|&a| (a, false));
                // Conditions are numbered before what hangs on them, so that a diagram is decided from its root.
                if terms.op(t) == Op::Ite {
                    stack.extend(args.rev());
                } else {
                    stack.extend(args);
                }
            }
        }
        Ok(self.known(terms, root))
    }

    fn known(&self, terms: &Terms, t: Term) -> Lit {
        let (mut t, mut flip) = (t, false);
        while terms.op(t) == Op::Not {
            (t, flip) = (terms.arg(t, 0), !flip);
        }
        if flip { !self.lits[&t] } else { self.lits[&t] }
    }

    fn new_lit(&mut self, sink: &mut dyn ClauseSink, t: Term, observed: bool) -> Lit {
        let var = sink.new_var(observed);
        self.terms.grow_to(var, None);
        debug_assert!(self.terms[var].is_none(), "a variable stands for two formulas");
        self.terms[var] = Some(t);
        self.observed.grow_to(var, false);
        self.observed[var] = observed;
        let lit = Lit::new(var, true);
        let before = self.lits.insert(t, lit);
        debug_assert!(before.is_none(), "a formula gets a second variable");
        lit
    }

    /// The defining clauses of a connective whose arguments have literals.
    fn define(&mut self, terms: &Terms, sink: &mut dyn ClauseSink, t: Term) {
        let args: Vec<Lit> = terms.args(t).iter().map(|&a| self.known(terms, a)).collect();
        let out = self.new_lit(sink, t, false);
        match terms.op(t) {
            Op::True => sink.add_clause(&[out]),
            Op::False => sink.add_clause(&[!out]),
            Op::And => define_or(sink, !out, args.iter().map(|&a| !a)),
            Op::Or => define_or(sink, out, args.iter().copied()),
            Op::Implies => {
                let (last, init) = args.split_last().unwrap_or((&out, &[]));
                define_or(sink, out, init.iter().map(|&a| !a).chain([*last]));
            }
            Op::Ite => define_ite(sink, out, args[0], args[1], args[2]),
            Op::Eq => self.define_chain(sink, out, &args),
            Op::Xor => self.define_xor(sink, out, &args),
            Op::Distinct => self.define_distinct(sink, out, &args),
            op => {
                debug_assert!(op == Op::Not, "{op:?} is not a connective");
                unreachable!("a negation has no clauses of its own")
            }
        }
    }

    fn define_chain(&mut self, sink: &mut dyn ClauseSink, out: Lit, args: &[Lit]) {
        if let [a, b] = args {
            return define_ite(sink, out, *a, *b, !*b);
        }
        let links: Vec<Lit> = args.windows(2).map(|w| self.fresh_iff(sink, w[0], w[1])).collect();
        define_or(sink, !out, links.iter().map(|&l| !l));
    }

    fn define_xor(&mut self, sink: &mut dyn ClauseSink, out: Lit, args: &[Lit]) {
        let Some((&first, rest)) = args.split_first() else { return };
        let Some((&last, middle)) = rest.split_last() else {
            return define_or(sink, out, [first].into_iter());
        };
        let acc = middle.iter().fold(first, |acc, &a| !self.fresh_iff(sink, acc, a));
        define_ite(sink, out, acc, !last, last);
    }

    /// Boolean values are two: three arguments are never distinct.
    fn define_distinct(&mut self, sink: &mut dyn ClauseSink, out: Lit, args: &[Lit]) {
        match args {
            [_] => sink.add_clause(&[out]),
            [a, b] => define_ite(sink, out, *a, !*b, *b),
            _ => sink.add_clause(&[!out]),
        }
    }

    fn fresh_iff(&mut self, sink: &mut dyn ClauseSink, a: Lit, b: Lit) -> Lit {
        let var = sink.new_var(false);
        self.terms.grow_to(var, None);
        let out = Lit::new(var, true);
        define_ite(sink, out, a, b, !b);
        out
    }
}

/// The disjuncts without nesting; `None` if one is `true`.
pub(crate) fn flatten_or(terms: &mut Terms, disjuncts: Vec<Term>) -> Option<Vec<Term>> {
    let mut flat = Vec::new();
    let mut stack = disjuncts;
    stack.reverse();
    while let Some(t) = stack.pop() {
        match terms.op(t) {
            Op::True => return None,
            Op::False => {}
            Op::Or => stack.extend(terms.args(t).iter().rev()),
            Op::Not if terms.op(terms.arg(t, 0)) == Op::And => {
                let conjuncts = terms.args(terms.arg(t, 0)).to_vec();
                stack.extend(conjuncts.into_iter().rev().map(|c| terms.not(c)));
            }
            _ => flat.push(t),
        }
    }
    Some(flat)
}

/// `out` iff one of `args`.
fn define_or(sink: &mut dyn ClauseSink, out: Lit, args: impl Iterator<Item = Lit>) {
    let mut long = vec![!out];
    for a in args {
        sink.add_clause(&[out, !a]);
        long.push(a);
    }
    sink.add_clause(&long);
}

/// `out` iff (`a` if `c`, else `b`).
fn define_ite(sink: &mut dyn ClauseSink, out: Lit, c: Lit, a: Lit, b: Lit) {
    for clause in
        [[!out, !c, a], [!out, c, b], [out, !c, !a], [out, c, !b], [out, !a, !b], [!out, a, b]]
    {
        sink.add_clause(&clause);
    }
}
