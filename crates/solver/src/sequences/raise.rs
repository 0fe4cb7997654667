//! A model of the image as a model of the original.
//!
//! A character is the element that the function back from characters has for it. A character that no term names stands for
//! an element that differs from all others: the image says nothing of it but that.

use super::Sequences;
use super::definitions::{closed, constant, definitions, inlined};
use super::letters::{of_character, size};
use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted};
use std::collections::BTreeSet;
use std::iter::repeat_n;
use terms::eval::Evaluator;
use terms::model::{FunValue, Model};
use terms::op::ReConst;
use terms::sort::MAX_CHAR;
use terms::value::{Elements, Value, Word};
use terms::{Element, Fun, Op, Sort, Term, Terms};

/// A fact: so many elements are told apart by 8 bits.
const BYTES: u32 = 1 << 8;

/// What elements characters are.
struct Raiser<'r> {
    sequences: &'r Sequences,
    terms: &'r mut Terms,
    model: &'r Model,
    budget: &'r Budget,
    known: FxHashMap<(Element, u32), Value>,
    /// Elements of which it is known what characters terms name.
    named: FxHashSet<Element>,
    /// Values that are taken.
    taken: FxHashMap<Element, FxHashSet<Value>>,
    /// The first value that is not known to be taken.
    next: FxHashMap<Element, usize>,
    /// The images of vectors of negative length: no relevant literal is about them.
    unasked: FxHashSet<Value>,
    /// Why something has no value, if so.
    missing: Option<&'static str>,
}

impl Sequences {
    /// Gives the declared functions of the original their values; `assertions` are the original.
    ///
    /// What has no value, if something has none: a vector with more elements than a limit, a character beyond those that an
    /// element is found for.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(crate) fn raise(
        &self,
        terms: &mut Terms,
        model: &mut Model,
        assertions: &[Term],
        budget: &Budget,
    ) -> Result<Option<&'static str>, Interrupted> {
        if self.functions.is_empty() && self.alphabets.is_empty() {
            return Ok(None);
        }
        let mut raiser = Raiser {
            sequences: self,
            terms,
            model,
            unasked: self.unasked(model),
            known: FxHashMap::default(),
            named: FxHashSet::default(),
            taken: FxHashMap::default(),
            next: FxHashMap::default(),
            budget,
            missing: None,
        };
        let mut constants: Vec<(Fun, Value)> = Vec::new();
        let mut functions: Vec<(Fun, FunValue)> = Vec::new();
        let mut originals: Vec<(Fun, Fun)> =
            self.functions.iter().map(|(&f, &image)| (f, image)).collect();
        base::order::sort(&mut originals);
        for (f, image) in originals {
            let decl = raiser.terms.fun(f).clone();
            if let Sort::Predicate(element) = decl.ret {
                constants.extend(raiser.predicate(element, image).map(|v| (f, v)));
            } else if decl.params.is_empty() {
                let value = raiser.model.get(image).cloned();
                constants.extend(value.and_then(|v| raiser.value(decl.ret, &v)).map(|v| (f, v)));
            } else if let Some(table) = raiser.model.get_fun(image).cloned() {
                functions
                    .extend(raiser.table(&decl.params, decl.ret, &table).map(|table| (f, table)));
            }
        }
        let outside = raiser.outside();
        let missing = raiser.missing;
        constants.into_iter().for_each(|(f, value)| model.set(f, value));
        functions.into_iter().for_each(|(f, table)| model.set_fun(f, table));
        model.nth_outside = outside;
        let definitions = definitions(terms, assertions);
        for &(f, lambda) in &definitions {
            let lambda = inlined(terms, &definitions, lambda, budget)?;
            let closed = closed(terms, model, lambda, budget);
            if let (Sort::Predicate(element), Some(lambda)) = (terms.fun(f).ret, closed) {
                model.set(f, Value::Predicate(element, lambda));
            }
        }
        budget.stopped().map_or(Ok(missing), Err)
    }
}

impl Sequences {
    /// The images of vectors of negative length.
    fn unasked(&self, model: &Model) -> FxHashSet<Value> {
        let mut unasked = FxHashSet::default();
        for vectors in self.vectors.values() {
            let lengths = model.get_fun(vectors.arrays.length).map_or(&[][..], |f| &f.entries);
            for (args, length) in lengths {
                if matches!(length, Value::Int(n) if n.is_negative()) {
                    unasked.insert(args[0].clone());
                }
            }
        }
        unasked
    }

    /// Gives `seq.nth` outside of sequences, where no term asks for it, the value that the judge takes there: a constant that
    /// preprocessing eliminated is evaluated in the image, and must have the same value in the original.
    pub(crate) fn default_reads(&self, terms: &Terms, model: &mut Model) {
        for nth in self.alphabets.values().filter_map(|alphabet| alphabet.nth) {
            let default = Value::default_of(terms.fun(nth).ret);
            if let (Some(table), Some(default)) = (model.get_fun(nth).cloned(), default) {
                debug_assert!(table.default.sort() == default.sort(), "a read of another sort");
                model.set_fun(nth, FunValue { default, ..table });
            }
        }
    }
}

/// The characters of all words in the model; `None` when the budget runs out.
fn characters(model: &Model, budget: &Budget) -> Option<BTreeSet<u32>> {
    let constants = model.constants().map(|(_, value)| value);
    let entries = model.functions().flat_map(|(_, table)| &table.entries);
    let in_tables = entries.flat_map(|(args, value)| args.iter().chain([value]));
    let mut found = BTreeSet::new();
    for word in constants.chain(in_tables).filter_map(Value::as_str) {
        budget.charge_ahead(1 + word.len() as u64 / 4).ok()?;
        found.extend(word.iter().copied());
    }
    Some(found)
}

impl Raiser<'_> {
    /// The value of sort `sort` whose image is `value`.
    fn value(&mut self, sort: Sort, value: &Value) -> Option<Value> {
        match (sort, value) {
            (Sort::Seq(element), Value::Str(word)) => {
                Some(Value::Seq(element, self.elements(element, word)?))
            }
            (Sort::Seq(element), Value::Elem(..)) => self.vector(element, value),
            (Sort::RegEx(element), &Value::Re(r)) => self.regex(element, r).map(Value::Re),
            (Sort::RegEx(_) | Sort::Predicate(_), _) => None,
            _ => Some(value.clone()),
        }
    }

    fn table(&mut self, params: &[Sort], ret: Sort, table: &FunValue) -> Option<FunValue> {
        let mut entries = Vec::new();
        debug_assert!(
            table.entries.iter().all(|(args, _)| args.len() == params.len()),
            "a table has another number of arguments"
        );
        for (args, value) in &table.entries {
            if !params.iter().zip(args).all(|(&sort, arg)| self.is_image(sort, arg)) {
                continue;
            }
            let args: Option<Vec<Value>> =
                params.iter().zip(args).map(|(&sort, v)| self.value(sort, v)).collect();
            entries.push((args?, self.value(ret, value)?));
        }
        Some(FunValue { entries, default: self.value(ret, &table.default)? })
    }

    /// Whether something of the sort has this image. A string that nothing matters of may have characters that are no elements, such a
    /// vector a negative length; it must not take the place of another in a table.
    fn is_image(&self, sort: Sort, image: &Value) -> bool {
        match (sort, image) {
            (Sort::Seq(element), Value::Str(word)) => {
                size(self.terms, element).is_none_or(|size| word.iter().all(|&c| c < size))
            }
            _ => !self.unasked.contains(image),
        }
    }

    /// The language of sequences whose image is the language `root` without unknowns. A range of characters that are no bit-vectors has
    /// no counterpart.
    fn regex(&mut self, element: Element, root: Term) -> Option<Term> {
        let mut images: FxHashMap<Term, Term> = FxHashMap::default();
        for t in self.terms.post_order(&[root]) {
            if self.terms.sort(t) != Sort::RegLan {
                continue;
            }
            let args = self.terms.args(t).to_vec();
            let image = match self.terms.op(t) {
                Op::StrToRe => {
                    let word = self.terms.str_value(args[0])?.to_vec();
                    let size = size(self.terms, element).unwrap_or(MAX_CHAR + 1);
                    if word.iter().any(|&c| c >= size) {
                        self.terms.mk(Op::ReOver(ReConst::None, element), &[])
                    } else {
                        let sequence = self.sequence(element, &word)?;
                        self.terms.mk(Op::StrToRe, &[sequence])
                    }
                }
                Op::ReRange => self.range(element, [args[0], args[1]])?,
                Op::ReNone => self.terms.mk(Op::ReOver(ReConst::None, element), &[]),
                Op::ReAll => self.terms.mk(Op::ReOver(ReConst::All, element), &[]),
                Op::ReAllChar => self.terms.mk(Op::ReOver(ReConst::AllChar, element), &[]),
                op => {
                    let args: Vec<Term> = args.iter().map(|a| images[a]).collect();
                    self.terms.mk(op, &args)
                }
            };
            images.insert(t, image);
        }
        Some(images[&root])
    }

    /// The elements whose characters are in a range.
    fn range(&mut self, element: Element, ends: [Term; 2]) -> Option<Term> {
        let words = ends.map(|end| self.terms.str_value(end).map(<[u32]>::to_vec));
        let (Some(&[lo]), Some(&[hi])) = (words[0].as_deref(), words[1].as_deref()) else {
            return Some(self.terms.mk(Op::ReOver(ReConst::None, element), &[]));
        };
        let Sort::BitVec(_) = self.terms.element_sort(element) else { return None };
        let last = size(self.terms, element)? - 1;
        if lo > hi || lo > last {
            return Some(self.terms.mk(Op::ReOver(ReConst::None, element), &[]));
        }
        let (lo, hi) = (self.sequence(element, &[lo])?, self.sequence(element, &[hi.min(last)])?);
        Some(self.terms.mk(Op::ReRange, &[lo, hi]))
    }

    /// The term for the sequence whose image is `word`.
    fn sequence(&mut self, element: Element, word: &[u32]) -> Option<Term> {
        let mut units = Vec::with_capacity(word.len());
        for &c in word {
            let value = self.element(element, c)?.to_term(self.terms)?;
            units.push(self.terms.mk(Op::SeqUnit(element), &[value]));
        }
        Some(match units[..] {
            [] => self.terms.mk(Op::SeqEmpty(element), &[]),
            [unit] => unit,
            _ => self.terms.mk(Op::StrConcat, &units),
        })
    }

    /// The sequence that a vector is: what was read of it, and anything elsewhere.
    fn vector(&mut self, element: Element, image: &Value) -> Option<Value> {
        let vectors = self.sequences.vectors.get(&element)?;
        let lengths = self.model.get_fun(vectors.arrays.length).map_or(&[][..], |f| &f.entries);
        let known = lengths.iter().find(|(args, _)| args[0] == *image);
        let none = Value::Int(Int::from(0));
        let Value::Int(length) = known.map_or(&none, |(_, n)| n) else { return None };
        let length = if length.is_negative() { Some(0) } else { length.to_usize() };
        let longest = self.budget.tunables().check.longest_filler;
        let Some(length) = length.filter(|&n| n <= longest) else {
            self.missing = Some("a vector too long to be written");
            return None;
        };
        let sort = self.terms.element_sort(element);
        self.pay_for(length)?;
        let mut elements = vec![Value::default_of(sort)?; length];
        let read =
            self.model.get_fun(vectors.arrays.read).map_or(Vec::new(), |f| f.entries.clone());
        // The first entry counts.
        for (args, value) in read.iter().rev() {
            self.budget.charge(1).ok()?;
            let [vector, Value::Int(i)] = &args[..] else { continue };
            let position = i.to_i64().and_then(|i| usize::try_from(i).ok());
            if let (true, Some(place)) =
                (vector == image, position.and_then(|i| elements.get_mut(i)))
            {
                *place = value.clone();
            }
        }
        let elements: Option<Elements> = elements.iter().map(|v| self.value(sort, v)).collect();
        Some(Value::Seq(element, elements?))
    }

    /// The characters that a predicate may hold for: all where they are few, else those that occur in the model, in words or as
    /// letters of elements.
    fn candidates(&mut self, element: Element) -> Option<BTreeSet<u32>> {
        if let Some(few) = size(self.terms, element).filter(|&size| size <= BYTES) {
            return Some((0..few).collect());
        }
        let mut candidates = characters(self.model, self.budget)?;
        let letters = self.sequences.alphabets.get(&element).map_or(&[][..], |a| &a.letters);
        let mut evaluator = Evaluator::new(self.terms, self.model, self.budget);
        for &(_, _, letter) in letters {
            if let Ok(Value::Str(word)) = evaluator.eval(letter) {
                candidates.extend(word.iter().copied());
            }
        }
        Some(candidates)
    }

    /// The set of elements whose image is the value of `language`, among the candidates: it has no others. Where not all elements are
    /// candidates, a model that the judge does not accept for that reason is no mistake.
    fn predicate(&mut self, element: Element, language: Fun) -> Option<Value> {
        debug_assert!(
            self.terms.fun(language).ret == Sort::RegLan,
            "a predicate whose image is no language"
        );
        let bound = self.terms.mk(Op::Bound(element), &[]);
        let mut members = Vec::new();
        if let Some(&Value::Re(language)) = self.model.get(language) {
            if size(self.terms, element).is_none_or(|size| size > BYTES) {
                self.missing.get_or_insert("a predicate that more elements may be in");
            }
            for c in self.candidates(element)? {
                let word = self.terms.string(&[c]);
                let member = self.terms.in_re(word, language);
                let holds =
                    Evaluator::new(self.terms, self.model, self.budget).eval(member).ok()?;
                if holds == Value::Bool(true)
                    && let Some(value) = self.element(element, c)
                {
                    let value = constant(self.terms, &value)?;
                    members.push(self.terms.eq(bound, value));
                }
            }
        }
        let body = self.terms.or(&members);
        Some(Value::Predicate(element, self.terms.mk(Op::Lambda(element), &[body])))
    }

    /// What `seq.nth` is outside of sequences.
    fn outside(&mut self) -> FxHashMap<(Value, Int), Value> {
        let mut outside = FxHashMap::default();
        let mut elements: Vec<(Element, Fun)> = self
            .sequences
            .alphabets
            .iter()
            .filter_map(|(&element, alphabet)| Some((element, alphabet.nth?)))
            .collect();
        base::order::sort(&mut elements);
        for (element, nth) in elements {
            let sort = self.terms.element_sort(element);
            let entries = self.model.get_fun(nth).map(|f| f.entries.clone()).unwrap_or_default();
            for (args, value) in entries {
                let [s, Value::Int(i)] = &args[..] else { continue };
                if !self.is_image(Sort::Seq(element), s) {
                    continue;
                }
                let s = self.value(Sort::Seq(element), s);
                if let (Some(s), Some(value)) = (s, self.value(sort, &value)) {
                    outside.entry((s, i.clone())).or_insert(value);
                }
            }
        }
        outside
    }

    /// The elements that the characters of a word are. Narrow ones have the numbers of their characters.
    fn elements(&mut self, element: Element, word: &Word) -> Option<Elements> {
        self.budget.charge_ahead(1 + word.len() as u64 / 16).ok()?;
        if size(self.terms, element).is_some_and(|size| word.iter().all(|&c| c < size)) {
            return Elements::of_numbers(self.terms.element_sort(element), word.clone());
        }
        self.pay_for(word.len())?;
        word.iter().map(|&c| self.element(element, c)).collect()
    }

    /// Charges for so many elements, before they are written. What ends the check is looked at when all values are made.
    fn pay_for(&self, elements: usize) -> Option<()> {
        let n = elements as u64;
        self.budget.charge_ahead(1 + n / 4).ok()?;
        self.budget.reserve(n * size_of::<Value>() as u64).ok()
    }

    /// The element that a character is.
    fn element(&mut self, element: Element, character: u32) -> Option<Value> {
        let sort = self.terms.element_sort(element);
        if let Some(value) = of_character(sort, character) {
            return Some(value);
        }
        if self.named.insert(element) {
            self.enter_names(element);
        }
        if let Some(value) = self.known.get(&(element, character)) {
            return Some(value.clone());
        }
        let Some(value) = self.fresh(element, sort, character) else {
            self.missing = Some("no further element found");
            return None;
        };
        debug_assert!(value.sort() == sort, "an element of another sort");
        self.taken.entry(element).or_default().insert(value.clone());
        self.known.insert((element, character), value.clone());
        Some(value)
    }

    /// Enters the characters that terms name, as the elements that they are; of two for one character the first counts. A term that no
    /// relevant literal is about may name any.
    fn enter_names(&mut self, element: Element) {
        let sort = self.terms.element_sort(element);
        let back = self.sequences.alphabets.get(&element).and_then(|alphabet| alphabet.element);
        let entries = back.and_then(|f| self.model.get_fun(f)).map(|f| f.entries.clone());
        for (args, value) in entries.unwrap_or_default() {
            let Some(&[c]) = args[0].as_str().map(|word| &word[..]) else { continue };
            if let Some(value) = self.value(sort, &value)
                && self.may_be(element, c, &value)
            {
                self.taken.entry(element).or_default().insert(value.clone());
                self.known.entry((element, c)).or_insert(value);
            }
        }
    }

    fn may_be(&mut self, element: Element, character: u32, value: &Value) -> bool {
        let minterms = self.sequences.alphabets.get(&element).and_then(|a| a.minterms.as_ref());
        minterms.is_none_or(|minterms| minterms.admits(self.terms, character, value, self.budget))
    }

    /// A value for a character that is not taken.
    fn fresh(&mut self, element: Element, sort: Sort, character: u32) -> Option<Value> {
        let taken = self.taken.entry(element).or_default();
        let alphabet = self.sequences.alphabets.get(&element);
        if let Some(minterms) = alphabet.and_then(|alphabet| alphabet.minterms.as_ref()) {
            return minterms.element(self.terms, character, taken, self.budget);
        }
        let candidate = |n: usize| -> Option<Value> {
            Some(match sort {
                Sort::Int => Value::Int(Int::from(n as u64)),
                Sort::String => Value::Str(vec![u32::from(b'A'); n].into()),
                Sort::BitVec(width) => Value::Bits(width, Int::from(n as u64)),
                Sort::Uninterpreted(s) => Value::Elem(s, u32::try_from(n).ok()?),
                Sort::Seq(inner) => {
                    let filler = Value::default_of(self.terms.element_sort(inner))?;
                    Value::Seq(inner, repeat_n(filler, n).collect())
                }
                Sort::Bool | Sort::RegLan | Sort::RegEx(_) | Sort::Predicate(_) => return None,
            })
        };
        // Of one more value than are taken, one is free; and what is taken stays so.
        let next = self.next.entry(element).or_default();
        for n in *next..=taken.len() {
            self.budget.charge_ahead(1 + n as u64 / 4).ok()?;
            self.budget.reserve((n * size_of::<Value>()) as u64).ok()?;
            *next = n + 1;
            if let Some(value) = candidate(n).filter(|v| !taken.contains(v)) {
                return Some(value);
            }
        }
        None
    }
}
