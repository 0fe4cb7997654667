//! Words that match a regex, at the ends of its counters.

use super::regex::Regex;
use super::runs::Word;
use crate::fuzz::rng::Rng;
use dashu_int::IBig;

/// So many words of a language are tried.
const CORNERS: u64 = 24;

/// Some words that match the regex, or nearly.
pub fn corners(regex: &Regex) -> Vec<Word> {
    (0..CORNERS).filter_map(|n| near(regex, &mut Rng::new(n, 0))).collect()
}

/// A word that matches the regex, or one with a run that is one shorter or longer.
pub fn near(regex: &Regex, rng: &mut Rng) -> Option<Word> {
    let word = member(regex, rng)?;
    let at = rng.below(word.runs().len().max(1));
    let mut changed = Word::default();
    for (n, run) in word.runs().iter().enumerate() {
        let mut run = run.clone();
        if n == at {
            run.count += IBig::from(rng.below(3)) - 1;
        }
        changed.push(run);
    }
    Some(if rng.one_in(3) { changed } else { word })
}

/// A word that matches the regex as far as intersections and complements are left alone.
fn member(regex: &Regex, rng: &mut Rng) -> Option<Word> {
    match regex {
        Regex::None => None,
        Regex::Text(text) => Word::of(text),
        Regex::Letters(letters) => {
            let fit: Vec<&str> =
                ["a", "b", "c"].into_iter().filter(|t| letters.have_all_of(t)).collect();
            if fit.is_empty() { None } else { Word::of(fit[rng.below(fit.len())]) }
        }
        Regex::Concat(parts) => {
            let words = parts.iter().map(|part| member(part, rng)).collect::<Option<Vec<_>>>()?;
            Some(Word::concat(&words))
        }
        Regex::Union(parts) => member(parts.get(rng.below(parts.len()))?, rng),
        Regex::Inter(parts) => member(parts.first()?, rng),
        Regex::Not(inner) => {
            let mut word = member(inner, rng)?;
            word.push(super::runs::Run { block: "a".to_owned(), count: IBig::ONE });
            Some(word)
        }
        Regex::Loop(inner, low, high) => {
            let count = count(low, high.as_ref(), rng);
            let first = member(inner, rng)?.power(&count);
            if rng.one_in(3) && count > IBig::ONE {
                let second = member(inner, rng)?;
                let rest = first.and_then(|_| member(inner, rng)?.power(&(&count - 1)))?;
                return Some(Word::concat([&rest, &second]));
            }
            first
        }
    }
}

/// How often a loop is gone round: at one of its ends, or anywhere.
fn count(low: &IBig, high: Option<&IBig>, rng: &mut Rng) -> IBig {
    let far = IBig::from(10).pow([1, 3, 10, 30][rng.below(4)]);
    let high = high.cloned().unwrap_or_else(|| low + far);
    match rng.below(5) {
        0 => low.clone(),
        1 => high,
        2 if *low < high => low + 1,
        3 if *low < high => high - 1,
        _ => (low + high) / 2,
    }
}

#[cfg(test)]
mod tests {
    use super::super::matching::matches;
    use super::super::{regex, value::Model};
    use super::*;
    use crate::fuzz::sexp::Sexp;

    #[test]
    fn members_are_long_and_match() {
        let text = "((_ re.^ 4294967295) ((_ re.loop 2 8589934592) (str.to_re \"de\")))";
        let nest = regex(&Sexp::parse(text).unwrap(), &Model::new()).unwrap();
        for n in 0..50 {
            let word = member(&nest, &mut Rng::new(1, n)).unwrap();
            assert!(word.len() > IBig::from(1u64 << 33), "{word}");
            assert_eq!(matches(&nest, &word), Some(true), "{word}");
        }
        let only =
            regex(&Sexp::parse("((_ re.^ 4294967295) (str.to_re \"de\"))").unwrap(), &Model::new());
        let only = only.unwrap();
        assert!(corners(&only).iter().any(|word| matches(&only, word) == Some(false)));
    }
}
