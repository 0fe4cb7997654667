//! The rule `net`: functions that read one string letter by letter, and what is said of their values.
//!
//! An *image* of a string `w` is `w` itself or `(str.replace_all s c d)` of an image `s`, for constants `c`, not empty, and `d`. All
//! images of `w` are computed together while `w` is read: each replacement is a machine that knows how much of `c` it has just read
//! (Knuth, Morris, Pratt). A *state* has these numbers, for each membership the derivative of its language by the image so far, and
//! for each equation by how much one side is ahead of the other. If no state that can be reached is accepted at the end of `w`, there is
//! no such `w`.
//!
//! A letter is *named* if it occurs in some `c` or `d`. A letter that is not named is passed on at once by all machines, so that when it
//! was read, both sides of an equation have the same such letters; what one is ahead by has named letters only. So letters that are
//! not named and that no language tells apart lead to the same states, and one of them stands for all.

use crate::error::Result;
use crate::languages::{facts_of, membership};
use crate::norm::Norm;
use crate::regex::{Regex, Regexes, explore};
use crate::term::{Op, Sort, Store, Term};

/// By how many letters a side may be ahead.
const MAX_AHEAD: usize = 1_000;

/// A replacement in an image.
struct Machine {
    pattern: Vec<u32>,
    by: Vec<u32>,
    /// Where the image comes from that this one is made of: the string itself, or one more than the number of a machine.
    from: usize,
}

/// What is said of images, by their numbers: 0 is the string itself.
#[derive(Default)]
struct Net {
    images: Vec<Term>,
    machines: Vec<Machine>,
    members: Vec<(usize, Regex, bool)>,
    pairs: Vec<(usize, usize, bool)>,
}

/// By what each side of an equation is ahead of the other so far: one of them by nothing. None if they are different.
type Ahead = Option<[Vec<u32>; 2]>;

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    read: Vec<usize>,
    derivatives: Vec<Regex>,
    pairs: Vec<Ahead>,
}

/// Whether the clause holds: no string has the images that its negated literals speak of.
pub fn holds(n: &mut Norm<'_>, clause: &[Term]) -> Result<bool> {
    let mut nets: Vec<Net> = Vec::new();
    for fact in facts_of(n, clause)? {
        if let Some((s, r, positive)) = membership(n, fact) {
            let net = Net::of(&mut nets, input(n.store, s));
            let image = net.image(n.store, s);
            net.members.push((image, r, positive));
            continue;
        }
        let (inner, positive) = n.store.atom(fact);
        let (Op::Eq, &[a, b]) = (n.store.op(inner), n.store.args(inner)) else { continue };
        let [of, other] = [a, b].map(|t| input(n.store, t));
        if of == other && *n.store.sort(a) == Sort::Str {
            let net = Net::of(&mut nets, of);
            let pair = (net.image(n.store, a), net.image(n.store, b), positive);
            net.pairs.push(pair);
        }
    }
    for net in nets {
        if !net.machines.is_empty() && net.is_dead(n.regexes)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The pattern and what replaces it.
fn replacement(store: &Store, t: Term) -> Option<(Term, &[u32], &[u32])> {
    match (store.op(t), store.args(t)) {
        (Op::ReplaceAll, &[s, c, d]) => {
            let (c, d) = (store.text_value(c)?, store.text_value(d)?);
            (!c.is_empty()).then_some((s, c, d))
        }
        _ => None,
    }
}

/// The string of which `t` is an image.
fn input(store: &Store, mut t: Term) -> Term {
    while let Some((s, ..)) = replacement(store, t) {
        t = s;
    }
    t
}

impl Net {
    /// That of a string.
    fn of(nets: &mut Vec<Net>, input: Term) -> &mut Net {
        let at = nets.iter().position(|net| net.images[0] == input).unwrap_or(nets.len());
        if at == nets.len() {
            nets.push(Net { images: vec![input], ..Net::default() });
        }
        &mut nets[at]
    }

    /// The number of an image.
    fn image(&mut self, store: &Store, t: Term) -> usize {
        let (mut chain, mut at) = (Vec::new(), t);
        while let Some((s, c, d)) = replacement(store, at).filter(|_| !self.images.contains(&at)) {
            chain.push((at, s, c.to_vec(), d.to_vec()));
            at = s;
        }
        for (t, s, pattern, by) in chain.into_iter().rev() {
            let from = self.images.iter().position(|&i| i == s).unwrap_or(0);
            self.machines.push(Machine { pattern, by, from });
            self.images.push(t);
        }
        self.images.iter().position(|&i| i == t).unwrap_or(0)
    }

    /// Whether no state that can be reached is accepted.
    fn is_dead(&self, regexes: &mut Regexes) -> Result<bool> {
        let roots: Vec<Regex> = self.members.iter().map(|m| m.1).collect();
        let named: Vec<u32> =
            self.machines.iter().flat_map(|m| m.pattern.iter().chain(&m.by)).copied().collect();
        let letters = regexes.representatives(&roots, &named)?;
        let first = State {
            read: vec![0; self.machines.len()],
            derivatives: self.members.iter().map(|m| m.1).collect(),
            pairs: vec![Some([vec![], vec![]]); self.pairs.len()],
        };
        let is_far = |p: &Ahead| p.iter().flatten().any(|w| w.len() > MAX_AHEAD);
        explore(first, |state| {
            let (mut next, mut is_accepted) = (Vec::new(), self.is_accepted(regexes, state)?);
            for &c in &letters {
                next.extend(self.after(regexes, state, Some(c))?);
                is_accepted |= next.last().is_some_and(|s| s.pairs.iter().any(is_far));
            }
            Ok((!is_accepted).then_some(next))
        })
    }

    fn is_accepted(&self, regexes: &mut Regexes, state: &State) -> Result<bool> {
        let Some(end) = self.after(regexes, state, None)? else { return Ok(false) };
        let is_member = |(m, &r): (&(usize, Regex, bool), &Regex)| regexes.is_nullable(r) == m.2;
        let is_same = |p: &Ahead| p.as_ref().is_some_and(|p| p.iter().all(Vec::is_empty));
        Ok(self.members.iter().zip(&end.derivatives).all(is_member)
            && self.pairs.iter().zip(&end.pairs).all(|(pair, p)| is_same(p) == pair.2))
    }

    /// The state after a letter, or after the end; none if it cannot be accepted.
    fn after(
        &self,
        regexes: &mut Regexes,
        state: &State,
        letter: Option<u32>,
    ) -> Result<Option<State>> {
        let mut next = state.clone();
        let mut words: Vec<Vec<u32>> = vec![letter.into_iter().collect()];
        for (m, read) in self.machines.iter().zip(&mut next.read) {
            let word = m.run(read, &words[m.from], letter.is_none());
            regexes.charge(word.len() + 1)?;
            words.push(word);
        }
        for ((image, _, positive), r) in self.members.iter().zip(&mut next.derivatives) {
            *r = regexes.after(*r, &words[*image])?;
            if *positive && *r == Regexes::NONE || !positive && *r == Regexes::ALL {
                return Ok(None);
            }
        }
        for ((left, right, same), ahead) in self.pairs.iter().zip(&mut next.pairs) {
            let Some(sides) = ahead else { continue };
            sides[0].extend(&words[*left]);
            sides[1].extend(&words[*right]);
            regexes.charge(sides[0].len() + sides[1].len())?;
            let common = sides[0].len().min(sides[1].len());
            if sides[0][..common] == sides[1][..common] {
                sides.iter_mut().for_each(|side| drop(side.drain(..common)));
            } else if *same {
                return Ok(None);
            } else {
                *ahead = None;
            }
        }
        Ok(Some(next))
    }
}

impl Machine {
    /// What comes out when `word`, and perhaps the end, is read after `read` letters of the pattern.
    fn run(&self, read: &mut usize, word: &[u32], at_end: bool) -> Vec<u32> {
        let mut out = Vec::new();
        for &c in word {
            let mut held = [&self.pattern[..*read], &[c]].concat();
            let rest = (0..held.len()).find(|&i| self.pattern.starts_with(&held[i..]));
            out.extend(held.drain(..rest.unwrap_or(held.len())));
            *read = held.len();
            if held == self.pattern {
                out.extend(&self.by);
                *read = 0;
            }
        }
        if at_end {
            out.extend(&self.pattern[..*read]);
            *read = 0;
        }
        out
    }
}
#[cfg(test)]
mod tests {
    use super::Machine;
    use crate::eval;

    #[test]
    fn a_machine_replaces_all() {
        let words = |n: usize| {
            (0..1 << n).map(move |i| (0..n).map(|bit| i >> bit & 1).collect::<Vec<u32>>())
        };
        for pattern in (1..5).flat_map(words) {
            let m = Machine { pattern: pattern.clone(), by: vec![7], from: 0 };
            for s in (0..8).flat_map(words) {
                let mut read = 0;
                let mut out: Vec<u32> =
                    s.iter().flat_map(|&c| m.run(&mut read, &[c], false)).collect();
                out.extend(m.run(&mut read, &[], true));
                assert_eq!(out, eval::replace_all(&s, &pattern, &[7]), "{s:?} {pattern:?}");
            }
        }
    }
}
