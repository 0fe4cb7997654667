//! The images of what consumes characters itself: a character set, a literal, a run of one set.
//!
//! The rest of a regex composes these (see [`super::matcher`]). Each goes over the starts once and
//! charges for the bits it looks at, as a set of positions is a bit set.

use super::class::Class;
use super::matcher::Matcher;
use super::posset::PosSet;
use super::scan::STRIDE;
use base::Interrupted;

impl Matcher<'_> {
    /// Where a character of `class` ends that starts in `starts`.
    pub(super) fn after_class(
        &self,
        class: &Class,
        starts: &PosSet,
    ) -> Result<PosSet, Interrupted> {
        self.budget.charge_ahead(starts.size() as u64 * 4)?;
        let mut ends = PosSet::default();
        for i in starts.iter() {
            if self.word.get(i).is_some_and(|&c| class.contains(c)) {
                ends.insert(i + 1);
            }
        }
        Ok(ends)
    }

    /// Where `lit`, not empty, ends that starts in `starts`.
    pub(super) fn after_literal(
        &self,
        lit: &[u32],
        starts: &PosSet,
    ) -> Result<PosSet, Interrupted> {
        self.budget.charge_ahead(starts.size() as u64 * 4)?;
        let mut ends = PosSet::default();
        for i in starts.iter() {
            let Some(there) = self.word.get(i..i + lit.len()) else { break };
            if there[0] == lit[0] {
                self.budget.charge_ahead(1 + lit.len() as u64 / 16)?;
                if there == lit {
                    ends.insert(i + lit.len());
                }
            }
        }
        Ok(ends)
    }

    /// Repetition of one character set: from each start, the ends lie within the run of members.
    pub(super) fn after_run(
        &self,
        class: &Class,
        lo: u32,
        hi: Option<u32>,
        starts: &PosSet,
    ) -> Result<PosSet, Interrupted> {
        self.budget.charge_ahead(starts.size() as u64 * 4)?;
        let mut ends = PosSet::default();
        let (mut run_end, mut filled) = (0, 0);
        for i in starts.iter() {
            let limit = hi.map_or(self.word.len(), |hi| i + hi as usize);
            run_end = self.end_of_run(class, i.max(run_end), limit)?;
            let (from, to) = (i + lo as usize, run_end);
            // Both bounds ascend with the start, so what is below `filled` is there already.
            if from <= to {
                ends.insert_range(from.max(filled), to);
                filled = filled.max(to);
            }
        }
        Ok(ends)
    }

    /// The first position from `from`, and before `limit`, where no member of `class` is.
    fn end_of_run(&self, class: &Class, from: usize, limit: usize) -> Result<usize, Interrupted> {
        let members = self.word.get(from..limit.min(self.word.len())).unwrap_or_default();
        let mut end = from;
        for stride in members.chunks(STRIDE) {
            let run = stride.iter().take_while(|&&c| class.contains(c)).count();
            self.budget.charge(run as u64 / 8)?;
            end += run;
            if run < stride.len() {
                break;
            }
        }
        Ok(end)
    }
}
