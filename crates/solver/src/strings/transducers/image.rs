//! Which words a function can have as values.
//!
//! The result of escaping has no `<`, whatever was escaped. Where such a result meets strings that are not functions of the
//! root, as part of a word equation, the equation's procedure must know; a membership tells it. For functions of
//! single letters the image of all words is exact and small: any number of words that letters become.

use super::Component;
use crate::engine::Engine;
use crate::theory::inference::InferenceId;
use automata::network::Image;
use terms::sort::MAX_CHAR;
use terms::{Op, Term, Terms};

impl Component {
    /// Learns the images of observed values; returns whether one is new.
    pub(super) fn learn_images(&self, engine: &mut Engine<'_>) -> bool {
        let mut any = false;
        for &(output, t) in &self.observed {
            let Some(image) = self.network.image(output) else { continue };
            let terms = &mut *engine.res.terms;
            // That a constant is a value is demanded of the root, and says more.
            if terms.op(t).is_const() {
                continue;
            }
            let language = language(terms, &image);
            let member = terms.in_re(t, language);
            if engine.strings.transducers.is_new_image(member) {
                let id = InferenceId::TransducersImage;
                engine.out.lemma(engine.res.terms, id, &self.definitions, member);
                any = true;
            }
        }
        any
    }
}

/// The regex for an image.
pub(crate) fn language(terms: &mut Terms, image: &Image) -> Term {
    let mut choices = Vec::new();
    let mut from = 0;
    for (c, word) in &image.letters {
        debug_assert!(*c >= from, "the letters of an image are not in order");
        choices.extend(c.checked_sub(1).and_then(|last| range(terms, from, last)));
        choices.push(literal(terms, word));
        from = c + 1;
    }
    choices.extend(range(terms, from, MAX_CHAR));
    let letter = match choices[..] {
        [only] => only,
        _ => terms.mk(Op::ReUnion, &choices),
    };
    let letters = terms.mk(Op::ReStar, &[letter]);
    let (before, after) = (literal(terms, &image.before), literal(terms, &image.after));
    terms.mk(Op::ReConcat, &[before, letters, after])
}

fn literal(terms: &mut Terms, word: &[u32]) -> Term {
    let word = terms.string(word);
    terms.mk(Op::StrToRe, &[word])
}

/// The letters from `lo` to `hi`, if there are any.
fn range(terms: &mut Terms, lo: u32, hi: u32) -> Option<Term> {
    if lo > hi {
        return None;
    }
    let ends = [terms.string(&[lo]), terms.string(&[hi])];
    Some(terms.mk(Op::ReRange, &ends))
}
