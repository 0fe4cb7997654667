//! Which assertions read a constant, and which define one.
//!
//! Problem: symbolic execution names whatever a program computes, so that most assertions say what a new constant is. When a constant
//! changes, all that is computed from it has to change with it, one after the other along a chain of hundreds. Taken for assertions like
//! others, each link would be broken, looked at and repaired by itself.
//!
//! So an equation of a constant with a term defines it, unless the term depends on the constant: it always has the value of the term. The
//! others are unknown; they alone are given values. That is how local search takes the gates of a circuit for functions of its inputs
//! (D. N. Pham, J. Thornton, A. Sattar, *Building Structure into Local Search for SAT*, IJCAI 2007). There gates are recognized once; here
//! assertions come and go, and what is said first defines.

use super::reads::{Part, Read, Reads};
use base::{Budget, FxHashMap, FxHashSet, IdMap, IdSet, Interrupted};
use std::collections::hash_map::Entry;
use terms::value::Value;
use terms::{Op, Term, Terms};

/// An assertion that is entered.
#[derive(Clone, Copy, Debug)]
struct Entered {
    assertion: Term,
    /// The constant that it defines, if it does.
    defined: Option<Term>,
    /// How much it reads.
    size: usize,
}

/// What a constant is read for, with the positions of the assertions. In each list, later ones come last.
#[derive(Debug, Default)]
struct Uses {
    /// For more than a letter.
    much: Vec<(Read, usize)>,
    /// For a letter alone, by its place: of a text that is read letter by letter, few are read for what changes.
    letters: FxHashMap<usize, Vec<(Read, usize)>>,
}

impl Uses {
    fn add(&mut self, read: Read, position: usize) {
        let list = match read.part.letter() {
            Some(letter) => self.letters.entry(letter).or_default(),
            None => &mut self.much,
        };
        debug_assert!(list.last().is_none_or(|last| last.1 <= position), "an older one is added");
        list.push((read, position));
    }

    /// Keeps those of the first `len` assertions that are for this.
    fn withdraw(&mut self, read: Read, len: usize) {
        let keep = |list: &mut Vec<(Read, usize)>| {
            list.truncate(list.partition_point(|&(_, i)| i < len));
            !list.is_empty()
        };
        match read.part.letter() {
            Some(letter) => {
                if let Entry::Occupied(mut list) = self.letters.entry(letter)
                    && !keep(list.get_mut())
                {
                    list.remove();
                }
            }
            None => {
                keep(&mut self.much);
            }
        }
    }

    fn all(&self) -> impl Iterator<Item = &(Read, usize)> {
        self.much.iter().chain(self.letters.values().flatten())
    }

    /// Those that may see the `changes`.
    fn see(&self, changes: &Changes, mut tell: impl FnMut(usize)) {
        let seen = self.much.iter().filter(|(read, _)| changes.show_in(read.part));
        seen.for_each(|&(_, i)| tell(i));
        match changes {
            Changes::All => self.letters.values().flatten().for_each(|&(_, i)| tell(i)),
            Changes::Letters(places) => {
                let lists = places.iter().filter_map(|place| self.letters.get(place));
                lists.flatten().for_each(|&(_, i)| tell(i));
            }
        }
    }
}

/// The assertions that are entered, by what they read.
#[derive(Debug, Default)]
pub(super) struct Readers {
    entries: Vec<Entered>,
    /// What constants are by definition.
    definitions: IdMap<Term, Term>,
    /// What each constant is read for.
    uses: IdMap<Term, Uses>,
    /// What is defined by each constant, with the position of the definition. Later ones come last.
    below: IdMap<Term, Vec<(Term, usize)>>,
}

impl Readers {
    /// Terms have new names.
    pub(super) fn forget(&mut self) {
        *self = Readers::default();
    }

    /// What a constant is by definition.
    pub(super) fn definition(&self, x: Term) -> Option<Term> {
        self.definitions.get(x).copied()
    }

    /// Enters `all`, and nothing else; whether each reads nothing but constants, and at least one.
    pub(super) fn enter(
        &mut self,
        terms: &Terms,
        reads: &mut Reads,
        all: &[Term],
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        let entered = self.entries.iter().map(|entry| entry.assertion);
        let common = entered.zip(all).take_while(|(a, b)| a == *b).count();
        self.withdraw(common, terms, reads, budget)?;
        for &f in &all[common..] {
            if !self.add(terms, reads, f, budget)? {
                return Ok(false);
            }
        }
        debug_assert!(
            self.entries.len() == all.len(),
            "other assertions are entered than there are"
        );
        Ok(true)
    }

    /// Keeps the first `len` assertions.
    fn withdraw(
        &mut self,
        len: usize,
        terms: &Terms,
        reads: &mut Reads,
        budget: &Budget,
    ) -> Result<(), Interrupted> {
        for Entered { assertion, defined, .. } in self.entries.drain(len..) {
            for read in reads.of(terms, assertion, budget)?.into_iter().flatten() {
                if let Some(uses) = self.uses.get_mut(read.of) {
                    uses.withdraw(*read, len);
                }
                if let Some(below) = self.below.get_mut(read.of) {
                    below.truncate(below.partition_point(|&(_, i)| i < len));
                }
            }
            let definition = defined.and_then(|x| self.definitions.slot(x).take());
            debug_assert!(
                definition.is_some() == defined.is_some(),
                "what was not defined is taken back"
            );
        }
        Ok(())
    }

    /// Enters one more; whether it reads nothing but constants, and at least one.
    fn add(
        &mut self,
        terms: &Terms,
        reads: &mut Reads,
        f: Term,
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        let defined = self.defined_by(terms, reads, f, budget)?;
        let Some(reads) = reads.of(terms, f, budget)?.filter(|reads| !reads.is_empty()) else {
            return Ok(false);
        };
        budget.charge(reads.len() as u64)?;
        let position = self.entries.len();
        let x = defined.map(|(x, _)| x);
        for &read in reads {
            self.uses.slot(read.of).get_or_insert_default().add(read, position);
            if let Some(x) = x.filter(|&x| x != read.of) {
                let below = self.below.slot(read.of).get_or_insert_default();
                below.extend((below.last() != Some(&(x, position))).then_some((x, position)));
            }
        }
        self.entries.push(Entered { assertion: f, defined: x, size: reads.len() });
        if let Some((x, definition)) = defined {
            self.definitions.insert(x, definition);
        }
        Ok(true)
    }

    /// What `f` may define, with its definition: something new rather than what was read before.
    fn defined_by(
        &self,
        terms: &Terms,
        reads: &mut Reads,
        f: Term,
        budget: &Budget,
    ) -> Result<Option<(Term, Term)>, Interrupted> {
        let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { return Ok(None) };
        let mut sides = [(a, b), (b, a)];
        base::order::sort_by_key(&mut sides, |&(x, _)| self.is_read(x));
        for (x, t) in sides {
            let is_open = terms.is_constant(x) && !self.definitions.contains(x);
            if is_open && !self.depends(terms, reads, (t, x), budget)? {
                return Ok(Some((x, t)));
            }
        }
        Ok(None)
    }

    /// Whether a constant in `t` is `x`, or is defined by it.
    fn depends(
        &self,
        terms: &Terms,
        reads: &mut Reads,
        (t, x): (Term, Term),
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        let (mut seen, mut open) = (FxHashSet::default(), vec![t]);
        // What nothing read before is in no definition.
        let is_new = !self.is_read(x);
        while let Some(t) = open.pop() {
            let constants = reads.of(terms, t, budget)?.unwrap_or_default();
            budget.charge(1 + constants.len() as u64)?;
            for read in constants {
                if read.of == x {
                    return Ok(true);
                }
                let definition = self.definition(read.of).filter(|_| !is_new);
                open.extend(definition.filter(|_| seen.insert(read.of)));
            }
        }
        Ok(false)
    }

    /// `changed` and all that is defined by these, each behind what it is defined by.
    pub(super) fn in_order(
        &self,
        changed: &[Term],
        budget: &Budget,
    ) -> Result<Vec<Term>, Interrupted> {
        let mut seen = IdSet::new();
        let (mut order, mut path) = (Vec::new(), Vec::new());
        for &root in changed {
            path.extend(seen.insert(root).then_some((root, 0)));
            while let Some((x, next)) = path.last_mut() {
                budget.charge(1)?;
                let Some(&(y, _)) = self.below.get(*x).and_then(|below| below.get(*next)) else {
                    order.push(*x);
                    path.pop();
                    continue;
                };
                *next += 1;
                path.extend(seen.insert(y).then_some((y, 0)));
            }
        }
        order.reverse();
        debug_assert!(order.iter().all(|&x| seen.contains(x)), "a constant is followed unseen");
        Ok(order)
    }

    /// Whether an assertion reads one of `constants` that does not define one of them.
    pub(super) fn are_read_elsewhere(&self, constants: &[Term]) -> bool {
        let defined: FxHashSet<Term> = constants.iter().copied().collect();
        let mut readers = constants.iter().filter_map(|&x| self.uses.get(x)).flat_map(Uses::all);
        readers.any(|&(_, i)| self.entries[i].defined.is_none_or(|y| !defined.contains(&y)))
    }

    fn is_read(&self, x: Term) -> bool {
        self.uses.get(x).is_some_and(|uses| uses.all().next().is_some())
    }

    /// Says what the assertions define that read what `changes` of the constant `x`, and adds those of them that define nothing to
    /// `others`, with how much they read.
    pub(super) fn about(
        &self,
        x: Term,
        changes: &Changes,
        others: &mut Vec<(usize, Term)>,
        mut defines: impl FnMut(Term),
    ) {
        let Some(uses) = self.uses.get(x) else { return };
        uses.see(changes, |i| {
            debug_assert!(i < self.entries.len(), "an assertion is read that is gone");
            let Entered { assertion, defined, size } = self.entries[i];
            match defined {
                Some(y) if y != x => defines(y),
                None if others.last() != Some(&(size, assertion)) => others.push((size, assertion)),
                _ => {}
            }
        });
    }

    /// The constant that one of the entered assertions defines.
    pub(super) fn defined_in(&self, terms: &Terms, f: Term) -> Option<Term> {
        let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { return None };
        let is_defined = |&(x, t): &(Term, Term)| self.definition(x) == Some(t);
        [(a, b), (b, a)].into_iter().find(is_defined).map(|(x, _)| x)
    }
}

/// What differs between two values of a constant.
#[derive(Debug)]
pub(super) enum Changes {
    All,
    /// The letters at these places, of strings that are equally long.
    Letters(Vec<usize>),
}

impl Changes {
    pub(super) fn between(old: &Value, new: &Value) -> Changes {
        debug_assert!(old.sort() == new.sort(), "a constant becomes a value of another sort");
        match (old.as_str(), new.as_str()) {
            (Some(old), Some(new)) if old.len() == new.len() => {
                let pairs = old.iter().zip(&new[..]).enumerate();
                Changes::Letters(pairs.filter(|(_, (a, b))| a != b).map(|(i, _)| i).collect())
            }
            _ => Changes::All,
        }
    }

    /// Whether who reads this part may see a difference.
    pub(super) fn show_in(&self, part: Part) -> bool {
        match (self, part) {
            (Changes::All, _) | (_, Part::All | Part::Language) => true,
            (Changes::Letters(_), Part::Length) => false,
            (Changes::Letters(places), Part::Letters(from, to)) => {
                places.get(places.partition_point(|&i| i < from)).is_some_and(|&i| i < to)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use terms::Sort;

    #[test]
    fn readers_follow_the_assertion_stack() {
        let mut terms = Terms::new();
        let (x, y) = (terms.fresh("x", Sort::String), terms.fresh("y", Sort::String));
        let (zero, three) = (terms.int(0), terms.int(3));
        let length = terms.mk(Op::StrLen, &[x]);
        let (long, at) = (terms.mk(Op::Gt, &[length, three]), terms.mk(Op::StrAt, &[x, zero]));
        let (same, equal) = (terms.mk(Op::Eq, &[at, y]), terms.mk(Op::Eq, &[x, y]));
        let (mut readers, mut reads) = (Readers::default(), Reads::default());
        let budget = Budget::unlimited();
        let change = |new: &str| Changes::between(&Value::text("abc"), &Value::text(new));
        let (first, last, all) = (change("zbc"), change("abz"), change("ab"));
        let mut about = |stack: &[Term]| {
            assert!(readers.enter(&terms, &mut reads, stack, &budget).unwrap());
            [&first, &last, &all].map(|changes| {
                let (mut defined, mut others) = (Vec::new(), Vec::new());
                readers.about(x, changes, &mut others, |y| defined.push(y));
                (defined, others.into_iter().map(|(_, f)| f).collect::<Vec<_>>())
            })
        };
        // The letter defines `y`, before an equation with `x` does.
        let names = |defined: &[Term], others: &[Term]| (defined.to_vec(), others.to_vec());
        let (none, on_letter, on_length) =
            (names(&[], &[]), names(&[y], &[]), names(&[y], &[long]));
        assert_eq!(about(&[long, same]), [on_letter, none.clone(), on_length]);
        assert_eq!(about(&[long]), [none.clone(), none, names(&[], &[long])]);
        let equal_first = [names(&[], &[same]), names(&[], &[]), names(&[], &[long, same])];
        assert_eq!(about(&[equal, same, long]), equal_first);
    }

    #[test]
    fn definitions_are_followed_in_their_order() {
        let mut terms = Terms::new();
        let [x, y, z, w] = ["x", "y", "z", "w"].map(|name| terms.fresh(name, Sort::String));
        let mut define = |c: Term, t: Term| {
            let rest = terms.mk(Op::StrConcat, &[t, t]);
            terms.mk(Op::Eq, &[c, rest])
        };
        // The last one would close a circle.
        let stack = [define(y, x), define(w, y), define(z, w), define(x, z)];
        let (mut readers, mut reads) = (Readers::default(), Reads::default());
        let budget = Budget::unlimited();
        assert!(readers.enter(&terms, &mut reads, &stack, &budget).unwrap());
        assert_eq!(stack.map(|f| readers.defined_in(&terms, f)), [Some(y), Some(w), Some(z), None]);
        assert_eq!(readers.in_order(&[x], &budget).unwrap(), [x, y, w, z]);
        assert_eq!(readers.in_order(&[w, y], &budget).unwrap(), [y, w, z]);
        assert!(readers.enter(&terms, &mut reads, &stack[..1], &budget).unwrap());
        assert_eq!(readers.in_order(&[x], &budget).unwrap(), [x, y]);
        assert!(readers.are_read_elsewhere(&[x]) && !readers.are_read_elsewhere(&[x, y]));
    }
}
