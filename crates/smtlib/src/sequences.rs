//! Sequences other than strings: names, constants, predicates.
//!
//! Two spellings are read: that of today's solvers, `seq.*` and `re.*`, and that of Bjorner, Ganesh, Michel and
//! Veanes, "An SMT-LIB format for sequences and regular expressions", 2012, `seq-*` and `re-*`. Where that differs, `seq-extract`
//! takes two positions instead of a position and a length, `re-range` takes characters instead of sequences, and indices may be
//! bit-vectors. What the paper leaves to the model for the empty sequence (its last element, its tail, all but its last element)
//! is a constant that nobody else knows, one a sort.
//!
//! A predicate is `lambda`, an array made by `store` and `const`, the name of a function, or a declared array; of quantified
//! formulas, only `(forall ((x A)) (= (select p x) ...))` is read, which is the equation of `p` with a `lambda`.

use crate::apply::Head;
use crate::error::{ErrorKind, Fault};
use crate::lexer::{Token, TokenKind};
use crate::names::{Form, Qualified, SequenceForm};
use crate::parser::{Parsed, Parser};
use crate::sort_name::{sort_name, unfit_for_elements};
use base::FxHashSet;
use terms::op::{BitOp, ReConst};
use terms::{Element, Op, Sort, Term, Terms};

/// What binds a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binder {
    is_axiom: bool,
    element: Element,
    mark: usize,
    was_in_macro: bool,
    at: usize,
}

impl Parser<'_> {
    /// `(_ as-array f)`, after `as-array`.
    pub(crate) fn array_of_function(&mut self) -> Parsed<Term> {
        let function = self.next()?;
        let predicate = self.constant(function)?;
        self.close()?;
        Ok(predicate)
    }

    /// A constant after `(as`, with the rest.
    pub(crate) fn constant_of_sort(&mut self, constant: Qualified, token: Token) -> Parsed<Term> {
        let sort = self.sort()?;
        self.close()?;
        let made = match (constant, sort) {
            (Qualified::Empty, Sort::String) => self.terms.string(&[]),
            (Qualified::Empty, Sort::Seq(e)) => self.terms.mk(Op::SeqEmpty(e), &[]),
            (Qualified::EmptyRegex, Sort::RegLan) => {
                let empty = self.terms.string(&[]);
                self.terms.mk(Op::StrToRe, &[empty])
            }
            (Qualified::EmptyRegex, Sort::RegEx(e)) => {
                let empty = self.terms.mk(Op::SeqEmpty(e), &[]);
                self.terms.mk(Op::StrToRe, &[empty])
            }
            (Qualified::Regex(constant), Sort::RegLan) => {
                let op = match constant {
                    ReConst::None => Op::ReNone,
                    ReConst::All => Op::ReAll,
                    ReConst::AllChar => Op::ReAllChar,
                };
                self.terms.mk(op, &[])
            }
            (Qualified::Regex(constant), Sort::RegEx(e)) => {
                self.terms.mk(Op::ReOver(constant, e), &[])
            }
            _ => {
                let sort = sort_name(self.terms, sort);
                let message = format!("this is no constant of sort {sort}");
                return self.fail(token.start, ErrorKind::IllSorted(message));
            }
        };
        Ok(made)
    }

    /// `((as const (Array A Bool))`, after `const`.
    pub(crate) fn constant_predicate(&mut self, token: Token) -> Parsed<Head> {
        let sort = self.sort()?;
        self.close()?;
        match sort {
            Sort::Predicate(e) => Ok(Head::Form(Form::Sequence(SequenceForm::Const(e)))),
            _ => self.fail(token.start, ErrorKind::IllSorted("`const` makes arrays only".into())),
        }
    }

    /// The name of a function of one argument where a term belongs: its graph, if that is a predicate.
    pub(crate) fn function_as_predicate(&mut self, head: Head, token: Token) -> Parsed<Term> {
        let param = match head {
            Head::Function(fun) => match self.terms.fun(fun).params[..] {
                [param] if self.terms.fun(fun).ret == Sort::Bool => Some(param),
                _ => None,
            },
            Head::Macro(id) => match self.cx.macros.defined[id as usize].params[..] {
                [param] => Some(self.terms.sort(param)),
                _ => None,
            },
            _ => None,
        };
        let is_element = |sort| !matches!(sort, Sort::RegLan | Sort::RegEx(_) | Sort::Predicate(_));
        if let Some(param) = param.filter(|&sort| is_element(sort)) {
            let element = self.terms.element(param);
            let bound = self.terms.mk(Op::Bound(element), &[]);
            let body = self.apply(head, &[bound]).map_err(|kind| Fault::new(token.start, kind))?;
            if self.terms.sort(body) == Sort::Bool {
                return self.predicate(element, body).map_err(|kind| Fault::new(token.start, kind));
            }
        }
        let name = self.symbol_text(token)?;
        self.fail(token.start, ErrorKind::IllSorted(format!("`{name}` needs arguments")))
    }

    /// `lambda` or `forall`, with its variable.
    pub(crate) fn binder(&mut self, token: Token) -> Parsed<Binder> {
        let is_axiom = self.lexer.bytes(token) == b"forall";
        let unsupported = if is_axiom { "quantifiers" } else { "lambda" };
        if self.in_predicate {
            let what = format!("{unsupported} in a predicate");
            return self.fail(token.start, ErrorKind::Unsupported(what));
        }
        self.open()?;
        self.open()?;
        let (sym, _) = self.symbol("a variable")?;
        let sort = self.sort()?;
        self.close()?;
        let more = self.next()?;
        if more.kind != TokenKind::Close {
            let what = format!("{unsupported} over more than one variable");
            return self.fail(more.start, ErrorKind::Unsupported(what));
        }
        if matches!(sort, Sort::RegLan | Sort::RegEx(_) | Sort::Predicate(_))
            || self.cx.datatypes.of(sort).is_some()
        {
            let what = format!("{unsupported} over {}", sort_name(self.terms, sort));
            return self.fail(token.start, ErrorKind::Unsupported(what));
        }
        let element = self.terms.element(sort);
        let mark = self.cx.symbols.mark();
        let bound = self.terms.mk(Op::Bound(element), &[]);
        self.cx.symbols.bind(sym, bound);
        let was_in_macro = self.enter_predicate();
        Ok(Binder { is_axiom, element, mark, was_in_macro, at: token.start })
    }

    /// The term that `binder` makes of its body.
    pub(crate) fn close_binder(&mut self, binder: Binder, body: Term) -> Parsed<Term> {
        self.cx.symbols.unbind(binder.mark);
        self.leave_predicate(binder.was_in_macro);
        if self.terms.sort(body) != Sort::Bool {
            let sort = sort_name(self.terms, self.terms.sort(body));
            let message = format!("the body of a predicate has sort {sort}, expected Bool");
            return self.fail(binder.at, ErrorKind::IllSorted(message));
        }
        let fault = |kind| Fault::new(binder.at, kind);
        if !binder.is_axiom {
            return self.predicate(binder.element, body).map_err(fault);
        }
        match self.defined_predicate(binder.element, body) {
            Some((p, meaning)) => {
                let lambda = self.predicate(binder.element, meaning).map_err(fault)?;
                Ok(self.terms.mk(Op::Eq, &[p, lambda]))
            }
            None => {
                let what =
                    "quantifiers other than `(forall ((x A)) (= (select p x) ...))`".to_owned();
                self.fail(binder.at, ErrorKind::Unsupported(what))
            }
        }
    }

    /// The predicate that a formula says what it is of the bound variable, and that.
    fn defined_predicate(&mut self, element: Element, body: Term) -> Option<(Term, Term)> {
        let bound = self.terms.mk(Op::Bound(element), &[]);
        let terms = &*self.terms;
        let selected = |t: Term| match (terms.op(t), terms.args(t)) {
            (Op::Select, &[p, x]) if x == bound && !terms.occurs(bound, p) => Some(p),
            _ => None,
        };
        match (terms.op(body), terms.args(body)) {
            (Op::Eq, &[a, b]) => match (selected(a), selected(b)) {
                (Some(p), _) => Some((p, b)),
                (_, Some(p)) => Some((p, a)),
                _ => None,
            },
            (Op::Not, &[a]) => {
                let p = selected(a)?;
                Some((p, self.terms.ff()))
            }
            _ => {
                let p = selected(body)?;
                Some((p, self.terms.tt()))
            }
        }
    }

    /// An end of `re.range`: a character stands for the sequence of it.
    pub(crate) fn sequence_of_character(&mut self, t: Term) -> Term {
        match self.terms.sort(t) {
            sort @ Sort::BitVec(_) => {
                let element = self.terms.element(sort);
                self.terms.mk(Op::SeqUnit(element), &[t])
            }
            _ => t,
        }
    }

    /// Ranges are made of elements in order: of bit-vectors.
    pub(crate) fn check_order(&self, end: Term) -> Result<(), ErrorKind> {
        match self.terms.sort(end) {
            Sort::Seq(element) => match self.terms.element_sort(element) {
                Sort::BitVec(_) => Ok(()),
                sort => Err(ErrorKind::Unsupported(format!(
                    "`re.range` over {}: use `re.of.pred`",
                    crate::sort_name::sort_name(self.terms, sort)
                ))),
            },
            _ => Ok(()),
        }
    }

    /// An index, which may be a bit-vector that counts as a number that is not negative.
    pub(crate) fn number_of_index(&mut self, i: Term) -> Result<Term, ErrorKind> {
        match (self.terms.sort(i), self.terms.bits_value(i).cloned()) {
            (Sort::BitVec(_), Some(n)) => Ok(self.terms.int(n)),
            (Sort::BitVec(_), None) => self.applied(Op::Bits(BitOp::ToInt), &[i]),
            _ => Ok(i),
        }
    }

    pub(crate) fn apply_to_sequences(
        &mut self,
        form: SequenceForm,
        args: &[Term],
    ) -> Result<Term, ErrorKind> {
        match (form, args) {
            (SequenceForm::Unit, &[a]) => self.unit(a),
            (SequenceForm::Cons, &[a, s]) => {
                let unit = self.unit(a)?;
                self.applied(Op::StrConcat, &[unit, s])
            }
            (SequenceForm::RevCons, &[s, a]) => {
                let unit = self.unit(a)?;
                self.applied(Op::StrConcat, &[s, unit])
            }
            (SequenceForm::Head, &[s]) => {
                let zero = self.terms.int(0);
                self.applied(Op::SeqNth, &[s, zero])
            }
            (SequenceForm::Last, &[s]) => self.last(s),
            (SequenceForm::Tail, &[s]) => self.but_one(s, 1, "tail"),
            (SequenceForm::First, &[s]) => self.but_one(s, 0, "first"),
            (SequenceForm::SubseqOf, &[part, whole]) => {
                self.applied(Op::StrContains, &[whole, part])
            }
            (SequenceForm::Extract, &[s, lo, hi]) => self.extract(s, lo, hi),
            (SequenceForm::Const(element), &[b]) if self.terms.sort(b) == Sort::Bool => {
                if self.depend_on_an_element(&[b])? {
                    return Err(nested());
                }
                self.predicate(element, b)
            }
            (SequenceForm::Store, &[p, x, b]) => self.store(p, x, b),
            _ => Err(ErrorKind::IllSorted("wrong number or sorts of arguments".into())),
        }
    }

    fn unit(&mut self, a: Term) -> Result<Term, ErrorKind> {
        let sort = self.terms.sort(a);
        if let Some(bad) = unfit_for_elements(sort) {
            return Err(ErrorKind::Unsupported(format!("sequences of {bad}")));
        }
        let element = self.terms.element(sort);
        self.applied(Op::SeqUnit(element), &[a])
    }

    /// `b` where `s`, which has to be a sequence, is empty; else what `otherwise` makes of it and its length.
    fn unless_empty(
        &mut self,
        s: Term,
        what: &'static str,
        otherwise: impl FnOnce(&mut Self, Term) -> Result<Term, ErrorKind>,
    ) -> Result<Term, ErrorKind> {
        if !matches!(self.terms.sort(s), Sort::Seq(_) | Sort::String) {
            let sort = sort_name(self.terms, self.terms.sort(s));
            return Err(ErrorKind::IllSorted(format!("a sequence belongs here, not {sort}")));
        }
        let length = self.applied(Op::StrLen, &[s])?;
        let value = otherwise(self, length)?;
        let of_empty = self.cx.of_empty.value(self.terms, &mut self.cx.datatypes, what, value, s);
        let zero = self.terms.int(0);
        let is_empty = self.terms.eq(length, zero);
        self.applied(Op::Ite, &[is_empty, of_empty, value])
    }

    fn last(&mut self, s: Term) -> Result<Term, ErrorKind> {
        self.unless_empty(s, "last", |this, length| {
            let one = this.terms.int(1);
            let end = this.terms.sub(length, one);
            this.applied(Op::SeqNth, &[s, end])
        })
    }

    /// `s` from `start` on, with one element less.
    fn but_one(&mut self, s: Term, start: i64, what: &'static str) -> Result<Term, ErrorKind> {
        self.unless_empty(s, what, |this, length| {
            let (start, one) = (this.terms.int(start), this.terms.int(1));
            let count = this.terms.sub(length, one);
            this.applied(Op::StrSubstr, &[s, start, count])
        })
    }

    /// The elements from `lo` up to `hi`; a position below 0 counts as 0.
    fn extract(&mut self, s: Term, lo: Term, hi: Term) -> Result<Term, ErrorKind> {
        let (lo, hi) = (self.number_of_index(lo)?, self.number_of_index(hi)?);
        let zero = self.terms.int(0);
        if let Some(&bad) = [lo, hi].iter().find(|&&i| self.terms.sort(i) != Sort::Int) {
            let sort = sort_name(self.terms, self.terms.sort(bad));
            return Err(ErrorKind::IllSorted(format!("`seq-extract`: a position has sort {sort}")));
        }
        let lo = match self.terms.int_value(lo) {
            Some(n) if !n.is_negative() => lo,
            _ => {
                let below = self.terms.lt(lo, zero);
                self.terms.ite(below, zero, lo)
            }
        };
        let count = self.terms.sub(hi, lo);
        self.applied(Op::StrSubstr, &[s, lo, count])
    }

    /// `p`, but for `x` it is `b`.
    fn store(&mut self, p: Term, x: Term, b: Term) -> Result<Term, ErrorKind> {
        let Sort::Predicate(element) = self.terms.sort(p) else {
            return Err(ErrorKind::Unsupported("arrays of values other than Bool".into()));
        };
        // What a predicate that is written out says of its own variable is no other's.
        let parts = if let Op::Lambda(_) = self.terms.op(p) { vec![x, b] } else { vec![p, x, b] };
        if self.has_predicate(&parts)? || self.depend_on_an_element(&parts)? {
            return Err(nested());
        }
        let bound = self.terms.mk(Op::Bound(element), &[]);
        let old = match self.terms.op(p) {
            Op::Lambda(_) => self.terms.arg(p, 0),
            _ => self.terms.mk(Op::Select, &[p, bound]),
        };
        let here = self.applied(Op::Eq, &[bound, x])?;
        let body = self.applied(Op::Ite, &[here, b, old])?;
        Ok(self.terms.mk(Op::Lambda(element), &[body]))
    }

    /// The predicate with this body. All predicates over a sort have the same variable, so there is no other one within it.
    fn predicate(&mut self, element: Element, body: Term) -> Result<Term, ErrorKind> {
        match self.has_predicate(&[body])? {
            true => Err(nested()),
            false => Ok(self.terms.mk(Op::Lambda(element), &[body])),
        }
    }

    /// Whether there is a predicate that is written out in some of the terms.
    pub(crate) fn has_predicate(&self, all: &[Term]) -> Result<bool, ErrorKind> {
        // Each definition is looked through, so a chain of these would cost the square of its length.
        if !self.terms.has_sequences() {
            return Ok(false);
        }
        let is_one = |&t: &Term| matches!(self.terms.op(t), Op::Lambda(_));
        Ok(self.within(all)?.iter().any(is_one))
    }

    /// Whether some of the terms are about the variable of a predicate that is being read.
    pub(crate) fn depend_on_an_element(&self, all: &[Term]) -> Result<bool, ErrorKind> {
        let is_closed = |t| matches!(self.terms.op(t), Op::Lambda(_));
        let parts = self.terms.post_order_unless_within(all, is_closed, self.budget);
        let is_one = |&t: &Term| matches!(self.terms.op(t), Op::Bound(_));
        Ok(parts.map_err(ErrorKind::Interrupted)?.iter().any(is_one))
    }

    /// `t`, if there is no predicate within another one.
    pub(crate) fn unless_nested(&self, t: Term) -> Result<Term, ErrorKind> {
        let (mut inner, mut is_nested) = (FxHashSet::default(), false);
        for part in self.within(&[t])? {
            let has_one = self.terms.args(part).iter().any(|arg| inner.contains(arg));
            let is_one = matches!(self.terms.op(part), Op::Lambda(_));
            is_nested |= is_one && has_one;
            if is_one || has_one {
                inner.insert(part);
            }
        }
        if is_nested { Err(nested()) } else { Ok(t) }
    }

    fn within(&self, all: &[Term]) -> Result<Vec<Term>, ErrorKind> {
        self.terms.post_order_within(all, self.budget).map_err(ErrorKind::Interrupted)
    }
}

/// Why there is no predicate within another one.
pub(crate) fn nested() -> ErrorKind {
    ErrorKind::Unsupported("a predicate in a predicate".to_owned())
}

/// What a predicate that is written out says of the element that `t` applies it to; else `t` itself.
pub(crate) fn selected(terms: &mut Terms, t: Term) -> Term {
    let (p, x) = (terms.arg(t, 0), terms.arg(t, 1));
    let Op::Lambda(element) = terms.op(p) else { return t };
    let (bound, body) = (terms.mk(Op::Bound(element), &[]), terms.arg(p, 0));
    terms.substitute(body, &[(bound, x)].into_iter().collect())
}
