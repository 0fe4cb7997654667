//! From a pattern with anchors and look-around to the regex of its words.
//!
//! The theory of strings has neither: whether `^`, `\b` or `(?!...)` holds depends on what lies before and after.
//! Bjørner, Ganesh, Michel and Veanes ("An SMT-LIB format for sequences and regular expressions", 2012) push
//! anchors outwards, Miyazaki and Minamide ("Derivatives of regular expressions with lookahead", 2019) make look-ahead
//! a part of the Boolean formulas that derivatives are, Varatalu, Veanes and Ernits ("RE#", POPL 2025) let
//! derivatives know where they are, with restrictions. Here the result has to be a plain extended regex, as all engines below and
//! SMT-LIB know nothing else, and to be exact without restriction.
//!
//! So a pattern is read from the left as a list of things that are still to come ([`cont`]), and [`solve`] computes the language of
//! each such list:
//!
//! * look-ahead in front of a list is an intersection with, or a difference from, the language of the list: `K ∩ AΣ*`;
//! * look-behind after a part without look-around is an intersection with that part: `(P ∩ Σ*B) K`;
//! * where the two cross, the part in between is split by what look-behind *remembers*: the derivative of `Σ*B` by
//!   what was read. So the language of a list is one for each such memory. For one character, as with `\b`, there
//!   are two memories, told apart by the last character;
//! * under a star, look-ahead outlives the round in which it began. There, and only there, states are built
//!   ([`machine`]): the rest of the round, the memory, and the regex that the rest of the text has to be in. The states
//!   are eliminated again ([`system`]).
//!
//! Atomic groups are look-ahead in disguise ([`atomic`]). Everything is charged, and obtained without recursion.

mod atomic;
mod behind;
mod close;
mod cont;
mod machine;
mod memory;
mod solve;
mod split;
mod system;

use crate::tree::{Node, NodeId, Tree};
use automata::{Re, Regexes};
use base::{FxHashMap, Idx, IndexSet, Limits, SliceSet, Stop};
use cont::{Cont, ContId};
use machine::Config;
use memory::MemoryId;

/// Which look-behinds a part needs to remember, a bit each.
type Needs = u64;

/// So many different look-behinds can be remembered.
const MAX_TRACKERS: usize = 64;

/// Why a language has not been found yet, or will not be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Halt {
    /// Others have to be found first: those of `Translator::missing`.
    Missing,
    /// The limits are reached.
    Stop(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(stop)
    }
}

/// When a look-behind holds: where what was read is in the language of a tracker, and the rest in the regex.
#[derive(Clone, Copy, Debug)]
struct Test {
    tracker: u32,
    rest: Re,
}

/// What is known of a node of the tree.
#[derive(Clone, Default, Debug)]
struct Facts {
    /// The language, if it does not depend on what is around.
    plain: Option<Re>,
    /// What has to be remembered before it.
    needs: Needs,
    /// Of a look-behind or the start of the text: it holds if any of these does.
    tests: Vec<Test>,
    /// Whether it demands anything of what comes after its match.
    looks_ahead: bool,
}

/// The words of `root` from end to end, or the texts with a match somewhere (`search`).
///
/// # Errors
/// When the limits are reached.
pub(crate) fn translate(
    tree: &Tree,
    root: NodeId,
    search: bool,
    regexes: &mut Regexes,
    limits: &Limits,
) -> Result<Re, Stop> {
    let mut translator = Translator::new(tree, regexes, limits);
    translator.learn()?;
    let mut cont = if search { Cont::ANYTHING } else { Cont::END };
    cont = translator.cons_node(root, cont);
    if search {
        cont = translator.cons_plain(Re::ALL, cont);
    }
    let start = translator.first_memory(translator.needs_of(cont));
    translator.language(cont, start)
}

struct Translator<'a, 'b> {
    tree: &'a Tree,
    regexes: &'a mut Regexes,
    limits: &'a Limits<'b>,
    facts: Vec<Facts>,
    /// For each look-behind the texts before it.
    trackers: Vec<Re>,
    conts: IndexSet<Cont>,
    cont_needs: Vec<Needs>,
    memories: SliceSet<(u32, Re)>,
    runs: IndexSet<Vec<Config>>,
    known: FxHashMap<(ContId, MemoryId), Re>,
    missing: Vec<(ContId, MemoryId)>,
}

impl<'a, 'b> Translator<'a, 'b> {
    fn new(tree: &'a Tree, regexes: &'a mut Regexes, limits: &'a Limits<'b>) -> Self {
        let mut translator = Translator {
            tree,
            regexes,
            limits,
            facts: Vec::with_capacity(tree.len()),
            trackers: Vec::new(),
            conts: IndexSet::default(),
            cont_needs: Vec::new(),
            memories: SliceSet::default(),
            runs: IndexSet::default(),
            known: FxHashMap::default(),
            missing: Vec::new(),
        };
        translator.add_constants();
        translator
    }

    /// Finds the facts of all nodes, children first.
    fn learn(&mut self) -> Result<(), Stop> {
        for id in self.tree.ids() {
            self.limits.charge(1)?;
            let facts = self.facts_of(id)?;
            self.facts.push(facts);
        }
        Ok(())
    }

    fn facts(&self, id: NodeId) -> &Facts {
        &self.facts[id.index()]
    }

    fn facts_of(&mut self, id: NodeId) -> Result<Facts, Stop> {
        let tree = self.tree;
        match tree.node(id) {
            Node::Chars(set) => Ok(Facts::plain(self.regexes.chars(set.clone()))),
            Node::Concat(kids) => {
                let plain = self.all_plain(kids);
                let plain = plain.map(|kids| self.regexes.concat_within(&kids, self.limits));
                Ok(Facts { plain: plain.transpose()?, ..self.of_kids(kids) })
            }
            Node::Alt(kids) => {
                let plain = self.all_plain(kids);
                self.limits.charge(kids.len() as u64)?;
                Ok(Facts { plain: plain.map(|k| self.regexes.union(k)), ..self.of_kids(kids) })
            }
            &Node::Repeat { body, lo, hi, .. } => {
                let plain = self.facts(body).plain;
                let plain = plain.map(|body| self.regexes.repeat(body, lo, hi));
                Ok(Facts { plain, ..self.of_kids(&[body]) })
            }
            &Node::Atomic(body) => {
                // If no word begins with another one, there is nothing to choose from.
                let plain = self.facts(body).plain.filter(|_| tree.width(body).is_fixed());
                Ok(Facts { plain, looks_ahead: true, ..self.of_kids(&[body]) })
            }
            &Node::Look { body, ahead: true, .. } => {
                Ok(Facts { looks_ahead: true, ..self.of_kids(&[body]) })
            }
            &Node::Look { body, .. } => self.look_behind(body),
            Node::Start => self.text_start(),
            Node::End => Ok(Facts { looks_ahead: true, ..Facts::default() }),
        }
    }

    fn all_plain(&self, kids: &[NodeId]) -> Option<Vec<Re>> {
        kids.iter().map(|&kid| self.facts(kid).plain).collect()
    }

    fn of_kids(&self, kids: &[NodeId]) -> Facts {
        let mut all = Facts::default();
        for facts in kids.iter().map(|&kid| self.facts(kid)) {
            all.needs |= facts.needs;
            all.looks_ahead |= facts.looks_ahead;
        }
        all
    }
}

impl Facts {
    fn plain(regex: Re) -> Facts {
        Facts { plain: Some(regex), ..Facts::default() }
    }
}
