//! What memberships say of letters that are elements whose bits are read.
//!
//! The problem: `s in [a-m]{3}`, and to the letters of `s`, which are bit-vectors, something is added. The procedures for words know
//! single words only. Each assignment of the bits gives them other ones, and each pair of letters that do not go together is
//! excluded by a conflict of its own, with a question about all word equations behind it.
//!
//! So at the length that `s` has, the membership is stated as a circuit over its letters: a layer for each letter, a gate for each
//! derivative of the regex that is reached there (Brzozowski 1964), and a letter is in a range if the bits of its element are. This is
//! bounded model checking of the automaton (Biere et al., TACAS 1999), and the SAT core learns about the bits. Strings without
//! such elements are left to the procedures, which see all lengths at once.

use super::conclude;
use crate::engine::Engine;
use crate::sequences::{NARROW, characters};
use crate::strings::facts::{Membership, is_leaf};
use crate::strings::languages::Languages;
use crate::strings::round::Round;
use crate::theory::inference::InferenceId;
use crate::theory::verdict::Verdict;
use automata::Re;
use base::{FxHashMap, IndexSet, Int, Interrupted, Limits, Stop, affordable};
use terms::op::BitOp;
use terms::{Op, Sort, Term, Terms};

/// States what memberships say of the letters of their strings, at the lengths that these have.
pub(in crate::strings) fn check(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    let before = engine.out.len();
    for membership in &round.facts.memberships {
        if is_leaf(engine.res.terms, membership.subject) {
            unfold(engine, membership)?;
        }
    }
    let is_new = engine.out.len() > before;
    Ok(if is_new { Verdict::Progress } else { Verdict::Consistent })
}

fn unfold(engine: &mut Engine<'_>, membership: &Membership) -> Result<(), Interrupted> {
    let s = membership.subject;
    let length = engine.length_of(s);
    let n =
        engine.lia.value(engine.res.terms, length).and_then(|n| usize::try_from(n.to_i64()?).ok());
    let tunables = &engine.res.budget.tunables().strings;
    let Some(n) = n.filter(|&n| n > 0 && n <= tunables.unfolded_length) else { return Ok(()) };
    let terms = &*engine.res.terms;
    let (atom, _) = terms.literal(membership.literal);
    let is_possible = engine.res.languages.regexes.info(membership.re).admits(n as u64);
    if !is_possible || engine.strings.unfolded.get(atom, n).is_some() {
        return Ok(());
    }
    let letters = letters(engine, s, n);
    if letters.iter().all(Option::is_none) {
        return Ok(());
    }
    let limits = Limits::new(engine.res.budget, tunables.unfolding_steps);
    let circuit = Circuit {
        terms: &mut *engine.res.terms,
        languages: &mut *engine.res.languages,
        limits: &limits,
        whole: s,
        letters,
        reads_bits: false,
    };
    let re = membership.re;
    let meaning = affordable(circuit.of(re))?.flatten();
    engine.strings.unfolded.keep(atom, n, meaning.is_some());
    if let Some(meaning) = meaning {
        let same = engine.res.terms.eq(atom, meaning);
        conclude(engine, InferenceId::RegexLetters, s, n, same);
    }
    Ok(())
}

/// For each position in `s`, the element there if something speaks of it.
fn letters(engine: &mut Engine<'_>, s: Term, n: usize) -> Vec<Option<Term>> {
    let reads = engine.res.sequences.reads_of_bits(engine.res.terms);
    let element = |i: usize| {
        let index = engine.res.terms.int(i as u64);
        let read = reads.iter().map(|&nth| engine.res.terms.mk(Op::Apply(nth), &[s, index]));
        read.into_iter().find(|&t| engine.euf.knows(t))
    };
    (0..n).map(element).collect()
}

/// Makes the circuit for one string.
struct Circuit<'a> {
    terms: &'a mut Terms,
    languages: &'a mut Languages,
    limits: &'a Limits<'a>,
    /// The string.
    whole: Term,
    /// Its letters: the elements that something speaks of.
    letters: Vec<Option<Term>>,
    /// Whether an element decides something.
    reads_bits: bool,
}

impl Circuit<'_> {
    /// A formula that says whether the string is in `re`, if it has so many letters. None if that is no matter of elements: all words of
    /// an alphabet, for example.
    fn of(mut self, re: Re) -> Result<Option<Term>, Stop> {
        let layers = self.layers(re)?;
        debug_assert_eq!(
            layers.len(),
            self.letters.len() + 1,
            "a layer before and after each letter"
        );
        let ends = |r: &Re| (*r, self.terms.bool(self.languages.regexes.nullable(*r)));
        let mut gates: FxHashMap<Re, Term> =
            layers[self.letters.len()].items().iter().map(ends).collect();
        for i in (0..self.letters.len()).rev() {
            let mut layer = FxHashMap::default();
            for &r in layers[i].items() {
                layer.insert(r, self.gate(i, r, &gates)?);
            }
            gates = layer;
        }
        debug_assert!(gates.contains_key(&re), "the first layer has no other regex");
        Ok(self.reads_bits.then(|| gates[&re]))
    }

    /// What may have to follow after each number of letters.
    fn layers(&mut self, re: Re) -> Result<Vec<IndexSet<Re>>, Stop> {
        let mut layers = vec![IndexSet::default()];
        layers[0].insert(re);
        for i in 0..self.letters.len() {
            let mut next = IndexSet::default();
            for &r in layers[i].items() {
                if self.is_open(i, r) {
                    let moves = self.languages.regexes.move_list(r, self.limits)?;
                    self.limits.charge(moves.len() as u64)?;
                    for m in moves {
                        next.insert(m.target);
                    }
                }
            }
            layers.push(next);
        }
        Ok(layers)
    }

    /// Whether the letters from `i` on decide about `r`.
    fn is_open(&self, i: usize, r: Re) -> bool {
        let rest = (self.letters.len() - i) as u64;
        r != Re::ALL && self.languages.regexes.info(r).admits(rest)
    }

    /// Whether the letters from `i` on are in `r`, given the same for the next one.
    fn gate(&mut self, i: usize, r: Re, next: &FxHashMap<Re, Term>) -> Result<Term, Stop> {
        if !self.is_open(i, r) {
            return Ok(self.terms.bool(r == Re::ALL));
        }
        let moves = self.languages.regexes.move_list(r, self.limits)?.to_vec();
        debug_assert!(
            moves.iter().all(|m| next.contains_key(&m.target)),
            "layers follow the moves"
        );
        let mut cases = Vec::with_capacity(moves.len());
        for m in moves {
            let ranges = self.languages.regexes.set(m.guard).ranges().to_vec();
            self.limits.charge(ranges.len() as u64)?;
            let is_read = self.is_letter(i, &ranges);
            cases.push(self.terms.and(&[is_read, next[&m.target]]));
        }
        Ok(self.terms.or(&cases))
    }

    /// Whether the letter at `i` is in one of the ranges.
    fn is_letter(&mut self, i: usize, ranges: &[(u32, u32)]) -> Term {
        let Some(element) = self.letters[i] else {
            let letter = self.letter(i);
            let set = characters(self.terms, ranges.iter().map(|&(lo, hi)| lo..=hi).collect());
            return self.terms.in_re(letter, set);
        };
        let cases: Vec<Term> = ranges.iter().map(|&r| self.is_between(element, r)).collect();
        self.terms.or(&cases)
    }

    fn letter(&mut self, i: usize) -> Term {
        if self.letters.len() == 1 {
            return self.whole;
        }
        let (from, one) = (self.terms.int(i as u64), self.terms.int(1));
        self.terms.mk(Op::StrSubstr, &[self.whole, from, one])
    }

    /// Whether the bits of `element` are a number from `lo` to `hi`.
    fn is_between(&mut self, element: Term, (lo, hi): (u32, u32)) -> Term {
        let Sort::BitVec(width) = self.terms.sort(element) else {
            unreachable!("elements that are read are bit-vectors")
        };
        debug_assert!(lo <= hi, "no character is between {lo} and {hi}");
        debug_assert!(width <= NARROW, "elements of {width} bits are no characters");
        let most = (1 << width) - 1;
        if lo > most {
            return self.terms.ff();
        }
        let [from, to] = [lo, hi.min(most)].map(|c| self.terms.bits(width, &Int::from(c)));
        self.reads_bits |= lo > 0 || hi < most;
        if from == to {
            return self.terms.eq(element, from);
        }
        let above = (lo > 0).then(|| self.terms.mk(Op::Bits(BitOp::Ule), &[from, element]));
        let below = (hi < most).then(|| self.terms.mk(Op::Bits(BitOp::Ule), &[element, to]));
        let both: Vec<Term> = above.into_iter().chain(below).collect();
        self.terms.and(&both)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Budget, SplitMix64};
    use terms::eval::Evaluator;
    use terms::model::Model;

    /// A regex of at most `depth` operators over numbers of two bits.
    fn grow(languages: &mut Languages, random: &mut SplitMix64, depth: u32) -> Re {
        let regexes = &mut languages.regexes;
        if depth == 0 {
            let (a, b) = (random.below(4), random.below(4));
            return regexes.range(base::id32(a.min(b)), base::id32(a.max(b)));
        }
        let a = grow(languages, random, depth - 1);
        let b = grow(languages, random, depth - 1);
        let regexes = &mut languages.regexes;
        match random.below(6) {
            0 => regexes.union([a, b]),
            1 => regexes.inter([a, b]),
            2 => regexes.star(a),
            3 => regexes.comp(a),
            _ => regexes.concat(a, b),
        }
    }

    /// Elements at some positions, slices at the others.
    #[test]
    fn circuits_say_whether_words_are_members() {
        let mut random = SplitMix64::new(5);
        let (mut members, budget) = (0, Budget::default());
        let (mut terms, limits) = (Terms::new(), Limits::none(&budget));
        for _ in 0..2_000 {
            let mut languages = Languages::default();
            let re = grow(&mut languages, &mut random, 3);
            let word: Vec<u32> =
                (0..=random.below(4)).map(|_| base::id32(random.below(4))).collect();
            let mut element = |&c: &u32| {
                let bits = terms.bits(2, &Int::from(c));
                (random.below(3) > 0).then_some(bits)
            };
            let letters = word.iter().map(&mut element).collect();
            let whole = terms.string(&word);
            let (languages, limits) = (&mut languages, &limits);
            let circuit = Circuit {
                terms: &mut terms,
                languages: &mut *languages,
                limits,
                whole,
                letters,
                reads_bits: false,
            };
            let Some(meaning) = circuit.of(re).unwrap() else { continue };
            let is_member = languages.regexes.contains_word(re, &word, limits).unwrap();
            let model = Model::new();
            let mut evaluator = Evaluator::new(&terms, &model, &budget);
            assert_eq!(evaluator.holds(meaning).unwrap(), is_member, "{word:?} in {re:?}");
            members += usize::from(is_member);
        }
        assert!((200..1_800).contains(&members), "{members} of 2,000 are members");
    }
}
