//! Sequences other than strings.
//!
//! An evaluator numbers the elements that it meets, so a sequence is a word of numbers, and the functions of words serve both.
//! Equal elements have equal numbers, and no function of sequences looks at more. A regex over elements becomes one over these
//! numbers when a word is matched with it: a class has the numbers of the elements that its predicate holds for.
//! No other elements occur in the word, so it does not matter which of them a complement has.

use super::regex::RegexId;
use super::regex::class::Class;
use super::rope::Text;
use super::{Datum, EvalError, Evaluator, ILL_SORTED, Outcome};
use crate::op::{Op, ReConst};
use crate::sort::{MAX_CHAR, Sort};
use crate::store::Term;
use crate::value::{Elements, Value, Word};
use base::{FxHashSet, Int};

impl Evaluator<'_> {
    pub(super) fn unit(&mut self, t: Term) -> Outcome {
        let element = self.value(self.terms.arg(t, 0))?;
        self.word_of_elements(&[element].into_iter().collect())
    }

    pub(super) fn nth(&mut self, t: Term) -> Outcome {
        let args = self.terms.args(t);
        let (s, i) = (self.word(args[0])?, self.int(args[1])?.clone());
        let sort = self.terms.sort(t);
        if let Some(&letter) = i.to_usize().and_then(|i| s.get(i)) {
            let element = self.letters.values.items()[letter as usize].clone();
            return self.model_value(&element, sort);
        }
        let key = (self.value(args[0])?, i);
        let model = self.model;
        match model.nth_outside.get(&key) {
            Some(value) => self.model_value(value, sort),
            None => self.default_of(sort),
        }
    }

    pub(super) fn select(&mut self, t: Term) -> Outcome {
        let args = self.terms.args(t);
        let &Datum::Predicate(p) = self.known(args[0])? else { return Err(ILL_SORTED) };
        let element = self.value(args[1])?;
        Ok(Datum::Plain(Value::Bool(self.holds_for(p, &element)?)))
    }

    pub(super) fn bound_value(&mut self, t: Term) -> Outcome {
        match self.bound.clone() {
            Some(value) => self.model_value(&value, self.terms.sort(t)),
            None => Err(EvalError::Unsupported("a variable that nothing binds")),
        }
    }

    /// The value that a word is, of a term of sort `sort`.
    pub(super) fn value_of_word(&mut self, sort: Sort, word: Word) -> Result<Value, EvalError> {
        let Sort::Seq(element) = sort else { return Ok(Value::Str(word)) };
        self.pay_for(word.len())?;
        let elements = self.letters.elements(self.terms.element_sort(element), &word);
        Ok(Value::Seq(element, elements))
    }

    /// The word of these elements.
    pub(super) fn word_of_elements(&mut self, elements: &Elements) -> Outcome {
        self.pay_for(elements.len())?;
        let word = self.letters.numbers(elements);
        if self.letters.values.len() > MAX_CHAR as usize {
            return Err(EvalError::TooLarge);
        }
        Ok(Datum::Text(Text::Flat(word)))
    }

    /// Whether the predicate `p`, a lambda, holds for `element`.
    ///
    /// # Errors
    /// See [`EvalError`].
    pub fn holds_for(&mut self, p: Term, element: &Value) -> Result<bool, EvalError> {
        self.budget.charge(1)?;
        let mut inner = Evaluator::new(self.terms, self.model, self.budget);
        inner.bound = Some(element.clone());
        inner.holds(self.terms.arg(p, 0))
    }

    /// The value of a predicate, which has to be closed.
    pub(super) fn closed_predicate(&self, p: Term) -> Result<Value, EvalError> {
        match self.terms.op(p) {
            Op::Lambda(element) if self.terms.is_ground(p) => Ok(Value::Predicate(element, p)),
            _ => Err(EvalError::Unsupported("a predicate with declared symbols as a value")),
        }
    }

    /// Whether two predicates hold for the same elements.
    pub(super) fn same_predicates(&mut self, a: Term, b: Term) -> Result<bool, EvalError> {
        if a == b {
            return Ok(true);
        }
        let Op::Lambda(element) = self.terms.op(a) else { return Err(ILL_SORTED) };
        let all: Vec<Value> = match self.terms.element_sort(element) {
            Sort::Bool => [false, true].map(Value::Bool).into(),
            // A fact: so many elements are tried one by one in less than a second.
            Sort::BitVec(width @ ..=16) => {
                (0..1_i64 << width).map(|n| Value::Bits(width, Int::from(n))).collect()
            }
            _ => return self.same_forms(a, b),
        };
        for element in &all {
            if self.holds_for(a, element)? != self.holds_for(b, element)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether two predicates differ only in parts that depend on no element and have the same value. Others may be the same
    /// predicate, too, which is not decided.
    fn same_forms(&self, a: Term, b: Term) -> Result<bool, EvalError> {
        let depends = self.parts_that_depend_on_an_element(&[a, b]);
        let (mut seen, mut stack) = (FxHashSet::default(), vec![(a, b)]);
        while let Some((a, b)) = stack.pop() {
            if a == b || !seen.insert((a, b)) {
                continue;
            }
            self.budget.charge(1)?;
            let (s, t) = (self.terms.args(a), self.terms.args(b));
            let is_same = if depends.contains(&a) {
                stack.extend(s.iter().copied().zip(t.iter().copied()));
                self.terms.op(a) == self.terms.op(b) && s.len() == t.len()
            } else {
                let value = |t| Evaluator::new(self.terms, self.model, self.budget).eval(t);
                !depends.contains(&b) && value(a)? == value(b)?
            };
            if !is_same {
                return Err(EvalError::Unsupported("equality of predicates"));
            }
        }
        Ok(true)
    }

    fn parts_that_depend_on_an_element(&self, roots: &[Term]) -> FxHashSet<Term> {
        let mut depends = FxHashSet::default();
        for t in self.terms.post_order(roots) {
            let is_bound = matches!(self.terms.op(t), Op::Bound(_));
            if is_bound || self.terms.args(t).iter().any(|part| depends.contains(part)) {
                depends.insert(t);
            }
        }
        depends
    }

    /// Whether two regexes over elements have the same sequences.
    pub(super) fn same_languages(&mut self, a: Term, b: Term) -> Result<bool, EvalError> {
        if a == b {
            return Ok(true);
        }
        let decide = self.regex_equality;
        decide.and_then(|decide| decide(a, b)).ok_or(EvalError::Unsupported("equality of regexes"))
    }

    /// The regex over the numbers of the elements met so far that `root` is.
    pub(super) fn regex_of_letters(&mut self, root: Term) -> Result<RegexId, EvalError> {
        self.letters.renew();
        let mut stack = vec![(root, false)];
        while let Some((t, ready)) = stack.pop() {
            if self.letters.regex(t).is_some() {
                continue;
            }
            self.budget.charge(1)?;
            let parts = self.parts(t)?;
            if ready {
                let made = self.combine(t, &parts)?;
                self.letters.keep(t, made);
            } else {
                stack.push((t, true));
                stack.extend(parts.into_iter().map(|part| (part, false)));
            }
        }
        self.letters.regex(root).ok_or(EvalError::Unsupported("a regex that was not made"))
    }

    /// The regexes that `t` is made of.
    fn parts(&self, t: Term) -> Result<Vec<Term>, EvalError> {
        let args = self.terms.args(t);
        Ok(match self.terms.op(t) {
            Op::Ite if self.bool(args[0])? => vec![args[1]],
            Op::Ite => vec![args[2]],
            Op::StrToRe | Op::ReRange | Op::ReOfPred | Op::ReOver(..) => Vec::new(),
            Op::Apply(_) => match self.known(t)? {
                &Datum::Over(value) => vec![value],
                _ => return Err(ILL_SORTED),
            },
            _ => args.to_vec(),
        })
    }

    fn combine(&mut self, t: Term, parts: &[Term]) -> Result<RegexId, EvalError> {
        let args = self.terms.args(t);
        let parts: Vec<RegexId> = parts.iter().filter_map(|&r| self.letters.regex(r)).collect();
        Ok(match self.terms.op(t) {
            Op::Ite | Op::Apply(_) => parts[0],
            Op::StrToRe => {
                let word = self.word(args[0])?;
                self.regexes.lit(word)
            }
            Op::ReOver(ReConst::None, _) => self.regexes.none(),
            Op::ReOver(ReConst::All, _) => self.regexes.all(),
            Op::ReOver(ReConst::AllChar, _) => self.regexes.class(Class::range(0, MAX_CHAR)),
            Op::ReRange => self.range_of_letters(args[0], args[1])?,
            Op::ReOfPred => self.letters_of(args[0])?,
            op => {
                let made = self.regexes.apply(op, &parts);
                made.ok_or(EvalError::Unsupported("an unknown operator"))?
            }
        })
    }

    /// `re.range`: bit-vectors are ordered as numbers.
    fn range_of_letters(&mut self, lo: Term, hi: Term) -> Result<RegexId, EvalError> {
        let (lo, hi) = (self.word(lo)?, self.word(hi)?);
        let values = self.letters.values.items();
        let bits = |word: &Word| match word[..] {
            [c] => match &values[c as usize] {
                Value::Bits(width, n) => Some((*width, n.clone())),
                _ => None,
            },
            _ => None,
        };
        let (Some((width, lo)), Some((_, hi))) = (bits(&lo), bits(&hi)) else {
            return Ok(self.regexes.none());
        };
        let within =
            |v: &Value| matches!(v, Value::Bits(w, n) if *w == width && lo <= *n && *n <= hi);
        let numbers: Vec<u32> =
            (0..).zip(values).filter(|(_, v)| within(v)).map(|(c, _)| c).collect();
        Ok(self.class_of(numbers))
    }

    /// The elements that the evaluated predicate `p` holds for.
    fn letters_of(&mut self, p: Term) -> Result<RegexId, EvalError> {
        let &Datum::Predicate(p) = self.known(p)? else { return Err(ILL_SORTED) };
        let Op::Lambda(element) = self.terms.op(p) else { return Err(ILL_SORTED) };
        let sort = self.terms.element_sort(element);
        let mut numbers = Vec::new();
        for c in 0..self.letters.values.len() {
            let value = self.letters.values.items()[c].clone();
            if value.sort() == sort && self.holds_for(p, &value)? {
                numbers.push(base::id32(c));
            }
        }
        Ok(self.class_of(numbers))
    }

    fn class_of(&mut self, numbers: impl IntoIterator<Item = u32>) -> RegexId {
        let singles: Vec<Class> = numbers.into_iter().map(|c| Class::range(c, c)).collect();
        self.regexes.class(Class::union(&singles))
    }
}
