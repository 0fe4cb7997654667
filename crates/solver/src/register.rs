//! What becomes of a term when the formula first mentions it: theories learn of it, and the
//! axioms that define it are added.

use crate::cnf::{ClauseSink, is_connective};
use crate::engine::Engine;
use crate::euf::is_uninterpreted;
use crate::lia::{Equalities, Registered, extremum};
use crate::theory::inference::InferenceId;
use base::{Int, Interrupted};
use rewrite::{LinearSum, ToTerm, linear};
use sat::{Lit, Var};
use terms::{Op, Sort, Term};

impl Engine<'_> {
    /// An atom got its variable.
    pub(crate) fn register_atom(
        &mut self,
        sink: &mut dyn ClauseSink,
        t: Term,
    ) -> Result<(), Interrupted> {
        debug_assert!(!is_connective(self.res.terms, t), "a connective is introduced as an atom");
        debug_assert!(self.atoms.lit(self.res.terms, t).is_some(), "an atom has no literal");
        match self.res.terms.op(t) {
            Op::Ge | Op::Gt | Op::Le | Op::Lt => self.register_comparison(sink, t),
            Op::Eq => self.register_equality(sink, t),
            Op::Divisible(n) => self.define_divisible(sink, t, n),
            Op::Bits(_) => {
                self.blast_atom(sink, t)?;
                self.register_term(sink, t)
            }
            Op::Apply(_) => {
                if !self.res.terms.args(t).is_empty() {
                    self.register_application(sink, t)?;
                    self.register_boolean_node(sink, t)?;
                }
                Ok(())
            }
            _ => {
                if !self.arithmetic_only {
                    crate::strings::extended::define_predicate(self, t);
                }
                self.register_predicate(sink, t)?;
                let args = self.res.terms.args(t).to_vec();
                args.into_iter().try_for_each(|a| self.register_term(sink, a))
            }
        }
    }

    /// A predicate of strings, which congruence may evaluate.
    fn register_predicate(
        &mut self,
        sink: &mut dyn ClauseSink,
        t: Term,
    ) -> Result<(), Interrupted> {
        let [s, re] = self.res.terms.args(t)[..] else { return Ok(()) };
        if self.euf.evaluates() || is_uninterpreted(self.res.terms, t) {
            self.register_boolean_node(sink, t)?;
        }
        if let (Op::StrInRe, Some(lit)) = (self.res.terms.op(t), self.atoms.lit(self.res.terms, t))
        {
            self.euf.register_membership(lit.var(), s, re);
        }
        Ok(())
    }

    fn register_comparison(
        &mut self,
        sink: &mut dyn ClauseSink,
        t: Term,
    ) -> Result<(), Interrupted> {
        let Some(lit) = self.atoms.lit(self.res.terms, t) else { return Ok(()) };
        let new = self.lia.register(self.res.terms, lit.var(), t);
        self.finish_bound(sink, new)
    }

    /// `sum >= 0` holds always.
    pub(crate) fn add_axiom(
        &mut self,
        sink: &mut dyn ClauseSink,
        sum: &LinearSum,
    ) -> Result<Lit, Interrupted> {
        let (lit, new) = self.new_bound(sink, sum);
        sink.add_clause(&[lit]);
        self.finish_bound(sink, new)?;
        Ok(lit)
    }

    /// A literal that says `sum >= 0`, of which relevancy knows nothing.
    pub(crate) fn add_bound(
        &mut self,
        sink: &mut dyn ClauseSink,
        sum: &LinearSum,
    ) -> Result<Lit, Interrupted> {
        let (lit, new) = self.new_bound(sink, sum);
        self.finish_bound(sink, new)?;
        Ok(lit)
    }

    fn new_bound(&mut self, sink: &mut dyn ClauseSink, sum: &LinearSum) -> (Lit, Registered) {
        let lit = Lit::new(sink.new_var(true), true);
        if self.res.audit.is_on() {
            let (sum, zero) = (sum.to_term(self.res.terms), self.res.terms.int(0));
            let bound = self.res.terms.mk(Op::Ge, &[sum, zero]);
            self.registry.enter_bound(self.res.terms, lit.var(), bound);
        }
        if self.res.audit.trace.is_noted() {
            self.registry.enter_sum(lit.var(), sum.clone());
        }
        (lit, self.lia.register_sum(lit.var(), sum))
    }

    /// The equality of `t` with the empty string is a bound on its length, too. So arithmetic hears of both `t = ""` and
    /// `|t| >= 1`, which rewriting would make the same atom.
    fn register_emptiness(
        &mut self,
        sink: &mut dyn ClauseSink,
        var: Var,
        t: Term,
    ) -> Result<(), Interrupted> {
        let length = self.length_of(t);
        let sum = linear(self.res.terms, length).negated();
        let new = self.lia.register_sum(var, &sum);
        self.finish_bound(sink, new)
    }

    fn finish_bound(
        &mut self,
        sink: &mut dyn ClauseSink,
        new: Registered,
    ) -> Result<(), Interrupted> {
        for clause in &new.order {
            self.count(InferenceId::LiaBoundOrder, clause);
            sink.add_clause(clause);
        }
        debug_assert!(
            new.leaves.iter().all(|&t| self.res.terms.sort(t) == Sort::Int),
            "a column of what is no integer"
        );
        new.leaves.into_iter().try_for_each(|leaf| self.register_term(sink, leaf))
    }

    fn register_equality(&mut self, sink: &mut dyn ClauseSink, t: Term) -> Result<(), Interrupted> {
        debug_assert!(self.res.terms.args(t).len() == 2, "an equality of more than two is an atom");
        let (a, b) = (self.res.terms.arg(t, 0), self.res.terms.arg(t, 1));
        match self.res.terms.sort(a) {
            Sort::Int => {
                if !self.postpone_equality(sink, t, a, b)? {
                    self.define_integer_equality(t, a, b);
                }
                if self.needs.integer_functions {
                    self.register_equality_node(sink, t, a, b)?;
                }
            }
            Sort::String => {
                self.register_equality_node(sink, t, a, b)?;
                let empty = |t| self.res.terms.str_value(t).is_some_and(<[u32]>::is_empty);
                let lit = self.atoms.lit(self.res.terms, t);
                if let (Some(lit), true) = (lit, self.needs.lengths)
                    && let Some(other) = [(a, b), (b, a)].iter().find(|p| empty(p.0)).map(|p| p.1)
                {
                    self.register_emptiness(sink, lit.var(), other)?;
                } else if self.needs.lengths {
                    let most = self.res.budget.tunables().strings.length_comparisons;
                    let differ = lit.is_some_and(|lit| sink.is_fixed(!lit));
                    if differ && !self.registry.enter_lengths(a, b, most) {
                        return Ok(());
                    }
                    for says in self.same_length(a, b) {
                        self.out.lemma(self.res.terms, InferenceId::LengthOfEqual, &[t], says);
                    }
                }
            }
            Sort::Uninterpreted(_) => self.register_equality_node(sink, t, a, b)?,
            // Languages are compared by the string theory alone.
            Sort::RegLan | Sort::Bool => {}
            Sort::BitVec(_) => {
                self.blast_atom(sink, t)?;
                if self.needs.bit_functions {
                    self.register_equality_node(sink, t, a, b)?;
                }
            }
            Sort::Seq(_) | Sort::RegEx(_) | Sort::Predicate(_) => {
                unreachable!("preprocessing turns sequences into strings")
            }
        }
        self.register_term(sink, a)?;
        self.register_term(sink, b)
    }

    /// `|a| = |b|`.
    ///
    /// The length of a constant is two bounds, without an atom for both. The core tries atoms false first: of bounds that
    /// makes a short word. But a word that is not shorter than `a` and not equally long is longer, so that with a clause
    /// for each model that a client has seen, words became longer and longer.
    fn same_length(&mut self, a: Term, b: Term) -> Vec<Term> {
        let (la, lb) = (self.length_of(a), self.length_of(b));
        let terms = &mut *self.res.terms;
        let (length, constant) = match (terms.str_value(a), terms.str_value(b)) {
            (_, Some(word)) => (la, word.len()),
            (Some(word), _) => (lb, word.len()),
            _ => return vec![terms.eq(la, lb)],
        };
        let [least, above] = [constant, constant + 1].map(|n| terms.int(n as u64));
        let (least, above) = (terms.ge(length, least), terms.ge(length, above));
        vec![least, terms.not(above)]
    }

    fn register_equality_node(
        &mut self,
        sink: &mut dyn ClauseSink,
        t: Term,
        a: Term,
        b: Term,
    ) -> Result<(), Interrupted> {
        let Some(lit) = self.atoms.lit(self.res.terms, t) else { return Ok(()) };
        let new = self.euf.register_equality(self.res.terms, lit.var(), a, b);
        self.register_arguments(sink, new)
    }

    fn register_boolean_node(
        &mut self,
        sink: &mut dyn ClauseSink,
        t: Term,
    ) -> Result<(), Interrupted> {
        let Some(lit) = self.atoms.lit(self.res.terms, t) else { return Ok(()) };
        let new = self.euf.register_boolean(self.res.terms, lit, t);
        self.register_arguments(sink, new)
    }

    /// Arguments of declared functions: Booleans need literals, integers columns, bit-vectors values of their conditions.
    fn register_arguments(
        &mut self,
        sink: &mut dyn ClauseSink,
        args: Vec<Term>,
    ) -> Result<(), Interrupted> {
        for a in args {
            debug_assert!(self.euf.knows(a), "congruence does not know an argument");
            match self.res.terms.sort(a) {
                Sort::Bool if self.res.terms.bool_value(a).is_none() => {
                    let lit = self.atoms.encode(self.res.terms, sink, a, self.res.budget)?;
                    sink.observe(lit.var());
                    self.euf.register_boolean(self.res.terms, lit, a);
                    self.need_value(a);
                }
                Sort::Int => {
                    for leaf in self.lia.register_term(self.res.terms, a) {
                        self.register_term(sink, leaf)?;
                    }
                }
                Sort::BitVec(_) => self.blast_argument(sink, a)?,
                _ => {}
            }
            self.register_term(sink, a)?;
        }
        Ok(())
    }

    /// The Boolean term `a` is an argument: a model needs to have the value that `a` is assigned, whichever it is.
    pub(crate) fn need_value(&mut self, a: Term) {
        let not_a = self.res.terms.not(a);
        self.roots.add(vec![a, not_a]);
    }

    fn register_application(
        &mut self,
        sink: &mut dyn ClauseSink,
        t: Term,
    ) -> Result<(), Interrupted> {
        if self.res.terms.sort(t) == Sort::Int {
            // Where only a function of strings looks at it, no bound makes it a column; but a model needs its value.
            for leaf in self.lia.register_term(self.res.terms, t) {
                debug_assert!(leaf == t, "an application is a sum of others");
            }
        }
        let new = self.euf.register(self.res.terms, t);
        self.register_arguments(sink, new)
    }

    /// A term of any sort but Bool occurs in an atom: registers it and what it is made of.
    pub(crate) fn register_term(
        &mut self,
        sink: &mut dyn ClauseSink,
        root: Term,
    ) -> Result<(), Interrupted> {
        let mut stack = vec![root];
        while let Some(t) = stack.pop() {
            if !self.registry.enter(t) {
                continue;
            }
            self.res.budget.tick(1)?;
            if self.res.terms.sort(t) == Sort::RegLan {
                stack.extend(self.applied_in(t)?);
                continue;
            }
            self.define(sink, t)?;
            stack.extend_from_slice(self.res.terms.args(t));
        }
        Ok(())
    }

    /// What has a value of its own in a model because of the regex `r`: its parts, and what its strings apply. Nothing else in it is
    /// registered, as reductions take it apart.
    fn applied_in(&self, r: Term) -> Result<Vec<Term>, Interrupted> {
        let terms = &*self.res.terms;
        debug_assert!(terms.sort(r) == Sort::RegLan, "a regex that is none");
        let (parts, strings): (Vec<Term>, Vec<Term>) =
            terms.args(r).iter().partition(|&&a| terms.sort(a) == Sort::RegLan);
        let open: Vec<Term> = strings.into_iter().filter(|&a| !terms.op(a).is_const()).collect();
        let mut applied = terms.post_order_within(&open, self.res.budget)?;
        applied.retain(|&t| terms.sort(t) != Sort::Bool && is_uninterpreted(terms, t));
        Ok([parts, applied].concat())
    }

    /// Adds the axioms of `t`.
    fn define(&mut self, sink: &mut dyn ClauseSink, t: Term) -> Result<(), Interrupted> {
        match self.res.terms.op(t) {
            // The circuit has the choice in it.
            Op::Ite if matches!(self.res.terms.sort(t), Sort::BitVec(_)) => {}
            Op::Bits(op) => self.define_bits(t, op),
            Op::Ite if self.res.terms.sort(t) != Sort::Bool => {
                self.define_ite(t);
                crate::strings::extended::define_ite(self, t);
            }
            Op::Div => self.define_div(sink, t)?,
            Op::Mod => self.define_mod(sink, t)?,
            Op::Abs => self.define_abs(t),
            Op::StrLen => self.out.axiom(InferenceId::LengthNonNegative, LinearSum::var(t)),
            Op::Apply(_) if !self.res.terms.args(t).is_empty() => {
                self.register_application(sink, t)?;
            }
            Op::Mul => self.define_product(sink, t)?,
            Op::Apply(_) | Op::Add | Op::Sub | Op::Neg | Op::StrConcat => {}
            op if op.is_const() => {}
            _ => {
                self.strings.see_function();
                if self.euf.evaluates() {
                    self.register_application(sink, t)?;
                }
                crate::strings::extended::define(self, t);
            }
        }
        Ok(())
    }

    fn define_ite(&mut self, t: Term) {
        let terms = &mut *self.res.terms;
        let [c, a, b] = terms.args(t)[..] else { return };
        let (is_a, is_b, not_c) = (terms.eq(t, a), terms.eq(t, b), terms.not(c));
        self.out.lemma(terms, InferenceId::CoreIte, &[c], is_a);
        self.out.lemma(terms, InferenceId::CoreIte, &[not_c], is_b);
        if let Some(bounds) = extremum::bounds(terms, t) {
            bounds.into_iter().for_each(|sum| self.out.axiom(InferenceId::LiaExtremum, sum));
        }
    }

    /// `t = (div x n)`: `0 <= x - n*t < |n|`.
    fn define_div(&mut self, sink: &mut dyn ClauseSink, t: Term) -> Result<(), Interrupted> {
        let Some((x, n)) = self.divisor(sink, t)? else { return Ok(()) };
        let product = LinearSum::var(t).scaled(&n);
        let rest = linear(self.res.terms, x).minus(&product);
        let high = rest.negated().plus_int(n.abs()).plus_int(-1);
        self.out.axiom(InferenceId::LiaDiv, rest);
        self.out.axiom(InferenceId::LiaDiv, high);
        Ok(())
    }

    /// `t = (mod x n) = x - n * (div x n)`, and `0 <= t < |n|`, which makes a remainder that is small or large a known one.
    fn define_mod(&mut self, sink: &mut dyn ClauseSink, t: Term) -> Result<(), Interrupted> {
        let Some((x, n)) = self.divisor(sink, t)? else { return Ok(()) };
        let terms = &mut *self.res.terms;
        let divisor = terms.int(n.clone());
        let quotient = terms.mk(Op::Div, &[x, divisor]);
        let rest = linear(terms, x).minus(&LinearSum::var(quotient).scaled(&n));
        let difference = LinearSum::var(t).minus(&rest);
        self.out.axiom(InferenceId::LiaMod, difference.clone());
        self.out.axiom(InferenceId::LiaMod, difference.negated());
        self.out.axiom(InferenceId::LiaMod, LinearSum::var(t));
        let room = LinearSum::var(t).negated().plus_int(n.abs()).plus_int(-1);
        self.out.axiom(InferenceId::LiaMod, room);
        Ok(())
    }

    /// Dividend and divisor, if the divisor is a constant other than 0. Division by 0 is an
    /// uninterpreted function of the dividend, so division by an unknown is a function of both as well.
    fn divisor(
        &mut self,
        sink: &mut dyn ClauseSink,
        t: Term,
    ) -> Result<Option<(Term, Int)>, Interrupted> {
        let [x, n] = self.res.terms.args(t)[..] else { return Ok(None) };
        match self.res.terms.int_value(n).cloned() {
            Some(n) if !n.is_zero() => return Ok(Some((x, n))),
            Some(_) => {}
            None => self.define_quotient(x, n),
        }
        self.register_application(sink, t)?;
        Ok(None)
    }

    fn define_abs(&mut self, t: Term) {
        let terms = &mut *self.res.terms;
        let x = terms.arg(t, 0);
        let zero = terms.int(0);
        let negative = terms.lt(x, zero);
        let minus = terms.mk(Op::Neg, &[x]);
        let (is_x, is_minus) = (terms.eq(t, x), terms.eq(t, minus));
        self.out.clause(terms, InferenceId::LiaAbs, vec![negative, is_x]);
        self.out.lemma(terms, InferenceId::LiaAbs, &[negative], is_minus);
    }

    fn define_divisible(
        &mut self,
        sink: &mut dyn ClauseSink,
        t: Term,
        n: u32,
    ) -> Result<(), Interrupted> {
        let terms = &mut *self.res.terms;
        let x = terms.arg(t, 0);
        let n = terms.int_payload(n).clone();
        debug_assert!(n.is_positive(), "what no number divides");
        let n = terms.int(n);
        let (rest, zero) = (terms.mk(Op::Mod, &[x, n]), terms.int(0));
        let no_rest = terms.eq(rest, zero);
        let nt = terms.not(t);
        let some_rest = terms.not(no_rest);
        self.out.clause(self.res.terms, InferenceId::LiaDivisible, vec![nt, no_rest]);
        self.out.clause(self.res.terms, InferenceId::LiaDivisible, vec![t, some_rest]);
        self.register_term(sink, x)
    }

    /// Puts off the bounds of the equality `t` of `a` and `b`, which become columns; returns whether it did.
    fn postpone_equality(
        &mut self,
        sink: &mut dyn ClauseSink,
        t: Term,
        a: Term,
        b: Term,
    ) -> Result<bool, Interrupted> {
        let Some(lit) = self.atoms.lit(self.res.terms, t) else { return Ok(false) };
        if self.arithmetic_only || !Equalities::may_wait(self.res.terms, a, b) {
            return Ok(false);
        }
        let leaves = [a, b].map(|side| self.lia.register_term(self.res.terms, side));
        let Some(sum) = self.lia.sum_of(self.res.terms, t) else {
            unreachable!("both sides are columns")
        };
        self.lia.equalities.add(lit.var(), t, sum);
        for leaf in leaves.into_iter().flatten() {
            self.register_term(sink, leaf)?;
        }
        Ok(true)
    }

    /// Adds the bounds of an equality that was put off.
    pub(crate) fn define_equality(&mut self, t: Term) {
        let (a, b) = (self.res.terms.arg(t, 0), self.res.terms.arg(t, 1));
        debug_assert!(
            self.res.terms.sort(a) == Sort::Int,
            "an equality of other than integers waits"
        );
        self.define_integer_equality(t, a, b);
    }

    /// `t` iff `a >= b` and not `a >= b + 1`.
    fn define_integer_equality(&mut self, t: Term, a: Term, b: Term) {
        let terms = &mut *self.res.terms;
        let one = terms.int(1);
        let above = terms.add(&[b, one]);
        let (ge, gt) = (terms.ge(a, b), terms.ge(a, above));
        let (not_t, not_ge, not_gt) = (terms.not(t), terms.not(ge), terms.not(gt));
        self.out.clause(self.res.terms, InferenceId::LiaEquality, vec![not_t, ge]);
        self.out.clause(self.res.terms, InferenceId::LiaEquality, vec![not_t, not_gt]);
        self.out.clause(self.res.terms, InferenceId::LiaEquality, vec![t, not_ge, gt]);
    }
}
