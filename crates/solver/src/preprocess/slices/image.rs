//! What terms are if a string is a slice of another one.

use super::slice::{Slice, more_than_length};
use crate::engine::Resources;
use base::{FxHashMap, Interrupted};
use terms::{Op, Sort, Term, Terms};

/// The images of terms, by what one string is.
pub(super) struct Image {
    /// The terms that are slices, also of the slice.
    slices: FxHashMap<Term, Slice>,
    images: FxHashMap<Term, Term>,
}

impl Image {
    /// If `read` is `slice`.
    pub fn new(terms: &mut Terms, read: Term, slice: Slice) -> Image {
        let (slices, images) = ([(read, slice)], [(read, slice.term(terms))]);
        Image { slices: slices.into_iter().collect(), images: images.into_iter().collect() }
    }

    /// What `t` is.
    pub fn of(&mut self, res: &mut Resources<'_>, t: Term) -> Result<Term, Interrupted> {
        let Resources { terms, budget, .. } = res;
        let is_known = |t: Term| self.images.contains_key(&t);
        let order = terms.post_order_unless_within(&[t], is_known, budget)?;
        for t in order {
            budget.charge(4)?;
            let image = if let Some(slice) = self.cut(terms, t) {
                self.slices.insert(t, slice);
                slice.term(terms)
            } else if let Some(image) = self.question(terms, t) {
                image
            } else {
                let args = terms.args(t).to_vec();
                let images: Vec<Term> = args.iter().map(|a| self.images[a]).collect();
                if images == args { t } else { terms.mk(terms.op(t), &images) }
            };
            debug_assert!(terms.sort(image) == terms.sort(t), "an image of another sort");
            self.images.insert(t, image);
        }
        Ok(self.images[&t])
    }

    /// Which slice `t` is, if it is one.
    pub fn slice(
        &mut self,
        res: &mut Resources<'_>,
        t: Term,
    ) -> Result<Option<Slice>, Interrupted> {
        debug_assert!(res.terms.sort(t) == Sort::String, "a slice of what is no string");
        self.of(res, t)?;
        Ok(self.slices.get(&t).copied())
    }

    /// The slice that `t` cuts out of one.
    fn cut(&self, terms: &mut Terms, t: Term) -> Option<Slice> {
        let (Op::StrSubstr, &[s, from, n]) = (terms.op(t), terms.args(t)) else { return None };
        let (slice, from) = (*self.slices.get(&s)?, terms.int_value(from)?.clone());
        let (n, length) = (rewrite::linear(terms, n), terms.len_of(s));
        slice.cut(&from, &more_than_length(&n, length)?)
    }

    /// What `t` asks of a slice, as a question about the whole string.
    fn question(&self, terms: &mut Terms, t: Term) -> Option<Term> {
        let slice = |s: Term| self.slices.get(&s).copied().filter(|s| !s.is_whole());
        let args = terms.args(t).to_vec();
        if terms.op(t) == Op::StrLen {
            return Some(slice(args[0])?.length(terms));
        }
        let &[a, b] = &args[..] else { return None };
        let op = terms.op(t);
        let (slice, word, is_first) = match (slice(a), slice(b)) {
            (Some(slice), None) => (slice, b, true),
            (None, Some(slice)) => (slice, a, false),
            _ => return None,
        };
        if op == Op::StrInRe {
            return Some(slice.is_in(terms, word));
        }
        terms.str_value(word)?;
        let (word, all) = (terms.mk(Op::StrToRe, &[word]), terms.mk(Op::ReAll, &[]));
        let parts: &[Term] = if op == Op::Eq {
            &[word]
        } else if op == Op::StrPrefixOf && !is_first {
            &[word, all]
        } else if op == Op::StrSuffixOf && !is_first {
            &[all, word]
        } else if op == Op::StrContains && is_first {
            &[all, word, all]
        } else {
            return None;
        };
        debug_assert!(terms.sort(t) == Sort::Bool, "a question without an answer");
        let regex = if let [only] = parts { *only } else { terms.mk(Op::ReConcat, parts) };
        Some(slice.is_in(terms, regex))
    }
}
