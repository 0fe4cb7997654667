//! The characters a string term can be made of.

use crate::parts::string_parts;
use base::FxHashSet;
use terms::op::Letters;
use terms::{Term, Terms};

/// A finite set of characters.
#[derive(Clone, Debug, Default)]
pub struct Alphabet(FxHashSet<u32>);

impl Alphabet {
    /// Whether `c` can occur.
    pub fn contains(&self, c: u32) -> bool {
        self.0.contains(&c)
    }

    /// Whether nothing can occur in both.
    pub fn is_disjoint(&self, other: &Alphabet) -> bool {
        self.0.is_disjoint(&other.0)
    }
}

/// All characters that any value of `s` can have; `None` if there is no small bound.
pub fn alphabet(terms: &Terms, s: Term) -> Option<Alphabet> {
    let mut letters = Alphabet::default();
    let (mut stack, mut words) = (vec![s], FxHashSet::default());
    for _ in 0..terms.effort().alphabet_terms {
        let Some(s) = stack.pop() else { return Some(letters) };
        if let Some(word) = terms.str_value(s) {
            // A long one may be there many times.
            if words.insert(s) {
                letters.0.extend(word);
            }
            continue;
        }
        match terms.op(s).row().letters {
            Letters::Any => return None,
            Letters::Of(which) => stack.extend(which.iter().map(|&i| terms.arg(s, i))),
            Letters::OfAll => stack.extend_from_slice(terms.args(s)),
            Letters::Digits => letters.0.extend(0x30..=0x39),
        }
    }
    None
}

/// Whether a constant among the parts of `t` has a character that `s` cannot have.
pub(crate) fn lacks_letter(terms: &Terms, s: Term, t: Term) -> bool {
    let parts = string_parts(terms, t);
    let words: Vec<&[u32]> = parts.iter().filter_map(|&p| terms.str_value(p)).collect();
    let lacks = |letters: &Alphabet| words.iter().copied().flatten().any(|&c| !letters.contains(c));
    !words.is_empty() && alphabet(terms, s).as_ref().is_some_and(lacks)
}
