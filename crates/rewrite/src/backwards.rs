//! Regexes read from the back, as terms.
//!
//! `automata` reverses regexes, too, but a rule and a lemma need a term, and whoever checks a proof must be able to make it again.

use base::FxHashMap;
use terms::{Op, Sort, Term, Terms};

/// The regex of the words of `r` from their last character to their first, if `r` is ground and its words are constants.
#[must_use]
pub fn regex(terms: &mut Terms, r: Term) -> Option<Term> {
    debug_assert!(terms.sort(r) == Sort::RegLan, "what is no regex is read backwards");
    let mut images: FxHashMap<Term, Term> = FxHashMap::default();
    for t in terms.post_order(&[r]) {
        if terms.sort(t) == Sort::RegLan {
            let image = image(terms, t, &images)?;
            images.insert(t, image);
        }
    }
    Some(images[&r])
}

fn image(terms: &mut Terms, t: Term, images: &FxHashMap<Term, Term>) -> Option<Term> {
    let op = terms.op(t);
    if matches!(op, Op::Apply(_) | Op::Ite) {
        return None;
    }
    if op == Op::StrToRe {
        let mut word = terms.str_value(terms.arg(t, 0))?.to_vec();
        word.reverse();
        let word = terms.string(&word);
        return Some(terms.mk(op, &[word]));
    }
    if op == Op::ReRange {
        // The ends of a range are one character each.
        return Some(t);
    }
    let parts = terms.args(t).iter().map(|part| images.get(part).copied());
    let mut parts: Vec<Term> = parts.collect::<Option<_>>()?;
    if op == Op::ReConcat {
        parts.reverse();
    }
    Some(terms.mk(op, &parts))
}

#[cfg(test)]
mod tests {
    use terms::Terms;

    #[test]
    fn twice_is_the_regex_itself() {
        let mut terms = Terms::new();
        let [ab, c] = ["ab", "c"].map(|w| terms.text(w));
        let [ab, c] = [ab, c].map(|w| terms.mk(terms::Op::StrToRe, &[w]));
        let star = terms.mk(terms::Op::ReStar, &[c]);
        let r = terms.mk(terms::Op::ReConcat, &[ab, star]);
        let back = super::regex(&mut terms, r).unwrap();
        let ba = terms.text("ba");
        let ba = terms.mk(terms::Op::StrToRe, &[ba]);
        assert_eq!(terms.args(back), [star, ba]);
        assert_eq!(super::regex(&mut terms, back), Some(r));
    }

    #[test]
    fn only_ground_regexes() {
        let mut terms = Terms::new();
        let x = terms.fresh("x", terms::Sort::String);
        let r = terms.mk(terms::Op::StrToRe, &[x]);
        assert_eq!(super::regex(&mut terms, r), None);
    }
}
