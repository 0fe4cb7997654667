//! The figures that papers of the field report, for one solver on some files.
//!
//! Rows, times and the lead are those of the tables of Z3str3RE (Berzish et al., CAV 2021), which follow the SMT
//! competition. Its contribution score is only described, as the share of instances on which a solver is
//! the fastest; here a file gives one point to the fastest solver, split evenly among all within [`TIE`]
//! of it, as shorter differences are noise. PAR2 is the mean time with two time limits for a file that is not
//! solved. Times are CPU seconds, which suffer less from other processes than the wall clock does.

use crate::answer::Answer;
use crate::model::Model;
use crate::record::Row;
use crate::results::{Results, Truth};

/// Two times are equal if they differ by less than this many seconds, or by a tenth.
const TIE: f64 = 0.010;

/// The figures of a solver.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Score {
    pub sat: usize,
    pub unsat: usize,
    pub unknown: usize,
    pub timeout: usize,
    pub memout: usize,
    pub error: usize,
    pub crash: usize,
    /// Files it was not run on.
    pub not_run: usize,
    /// Wrong answers.
    pub wrong: usize,
    /// Answers to files on which nothing settles who is right.
    pub disputed: usize,
    /// Models that the judge accepted, refused, could not evaluate, and that were not printed.
    pub models: [usize; 4],
    pub correct: usize,
    /// Files that no other solver solves.
    pub unique: usize,
    pub contribution: f64,
    /// Seconds, with the limit for each timeout.
    pub time: f64,
    /// Seconds without the files that timed out.
    pub time_without_timeouts: f64,
    pub par2: f64,
    /// The solver's own measure of work, where it tells.
    pub steps: u64,
}

impl Score {
    /// The figures of a solver on some files.
    pub fn of(results: &Results, files: &[usize], solver: usize) -> Score {
        let mut score = Score::default();
        for &file in files {
            match results.run(file, solver) {
                Some(row) => score.add(results, file, solver, row),
                None => score.not_run += 1,
            }
        }
        score.par2 /= (files.len() - score.not_run).max(1) as f64;
        score
    }

    /// The virtual best solver: for each file the fastest true answer.
    pub fn of_best(results: &Results, files: &[usize]) -> Score {
        let mut score = Score::default();
        for &file in files {
            let count = match results.files[file].truth {
                Truth::Known(Answer::Unsat) => &mut score.unsat,
                _ => &mut score.sat,
            };
            match results.best_time(file, |_| true) {
                Some(time) => {
                    *count += 1;
                    score.correct += 1;
                    score.time_without_timeouts += time;
                    score.par2 += time;
                }
                None => {
                    score.timeout += 1;
                    score.par2 += 2.0 * results.limit;
                }
            }
        }
        score.time = score.time_without_timeouts + score.timeout as f64 * results.limit;
        score.par2 /= files.len().max(1) as f64;
        score
    }

    fn add(&mut self, results: &Results, file: usize, solver: usize, row: &Row) {
        *self.count(row.answer) += 1;
        if let Some(model) = row.model {
            self.models[model as usize] += 1;
        }
        let is_correct = results.is_correct(file, row);
        self.correct += usize::from(is_correct);
        self.wrong += usize::from(results.is_wrong(file, row));
        let disputed = row.answer.decides() && results.files[file].truth == Truth::Disputed;
        self.disputed += usize::from(disputed);
        if row.answer == Answer::Timeout {
            self.time += results.limit;
        } else {
            self.time += row.cpu;
            self.time_without_timeouts += row.cpu;
        }
        self.par2 += if is_correct { row.cpu } else { 2.0 * results.limit };
        self.steps += row.steps.unwrap_or(0);
        if is_correct {
            self.unique += usize::from(results.best_time(file, |s| s != solver).is_none());
            self.contribution += share(results, file, row.cpu);
        }
    }

    fn count(&mut self, answer: Answer) -> &mut usize {
        match answer {
            Answer::Sat => &mut self.sat,
            Answer::Unsat => &mut self.unsat,
            Answer::Unknown => &mut self.unknown,
            Answer::Timeout => &mut self.timeout,
            Answer::Memout => &mut self.memout,
            Answer::Error => &mut self.error,
            Answer::Crash => &mut self.crash,
        }
    }

    pub fn models(&self, model: Model) -> usize {
        self.models[model as usize]
    }
}

/// What of a file's point belongs to a solver that took `time`.
fn share(results: &Results, file: usize, time: f64) -> f64 {
    let times: Vec<f64> =
        (0..results.solvers.len()).filter_map(|s| results.time(file, s)).collect();
    let best = times.iter().copied().fold(f64::INFINITY, f64::min);
    let ties = |t: f64| t - best <= TIE.max(best / 10.0);
    if ties(time) { 1.0 / times.iter().filter(|&&t| ties(t)).count() as f64 } else { 0.0 }
}

/// The leader and its lead: one more than its correct answers by one more than those of the next.
pub fn biggest_lead(scores: &[Score]) -> Option<(usize, f64)> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by_key(|&s| std::cmp::Reverse(scores[s].correct));
    let [first, second, ..] = order[..] else { return None };
    let of = |s: usize| (scores[s].correct + 1) as f64;
    Some((first, of(first) / of(second)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::results;

    fn scores(lines: &[&str]) -> Vec<Score> {
        let r = results(lines);
        (0..r.solvers.len()).map(|s| Score::of(&r, &r.all(), s)).collect()
    }

    #[test]
    fn times_and_counts() {
        let s = scores(&[
            "f/a x sat 1",
            "f/b x timeout 10.1",
            "f/c x unknown 3",
            "f/a y unsat 2",
            "f/a :status sat 0",
        ]);
        let x = &s[0];
        assert_eq!((x.sat, x.timeout, x.unknown, x.correct, x.wrong), (1, 1, 1, 1, 0));
        assert_eq!((x.time, x.time_without_timeouts), (14.0, 4.0));
        assert!((x.par2 - 41.0 / 3.0).abs() < 1e-9);
        assert_eq!((s[1].wrong, s[1].correct, s[1].not_run, s[1].par2), (1, 0, 2, 20.0));
    }

    #[test]
    fn points_are_shared() {
        let s = scores(&[
            "f/a x sat 1",
            "f/a y sat 1.05",
            "f/a z sat 2",
            "f/b z unsat 9",
            "f/c x sat 0.001",
            "f/c y sat 0.009",
        ]);
        let points: Vec<f64> = s.iter().map(|s| s.contribution).collect();
        assert_eq!(points, [1.0, 1.0, 1.0]);
        assert_eq!(s.iter().map(|s| s.unique).collect::<Vec<_>>(), [0, 0, 1]);
        assert_eq!(biggest_lead(&s), Some((0, 1.0)));
    }

    #[test]
    fn the_virtual_best_solver() {
        let r = results(&[
            "f/a x sat 1",
            "f/a y sat 3",
            "f/b x timeout 10",
            "f/b y unsat 4",
            "f/c x timeout 10",
        ]);
        let best = Score::of_best(&r, &r.all());
        assert_eq!((best.sat, best.unsat, best.timeout, best.time), (1, 1, 1, 15.0));
        assert_eq!(biggest_lead(&[best]), None);
    }

    #[test]
    fn disputes_count_for_nobody() {
        let s = scores(&["f/a x sat 1 fails", "f/a y unsat 3"]);
        assert_eq!(
            (s[0].disputed, s[0].correct, s[0].wrong, s[0].models(Model::Fails)),
            (1, 0, 0, 1)
        );
    }
}
