//! Symbolic derivatives as transition regexes.
//!
//! The moves of a regex `r` are guarded successors with
//! `L(r) = (ε if r is nullable) ∪ ⋃ guard · L(target)`.
//! They are nondeterministic: guards may overlap and the branches of a union stay apart, so the
//! moves of a positive regex are those of its NFA (Antimirov's partial derivatives over character
//! sets instead of characters). Only a complement determinises, and only its own argument. This is
//! what z3's `seq_derive` computes as if-then-else trees; flat lists of interned guards make the
//! product of many regexes a matter of table look-ups, and there are no minterms of the whole
//! alphabet, only of the guards of one state.
//!
//! A counter is decremented, never unrolled: `δ(r{m,n}) = δ(r) r{m-1,n-1}`.
//!
//! Everything is memoised per regex. The entry is [`Regexes::moves`].

use crate::regex::{Info, Node, Re, Regexes};
use crate::sets::{Block, Set};
use base::{FxHashMap, Idx, Limits, Stop};
use std::ops::Range;

/// A guarded successor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The characters that may be read.
    pub guard: Set,
    /// What must follow.
    pub target: Re,
}

/// The memo of moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Derivatives {
    pool: Vec<Move>,
    /// Per regex its piece of the pool.
    moves: Vec<Option<(u32, u32)>>,
    /// The same for the moves with disjoint guards.
    deterministic: FxHashMap<Re, (u32, u32)>,
}

impl Derivatives {
    fn known(&self, r: Re) -> Option<(u32, u32)> {
        self.moves.get(r.index()).copied().flatten()
    }

    fn store(&mut self, moves: &[Move]) -> (u32, u32) {
        let start = base::id32(self.pool.len());
        self.pool.extend_from_slice(moves);
        (start, base::id32(self.pool.len()))
    }
}

fn range((start, end): (u32, u32)) -> Range<usize> {
    start as usize..end as usize
}

impl Regexes {
    /// The moves of `r`, to be looked up with [`get_move`](Self::get_move).
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn moves(&mut self, r: Re, limits: &Limits) -> Result<Range<usize>, Stop> {
        if let Some(piece) = self.derivatives.known(r) {
            return Ok(range(piece));
        }
        let mut stack = vec![r];
        while let Some(&top) = stack.last() {
            if self.derivatives.known(top).is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            self.push_missing(top, &mut stack);
            if stack.len() == before {
                self.derive(top, limits)?;
                stack.pop();
            }
        }
        Ok(range(self.derivatives.known(r).unwrap_or_default()))
    }

    /// The move with index `i` of a range of moves.
    pub fn get_move(&self, i: usize) -> Move {
        self.derivatives.pool[i]
    }

    /// The moves of `r` as a slice.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn move_list(&mut self, r: Re, limits: &Limits) -> Result<&[Move], Stop> {
        let moves = self.moves(r, limits)?;
        Ok(&self.derivatives.pool[moves])
    }

    /// The arguments of `r` whose moves are needed and not known yet.
    fn push_missing(&self, r: Re, stack: &mut Vec<Re>) {
        let mut need = |kid: Re| {
            if self.derivatives.known(kid).is_none() {
                stack.push(kid);
            }
        };
        match self.node(r) {
            Node::None | Node::Eps | Node::Chars(_) => {}
            &Node::Concat(a, b) => {
                if self.nullable(a) {
                    need(b);
                }
                need(a);
            }
            Node::Union(kids) | Node::Inter(kids) => kids.iter().for_each(|&kid| need(kid)),
            &Node::Comp(a) | &Node::Star(a) | &Node::Loop(a, ..) => need(a),
        }
    }

    /// Stores the moves of `r`, given those of its arguments.
    fn derive(&mut self, r: Re, limits: &Limits) -> Result<(), Stop> {
        let moves = match self.node(r).clone() {
            Node::None | Node::Eps => Vec::new(),
            Node::Chars(guard) => vec![Move { guard, target: Re::EPS }],
            Node::Concat(a, b) => {
                let mut moves = self.followed_by(a, b, limits)?;
                if self.nullable(a) {
                    moves.extend(self.known_moves(b));
                }
                moves
            }
            Node::Union(kids) => self.derive_union(&kids),
            Node::Inter(kids) => self.derive_inter(&kids, limits)?,
            Node::Comp(a) => self.derive_comp(a, limits)?,
            Node::Star(a) => self.followed_by(a, r, limits)?,
            Node::Loop(a, lo, hi) => {
                let rest = self.repeat_raw(a, lo.saturating_sub(1), hi.less_one());
                self.followed_by(a, rest, limits)?
            }
        };
        limits.charge(1 + moves.len() as u64)?;
        let moves = self.tidy(moves);
        let piece = self.derivatives.store(&moves);
        if self.derivatives.moves.len() <= r.index() {
            self.derivatives.moves.resize(r.index() + 1, None);
        }
        self.derivatives.moves[r.index()] = Some(piece);
        Ok(())
    }

    fn known_moves(&self, r: Re) -> Vec<Move> {
        let piece = self.derivatives.known(r).unwrap_or_default();
        self.derivatives.pool[range(piece)].to_vec()
    }

    /// The moves of `a`, each followed by `rest`.
    fn followed_by(&mut self, a: Re, rest: Re, limits: &Limits) -> Result<Vec<Move>, Stop> {
        let mut moves = self.known_moves(a);
        let before = self.len();
        for m in &mut moves {
            m.target = self.concat(m.target, rest);
        }
        limits.charge((self.len() - before) as u64)?;
        Ok(moves)
    }

    /// Joins equal targets, and takes from each guard what leads to an including target as well.
    fn tidy(&mut self, moves: Vec<Move>) -> Vec<Move> {
        let mut tidy: Vec<Move> = Vec::with_capacity(moves.len());
        let mut index: FxHashMap<Re, usize> = FxHashMap::default();
        for m in moves.into_iter().filter(|m| m.target != Re::NONE && !m.guard.is_empty()) {
            let at = *index.entry(m.target).or_insert_with(|| {
                tidy.push(Move { guard: Set::EMPTY, target: m.target });
                tidy.len() - 1
            });
            tidy[at].guard = self.sets.union(tidy[at].guard, m.guard);
        }
        if tidy.len() <= self.effort().moves_pairwise {
            self.subsume(&mut tidy);
        } else if let Some(&i) = index.get(&Re::ALL) {
            let all = tidy[i].guard;
            for m in tidy.iter_mut().filter(|m| m.target != Re::ALL) {
                m.guard = self.sets.difference(m.guard, all);
            }
        }
        tidy.retain(|m| !m.guard.is_empty());
        tidy
    }

    fn subsume(&mut self, moves: &mut [Move]) {
        for i in 0..moves.len() {
            for j in 0..moves.len() {
                let (small, big) = (moves[i], moves[j]);
                if i != j
                    && !self.sets.disjoint(small.guard, big.guard)
                    && self.includes_cheaply(big.target, small.target)
                {
                    moves[i].guard = self.sets.difference(small.guard, big.guard);
                }
            }
        }
    }

    /// The members' moves. Those of members that start with the same character set lead to one
    /// union, so that a list of words is read as its trie and not word by word.
    fn derive_union(&mut self, kids: &[Re]) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut index: FxHashMap<Set, usize> = FxHashMap::default();
        let mut tries: Vec<(Set, Vec<Re>)> = Vec::new();
        for &kid in kids {
            let (head, rest) = self.uncons(kid);
            let Node::Chars(guard) = *self.node(head) else {
                moves.extend(self.known_moves(kid));
                continue;
            };
            let at = *index.entry(guard).or_insert_with(|| {
                tries.push((guard, Vec::new()));
                tries.len() - 1
            });
            tries[at].1.push(rest);
        }
        moves.extend(
            tries.into_iter().map(|(guard, rests)| Move { guard, target: self.union(rests) }),
        );
        moves
    }

    /// The product of the members' moves.
    fn derive_inter(&mut self, kids: &[Re], limits: &Limits) -> Result<Vec<Move>, Stop> {
        let product = self.product(kids, limits)?;
        Ok(product
            .into_iter()
            .map(|(guard, targets)| Move { guard, target: self.inter(targets) })
            .collect())
    }

    /// Every way to read one character in all of `kids` at once.
    ///
    /// Nondeterminism multiplies; where that gets out of hand the members' moves are made
    /// deterministic first, which is sound because both describe the same language.
    ///
    /// # Errors
    /// When the limits are reached.
    pub(crate) fn product(
        &mut self,
        kids: &[Re],
        limits: &Limits,
    ) -> Result<Vec<(Set, Vec<Re>)>, Stop> {
        let mut partial = vec![(Set::FULL, Vec::with_capacity(kids.len()))];
        for &kid in kids {
            let moves = if kids.len() < 3 {
                self.moves(kid, limits)?
            } else {
                self.deterministic_moves(kid, limits)?
            };
            limits.charge((partial.len() * moves.len()) as u64)?;
            let mut next = Vec::with_capacity(partial.len());
            for (guard, targets) in &partial {
                for i in moves.clone() {
                    let m = self.get_move(i);
                    let both = self.sets.intersect(*guard, m.guard);
                    if !both.is_empty() {
                        let mut targets = targets.clone();
                        targets.push(m.target);
                        next.push((both, targets));
                    }
                }
            }
            partial = next;
        }
        Ok(partial)
    }

    /// The moves of `r` with disjoint guards, the targets being unions.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn deterministic_moves(&mut self, r: Re, limits: &Limits) -> Result<Range<usize>, Stop> {
        if let Some(&piece) = self.derivatives.deterministic.get(&r) {
            return Ok(range(piece));
        }
        self.moves(r, limits)?;
        let moves = self.known_moves(r);
        let joined: Vec<Move> = self
            .split_by_guard(&moves, limits)?
            .into_iter()
            .filter(|(_, targets)| !targets.is_empty())
            .map(|(guard, targets)| Move { guard, target: self.union(targets) })
            .collect();
        let tidy = self.tidy(joined);
        let piece = self.derivatives.store(&tidy);
        self.derivatives.deterministic.insert(r, piece);
        Ok(range(piece))
    }

    /// Per block of characters that the guards do not tell apart, the targets it leads to.
    pub(crate) fn split_by_guard(
        &mut self,
        moves: &[Move],
        limits: &Limits,
    ) -> Result<Vec<(Set, Vec<Re>)>, Stop> {
        let mut guards: Vec<Set> = moves.iter().map(|m| m.guard).collect();
        guards.sort_unstable();
        guards.dedup();
        let blocks = self.sets.partition(&guards);
        limits.charge((blocks.len() * moves.len()) as u64)?;
        let leads_in =
            |block: &Block, m: &Move| guards.binary_search(&m.guard).is_ok_and(|i| block.is_in(i));
        let targets =
            |block: &Block| moves.iter().filter(|m| leads_in(block, m)).map(|m| m.target).collect();
        Ok(blocks.iter().map(|block| (block.set, targets(block))).collect())
    }

    /// The complement reads every character, and ends in the complement of the union of all that
    /// the argument may reach with it.
    fn derive_comp(&mut self, a: Re, limits: &Limits) -> Result<Vec<Move>, Stop> {
        let moves = self.known_moves(a);
        let blocks = self.split_by_guard(&moves, limits)?;
        Ok(blocks
            .into_iter()
            .map(|(guard, targets)| {
                let union = self.union(targets);
                Move { guard, target: self.comp(union) }
            })
            .collect())
    }

    /// Whether `word` is in `r`, by walking sets of states; linear in the word for a positive
    /// regex of fixed size.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn contains_word(&mut self, r: Re, word: &[u32], limits: &Limits) -> Result<bool, Stop> {
        let mut states = vec![r];
        for (read, &c) in word.iter().enumerate() {
            let left = (word.len() - read - 1) as u64;
            self.read(&mut states, c, |rest| rest.admits(left), limits)?;
            if states.is_empty() {
                return Ok(false);
            }
        }
        Ok(states.iter().any(|&state| self.nullable(state)))
    }

    /// Reads a character in each of `states`, and keeps of the states after it those that `is_open` admits. Without states nothing
    /// that begins with what was read is in the language.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn read(
        &mut self,
        states: &mut Vec<Re>,
        c: u32,
        is_open: impl Fn(&Info) -> bool,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let mut next = Vec::new();
        for &state in states.iter() {
            let moves = self.moves(state, limits)?;
            limits.charge(moves.len() as u64)?;
            for m in &self.derivatives.pool[moves] {
                if is_open(self.info(m.target)) && self.sets.get(m.guard).contains(c) {
                    next.push(m.target);
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        *states = next;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;

    fn targets(rs: &mut Regexes, r: Re) -> Vec<String> {
        let budget = Budget::unlimited();
        let moves = rs.move_list(r, &Limits::none(&budget)).unwrap().to_vec();
        let show = |m: &Move| format!("{:?}->{}", rs.set(m.guard), rs.display(m.target));
        moves.iter().map(show).collect()
    }

    #[test]
    fn contains_is_deterministic_and_counters_count() {
        let rs = &mut Regexes::new();
        let a = rs.range(97, 97);
        let has_a = rs.concat_all([Re::ALL, a, Re::ALL]);
        assert_eq!(targets(rs, has_a).len(), 2);
        let b = rs.range(98, 98);
        let thousand = rs.repeat(b, 1000, Some(2000));
        assert_eq!(targets(rs, thousand), ["[b]->[b]{999,1999}"]);
    }

    #[test]
    fn membership_of_long_words() {
        let rs = &mut Regexes::new();
        let budget = Budget::unlimited();
        let limits = Limits::none(&budget);
        let ab = rs.text("ab");
        let star = rs.star(ab);
        let not = rs.comp(star);
        let word: Vec<u32> = [97, 98].repeat(20_000);
        assert_eq!(rs.contains_word(star, &word, &limits), Ok(true));
        assert_eq!(rs.contains_word(not, &word, &limits), Ok(false));
        assert_eq!(rs.contains_word(not, &word[1..], &limits), Ok(true));
    }

    #[test]
    fn limits_are_obeyed() {
        let rs = &mut Regexes::new();
        let budget = Budget::unlimited();
        let a = rs.text("a");
        let blow_up = rs.repeat(Re::ANY, 20, Some(20));
        let r = rs.concat_all([Re::ALL, a, blow_up]);
        let not = rs.comp(r);
        let word = vec![97; 100_000];
        let limits = Limits::new(&budget, 1000);
        assert_eq!(rs.contains_word(not, &word, &limits), Err(Stop::Local));
    }
}
