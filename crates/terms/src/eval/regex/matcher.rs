//! Matching by sets of positions.
//!
//! The question is `image(R, S)`: at which positions may a match of `R` end that starts at a
//! position of `S`? A literal or a character set maps each start; a concatenation composes images;
//! a union unites them; a repetition iterates them, and stops as soon as nothing new is reached, so
//! the bounds of `(_ re.loop 1000 2000)` cost nothing on a short word. All of these work on the
//! whole set at once. An intersection does not (its arguments might end together only from
//! different starts), nor do complement and difference: they go start by start.
//!
//! Repetitions of character sets, by far the most frequent, are computed in one pass.
//!
//! The evaluation is a machine with an explicit stack of [`Frame`]s: regexes may be as deep as they
//! are large. Results for regexes that occur more than once, and for single starts of
//! intersections, complements and differences, are kept in a table of bounded size.
//! The entry is [`Matcher::image`].

use super::class::Class;
use super::posset::PosSet;
use super::{Node, RegexId, Regexes};
use base::{Budget, FxHashMap, Interrupted};
use std::rc::Rc;

/// Bound on the bit-set words kept as known results (32 MiB).
const MEMO_WORDS: usize = 1 << 22;

/// Matches regexes of one arena against one word.
pub struct Matcher<'a> {
    regexes: &'a Regexes,
    word: &'a [u32],
    budget: &'a Budget,
    memo: FxHashMap<(RegexId, Rc<PosSet>), Rc<PosSet>>,
    memo_words: usize,
}

/// What waits for the image just asked for.
enum Frame<'a> {
    /// These are still to be composed with it.
    Concat(&'a [RegexId]),
    /// These start where it started.
    Union { rest: &'a [RegexId], starts: Rc<PosSet>, ends: PosSet },
    /// `left` further rounds at most; ends count once `skip` is 0.
    Repeat { body: RegexId, skip: u32, left: Option<u32>, ends: PosSet },
    /// The same regex, start by start.
    Each { regex: RegexId, rest: Vec<usize>, ends: PosSet },
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
        Matcher { regexes, word, budget, memo: FxHashMap::default(), memo_words: 0 }
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
        let Some(first) = starts.min().filter(|m| self.regexes.min_len(r) <= last - m) else {
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
                _ => self.call_compound(r, starts, stack),
            },
            _ => self.call_compound(r, starts, stack),
        })
    }

    fn call_compound(
        &mut self,
        r: RegexId,
        starts: Rc<PosSet>,
        stack: &mut Vec<Frame<'a>>,
    ) -> Step {
        let regexes = self.regexes;
        let node = regexes.node(r);
        let by_start = matches!(node, Node::Inter(_) | Node::Diff(_) | Node::Comp(_));
        if by_start && !starts.is_single() {
            let mut rest: Vec<usize> = starts.iter().collect();
            rest.reverse();
            return self.next_start(r, rest, PosSet::default(), stack);
        }
        if by_start || regexes.shared(r) {
            if let Some(ends) = self.memo.get(&(r, starts.clone())) {
                return Step::Return(ends.clone());
            }
            stack.push(Frame::Keep(r, starts.clone()));
        }
        match node {
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
                let (body, skip, left) = (*body, *lo, *hi);
                self.next_round(body, starts, skip, left, ends, stack)
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
        }
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
            Frame::Repeat { body, skip, left, ends } => {
                self.after_round(body, image, (skip, left), ends, stack)
            }
            Frame::Each { regex, rest, mut ends } => {
                ends.union_with(&image);
                self.next_start(regex, rest, ends, stack)
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
        ends: PosSet,
        stack: &mut Vec<Frame<'a>>,
    ) -> Step {
        match rest.pop() {
            Some(start) if !ends.contains_range(start, self.word.len()) => {
                stack.push(Frame::Each { regex, rest, ends });
                Step::Call(regex, Rc::new(PosSet::single(start)))
            }
            _ => done(ends),
        }
    }

    /// Asks for the image of another round of a repetition.
    fn next_round(
        &mut self,
        body: RegexId,
        starts: Rc<PosSet>,
        skip: u32,
        left: Option<u32>,
        ends: PosSet,
        stack: &mut Vec<Frame<'a>>,
    ) -> Step {
        if left == Some(0) || starts.is_empty() {
            return done(ends);
        }
        stack.push(Frame::Repeat { body, skip, left, ends });
        Step::Call(body, starts)
    }

    /// A round of a repetition reached `image`.
    fn after_round(
        &mut self,
        body: RegexId,
        image: Rc<PosSet>,
        (skip, left): (u32, Option<u32>),
        mut ends: PosSet,
        stack: &mut Vec<Frame<'a>>,
    ) -> Step {
        let left = left.map(|n| n - 1);
        if skip > 1 {
            // Each compulsory round moves every position on (see [`Node::Repeat`]), so there are
            // no more of them than the word is long.
            return self.next_round(body, image, skip - 1, left, ends, stack);
        }
        // An end seen before was followed then, with at least as many rounds left.
        let mut fresh = (*image).clone();
        fresh.subtract(&ends);
        ends.union_with(&fresh);
        self.next_round(body, Rc::new(fresh), 0, left, ends, stack)
    }

    fn after_class(&self, class: &Class, starts: &PosSet) -> Result<PosSet, Interrupted> {
        let mut ends = PosSet::default();
        for i in starts.iter() {
            if self.word.get(i).is_some_and(|&c| class.contains(c)) {
                ends.insert(i + 1);
            }
        }
        self.budget.charge(starts.size() as u64 * 4)?;
        Ok(ends)
    }

    fn after_literal(&self, lit: &[u32], starts: &PosSet) -> Result<PosSet, Interrupted> {
        let mut ends = PosSet::default();
        for i in starts.iter() {
            let Some(there) = self.word.get(i..i + lit.len()) else { break };
            if there[0] == lit[0] {
                self.budget.charge(1 + lit.len() as u64 / 16)?;
                if there == lit {
                    ends.insert(i + lit.len());
                }
            }
        }
        self.budget.charge(starts.size() as u64 * 4)?;
        Ok(ends)
    }

    /// Repetition of one character set: from each start, the ends lie within the run of members.
    fn after_run(
        &self,
        class: &Class,
        lo: u32,
        hi: Option<u32>,
        starts: &PosSet,
    ) -> Result<PosSet, Interrupted> {
        let mut ends = PosSet::default();
        let (mut run_end, mut filled) = (0, 0);
        for i in starts.iter() {
            let limit = hi.map_or(usize::MAX, |hi| i.saturating_add(hi as usize));
            let known = i.max(run_end);
            run_end = known;
            while run_end < limit && self.word.get(run_end).is_some_and(|&c| class.contains(c)) {
                run_end += 1;
            }
            self.budget.charge((run_end - known) as u64 / 8)?;
            let (from, to) = (i.saturating_add(lo as usize), run_end);
            // Both bounds ascend with the start, so what is below `filled` is there already.
            if from <= to {
                ends.insert_range(from.max(filled), to);
                filled = filled.max(to);
            }
        }
        self.budget.charge(starts.size() as u64 * 4)?;
        Ok(ends)
    }
}
