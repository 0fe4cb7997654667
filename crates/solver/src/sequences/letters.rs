//! The characters of elements.

use super::{Alphabet, Sequences};
use base::{Budget, Int};
use terms::op::BitOp;
use terms::sort::MAX_CHAR;
use terms::{Element, Fun, Op, Sort, Term, Terms};

/// A fact: bit-vectors of so many bits are fewer than characters.
pub(crate) const NARROW: u32 = 17;

/// Elements that are characters themselves: how many there are.
pub(super) fn size(terms: &Terms, element: Element) -> Option<u32> {
    match terms.element_sort(element) {
        Sort::Bool => Some(2),
        Sort::BitVec(width @ ..=NARROW) => Some(1 << width),
        _ => None,
    }
}

/// Whether elements are characters themselves.
pub(crate) fn is_narrow(terms: &Terms, element: Element) -> bool {
    size(terms, element).is_some()
}

/// Elements of a sort that has only so many of them, and that are no characters themselves.
pub(super) fn limit(terms: &Terms, element: Element) -> Option<u32> {
    match terms.element_sort(element) {
        Sort::Uninterpreted(sort) => terms.sort_limit(sort),
        _ => None,
    }
}

/// The character of a constant that is one itself.
fn own_character(terms: &Terms, t: Term) -> Option<u32> {
    match terms.bool_value(t) {
        Some(b) => Some(b.into()),
        None => u32::try_from(terms.bits_value(t)?.to_i64()?).ok(),
    }
}

/// The sort of the image of a term of sort `sort` that is no vector.
pub(super) fn image_sort(sort: Sort) -> Sort {
    match sort {
        Sort::Seq(_) => Sort::String,
        Sort::RegEx(_) | Sort::Predicate(_) => Sort::RegLan,
        sort => sort,
    }
}

impl Sequences {
    /// How many characters stand for elements, if not all do.
    fn size(&self, terms: &Terms, element: Element) -> Option<u32> {
        let minterms = self.alphabets.get(&element).and_then(|alphabet| alphabet.minterms.as_ref());
        match minterms.map(|minterms| minterms.all().end) {
            Some(end) => (end <= MAX_CHAR).then_some(end),
            None => size(terms, element).or_else(|| limit(terms, element)),
        }
    }

    /// All characters of an alphabet, as a language of words of length one.
    pub(super) fn any_letter(&self, terms: &mut Terms, element: Element) -> Term {
        match self.size(terms, element) {
            Some(0) => terms.mk(Op::ReNone, &[]),
            Some(size) => {
                let ends = [0, size - 1].map(|c| terms.string(&[c]));
                terms.mk(Op::ReRange, &ends)
            }
            None => terms.mk(Op::ReAllChar, &[]),
        }
    }

    /// All words of an alphabet.
    pub(super) fn any_word(&self, terms: &mut Terms, element: Element) -> Term {
        match self.size(terms, element) {
            Some(_) => {
                let letter = self.any_letter(terms, element);
                terms.mk(Op::ReStar, &[letter])
            }
            None => terms.mk(Op::ReAll, &[]),
        }
    }

    /// That the string `s` is a word of the alphabet, if not all strings are.
    pub(super) fn is_word(&self, terms: &mut Terms, element: Element, s: Term) -> Option<Term> {
        self.size(terms, element)?;
        debug_assert!(terms.sort(s) == Sort::String, "the image of a sequence is no string");
        let words = self.any_word(terms, element);
        Some(terms.in_re(s, words))
    }
}

impl Sequences {
    /// The string of one character that stands for `a`, the image of an element, and what holds of it. It is part of the
    /// image of `owner`.
    pub(super) fn letter(
        &mut self,
        terms: &mut Terms,
        (owner, element): (Term, Element),
        a: Term,
        budget: &Budget,
    ) -> (Term, Vec<Term>) {
        let (letter, facts) = self.letter_of(terms, element, a, budget);
        self.alphabets.entry(element).or_default().letters.push((owner, a, letter));
        (letter, facts)
    }

    pub(super) fn letter_of(
        &mut self,
        terms: &mut Terms,
        element: Element,
        a: Term,
        budget: &Budget,
    ) -> (Term, Vec<Term>) {
        debug_assert!(
            terms.sort(a) == image_sort(terms.element_sort(element)),
            "the image of an element has another sort"
        );
        if terms.element_sort(element) == Sort::Bool {
            let [no, yes] = [0, 1].map(|c| terms.string(&[c]));
            let letter = terms.bool_value(a).map(|b| if b { yes } else { no });
            return (letter.unwrap_or_else(|| terms.ite(a, yes, no)), Vec::new());
        }
        if is_value(terms, a)
            && let Some(character) = self.character_of_constant(terms, element, a, budget)
        {
            return self.letter_of_constant(terms, element, a, character);
        }
        let (letter, back) = self.code(terms, element);
        let letter = terms.mk(Op::Apply(letter), &[a]);
        let again = terms.mk(Op::Apply(back), &[letter]);
        let (length, one) = (terms.len_of(letter), terms.int(1));
        let mut facts = vec![terms.eq(length, one), terms.eq(again, a)];
        if size(terms, element).is_some() {
            let character = terms.mk(Op::StrToCode, &[letter]);
            let number = terms.mk(Op::Bits(BitOp::ToInt), &[a]);
            facts.push(terms.eq(character, number));
        } else if self.size(terms, element).is_some() {
            let letters = self.any_letter(terms, element);
            facts.push(terms.in_re(letter, letters));
        }
        (letter, facts)
    }

    /// Constants that are no characters have those of their minterm, in the order in which they are met.
    fn character_of_constant(
        &mut self,
        terms: &mut Terms,
        element: Element,
        a: Term,
        budget: &Budget,
    ) -> Option<u32> {
        if size(terms, element).is_some() {
            return own_character(terms, a);
        }
        let alphabet = self.alphabets.entry(element).or_default();
        match &mut alphabet.minterms {
            // The image of an element that is a sequence is none that predicates are about.
            Some(_) if terms.sort(a) != terms.element_sort(element) => None,
            Some(minterms) => minterms.character(terms, a, budget),
            None => Some(alphabet.constants.insert(a).0),
        }
    }

    fn letter_of_constant(
        &mut self,
        terms: &mut Terms,
        element: Element,
        a: Term,
        character: u32,
    ) -> (Term, Vec<Term>) {
        let (code, back) = self.code(terms, element);
        debug_assert!(
            self.size(terms, element).is_none_or(|size| character < size),
            "a constant has a character outside of its alphabet"
        );
        let letter = terms.string(&[character]);
        if size(terms, element).is_some() {
            // Of narrow elements the code is the value.
            return (letter, Vec::new());
        }
        let again = terms.mk(Op::Apply(back), &[letter]);
        // A term with this value has the same character.
        let coded = terms.mk(Op::Apply(code), &[a]);
        (letter, vec![terms.eq(again, a), terms.eq(coded, letter)])
    }

    /// The functions between elements and characters.
    pub(super) fn code(&mut self, terms: &mut Terms, element: Element) -> (Fun, Fun) {
        let sort = image_sort(terms.element_sort(element));
        let Alphabet { code, element, .. } = self.alphabets.entry(element).or_default();
        let mut declare = |fun: &mut Option<Fun>, name, param, ret| {
            *fun.get_or_insert_with(|| terms.fresh_function(name, &[param], ret))
        };
        (
            declare(code, "letter", sort, Sort::String),
            declare(element, "element", Sort::String, sort),
        )
    }

    /// The functions that elements at an index are, for those elements that are bit-vectors and characters themselves.
    pub(crate) fn reads_of_bits(&self, terms: &Terms) -> Vec<Fun> {
        let reads = |(&element, alphabet): (&Element, &Alphabet)| {
            let are_bits = matches!(terms.element_sort(element), Sort::BitVec(..=NARROW));
            // A vector is no string, and has no letters.
            let is_of_string = |nth: &Fun| terms.fun(*nth).params.first() == Some(&Sort::String);
            alphabet.nth.filter(|nth| are_bits && is_of_string(nth))
        };
        let mut reads: Vec<Fun> = self.alphabets.iter().filter_map(reads).collect();
        base::order::sort(&mut reads);
        reads
    }

    /// The function that the element at an index is, of the image of a sequence and a number.
    pub(super) fn nth(&mut self, terms: &mut Terms, element: Element) -> Fun {
        let sort = image_sort(terms.element_sort(element));
        let sequence = self.image_sort(terms, Sort::Seq(element));
        let nth = &mut self.alphabets.entry(element).or_default().nth;
        *nth.get_or_insert_with(|| terms.fresh_function("nth", &[sequence, Sort::Int], sort))
    }
}

/// Whether different terms of this kind have different values.
fn is_value(terms: &Terms, a: Term) -> bool {
    match terms.op(a) {
        // What mentions such an application says that others have other values.
        Op::Apply(f) if terms.fun(f).injective => {
            terms.args(a).iter().all(|&arg| terms.op(arg).is_const())
        }
        op => op.is_const(),
    }
}

/// The number of an element that is a character itself, as the image of its sort.
pub(super) fn of_character(sort: Sort, character: u32) -> Option<terms::value::Value> {
    use terms::value::Value;
    match sort {
        Sort::Bool => Some(Value::Bool(character == 1)),
        Sort::BitVec(width @ ..=NARROW) if character >> width == 0 => {
            Some(Value::Bits(width, Int::from(i64::from(character))))
        }
        _ => None,
    }
}
