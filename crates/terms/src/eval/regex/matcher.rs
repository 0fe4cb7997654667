//! Matching by sets of positions.
//!
//! The question is `image(R, S)`: at which positions may a match of `R` end that starts at a
//! position of `S`? A literal or a character set maps each start; a concatenation composes images;
//! a union unites them; a repetition iterates them, and stops as soon as nothing new is reached, so
//! the bounds of `(_ re.loop 1000 2000)` cost nothing on a short word. All of these work on the
//! whole set at once. An intersection does not (its arguments might end together only from
//! different starts), nor do complement and difference: they go start by start.
//!
//! Most starts are soon done with, and most repetitions go over a set in few rounds. But on long
//! words, `.*` below an intersection or a repetition makes each start or round reach over the whole
//! rest. So a frame that goes by starts or rounds has only so much patience; when it has spent
//! that, what is left to do is done in one pass by [`scan`]. If the automaton for that is too
//! large, the frame goes on as before.
//!
//! Repetitions of character sets, by far the most frequent, are computed in one pass.
//!
//! The evaluation is a machine with an explicit stack of [`Frame`]s: regexes may be as deep as they
//! are large. Results for regexes that occur more than once, and for single starts of
//! intersections, complements and differences, are kept in a table of bounded size.
//! The entry is [`Matcher::image`].

use super::lazy::Automaton;
use super::posset::PosSet;
use super::scan::{self, Bounds};
use super::{Node, RegexId, Regexes};
use base::{Budget, FxHashMap, Interrupted, Stop};
use std::rc::Rc;

/// Bound on the bit-set words kept as known results (32 MiB).
const MEMO_WORDS: usize = 1 << 22;

/// Steps that are allowed start by start or round by round however short the word is.
const LEAST_PATIENCE: u64 = 1000;

/// Matches regexes of one arena against one word.
pub struct Matcher<'a> {
    regexes: &'a Regexes,
    pub(super) word: &'a [u32],
    pub(super) budget: &'a Budget,
    memo: FxHashMap<(RegexId, Rc<PosSet>), Rc<PosSet>>,
    memo_words: usize,
    /// `None` for those that became too large.
    automata: FxHashMap<RegexId, Option<Automaton<'a>>>,
    /// Steps that a frame may spend on starts or rounds one by one.
    patience: u64,
}

/// A repetition under way.
#[derive(Clone, Copy)]
struct Rounds {
    body: RegexId,
    /// Ends count once this is 0.
    skip: u32,
    /// Further rounds at most.
    left: Option<u32>,
    /// What the budget had spent when this began.
    begun: u64,
}

impl Rounds {
    fn bounds(self) -> Bounds {
        Bounds { lo: self.skip, hi: self.left }
    }
}

/// What waits for the image just asked for.
enum Frame<'a> {
    /// These are still to be composed with it.
    Concat(&'a [RegexId]),
    /// These start where it started.
    Union { rest: &'a [RegexId], starts: Rc<PosSet>, ends: PosSet },
    /// Round by round.
    Repeat { rounds: Rounds, ends: PosSet },
    /// The same regex, start by start; `begun` as for [`Rounds`].
    Each { regex: RegexId, rest: Vec<usize>, ends: PosSet, begun: u64 },
    /// Ends common to all.
    Inter { rest: &'a [RegexId], start: Rc<PosSet>, ends: Option<Rc<PosSet>> },
    /// Ends of the first that no other has.
    Diff { rest: &'a [RegexId], start: Rc<PosSet>, ends: Option<PosSet> },
    /// All other ends from this start on.
    Comp(usize),
    /// The result is to be kept.
    Keep(RegexId, Rc<PosSet>),
}

enum Step {
    Call(RegexId, Rc<PosSet>),
    Return(Rc<PosSet>),
}

fn done(ends: PosSet) -> Step {
    Step::Return(Rc::new(ends))
}

impl<'a> Matcher<'a> {
    /// A matcher for `word`.
    pub fn new(regexes: &'a Regexes, word: &'a [u32], budget: &'a Budget) -> Matcher<'a> {
        Matcher {
            regexes,
            word,
            budget,
            memo: FxHashMap::default(),
            memo_words: 0,
            automata: FxHashMap::default(),
            patience: LEAST_PATIENCE + word.len() as u64 / 4,
        }
    }

    /// Makes each frame spend `patience` steps before it scans; for tests.
    #[cfg(test)]
    pub fn with_patience(mut self, patience: u64) -> Matcher<'a> {
        self.patience = patience;
        self
    }

    /// Whether some automaton was built, and none became too large; for tests.
    #[cfg(test)]
    pub fn scans(&self) -> bool {
        !self.automata.is_empty() && self.automata.values().all(Option::is_some)
    }

    /// Whether the whole word is in `r`.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn is_match(&mut self, r: RegexId) -> Result<bool, Interrupted> {
        Ok(self.image(r, PosSet::single(0))?.contains(self.word.len()))
    }

    /// The ends of matches of `r` that start in `starts`.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn image(&mut self, r: RegexId, starts: PosSet) -> Result<Rc<PosSet>, Interrupted> {
        let mut stack = Vec::new();
        let mut step = Step::Call(r, Rc::new(starts));
        loop {
            step = match step {
                Step::Call(r, starts) => self.call(r, starts, &mut stack)?,
                Step::Return(ends) => match stack.pop() {
                    None => return Ok(ends),
                    Some(frame) => self.resume(frame, ends, &mut stack)?,
                },
            }
        }
    }

    fn call(
        &mut self,
        r: RegexId,
        starts: Rc<PosSet>,
        stack: &mut Vec<Frame<'a>>,
    ) -> Result<Step, Interrupted> {
        self.budget.charge(1 + starts.size() as u64 / 4)?;
        let last = self.word.len();
        let Some(first) =
            starts.min().filter(|m| self.regexes.min_len(r).admits((last - m) as u64))
        else {
            return Ok(done(PosSet::default()));
        };
        let regexes = self.regexes;
        Ok(match regexes.node(r) {
            Node::None => done(PosSet::default()),
            Node::Eps => Step::Return(starts),
            Node::All => done(PosSet::range(first, last)),
            Node::Class(class) => done(self.after_class(class, &starts)?),
            Node::Lit(lit) => done(self.after_literal(lit, &starts)?),
            Node::Repeat(body, lo, hi) => match regexes.node(*body) {
                Node::Class(class) => done(self.after_run(class, *lo, *hi, &starts)?),
                _ => self.call_compound(r, starts, stack)?,
            },
            _ => self.call_compound(r, starts, stack)?,
        })
    }

    fn call_compound(
        &mut self,
        r: RegexId,
        starts: Rc<PosSet>,
        stack: &mut Vec<Frame<'a>>,
    ) -> Result<Step, Interrupted> {
        let regexes = self.regexes;
        let node = regexes.node(r);
        let by_start = matches!(node, Node::Inter(_) | Node::Diff(_) | Node::Comp(_));
        if by_start && !starts.is_single() {
            let mut rest: Vec<usize> = starts.iter().collect();
            rest.reverse();
            let begun = self.budget.spent();
            return self.next_start(r, rest, PosSet::default(), begun, stack);
        }
        if by_start || regexes.shared(r) {
            if let Some(ends) = self.memo.get(&(r, starts.clone())) {
                return Ok(Step::Return(ends.clone()));
            }
            stack.push(Frame::Keep(r, starts.clone()));
        }
        Ok(match node {
            Node::Concat(rs) => {
                stack.push(Frame::Concat(&rs[1..]));
                Step::Call(rs[0], starts)
            }
            Node::Union(rs) => {
                let ends = PosSet::default();
                stack.push(Frame::Union { rest: &rs[1..], starts: starts.clone(), ends });
                Step::Call(rs[0], starts)
            }
            Node::Repeat(body, lo, hi) => {
                let ends = if *lo == 0 { (*starts).clone() } else { PosSet::default() };
                let begun = self.budget.spent();
                let rounds = Rounds { body: *body, skip: *lo, left: *hi, begun };
                self.next_round(rounds, starts, ends, stack)?
            }
            Node::Inter(rs) => {
                stack.push(Frame::Inter { rest: &rs[1..], start: starts.clone(), ends: None });
                Step::Call(rs[0], starts)
            }
            Node::Diff(rs) => {
                stack.push(Frame::Diff { rest: &rs[1..], start: starts.clone(), ends: None });
                Step::Call(rs[0], starts)
            }
            Node::Comp(x) => {
                stack.push(Frame::Comp(starts.min().unwrap_or(0)));
                Step::Call(*x, starts)
            }
            Node::None | Node::Eps | Node::All | Node::Class(_) | Node::Lit(_) => {
                unreachable!("leaves are handled by the caller")
            }
        })
    }

    fn resume(
        &mut self,
        frame: Frame<'a>,
        image: Rc<PosSet>,
        stack: &mut Vec<Frame<'a>>,
    ) -> Result<Step, Interrupted> {
        self.budget.charge(1 + image.size() as u64 / 4)?;
        Ok(match frame {
            Frame::Concat([]) => Step::Return(image),
            Frame::Concat(_) if image.is_empty() => Step::Return(image),
            Frame::Concat([r, rest @ ..]) => {
                // The last one returns straight to the caller, which keeps chains flat.
                if !rest.is_empty() {
                    stack.push(Frame::Concat(rest));
                }
                Step::Call(*r, image)
            }
            Frame::Union { rest, starts, mut ends } => {
                ends.union_with(&image);
                match rest {
                    [] => done(ends),
                    [r, rest @ ..] => {
                        stack.push(Frame::Union { rest, starts: starts.clone(), ends });
                        Step::Call(*r, starts)
                    }
                }
            }
            Frame::Repeat { rounds, ends } => self.after_round(rounds, image, ends, stack)?,
            Frame::Each { regex, rest, mut ends, begun } => {
                ends.union_with(&image);
                self.next_start(regex, rest, ends, begun, stack)?
            }
            Frame::Inter { rest, start, ends } => {
                let ends = match ends {
                    None => image,
                    Some(mut common) => {
                        Rc::make_mut(&mut common).intersect_with(&image);
                        common
                    }
                };
                match rest {
                    [r, rest @ ..] if !ends.is_empty() => {
                        let ends = Some(ends);
                        stack.push(Frame::Inter { rest, start: start.clone(), ends });
                        Step::Call(*r, start)
                    }
                    _ => Step::Return(ends),
                }
            }
            Frame::Diff { rest, start, ends } => {
                let ends = match ends {
                    None => (*image).clone(),
                    Some(mut left) => {
                        left.subtract(&image);
                        left
                    }
                };
                match rest {
                    [r, rest @ ..] if !ends.is_empty() => {
                        stack.push(Frame::Diff { rest, start: start.clone(), ends: Some(ends) });
                        Step::Call(*r, start)
                    }
                    _ => done(ends),
                }
            }
            Frame::Comp(start) => {
                let mut ends = PosSet::range(start, self.word.len());
                ends.subtract(&image);
                done(ends)
            }
            Frame::Keep(r, starts) => {
                self.keep(r, starts, &image);
                Step::Return(image)
            }
        })
    }

    fn keep(&mut self, r: RegexId, starts: Rc<PosSet>, ends: &Rc<PosSet>) {
        self.memo_words += starts.size() + ends.size() + 8;
        if self.memo_words > MEMO_WORDS {
            self.memo.clear();
            self.memo_words = 0;
        } else {
            self.memo.insert((r, starts), ends.clone());
        }
    }

    /// Goes on with the next of the starts, the last in `rest`, unless all that later starts can
    /// still reach is reached.
    fn next_start(
        &mut self,
        regex: RegexId,
        mut rest: Vec<usize>,
        mut ends: PosSet,
        begun: u64,
        stack: &mut Vec<Frame<'a>>,
    ) -> Result<Step, Interrupted> {
        let Some(&start) = rest.last() else { return Ok(done(ends)) };
        if ends.contains_range(start, self.word.len()) {
            return Ok(done(ends));
        }
        if self.impatient(begun)
            && let Some(more) = self.scan_starts(regex, &rest)?
        {
            ends.union_with(&more);
            return Ok(done(ends));
        }
        rest.pop();
        stack.push(Frame::Each { regex, rest, ends, begun });
        Ok(Step::Call(regex, Rc::new(PosSet::single(start))))
    }

    /// Asks for the image of another round of a repetition.
    fn next_round(
        &mut self,
        rounds: Rounds,
        starts: Rc<PosSet>,
        mut ends: PosSet,
        stack: &mut Vec<Frame<'a>>,
    ) -> Result<Step, Interrupted> {
        if rounds.left == Some(0) || starts.is_empty() {
            return Ok(done(ends));
        }
        if self.impatient(rounds.begun)
            && let Some(more) = self.scan(rounds.body, rounds.bounds(), &starts)?
        {
            ends.union_with(&more);
            return Ok(done(ends));
        }
        stack.push(Frame::Repeat { rounds, ends });
        Ok(Step::Call(rounds.body, starts))
    }

    /// A round of a repetition reached `image`.
    fn after_round(
        &mut self,
        rounds: Rounds,
        image: Rc<PosSet>,
        mut ends: PosSet,
        stack: &mut Vec<Frame<'a>>,
    ) -> Result<Step, Interrupted> {
        let skip = rounds.skip.saturating_sub(1);
        let rounds = Rounds { skip, left: rounds.left.map(|n| n - 1), ..rounds };
        if skip > 0 {
            // Each compulsory round moves every position on (see [`Node::Repeat`]), so there are
            // no more of them than the word is long.
            return self.next_round(rounds, image, ends, stack);
        }
        // An end seen before was followed then, with at least as many rounds left.
        let mut fresh = (*image).clone();
        fresh.subtract(&ends);
        ends.union_with(&fresh);
        self.next_round(rounds, Rc::new(fresh), ends, stack)
    }

    fn impatient(&self, begun: u64) -> bool {
        self.budget.spent() - begun >= self.patience
    }

    /// The image of `starts`, the last first, in one pass.
    fn scan_starts(&mut self, r: RegexId, starts: &[usize]) -> Result<Option<PosSet>, Interrupted> {
        let mut set = PosSet::default();
        for &start in starts.iter().rev() {
            set.insert(start);
        }
        self.scan(r, Bounds { lo: 1, hi: Some(1) }, &set)
    }

    /// The ends of a loop of `r` in one pass. `None` if the automaton for that is too large.
    fn scan(
        &mut self,
        r: RegexId,
        bounds: Bounds,
        starts: &PosSet,
    ) -> Result<Option<PosSet>, Interrupted> {
        let (regexes, word, budget) = (self.regexes, self.word, self.budget);
        let make = |split| Automaton::new(regexes, r, split, word.len(), budget).ok();
        let slot = self.automata.entry(r).or_insert_with(|| make(false));
        while let Some(automaton) = slot {
            match scan::image(automaton, bounds, word, starts, budget) {
                Ok(ends) => return Ok(Some(ends)),
                Err(Stop::Query(why)) => return Err(why),
                Err(Stop::Local) if automaton.split() => *slot = None,
                Err(Stop::Local) => *slot = make(true),
            }
        }
        Ok(None)
    }
}
