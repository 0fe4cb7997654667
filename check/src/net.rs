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

use crate::base::*;
use crate::regex::{Regex, Regexes, explore};

/// By how many letters a side may be ahead.
const MAX_AHEAD: usize = 1_000;

/// A replacement in an image.
struct Machine {
    pattern: Vec<u32>,
    by: Vec<u32>,
    /// Where the image comes from that this one is made of: the string itself, or one more than the number of a machine.
    from: usize,
}

/// What is said of images, by their numbers: 0 is the string itself, and each other one is made by a machine.
#[derive(Default)]
struct Net {
    images: Vec<Term>,
    machines: Vec<Machine>,
    members: Vec<(usize, Regex)>,
    pairs: Vec<(usize, usize, bool)>,
}

/// By what each side of an equation is ahead of the other so far: one of them by nothing. None if they are different.
type Ahead = Option<[Vec<u32>; 2]>;

/// What is read: a letter, or the end.
type Letter = Option<u32>;

/// A state; none if it cannot be accepted.
type Next = Option<State>;

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    read: Vec<usize>,
    derivatives: Vec<Regex>,
    pairs: Vec<Ahead>,
}

/// Whether the clause holds: no string has the images that its negated literals speak of.
pub fn holds(store: &mut Store, clause: &[Term]) -> Result<bool> {
    let mut nets: Vec<Net> = Vec::new();
    for fact in store.facts(clause)? {
        if let Some((s, r)) = store.member(fact) {
            let (net, image) = image(&mut nets, store, s);
            nets[net].members.push((image, r));
            continue;
        }
        let (inner, positive) = store.atom(fact);
        let ("=", &[a, b]) = store.at(inner) else { continue };
        if *store.sort(a) == Sort::Str {
            let (left, right) = (image(&mut nets, store, a), image(&mut nets, store, b));
            if left.0 == right.0 {
                nets[left.0].pairs.push((left.1, right.1, positive));
            }
        }
    }
    for net in nets {
        if !net.machines.is_empty() && net.is_dead(&mut store.regexes)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The number of an image, and of the net of its string.
fn image(nets: &mut Vec<Net>, store: &Store, t: Term) -> (usize, usize) {
    let (mut input, mut images) = (t, Vec::new());
    while let ("str.replace_all", &[s, c, d]) = store.at(input)
        && let (Some(c @ [_, ..]), Some(d)) = (store.text_value(c), store.text_value(d))
    {
        images.push((input, c, d));
        input = s;
    }
    let number = nets.iter().position(|net| net.images[0] == input).unwrap_or(nets.len());
    if number == nets.len() {
        nets.push(Net { images: vec![input], ..Net::default() });
    }
    let (net, mut from) = (&mut nets[number], 0);
    for (t, pattern, by) in images.into_iter().rev() {
        let known = net.images.iter().position(|&i| i == t);
        if known.is_none() {
            net.machines.push(Machine { pattern: pattern.to_vec(), by: by.to_vec(), from });
            net.images.push(t);
        }
        from = known.unwrap_or(net.images.len() - 1);
    }
    (number, from)
}

impl Net {
    /// Whether no state that can be reached is accepted.
    fn is_dead(&self, regexes: &mut Regexes) -> Result<bool> {
        let roots: Vec<Regex> = self.members.iter().map(|m| m.1).collect();
        let named: Vec<u32> =
            self.machines.iter().flat_map(|m| m.pattern.iter().chain(&m.by)).copied().collect();
        let letters = regexes.representatives(roots.clone(), &named)?;
        let first = State {
            read: vec![0; self.machines.len()],
            derivatives: roots,
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
        let is_same = |p: &Ahead| p.as_ref().is_some_and(|p| p.iter().all(Vec::is_empty));
        Ok(end.derivatives.iter().all(|&r| regexes.is_nullable(r))
            && self.pairs.iter().zip(&end.pairs).all(|(pair, p)| is_same(p) == pair.2))
    }

    /// The state after a letter or the end.
    fn after(&self, regexes: &mut Regexes, state: &State, letter: Letter) -> Result<Next> {
        let mut next = state.clone();
        let mut words: Vec<Vec<u32>> = vec![letter.into_iter().collect()];
        for (m, read) in self.machines.iter().zip(&mut next.read) {
            let word = m.run(read, &words[m.from], letter.is_none());
            regexes.charge(word.len() + 1)?;
            words.push(word);
        }
        for ((image, _), r) in self.members.iter().zip(&mut next.derivatives) {
            *r = regexes.after(*r, &words[*image])?;
            if *r == Regexes::NONE {
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
    use crate::term::Op;

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
                let plain = eval::replace_all(&s, &pattern, &[7]);
                assert_eq!(Op::Text(out), plain, "{s:?} {pattern:?}");
            }
        }
    }
}
