//! Whether a word by run lengths matches a regex with counters, exactly, or not at all.
//!
//! Boolean operators are decided part by part. What is left is built of *unary* parts, in which only the number of
//! letters (or of copies of a block) counts. For a nest of loops over one, it is asked backwards *how many copies* of the body
//! make up the word: those of a letter are its length, an interval, and if the copies of `r` are an interval, so are those of
//! `r{m,n}`; no counter is ever unrolled. Concatenations are the business of [`sequence`]. Whatever has another shape is not
//! decided.

use super::regex::{Kind, Letters, Regex, Unary, are_disjoint, is_inverted};
use super::runs::{Run, Word};
use super::sequence::sequence;
use super::spans::Spans;
use dashu_int::IBig;

/// Whether the word matches, if that can be told.
pub fn matches(regex: &Regex, word: &Word) -> Option<bool> {
    if word.is_empty() {
        return Some(regex.is_nullable());
    }
    match regex {
        Regex::None => Some(false),
        Regex::Not(inner) => matches(inner, word).map(|b| !b),
        Regex::Union(parts) => any(parts.iter().map(|part| matches(part, word))),
        Regex::Inter(parts) => {
            any(parts.iter().map(|part| matches(part, word).map(|b| !b))).map(|b| !b)
        }
        // A text that cuts a block is none of our words.
        Regex::Text(text) => Some(Word::of(text).as_ref() == Some(word)),
        Regex::Letters(_) | Regex::Loop(..) => {
            as_steps(regex, word).unwrap_or_else(|| Some(copies(regex, word)?.contains(&IBig::ONE)))
        }
        Regex::Concat(parts) => as_steps(regex, word).unwrap_or_else(|| sequence(parts, word)),
    }
}

/// Whether one holds, if that can be told.
pub fn any(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let parts: Vec<Option<bool>> = parts.collect();
    if parts.contains(&Some(true)) {
        return Some(true);
    }
    parts.into_iter().all(|part| part == Some(false)).then_some(false)
}

/// The answer of a unary regex that can say so.
fn as_steps(regex: &Regex, word: &Word) -> Option<Option<bool>> {
    let Unary { kind, steps } = regex.unary()?;
    let Some(count) = steps_of(word, &kind) else { return Some(Some(false)) };
    steps.meet(&Spans::point(&count)).map(Some)
}

/// How many steps of a kind the word is.
fn steps_of(word: &Word, kind: &Kind) -> Option<IBig> {
    match kind {
        Kind::Letters(letters) => {
            word.runs().iter().all(|run| letters.have_all_of(&run.block)).then(|| word.len())
        }
        Kind::Block(block) => match word.runs() {
            [run] if run.block == *block => Some(run.count.clone()),
            _ => None,
        },
    }
}

/// The numbers `j` such that the word is a sequence of `j` words that match.
fn copies(regex: &Regex, word: &Word) -> Option<Spans> {
    if word.is_empty() {
        let none = Spans::point(&IBig::ZERO);
        return Some(if regex.is_nullable() { Spans::all() } else { none });
    }
    if let Some(Unary { kind, steps }) = regex.unary() {
        let Some(count) = steps_of(word, &kind) else { return Some(Spans::none()) };
        return steps.copies(&Spans::point(&count));
    }
    match regex {
        Regex::None => Some(Spans::none()),
        Regex::Text(text) => match Word::of(text) {
            Some(base) => Some(powers(&base, word)),
            // Copies of a text that cuts a block cut one, too.
            None => Some(Spans::none()),
        },
        Regex::Loop(_, low, high) if is_inverted(low, high.as_ref()) => Some(Spans::none()),
        Regex::Loop(inner, low, high) => copies(inner, word)?.divided(low, high.as_ref()),
        Regex::Union(parts) => copies_of_alternatives(parts, word),
        _ => None,
    }
}

/// The exponents for which a power of a word of several runs is the other.
fn powers(base: &Word, word: &Word) -> Spans {
    let mut power = base.clone();
    let mut exponent = IBig::ONE;
    while !base.is_empty() && power.runs().len() < word.runs().len() {
        power = Word::concat([&power, base]);
        exponent += 1;
    }
    if power == *word { Spans::point(&exponent) } else { Spans::none() }
}

/// Alternatives without common letters share the word out in segments, of which each is a sequence of its own.
fn copies_of_alternatives(parts: &[Regex], word: &Word) -> Option<Spans> {
    let letters: Vec<Vec<Letters>> = parts.iter().map(Regex::letters).collect::<Option<_>>()?;
    let clash = |n: usize| letters[..n].iter().any(|other| !are_disjoint(other, &letters[n]));
    if (0..parts.len()).any(clash) {
        return None;
    }
    let owner = |run: &Run| letters.iter().position(|l| is_of(run, l));
    let mut total =
        if parts.iter().any(Regex::is_nullable) { Spans::all() } else { Spans::point(&IBig::ZERO) };
    let mut from = 0;
    for segment in word.runs().chunk_by(|a, b| owner(a) == owner(b)) {
        let to = from + segment.len();
        let Some(part) = owner(&segment[0]) else {
            let is_foreign = segment.iter().all(|run| letters.iter().all(|l| is_without(run, l)));
            return is_foreign.then(Spans::none);
        };
        total = total.plus(&copies(&parts[part], &word.slice(from, to))?)?;
        from = to;
    }
    Some(total)
}

/// Whether all letters of the run are there.
pub fn is_of(run: &Run, letters: &[Letters]) -> bool {
    run.block.chars().all(|c| letters.iter().any(|l| l.contains(c)))
}

/// Whether no letter of the run is there.
pub fn is_without(run: &Run, letters: &[Letters]) -> bool {
    !run.block.chars().any(|c| letters.iter().any(|l| l.contains(c)))
}

#[cfg(test)]
mod tests {
    use super::super::regex as read;
    use super::super::value::Model;
    use super::*;
    use crate::fuzz::rng::Rng;
    use crate::fuzz::sexp::Sexp;

    fn language(text: &str) -> Regex {
        read(&Sexp::parse(text).unwrap(), &Model::new()).unwrap()
    }

    fn power(block: &str, count: &str) -> Word {
        Word::of(block).unwrap().power(&count.parse().unwrap()).unwrap()
    }

    /// The ends of the matches that begin at a position, by trying everything.
    fn ends(regex: &Regex, text: &[char], from: usize) -> Vec<usize> {
        let mut ends: Vec<usize> = match regex {
            Regex::None => Vec::new(),
            Regex::Text(t) => {
                let t: Vec<char> = t.chars().collect();
                text[from..].starts_with(&t).then_some(from + t.len()).into_iter().collect()
            }
            Regex::Letters(l) => {
                text.get(from).filter(|c| l.contains(**c)).map(|_| from + 1).into_iter().collect()
            }
            Regex::Concat(parts) => parts.iter().fold(vec![from], |at, part| {
                at.iter().flat_map(|&p| ends(part, text, p)).collect()
            }),
            Regex::Union(parts) => parts.iter().flat_map(|part| ends(part, text, from)).collect(),
            Regex::Inter(parts) => {
                let in_all = |end: &usize| parts.iter().all(|p| ends(p, text, from).contains(end));
                (from..=text.len()).filter(in_all).collect()
            }
            Regex::Not(inner) => {
                let inside = ends(inner, text, from);
                (from..=text.len()).filter(|end| !inside.contains(end)).collect()
            }
            Regex::Loop(inner, low, high) => {
                let low = usize::try_from(low.clone()).unwrap();
                // After so many rounds more of them change nothing.
                let enough = low + text.len() + 1;
                let high = high.as_ref().map_or(enough, |h| usize::try_from(h.clone()).unwrap());
                let (mut at, mut all) = (vec![from], Vec::new());
                for round in 0..=high.min(enough) {
                    if round >= low {
                        all.extend(&at);
                    }
                    at = at.iter().flat_map(|&p| ends(inner, text, p)).collect();
                    at.sort_unstable();
                    at.dedup();
                }
                all
            }
        };
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    /// A random regex with small counters.
    fn regex(rng: &mut Rng, depth: usize) -> Regex {
        const BASES: &[&str] =
            &["\"a\"", "\"aa\"", "\"b\"", "\"de\"", "\"ab\"", "\"\"", "\"d\"", "\"dede\""];
        if depth == 0 {
            return match rng.below(12) {
                0 => language("re.allchar"),
                1 => language("(re.range \"a\" \"b\")"),
                2 => language("re.all"),
                _ => language(&format!("(str.to_re {})", rng.pick(BASES))),
            };
        }
        let mut some = |n: usize| (0..n).map(|_| regex(rng, depth - 1)).collect::<Vec<_>>();
        let parts = some(3);
        let one = Box::new(parts[0].clone());
        match rng.below(12) {
            0..3 => Regex::Concat(parts),
            3 | 4 => Regex::Union(parts[..2].to_vec()),
            5 => Regex::Inter(parts[..2].to_vec()),
            6 => Regex::Not(one),
            7 => Regex::Loop(one, IBig::from(rng.below(3)), None),
            _ => {
                let low = rng.below(4);
                Regex::Loop(one, low.into(), Some((low + rng.below(3)).into()))
            }
        }
    }

    fn word(rng: &mut Rng) -> Word {
        let mut word = Word::default();
        for _ in 0..rng.below(4) {
            let block = (*rng.pick(&["a", "a", "b", "de", "c"])).to_owned();
            word.push(Run { block, count: IBig::from(1 + rng.below(6)) });
        }
        word
    }

    #[test]
    fn what_is_decided_is_what_trying_everything_finds() {
        let (mut decided, mut matched) = (0, 0);
        for number in 0..2000 {
            let mut rng = Rng::new(11, number);
            let depth = rng.below(4);
            let regex = regex(&mut rng, depth);
            for _ in 0..6 {
                let word = word(&mut rng);
                let text: Vec<char> = word.text(100).unwrap().chars().collect();
                let expected = ends(&regex, &text, 0).contains(&text.len());
                let found = matches(&regex, &word);
                assert!(found.is_none_or(|b| b == expected), "{regex:?} {word} {expected}");
                decided += usize::from(found.is_some());
                matched += usize::from(found == Some(true));
            }
        }
        assert!(decided > 6000 && matched > 1000, "{decided} {matched}");
    }

    #[test]
    fn nests_are_never_unrolled() {
        let nest = language(
            "((_ re.loop 4294967296 8589934592) ((_ re.loop 2147483648 2147483649) (str.to_re \"aaa\")))",
        );
        let count = |n: &str| matches(&nest, &power("a", n));
        assert_eq!(count("27670116110564327424"), Some(true));
        assert_eq!(count("27670116110564327421"), Some(false));
        assert_eq!(count("27670116110564327427"), Some(true));
        assert_eq!(count("27670116110564327428"), Some(false));
        assert_eq!(count("55340232246898458624"), Some(true));
        assert_eq!(count("55340232246898458627"), Some(false));
        assert_eq!(count("55340232246898458623"), Some(false));
        assert_eq!(count("55340232246898458621"), Some(true));
        let gaps = language(
            "((_ re.loop 2 4294967295) ((_ re.^ 4294967295) ((_ re.loop 2147483648 2147483649) (str.to_re \"a\"))))",
        );
        let count = |n: &str| matches(&gaps, &power("a", n));
        assert_eq!(count("18446744069414584320"), Some(true));
        assert_eq!(count("18446744069414584319"), Some(false));
        assert_eq!(count("18446744078004518910"), Some(true));
        assert_eq!(count("18446744078004518911"), Some(false));
        assert_eq!(count("27670116104121876479"), Some(false));
        assert_eq!(count("27670116104121876480"), Some(true));
    }

    #[test]
    fn parts_share_a_word() {
        let both = language(
            "(re.++ ((_ re.^ 65536) ((_ re.loop 2 4294967295) (str.to_re \"de\"))) ((_ re.loop 3) (str.to_re \"a\")))",
        );
        let word = |n: &str, m: &str| Word::concat([&power("de", n), &power("a", m)]);
        assert_eq!(matches(&both, &word("131072", "1000000000000000000000")), Some(true));
        assert_eq!(matches(&both, &word("131071", "3")), Some(false));
        assert_eq!(matches(&both, &word("281474976645120", "3")), Some(true));
        assert_eq!(matches(&both, &word("281474976645121", "3")), Some(false));
        let any_then = language(
            "(re.++ re.all ((_ re.^ 4294967295) ((_ re.loop 0 4294967295) (str.to_re \"b\"))))",
        );
        assert_eq!(matches(&any_then, &power("a", "77")), Some(true));
        let one_of = language(
            "((_ re.^ 4294967295) (re.union (str.to_re \"a\") ((_ re.^ 7) (str.to_re \"b\"))))",
        );
        let word = |n: &str, m: &str| Word::concat([&power("a", n), &power("b", m)]);
        assert_eq!(matches(&one_of, &word("4294967293", "14")), Some(true));
        assert_eq!(matches(&one_of, &word("4294967294", "14")), Some(false));
        assert_eq!(matches(&one_of, &word("4294967293", "13")), Some(false));
    }
}
