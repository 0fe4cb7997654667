//! States, where look-ahead has to be carried along: under a star, and in atomic groups.
//!
//! A state is what is still to come, what is remembered, and a regex in which the rest of the text has to be. There are
//! finitely many: the first two are derivatives of one regex each, the last is a Boolean combination of derivatives
//! of the look-aheads. Parts about which nobody asks anything are passed in one step, whatever they are.

use super::close::Reading;
use super::cont::{Cont, ContId, Item};
use super::memory::{Block, MemoryId};
use super::system::System;
use super::{Halt, Translator};
use crate::tree::Node;
use automata::{CharSet, Node as Regex, Re, Regexes};
use base::{IndexSet, Stop};

/// A state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Config {
    /// What is still to come.
    pub cont: ContId,
    /// What is remembered.
    pub memory: MemoryId,
    /// What the rest of the text has to be in, whatever else is to come.
    pub rest: Re,
}

/// Characters, and what they lead to in the order of preference.
pub(super) type Step = (CharSet, Vec<Config>);

/// An edge: the words that are read, and where it leads.
type Edge = (Re, u32);

/// All states, and before the first of them a row for where everything starts.
struct Machine {
    states: IndexSet<Config>,
    edges: Vec<Vec<Edge>>,
    /// Edges out of the machine.
    exits: Vec<Vec<(Re, Config)>>,
}

impl Translator<'_, '_> {
    /// The words from `start` up to `exit`, which may be seen as a list of its own, and after it.
    pub(super) fn solve_machine(&mut self, start: Config, exit: ContId) -> Result<Re, Halt> {
        let machine = self.explore(start, exit)?;
        let mut missing = false;
        let mut system = machine.system(self.regexes);
        for (from, exits) in machine.exits.iter().enumerate() {
            for &(label, exit) in exits {
                let Ok(value) = self.value(exit.cont, exit.memory) else {
                    missing = true;
                    continue;
                };
                let value = self.regexes.inter([exit.rest, value]);
                let word = self.regexes.concat_within(&[label, value], self.limits)?;
                system.add_constant(from, word, self.regexes);
            }
        }
        if missing {
            return Err(Halt::Missing);
        }
        Ok(system.solve(self.regexes, self.limits)?)
    }

    /// The words that lead from `cont` to its end, each with what is demanded of the rest.
    pub(super) fn exits(&mut self, cont: ContId, memory: MemoryId) -> Result<Vec<(Re, Re)>, Stop> {
        let start = Config { cont, memory, rest: Re::ALL };
        let machine = loop {
            self.missing.clear();
            match self.explore(start, Cont::END) {
                Ok(machine) => break machine,
                Err(Halt::Stop(stop)) => return Err(stop),
                Err(Halt::Missing) => {
                    for (cont, memory) in std::mem::take(&mut self.missing) {
                        self.language(cont, memory)?;
                    }
                }
            }
        };
        let mut rests: IndexSet<Re> = IndexSet::default();
        machine.exits.iter().flatten().for_each(|(_, exit)| {
            rests.insert(exit.rest);
        });
        let mut pairs = Vec::new();
        for &rest in rests.items() {
            let mut system = machine.system(self.regexes);
            for (from, exits) in machine.exits.iter().enumerate() {
                for (label, _) in exits.iter().filter(|(_, exit)| exit.rest == rest) {
                    system.add_constant(from, *label, self.regexes);
                }
            }
            pairs.push((system.solve(self.regexes, self.limits)?, rest));
        }
        Ok(pairs)
    }

    fn explore(&mut self, start: Config, exit: ContId) -> Result<Machine, Halt> {
        let reading = Reading { exit, ordered: false };
        let mut machine =
            Machine { states: IndexSet::default(), edges: Vec::new(), exits: Vec::new() };
        machine.add_row();
        let first = self.close(start, reading)?;
        machine.add_edges(0, Re::EPS, first, exit);
        let (mut next, mut missing) = (0, false);
        while let Some(&state) = machine.states.items().get(next) {
            next += 1;
            self.limits.charge(1)?;
            match self.leave(state, reading) {
                Ok(steps) => {
                    for (label, targets) in steps {
                        self.limits.charge(targets.len() as u64)?;
                        machine.add_edges(next, label, targets, exit);
                    }
                }
                Err(Halt::Missing) => missing = true,
                Err(stop) => return Err(stop),
            }
        }
        if missing { Err(Halt::Missing) } else { Ok(machine) }
    }

    /// The ways out of a state: a part that nobody watches at once, else character by character.
    fn leave(&mut self, at: Config, reading: Reading) -> Result<Vec<(Re, Vec<Config>)>, Halt> {
        if let Cont::Seq(Item::Plain(part), rest) = self.cont(at.cont)
            && at.rest == Re::ALL
            && let Some(blocks) = self.by_last_character(at.memory)?
        {
            return self.pass(part, &blocks, rest, at, reading);
        }
        let steps = self.step(at, reading)?;
        Ok(steps.into_iter().map(|(set, to)| (self.regexes.chars(set), to)).collect())
    }

    /// Passes `part`; its empty word has been taken care of.
    fn pass(
        &mut self,
        part: Re,
        blocks: &[Block],
        rest: ContId,
        at: Config,
        reading: Reading,
    ) -> Result<Vec<(Re, Vec<Config>)>, Halt> {
        let (mut ways, mut missing) = (Vec::new(), false);
        for (set, targets) in blocks {
            let label = self.ending_in(part, set, self.needs_of(rest) == 0);
            let memory = self.advanced(at.memory, targets);
            let next = self.config(rest, Config { memory, ..at });
            match self.close(next, reading) {
                Ok(leaves) => ways.push((label, leaves)),
                Err(Halt::Missing) => missing = true,
                Err(stop) => return Err(stop),
            }
        }
        if missing { Err(Halt::Missing) } else { Ok(ways) }
    }

    /// The ways to read one character. Where the order matters, no two of them share one.
    pub(super) fn step(&mut self, at: Config, reading: Reading) -> Result<Vec<Step>, Halt> {
        match self.cont(at.cont) {
            Cont::Seq(Item::Node(node), rest) => {
                let Node::Chars(set) = self.tree.node(node) else { return Ok(Vec::new()) };
                self.read(set, rest, at, reading)
            }
            Cont::Seq(Item::Plain(regex), rest) => {
                let moves = self.regexes.moves(regex, self.limits)?;
                let (mut steps, mut missing) = (Vec::new(), false);
                for i in moves {
                    let step = self.regexes.get_move(i);
                    let set = self.regexes.set(step.guard).clone();
                    let cont = match step.target {
                        Re::EPS => rest,
                        target => self.cons(Item::Plain(target), rest),
                    };
                    match self.read(&set, cont, at, reading) {
                        Ok(some) => steps.extend(some),
                        Err(Halt::Missing) => missing = true,
                        Err(stop) => return Err(stop),
                    }
                }
                if missing { Err(Halt::Missing) } else { Ok(steps) }
            }
            Cont::Seq(Item::Run(run), rest) => self.step_run(run, rest, at, reading),
            Cont::Past => self.read(&CharSet::full(), at.cont, at, reading),
            _ => Ok(Vec::new()),
        }
    }

    /// One character of `set`, and then `cont`.
    fn read(
        &mut self,
        set: &CharSet,
        cont: ContId,
        at: Config,
        reading: Reading,
    ) -> Result<Vec<Step>, Halt> {
        let (mut steps, mut missing) = (Vec::new(), false);
        for (set, next) in self.advance(set, at)? {
            let next = self.config(cont, next);
            match self.close(next, reading) {
                Ok(leaves) => steps.push((set, leaves)),
                Err(Halt::Missing) => missing = true,
                Err(stop) => return Err(stop),
            }
        }
        if missing { Err(Halt::Missing) } else { Ok(steps) }
    }

    /// What a character of `set` makes of the memory and of the demands.
    pub(super) fn advance(
        &mut self,
        set: &CharSet,
        at: Config,
    ) -> Result<Vec<(CharSet, Config)>, Stop> {
        let mut regexes = self.regexes_of(at.memory);
        let remembered = regexes.len();
        match self.regexes.node(at.rest) {
            Regex::Inter(kids) => regexes.extend_from_slice(kids),
            _ => regexes.push(at.rest),
        }
        let mut steps = Vec::new();
        for (set, targets) in self.blocks(set, &regexes)? {
            let memory = self.advanced(at.memory, &targets[..remembered]);
            let rest = self.regexes.inter(targets[remembered..].iter().copied());
            if rest != Re::NONE {
                steps.push((set, Config { memory, rest, ..at }));
            }
        }
        Ok(steps)
    }
}

impl Machine {
    fn add_row(&mut self) {
        self.edges.push(Vec::new());
        self.exits.push(Vec::new());
    }

    /// The row of a state.
    fn add_state(&mut self, state: Config) -> u32 {
        let (number, new) = self.states.insert(state);
        if new {
            self.add_row();
        }
        number + 1
    }

    fn add_edges(&mut self, from: usize, label: Re, targets: Vec<Config>, exit: ContId) {
        for target in targets {
            if target.cont == exit {
                self.exits[from].push((label, target));
            } else {
                let to = self.add_state(target);
                self.edges[from].push((label, to));
            }
        }
    }

    /// The edges as equations.
    fn system(&self, regexes: &mut Regexes) -> System {
        let mut system = System::new(self.edges.len());
        for (from, edges) in self.edges.iter().enumerate() {
            for &(label, to) in edges {
                system.add_term(from, label, to as usize, regexes);
            }
        }
        system
    }
}
