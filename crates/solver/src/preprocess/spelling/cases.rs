//! Which words a string may be, as far as single assertions say by cases: `(or (and (= c "e") (= k ".")) (and (= c "t") (= k "-")) ...)`.
//!
//! Such tables of codes, of translations or of states bound the lengths of their strings and the letters at each place. A table of
//! two strings and more is easier for codes than for words: each row is a case split, and whether a text that is put together from
//! such strings contains a word was known only when all of them were decided, so that texts were refuted one by one.

use automata::CharSet;
use base::FxHashMap;
use terms::{Op, Term, Terms};

/// A string, and a word for each case.
pub(super) type Column = (Term, Vec<Term>);

/// The strings of which each case of `f` says which word they are, if `f` is a disjunction.
pub(super) fn columns(terms: &Terms, f: Term) -> Vec<Column> {
    if terms.op(f) != Op::Or {
        return Vec::new();
    }
    let mut columns: Option<Vec<Column>> = None;
    for &case in terms.args(f) {
        let facts = if terms.op(case) == Op::And { terms.args(case) } else { &[case][..] };
        let row = facts.iter().filter_map(|&fact| is_word(terms, fact));
        match &mut columns {
            None => columns = Some(row.map(|(s, word)| (s, vec![word])).collect()),
            Some(columns) => {
                let row: FxHashMap<Term, Term> = row.collect();
                columns.retain_mut(|(s, words)| {
                    words.extend(row.get(s));
                    row.contains_key(s)
                });
            }
        }
        if columns.as_ref().is_some_and(Vec::is_empty) {
            break;
        }
    }
    columns.unwrap_or_default()
}

/// A constant and the word that it is, if `fact` says so.
fn is_word(terms: &Terms, fact: Term) -> Option<(Term, Term)> {
    let (&[a, b], Op::Eq) = (terms.args(fact), terms.op(fact)) else { return None };
    let of = |s: Term, word: Term| {
        (super::lengths::is_constant(terms, s) && terms.str_value(word).is_some())
            .then_some((s, word))
    };
    of(a, b).or_else(|| of(b, a))
}

/// The lengths of the shortest and the longest of `words`, and the letters that they have at each place.
pub(super) fn extent(terms: &Terms, words: &[Term]) -> (usize, Vec<CharSet>) {
    let words: Vec<&[u32]> = words.iter().filter_map(|&word| terms.str_value(word)).collect();
    debug_assert!(!words.is_empty(), "a column without a row");
    let lengths = words.iter().map(|word| word.len());
    let (least, most) = (lengths.clone().min().unwrap_or(0), lengths.max().unwrap_or(0));
    let at = |i: usize| words.iter().filter_map(move |word| word.get(i)).map(|&c| (c, c));
    (least, (0..most).map(|i| CharSet::from_ranges(at(i))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use terms::Sort;

    #[test]
    fn columns_are_what_all_cases_speak_of() {
        let mut terms = Terms::new();
        let [c, k, x] = ["c", "k", "x"].map(|name| terms.fresh(name, Sort::String));
        let words = ["e", "t", ".", "-."].map(|word| {
            let letters: Vec<u32> = word.chars().map(u32::from).collect();
            terms.string(&letters)
        });
        let [is_e, is_t] = [0, 1].map(|i| terms.eq(c, words[i]));
        let [dot, dash] = [2, 3].map(|i| terms.eq(k, words[i]));
        let other = terms.eq(x, words[0]);
        let rows = [terms.and(&[is_e, dot, other]), terms.and(&[is_t, dash])];
        let table = terms.or(&rows);
        let found = columns(&terms, table);
        assert_eq!(found.len(), 2, "x has no word in the second row");
        let of_k = found.iter().find(|(s, _)| *s == k).unwrap();
        let (least, letters) = extent(&terms, &of_k.1);
        assert_eq!((least, letters.len()), (1, 2));
        assert_eq!(letters[1], CharSet::single(u32::from('.')));
        let choice = terms.or(&[is_e, dot]);
        assert_eq!(columns(&terms, choice), []);
        assert_eq!(columns(&terms, is_e), []);
    }
}
