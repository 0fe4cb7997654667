//! Where the largest number is for which a question has a model: which number to ask about next.
//!
//! The questions are monotone: what has a model at `n` has one at all smaller numbers. So a *gallop* of doubling steps
//! upwards meets the first refutation after logarithmically many questions, and halving finds the number (J. Bentley, A. Yao,
//! *An Almost Optimal Algorithm for Unbounded Searching*, IPL 1976). Two things differ from the book:
//!
//! * A question may stay open. Those above are likely to stay open, too, until they are so far off that they are
//!   easily refuted. So the numbers between two open questions count as open, and are approached from both sides: from
//!   below for better models, from above for a bound.
//! * Large numbers may mean long words. So steps grow up to a limit only; beyond it a bound is wanted first, which is sought
//!   *far* away, and without one the search is over.

use base::Int;

/// Where bounds are sought, as powers of two, the farthest first: what has a model far away has no bound nearer.
const FAR: [u32; 3] = [1000, 60, 20];

/// What came of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Tried {
    /// There is a model with this number, which is at least the one asked for.
    Reached(Int),
    /// There is none.
    Refuted,
    /// Not decided.
    Open,
}

/// A question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Question {
    /// Is there a model with at least this number?
    pub(super) at_least: Int,
    /// What it is good for.
    pub(super) aim: Aim,
}

/// What a question is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// It comes nearer to the largest number.
    Nearer,
    /// The bound that was known may be attained, which would be the end.
    End,
    /// It may be refuted, far away; a model would be of no use.
    Far,
}

/// What is known about the largest number.
#[derive(Clone, Debug)]
pub(super) struct Range {
    /// Some model has it.
    pub(super) reached: Int,
    /// No model has more.
    pub(super) proved: Option<Int>,
    /// The least and the largest open question.
    open: Option<(Int, Int)>,
    /// How far the next question is from what was reached.
    pub(super) step: Int,
    longest_step: i64,
    /// The next of [`FAR`].
    far: usize,
    /// The bound that was known from the start has not been asked about yet.
    hopeful: bool,
}

impl Range {
    /// A model has the number `reached`, and none more than `proved`, if that is known. It is the first that is asked about.
    /// Steps grow to `longest_step` without a bound.
    pub(super) fn new(reached: Int, proved: Option<Int>, longest_step: i64) -> Range {
        debug_assert!(
            proved.as_ref().is_none_or(|bound| *bound >= reached),
            "a model exceeds the bound that was proved"
        );
        let proved = proved.map(|bound| bound.max(reached.clone()));
        Range { reached, proved, open: None, step: Int::ONE, longest_step, far: 0, hopeful: true }
    }

    /// Whether what was reached is the largest number.
    pub(super) fn is_exact(&self) -> bool {
        self.proved.as_ref() == Some(&self.reached)
    }

    /// Whether the next question has to be about a bound, because steps are too long or the next number is open.
    pub(super) fn wants_bound(&self) -> bool {
        let stuck = self.open.as_ref().is_some_and(|(low, _)| *low == &self.reached + &Int::ONE);
        self.proved.is_none() && (stuck || self.step > Int::from(self.longest_step))
    }

    /// The next question, until there is none that could tell more.
    pub(super) fn question(&mut self) -> Option<Question> {
        if self.wants_bound() {
            let power = FAR.get(self.far)?;
            self.far += 1;
            let top = self.open.as_ref().map_or(&self.reached, |(_, high)| high);
            return Some(Question { at_least: top + &Int::from(2).pow(*power), aim: Aim::Far });
        }
        if self.is_exact() {
            return None;
        }
        if let (true, Some(bound)) = (std::mem::take(&mut self.hopeful), &self.proved) {
            return Some(Question { at_least: bound.clone(), aim: Aim::End });
        }
        let at_least = self.upwards().or_else(|| self.downwards())?;
        Some(Question { at_least, aim: Aim::Nearer })
    }

    /// A number between what was reached and what is open or refuted.
    fn upwards(&self) -> Option<Int> {
        let below_open = self.open.as_ref().map(|(low, _)| low - &Int::ONE);
        let ceiling = below_open.or_else(|| self.proved.clone());
        let step = match ceiling {
            Some(ceiling) => {
                let half = (&ceiling - &self.reached).div_ceil(&Int::from(2));
                half.min(self.step.clone())
            }
            None => self.step.clone(),
        };
        step.is_positive().then(|| &self.reached + &step)
    }

    /// A number between what is open and what is refuted.
    fn downwards(&self) -> Option<Int> {
        let ((_, high), proved) = (self.open.as_ref()?, self.proved.as_ref()?);
        let half = (proved - high).div_ceil(&Int::from(2));
        half.is_positive().then(|| high + &half)
    }

    /// Takes note of what came of a question.
    pub(super) fn learn(&mut self, question: &Question, tried: Tried) {
        let n = &question.at_least;
        debug_assert!(
            *n > self.reached && self.proved.as_ref().is_none_or(|bound| n <= bound),
            "the answer to a question was known"
        );
        match tried {
            Tried::Refuted => {
                let bound = n - &Int::ONE;
                debug_assert!(bound >= self.reached, "a number is refuted that a model has");
                self.open.take_if(|(low, _)| *low > bound);
                if let Some((_, high)) = &mut self.open {
                    *high = bound.clone().min(high.clone());
                }
                self.proved = Some(bound);
            }
            Tried::Reached(_) if question.aim == Aim::Far => self.far = FAR.len(),
            Tried::Reached(value) => {
                debug_assert!(value >= *n, "a model has less than it was asked for");
                debug_assert!(
                    self.proved.as_ref().is_none_or(|bound| value <= *bound),
                    "a model has a number that was refuted"
                );
                self.open.take_if(|(_, high)| *high <= value);
                if let Some((low, _)) = &mut self.open {
                    *low = (&value + &Int::ONE).max(low.clone());
                }
                self.reached = value;
                self.step = &self.step + &self.step;
            }
            Tried::Open if question.aim == Aim::Far => {}
            Tried::Open => {
                let (low, high) = self.open.take().unwrap_or_else(|| (n.clone(), n.clone()));
                self.open = Some((low.min(n.clone()), high.max(n.clone())));
            }
        }
        debug_assert!(
            self.open.as_ref().is_none_or(|(low, high)| *low > self.reached && low <= high),
            "what is open was reached, or ends before it begins"
        );
    }

    /// Open questions may be asked again.
    pub(super) fn reopen(&mut self) {
        (self.open, self.far, self.step) = (None, 0, Int::ONE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches where models go up to `most`, models beyond the asked number by `luck`, and questions from `open.0` to
    /// `open.1` stay open; returns the range and how many questions were asked.
    fn search(most: Option<i64>, luck: i64, open: (i64, i64)) -> (Range, usize) {
        search_below(None, most, luck, open)
    }

    fn search_below(
        bound: Option<i64>,
        most: Option<i64>,
        luck: i64,
        open: (i64, i64),
    ) -> (Range, usize) {
        let mut range = Range::new(Int::ZERO, bound.map(Int::from), 4096);
        let mut asked = 0;
        while let Some(question) = range.question() {
            asked += 1;
            assert!(asked < 5000 && question.at_least > range.reached);
            let n = question.at_least.clone();
            let tried = if (Int::from(open.0)..=Int::from(open.1)).contains(&n) {
                Tried::Open
            } else if most.is_some_and(|most| n > Int::from(most)) {
                Tried::Refuted
            } else {
                let lucky = n + Int::from(luck);
                Tried::Reached(most.map_or(lucky.clone(), |most| lucky.min(most.into())))
            };
            range.learn(&question, tried);
        }
        (range, asked)
    }

    #[test]
    fn what_is_decided_is_exact() {
        for most in (0..70).chain([4095, 4096, 4097, 100_000, 1 << 40]) {
            for luck in [0, 1, 5] {
                let (range, asked) = search(Some(most), luck, (1, 0));
                assert!(range.is_exact() && range.reached == Int::from(most), "{most} {range:?}");
                assert!(asked < 200, "{most}: {asked}");
                for above in [0, 1, 1000] {
                    let (range, asked) = search_below(Some(most + above), Some(most), luck, (1, 0));
                    assert!(
                        range.is_exact() && range.reached == Int::from(most),
                        "{most} {range:?}"
                    );
                    assert!(asked < 100 && (above > 0 || asked <= 1), "{most}: {asked}");
                }
            }
        }
    }

    #[test]
    fn open_questions_are_approached_from_both_sides() {
        for most in [0, 1, 7, 30, 200] {
            for low in [1, 2, 5, 31, 150] {
                for high in [low, low + 1, low + 90] {
                    let (range, _) = search(Some(most), 0, (low, high));
                    let decided = most + 1 < low || most > high;
                    let reached = if decided { most } else { low - 1 };
                    let proved = if decided { most } else { high };
                    let found = (range.reached, range.proved);
                    let want = (Int::from(reached), Some(Int::from(proved)));
                    assert_eq!(found, want, "{most} {low} {high}");
                }
            }
        }
    }

    #[test]
    fn without_a_bound_it_ends() {
        let (range, asked) = search(None, 0, (1, 0));
        assert!(range.proved.is_none() && asked < 20 && range.reached > Int::from(4096));
        let (mut range, _) = search(Some(9), 0, (5, i64::MAX));
        assert_eq!((range.reached.clone(), range.is_exact()), (Int::from(4), false));
        range.reopen();
        assert_eq!(range.question(), Some(Question { at_least: Int::from(5), aim: Aim::Nearer }));
    }
}
