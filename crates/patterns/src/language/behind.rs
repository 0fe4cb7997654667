//! Look-behind: which texts come before it, and what it demands of the rest.
//!
//! Look-ahead inside look-behind may reach beyond it, as in `(?<=a(?=b))`. Then it holds if what was read is in one
//! language and the rest in another; for finitely many such pairs, found by the machine that reads any text and then the body.

use super::cont::Cont;
use super::{Facts, MAX_TRACKERS, Test, Translator};
use crate::tree::NodeId;
use automata::Re;
use base::Stop;

impl Translator<'_, '_> {
    /// The facts of look-behind for `body`.
    pub(super) fn look_behind(&mut self, body: NodeId) -> Result<Facts, Stop> {
        let cont = self.cons_node(body, Cont::END);
        let cont = self.cons_plain(Re::ALL, cont);
        let start = self.first_memory(self.needs_of(cont));
        let pairs = if self.facts(body).looks_ahead {
            self.exits(cont, start)?
        } else {
            vec![(self.language(cont, start)?, Re::ALL)]
        };
        self.tested(pairs)
    }

    /// The facts of the start of the text: nothing comes before.
    pub(super) fn text_start(&mut self) -> Result<Facts, Stop> {
        self.tested(vec![(Re::EPS, Re::ALL)])
    }

    fn tested(&mut self, pairs: Vec<(Re, Re)>) -> Result<Facts, Stop> {
        let mut facts = Facts::default();
        for (before, rest) in pairs {
            let tracker = self.tracker(before)?;
            facts.needs |= 1 << tracker;
            facts.looks_ahead |= rest != Re::ALL;
            facts.tests.push(Test { tracker, rest });
        }
        Ok(facts)
    }

    /// The tracker of a language.
    fn tracker(&mut self, language: Re) -> Result<u32, Stop> {
        if let Some(i) = self.trackers.iter().position(|&t| t == language) {
            return Ok(base::id32(i));
        }
        if self.trackers.len() == MAX_TRACKERS {
            return Err(Stop::Local);
        }
        self.trackers.push(language);
        Ok(base::id32(self.trackers.len() - 1))
    }
}
