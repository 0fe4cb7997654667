//! Sequences other than strings become strings before they are solved.
//!
//! The procedures know one kind of words: strings. So preprocessing maps the elements of a sequence to characters, one to one, and
//! every function of sequences to that of strings which does the same with characters; all functions but `seq.unit`, `seq.nth` and
//! regexes over predicates commute with such a map. A problem over several sorts of sequences is then one over strings, bit-vectors,
//! integers and declared functions, and the equalities between elements and characters are decided where all theories meet.
//! (The format: Bjorner, Ganesh, Michel, Veanes, "An SMT-LIB format for sequences and regular expressions", 2012. The
//! other way is a second kind of words throughout the procedures and rewriting, with letters that are terms; then every rule
//! about characters needs a condition, and all of them would have to be found right again.)
//!
//! * [`plan`]: what the problem asks of its sequences.
//! * [`letters`]: the character of an element. Bit-vectors of at most 17 bits and Booleans are characters themselves; for others,
//!   a function to characters and one back are declared, whose composition is the identity on all terms that occur.
//! * [`lower`]: the image of a term, and what has to hold of it.
//! * [`predicates`]: sets of elements as sets of characters, and [`minterms`] for elements that are no characters.
//! * [`vectors`]: sequences that are only read and written become arrays instead.
//! * [`raise`]: a model of the image as one of the original, which the judge evaluates as it was written.
//!
//! **Invariant:** a model of the original gives one of the image, so the image is only refuted if the original has no
//! model. The other direction is not relied upon: the judge looks at the original.

mod definitions;
mod letters;
mod lower;
mod minterms;
mod plan;
mod predicates;
mod raise;
mod vectors;

pub(crate) use definitions::{closed, definitions};
pub(crate) use letters::{NARROW, is_narrow};
pub(crate) use predicates::characters;
pub(crate) use vectors::Arrays;

use crate::trace::Image;
use base::{FxHashMap, FxHashSet, IndexSet};
use terms::{Element, Fun, Term, Terms};

/// The images of terms and functions.
#[derive(Debug, Default)]
pub struct Sequences {
    /// The image of each subterm of what was lowered.
    images: FxHashMap<Term, Term>,
    /// Terms for elements that are known by their images only.
    originals: FxHashMap<(Element, Term), Term>,
    /// What holds of the image of a term, for those where something has to be said.
    facts: FxHashMap<Term, Vec<Term>>,
    /// The images of declared functions and constants with sequences among their arguments or as values.
    functions: FxHashMap<Fun, Fun>,
    alphabets: FxHashMap<Element, Alphabet>,
    /// The declared languages that predicates with unknowns are.
    unknown: FxHashMap<Term, Element>,
    plan: plan::Plan,
    /// How often the plan has changed since there were images.
    generation: u64,
    /// The sorts of sequences that are no words.
    vectors: FxHashMap<Element, vectors::Vectors>,
    /// The indices at which vectors differ.
    witnesses: Vec<(Fun, Term, Term)>,
}

/// How the elements of one sort are characters.
#[derive(Debug, Default)]
struct Alphabet {
    /// From elements to words of one character.
    code: Option<Fun>,
    /// And back.
    element: Option<Fun>,
    /// The element at an index of a sequence.
    nth: Option<Fun>,
    /// The constants that have a character for good, if there are no minterms: that with their number.
    constants: IndexSet<Term>,
    minterms: Option<minterms::Minterms>,
    /// Images of elements and their characters, with the terms in whose images they occur.
    letters: Vec<(Term, Term, Term)>,
    /// Predicates with their languages of characters, and the terms in whose images they occur.
    predicates: Vec<(Term, Term, Term)>,
}

impl Sequences {
    /// Forgets all terms.
    pub(crate) fn forget(&mut self) {
        *self = Sequences { generation: self.generation + 1, ..Sequences::default() };
    }

    /// The declared functions in images, and what they are.
    pub(crate) fn functions(&self, terms: &Terms) -> impl Iterator<Item = (Fun, Image)> {
        let own = self.functions.iter().map(|(&f, &image)| (image, Image::Function(f)));
        let of_elements = self.alphabets.iter().flat_map(|(&element, alphabet)| {
            let sort = terms.element_sort(element);
            let pairs = [
                (alphabet.nth, Image::Nth(sort)),
                (alphabet.code, Image::Letter(sort)),
                (alphabet.element, Image::Element(sort)),
            ];
            pairs.into_iter().filter_map(|(fun, image)| Some((fun?, image)))
        });
        let of_vectors = self.vectors.iter().flat_map(|(&e, v)| v.functions(terms.element_sort(e)));
        let indices = self.witnesses.iter().map(|&(f, a, b)| (f, Image::Difference(a, b)));
        own.chain(of_elements).chain(of_vectors).chain(indices)
    }

    /// The image of a term that was lowered.
    pub(crate) fn image(&self, t: Term) -> Option<Term> {
        self.images.get(&t).copied()
    }

    /// What holds of the images of the subterms that are listed.
    fn facts_of(&self, subterms: &[Term]) -> Vec<Term> {
        let mut seen = FxHashSet::default();
        let facts = subterms.iter().filter_map(|t| self.facts.get(t)).flatten();
        facts.copied().filter(|&fact| seen.insert(fact)).collect()
    }
}
