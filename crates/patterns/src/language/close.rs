//! What can be read next: assertions are evaluated and choices made, until a character is needed.
//!
//! The order of the results is that in which a backtracking engine would try them; only atomic groups ask for it. Then
//! a round of a star that has matched nothing ends the star, as in Perl and Python.

use super::cont::{Cont, ContId, Item};
use super::machine::Config;
use super::solve::fewer;
use super::{Halt, Translator};
use crate::tree::{Node, NodeId};
use automata::Re;
use base::IndexSet;

/// Who reads: somebody who asks for the words, or somebody who asks for the preferred match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reading {
    /// Where to stop.
    pub exit: ContId,
    /// Whether the order matters.
    pub ordered: bool,
}

/// Something on the way, and the stars that were entered and have read nothing yet.
type Open = (Config, Vec<ContId>);

/// A search for all that can be read next.
struct Closure {
    reading: Reading,
    /// The next one is last.
    stack: Vec<Open>,
    seen: IndexSet<Open>,
    leaves: IndexSet<Config>,
    missing: bool,
}

impl Closure {
    /// Notes what is missing; all else goes on, so that all of it is found at once.
    fn get<T>(&mut self, value: Result<T, Halt>) -> Result<Option<T>, Halt> {
        match value {
            Ok(value) => Ok(Some(value)),
            Err(Halt::Missing) => {
                self.missing = true;
                Ok(None)
            }
            Err(stop) => Err(stop),
        }
    }
}

impl Translator<'_, '_> {
    /// `cont` with what it needs of the memory.
    pub(super) fn config(&mut self, cont: ContId, from: Config) -> Config {
        Config { cont, memory: self.restrict(from.memory, cont), ..from }
    }

    /// From `start` to where a character is read or the exit reached, in the order of preference.
    pub(super) fn close(&mut self, start: Config, reading: Reading) -> Result<Vec<Config>, Halt> {
        let mut closure = Closure {
            reading,
            stack: vec![(start, Vec::new())],
            seen: IndexSet::default(),
            leaves: IndexSet::default(),
            missing: false,
        };
        while let Some((config, path)) = closure.stack.pop() {
            self.limits.charge(1)?;
            if config.rest != Re::NONE && closure.seen.insert((config, path.clone())).1 {
                self.close_one(config, path, &mut closure)?;
            }
        }
        if closure.missing {
            return Err(Halt::Missing);
        }
        Ok(closure.leaves.items().to_vec())
    }

    fn close_one(&mut self, at: Config, path: Vec<ContId>, out: &mut Closure) -> Result<(), Halt> {
        let Cont::Seq(item, rest) = self.cont(at.cont) else {
            out.leaves.insert(at);
            return Ok(());
        };
        if at.cont == out.reading.exit {
            out.leaves.insert(at);
            return Ok(());
        }
        match item {
            Item::Plain(regex) => {
                if self.regexes.nullable(regex) {
                    let next = self.config(rest, at);
                    out.stack.push((next, path));
                }
                if regex != Re::EPS {
                    out.leaves.insert(at);
                }
            }
            Item::Run(_) => {
                out.leaves.insert(at);
            }
            Item::Node(node) => self.close_node(node, rest, at, path, out)?,
            Item::Loop { .. } => self.close_loop(item, rest, at, path, out),
        }
        Ok(())
    }

    /// `node` and then `rest`.
    fn before(&mut self, node: NodeId, rest: ContId, ordered: bool) -> ContId {
        if ordered { self.cons_ordered(node, rest) } else { self.cons_node(node, rest) }
    }

    fn close_node(
        &mut self,
        node: NodeId,
        rest: ContId,
        at: Config,
        path: Vec<ContId>,
        out: &mut Closure,
    ) -> Result<(), Halt> {
        let (tree, ordered) = (self.tree, out.reading.ordered);
        match tree.node(node) {
            Node::Chars(_) => {
                out.leaves.insert(at);
            }
            Node::Alt(kids) => {
                for &kid in kids.iter().rev() {
                    let cont = self.before(kid, rest, ordered);
                    let next = self.config(cont, at);
                    out.stack.push((next, path.clone()));
                }
            }
            &Node::Atomic(body) => {
                let opened = self.open_run(body, rest, at);
                for next in out.get(opened)?.unwrap_or_default().into_iter().rev() {
                    out.stack.push((next, path.clone()));
                }
            }
            Node::Concat(_) | Node::Repeat { .. } => {
                let cont = self.before(node, rest, ordered);
                let next = self.config(cont, at);
                out.stack.push((next, path));
            }
            Node::Look { .. } | Node::Start | Node::End => {
                let demand = self.demand(node, at.memory);
                if let Some(demand) = out.get(demand)? {
                    let next = self.config(rest, at);
                    let rest = self.regexes.inter([at.rest, demand]);
                    out.stack.push((Config { rest, ..next }, path));
                }
            }
        }
        Ok(())
    }

    fn close_loop(
        &mut self,
        item: Item,
        rest: ContId,
        at: Config,
        mut path: Vec<ContId>,
        out: &mut Closure,
    ) {
        let Item::Loop { body, lo, hi, greedy } = item else { return };
        let is_star = lo == 0 && hi.is_none();
        let leave = self.config(rest, at);
        if hi == Some(0) || lo == 0 && self.tree.is_empty_width(body) {
            out.stack.push((leave, path));
            return;
        }
        if is_star && path.last() == Some(&at.cont) {
            path.pop();
            out.stack.push((leave, path));
            return;
        }
        let (less, most) = fewer(lo, hi);
        let again = Item::Loop { body, lo: less, hi: most, greedy };
        let again = if self.tree.is_empty_width(body) { rest } else { self.cons(again, rest) };
        let cont = self.before(body, again, out.reading.ordered);
        let enter = self.config(cont, at);
        let mut inside = path.clone();
        if is_star && out.reading.ordered {
            inside.push(at.cont);
        }
        let mut next = vec![(enter, inside)];
        if lo == 0 {
            next.push((leave, path));
        }
        if greedy {
            next.reverse();
        }
        out.stack.extend(next);
    }
}
