//! Concatenations of code words, taken apart.
//!
//! An encoder puts a word for each letter: `(ite (= c "a") "0" (ite (= c "b") "10" "11"))`. Where two such texts are equal, the procedures
//! would align words of different lengths in as many ways as there are texts. But no word of a prefix code begins with another one. So the
//! first words of both are equal, and so is what is behind them; and where a text is spelled out, the first word is the one that it
//! begins with. That holds for any two choices of which no words begin with each other unless they are equal, and from the end, too.
//! (Rewriting splits only what has known lengths.)
//!
//! Words that are given by languages are such a code, too, if no word of one language begins with a shorter one of the other: fields of a
//! fixed width, or names with a bracket behind them. Of a text that is spelled out such a field is what it begins with in only one way.
//!
//! A last branch for letters that there are not is left out of account: whether there are follows from what strings consist of. Two choices
//! by the same table, in which each word is that of one letter, are equal if and only if the letters are.

use super::super::flat::{flat, pay};
use super::alphabets::Alphabets;
use super::memberships::of_part;
use crate::strings::languages::Languages;
use automata::{CharSet, Re};
use base::{Budget, FxHashMap, Int, Interrupted, Limits, Stop, Upper, affordable};
use terms::{Op, Term, Terms};

/// A fact: what is a choice of more words is no code of a few letters.
const WORDS: usize = 64;

/// A fact: a word of a language with more letters is not looked for letter by letter.
const LETTERS: usize = 64;

/// What is known of languages.
pub(super) struct Codes<'a> {
    pub languages: &'a mut Languages,
    pub alphabets: &'a Alphabets,
    pub limits: &'a Limits<'a>,
    /// Whether no word of one language begins, or ends, with another one of the other.
    pub apart: &'a mut FxHashMap<(Re, Re, End), bool>,
}

/// A letter that a choice asks for, in a string or slice.
type Place = (Letter, Term);

/// Which letter of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letter {
    /// The text is that letter.
    Only,
    First,
    Last,
}

/// A word, with the letters for which it is chosen if nothing else matters than what is at one place.
struct Choice {
    word: Term,
    letters: Option<(Place, CharSet)>,
}

/// What `t` is, if it is an equation between concatenations that can be taken apart.
///
/// # Errors
/// When the budget runs out.
pub(super) fn split(
    terms: &mut Terms,
    codes: &mut Codes<'_>,
    t: Term,
    left: &mut usize,
    budget: &Budget,
) -> Result<Option<Term>, Interrupted> {
    if !compares(terms, codes.alphabets, t) {
        return Ok(None);
    }
    let mut texts = [0, 1].map(|i| flat(terms, terms.arg(t, i)));
    if !pay(texts[0].len() + texts[1].len(), left, budget)? {
        return Ok(None);
    }
    let mut pieces = Vec::new();
    for end in [End::Front, End::Back] {
        // The part at this end is the last one.
        if end == End::Front {
            texts.iter_mut().for_each(|text| text.reverse());
        }
        while let [Some(&a), Some(&b)] = [0, 1].map(|i| texts[i].last()) {
            let of_words = part(terms, codes.alphabets, [a, b], end, budget)?;
            let found = match of_words {
                None => affordable(codes.part(terms, [a, b], end))?.flatten(),
                found => found,
            };
            let Some((piece, rests)) = found else { break };
            pieces.push(piece);
            for (text, rest) in texts.iter_mut().zip(rests) {
                text.pop();
                text.extend(rest);
            }
        }
        if end == End::Front {
            texts.iter_mut().for_each(|text| text.reverse());
        }
    }
    if pieces.is_empty() {
        return Ok(None);
    }
    let [a, b] = texts.map(|text| terms.concat(&text));
    debug_assert!([a, b] != [0, 1].map(|i| terms.arg(t, i)), "nothing is taken off");
    pieces.push(terms.eq(a, b));
    Ok(Some(terms.and(&pieces)))
}

/// What two texts must have equal at one end, and what is left of their parts there.
type Part = (Term, [Option<Term>; 2]);

/// Whether `t` is an equation between texts of which one begins or ends with a choice, or with a word of a language.
fn compares(terms: &Terms, alphabets: &Alphabets, t: Term) -> bool {
    let (Op::Eq, &[a, b]) = (terms.op(t), terms.args(t)) else { return false };
    [a, b].iter().any(|&s| {
        let ends = [terms.args(s).first(), terms.args(s).last()];
        let is_choice =
            |part: &Term| terms.op(*part) == Op::Ite || alphabets.languages(*part).is_some();
        terms.op(s) == Op::StrConcat && ends.into_iter().flatten().any(is_choice)
    })
}

/// What texts with these parts at one end must have equal there to be equal.
fn part(
    terms: &mut Terms,
    alphabets: &Alphabets,
    parts: [Term; 2],
    end: End,
    budget: &Budget,
) -> Result<Option<Part>, Interrupted> {
    let is_word = parts.map(|part| terms.str_value(part).is_some());
    if is_word == [true, true] {
        return Ok(None);
    }
    let Some(spelled) = is_word.iter().position(|&is_word| is_word) else {
        let [Some(first), Some(second)] = parts.map(|part| words(terms, alphabets, part)) else {
            return Ok(None);
        };
        budget.charge((first.len() * second.len()) as u64)?;
        let pairs = first.iter().flat_map(|u| second.iter().map(move |v| (u.word, v.word)));
        let mut apart = pairs.filter(|(u, v)| u != v);
        if apart.any(|(u, v)| end.fits(text_of(terms, u), text_of(terms, v))) {
            return Ok(None);
        }
        let [a, b] = same_letters(terms, &first, &second).unwrap_or(parts);
        return Ok(Some((terms.eq(a, b), [None, None])));
    };
    let (word, choice) =
        (terms.str_value(parts[spelled]).unwrap_or_default().to_vec(), parts[1 - spelled]);
    let Some(words) = words(terms, alphabets, choice) else { return Ok(None) };
    budget.charge(words.len() as u64)?;
    let mut fitting =
        words.iter().map(|choice| choice.word).filter(|&w| end.fits(text_of(terms, w), &word));
    let Some(first) = fitting.next() else { return Ok(Some((terms.ff(), [None, None]))) };
    let is_only = fitting.all(|w| w == first);
    let rest = end.without(&word, text_of(terms, first).len()).filter(|_| is_only);
    let Some(rest) = rest.map(<[u32]>::to_vec) else { return Ok(None) };
    let mut rests = [None, None];
    rests[spelled] = (!rest.is_empty()).then(|| terms.string(&rest));
    Ok(Some((terms.eq(choice, first), rests)))
}

impl Codes<'_> {
    /// What texts with these parts at one end must have equal there to be equal, as the languages of the parts say.
    fn part(
        &mut self,
        terms: &mut Terms,
        parts: [Term; 2],
        end: End,
    ) -> Result<Option<Part>, Stop> {
        let is_word = parts.map(|part| terms.str_value(part).is_some());
        let mut both = [Re::NONE; 2];
        for (language, part) in both.iter_mut().zip(parts) {
            self.limits.charge(1)?;
            match of_part(terms, self.languages, self.alphabets, part, self.limits)? {
                Some(known) => *language = known,
                None => return Ok(None),
            }
        }
        let Some(spelled) = is_word.iter().position(|&is_word| is_word) else {
            let are_apart = self.are_apart(both, end)?;
            return Ok(are_apart.then(|| (terms.eq(parts[0], parts[1]), [None, None])));
        };
        if end == End::Back || is_word == [true, true] {
            return Ok(None);
        }
        let word = terms.str_value(parts[spelled]).unwrap_or_default().to_vec();
        let n = match self.begins(&word, both[1 - spelled])? {
            Begin::Unclear => return Ok(None),
            Begin::Never => return Ok(Some((terms.ff(), [None, None]))),
            Begin::Only(n) => n,
        };
        debug_assert!(n <= word.len(), "a word begins with a longer one");
        let (first, rest) = (terms.string(&word[..n]), &word[n..]);
        let mut rests = [None, None];
        rests[spelled] = (!rest.is_empty()).then(|| terms.string(rest));
        Ok(Some((terms.eq(parts[1 - spelled], first), rests)))
    }

    /// Whether words of both languages with one of them at the end of the other are equal.
    fn are_apart(&mut self, [a, b]: [Re; 2], end: End) -> Result<bool, Stop> {
        if let Some(&known) = self.apart.get(&(a, b, end)) {
            return Ok(known);
        }
        let regexes = &mut self.languages.regexes;
        let more = regexes.plus(Re::ANY);
        let mut are_apart = true;
        for (short, long) in [(a, b), (b, a)] {
            let parts = if end == End::Front { [short, more] } else { [more, short] };
            let longer = regexes.concat_within(&parts, self.limits)?;
            are_apart = are_apart && regexes.is_disjoint(longer, long, self.limits)?;
        }
        self.apart.insert((a, b, end), are_apart);
        Ok(are_apart)
    }

    /// How a text that goes on behind `word` may begin with a word of the language.
    fn begins(&mut self, word: &[u32], language: Re) -> Result<Begin, Stop> {
        let (regexes, mut left, mut found) = (&mut self.languages.regexes, language, None);
        for n in 0..=word.len().min(LETTERS) {
            self.limits.charge(1)?;
            if regexes.nullable(left) && found.replace(n).is_some() {
                return Ok(Begin::Unclear);
            }
            let Some(letter) = word.get(n) else { break };
            left = regexes.left_quotient(left, &[*letter], self.limits)?;
            if left == Re::NONE {
                return Ok(found.map_or(Begin::Never, Begin::Only));
            }
        }
        // Unless all is read, it may be longer.
        Ok(found.filter(|_| left == Re::EPS).map_or(Begin::Unclear, Begin::Only))
    }
}

/// How a text may begin with a word of a language.
enum Begin {
    Never,
    /// With its first letters, so many.
    Only(usize),
    Unclear,
}

fn text_of(terms: &Terms, word: Term) -> &[u32] {
    terms.str_value(word).unwrap_or_default()
}

/// Where texts are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum End {
    Front,
    Back,
}

impl End {
    /// Whether texts with these words at this end can be equal.
    fn fits(self, u: &[u32], v: &[u32]) -> bool {
        let (short, long) = if u.len() < v.len() { (u, v) } else { (v, u) };
        match self {
            End::Front => long.starts_with(short),
            End::Back => long.ends_with(short),
        }
    }

    /// `word` without `n` letters at this end.
    fn without(self, word: &[u32], n: usize) -> Option<&[u32]> {
        let left = word.len().checked_sub(n)?;
        Some(match self {
            End::Front => &word[n..],
            End::Back => &word[..left],
        })
    }
}

/// What two choices are equal by, if it is by the letters that they ask for.
fn same_letters(terms: &mut Terms, first: &[Choice], second: &[Choice]) -> Option<[Term; 2]> {
    let places = [first, second].map(|choices| {
        let place = choices.first()?.letters.as_ref()?.0;
        let is_single = |choice: &Choice| {
            choice
                .letters
                .as_ref()
                .is_some_and(|(at, set)| *at == place && set.as_single().is_some())
        };
        choices.iter().all(is_single).then_some(place)
    });
    let letters_of = |choices: &[Choice], word: Term| -> Option<u32> {
        let mut all = choices.iter().filter(|choice| choice.word == word);
        let only = all.next()?.letters.as_ref()?.1.as_single();
        only.filter(|_| all.next().is_none())
    };
    let is_same = |choice: &Choice| {
        let letter = letters_of(first, choice.word);
        letter.is_some() && letter == letters_of(second, choice.word)
    };
    if first.len() != second.len() || !first.iter().all(is_same) {
        return None;
    }
    let [a, b] = places.map(|place| Some(letter(terms, place?)));
    Some([a?, b?])
}

/// The letter at a place, as a string.
fn letter(terms: &mut Terms, (which, text): Place) -> Term {
    let one = terms.int(1);
    match which {
        Letter::Only => text,
        Letter::First => {
            let zero = terms.int(0);
            terms.mk(Op::StrSubstr, &[text, zero, one])
        }
        Letter::Last => {
            let (length, last) = (terms.len_of(text), terms.int(-1));
            let at = terms.add(&[length, last]);
            terms.mk(Op::StrSubstr, &[text, at, one])
        }
    }
}

/// The words of which the choice `t` is one.
fn words(terms: &Terms, alphabets: &Alphabets, t: Term) -> Option<Vec<Choice>> {
    let (mut found, mut stack, mut left) = (Vec::new(), vec![(t, None, true)], 2 * WORDS);
    while let Some((t, known, is_sole)) = stack.pop() {
        left = left.checked_sub(1)?;
        if terms.str_value(t).is_some() {
            found.push(Choice { word: t, letters: known.filter(|_| is_sole) });
            continue;
        }
        let (Op::Ite, &[condition, then, otherwise]) = (terms.op(t), terms.args(t)) else {
            return None;
        };
        let Some((place, letter)) = asks(terms, condition) else {
            stack.extend([(then, known.clone(), false), (otherwise, known, false)]);
            continue;
        };
        let is_sole = is_sole && known.as_ref().is_none_or(|(of, _)| *of == place);
        let letters = match known {
            Some((of, ref letters)) if of == place => letters.clone(),
            _ => letters_at(terms, alphabets, place),
        };
        let single = CharSet::single(letter);
        for (branch, set) in
            [(then, letters.intersect(&single)), (otherwise, letters.difference(&single))]
        {
            if !set.is_empty() {
                stack.push((branch, Some((place, set)), is_sole));
            }
        }
    }
    Some(found)
}

/// A place and a letter, if the condition asks whether that is there.
fn asks(terms: &Terms, condition: Term) -> Option<(Place, u32)> {
    let (op, &[a, b]) = (terms.op(condition), terms.args(condition)) else { return None };
    let (word, text) = if terms.str_value(a).is_some() { (a, b) } else { (b, a) };
    let questions =
        [(Op::Eq, Letter::Only), (Op::StrPrefixOf, Letter::First), (Op::StrSuffixOf, Letter::Last)];
    let (_, which) = questions.into_iter().find(|(asked, _)| *asked == op)?;
    if which != Letter::Only && word != a {
        return None;
    }
    let &[letter] = terms.str_value(word)? else { return None };
    Some(((which, text), letter))
}

/// The letters that may be at a place, if there is one for sure.
fn letters_at(terms: &Terms, alphabets: &Alphabets, (which, text): Place) -> CharSet {
    let letters = alphabets.get(terms, text);
    if which != Letter::Only {
        return if letters.may_be_empty() { CharSet::full() } else { letters.set };
    }
    if letters.least == 1 && letters.most == Upper::AtMost(1) {
        return letters.set;
    }
    let (Op::StrSubstr, &[s, i, n]) = (terms.op(text), terms.args(text)) else {
        return CharSet::full();
    };
    let letters = alphabets.get(terms, s);
    let is_within = |i: &Int| !i.is_negative() && *i < Int::from(letters.least);
    let is_one = terms.int_value(n).is_some_and(Int::is_one);
    if is_one && terms.int_value(i).is_some_and(is_within) { letters.set } else { CharSet::full() }
}
