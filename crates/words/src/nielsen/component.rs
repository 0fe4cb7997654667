//! Independent parts of a system, each with a graph of its own.

use super::graph::Graph;
use super::node::{Draft, Edge};
use super::views::{EVERY, Views};
use crate::groups::Groups;
use crate::outcome::Solution;
use crate::simplify::languages::language;
use crate::system::{Equation, Sym, System, Var, Word};
use crate::tags::Premises;
use automata::Regexes;
use base::{FxHashMap, FxHashSet, Idx, Limits, Stop};

/// Equations that share no variable with the others.
#[derive(Debug)]
pub(super) struct Component {
    pub vars: Vec<Var>,
    pub equations: Vec<Equation>,
    /// What all this rests on.
    pub premises: Premises,
    pub graph: Graph,
    /// What `vars` are in terms of the root of the graph.
    pub entry: Edge,
    /// Whether the graph is all there is.
    pub complete: bool,
}

/// What is known of a component without its lengths.
pub(super) enum Verdict {
    Sat,
    Unsat(Premises),
    GaveUp,
}

/// Groups equations by shared variables.
pub(super) fn components(system: &System) -> Vec<Component> {
    let mut groups = Groups::new(system);
    let mut index: FxHashMap<Result<usize, usize>, usize> = FxHashMap::default();
    let mut out: Vec<Component> = Vec::new();
    for e in system.equations() {
        // An equation without variables is a part by itself.
        let key = groups.of(e).ok_or(out.len());
        let at = *index.entry(key).or_insert_with(|| {
            out.push(Component::empty());
            out.len() - 1
        });
        out[at].add(e);
    }
    debug_assert_eq!(
        out.iter().flat_map(|part| &part.vars).collect::<FxHashSet<_>>().len(),
        out.iter().map(|part| part.vars.len()).sum::<usize>(),
        "two parts share a variable"
    );
    out
}

impl Component {
    fn empty() -> Component {
        Component {
            vars: Vec::new(),
            equations: Vec::new(),
            premises: Premises::none(),
            graph: Graph::default(),
            entry: Edge { words: Vec::new(), kept: 0, free: Vec::new() },
            complete: false,
        }
    }

    fn add(&mut self, e: &Equation) {
        for x in e.vars() {
            if !self.vars.contains(&x) {
                self.vars.push(x);
            }
        }
        self.premises.extend(&e.premises);
        self.equations.push(e.clone());
    }

    /// Whether the length of one of the variables matters.
    pub(super) fn needs_lengths(&self, system: &System) -> bool {
        self.vars.iter().any(|&x| system.is_length_sensitive(x))
    }

    /// Builds the graph, as much of it as is needed.
    pub(super) fn solve(
        &mut self,
        system: &System,
        views: &mut Views,
        rs: &mut Regexes,
        limits: &Limits,
    ) -> Result<Verdict, Stop> {
        for m in system.memberships().iter().filter(|m| self.vars.contains(&m.var)) {
            self.premises.extend(&m.premises);
        }
        let mut sets = Vec::new();
        let mut number = FxHashMap::default();
        for (i, &x) in self.vars.iter().enumerate() {
            let re = language(system, x, rs);
            let set = views.of_regex(re, rs, limits)?;
            if set != EVERY && views.is_empty(set, limits)? {
                return Ok(Verdict::Unsat(self.premises.clone()));
            }
            sets.push(set);
            number.insert(x, Var::from_index(i));
        }
        let rename = |word: &Word| -> Word {
            let sym = |s: &Sym| s.var().map_or(*s, |x| Sym::Var(number[&x]));
            word.iter().map(sym).collect()
        };
        let equations = self.equations.iter().map(|e| (rename(&e.left), rename(&e.right)));
        let draft = Draft::new(equations, sets, views, limits);
        let Some((root, entry)) = draft.finish()? else {
            return Ok(Verdict::Unsat(self.premises.clone()));
        };
        self.graph = Graph::new(root);
        self.entry = entry;
        self.explore(!self.needs_lengths(system), system, views, limits)
    }

    fn explore(
        &mut self,
        first_only: bool,
        system: &System,
        views: &mut Views,
        limits: &Limits,
    ) -> Result<Verdict, Stop> {
        let tunables = &limits.tunables().words;
        let finite = first_only && system.is_quadratic();
        let max = if finite { tunables.nielsen_quadratic } else { tunables.nielsen_nodes };
        self.complete = self.graph.explore(views, first_only, max, limits)?;
        Ok(match self.graph.solved {
            Some(_) => Verdict::Sat,
            None if self.complete => Verdict::Unsat(self.premises.clone()),
            None => Verdict::GaveUp,
        })
    }

    /// The words along the path on which the solved node was found first.
    pub(super) fn write_words(
        &self,
        views: &mut Views,
        solution: &mut Solution,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let mut words: Vec<Vec<u32>> = Vec::new();
        debug_assert!(self.graph.solved.is_some(), "a part without a solution has no words");
        let path = self.graph.first_path().unwrap_or_default();
        let edges = path.iter().map(|&(node, at)| self.graph.edge(node, at));
        for edge in std::iter::once(self.entry.clone()).chain(edges).rev() {
            debug_assert_eq!(words.len(), edge.kept, "an edge does not lead to the node behind it");
            for &set in &edge.free {
                let word = views.word(set, None, limits)?;
                debug_assert!(word.is_some(), "a free variable has no word");
                words.push(word.unwrap_or_default());
            }
            words = edge.words.iter().map(|w| value(w, &words)).collect();
        }
        debug_assert_eq!(words.len(), self.vars.len(), "the way back ends at other variables");
        for (x, word) in self.vars.iter().zip(words) {
            solution.set_word(*x, word);
        }
        Ok(())
    }
}

/// The letters of a word whose variables have these.
pub(super) fn value(word: &[Sym], values: &[Vec<u32>]) -> Vec<u32> {
    let mut out = Vec::new();
    for s in word {
        match s {
            Sym::Char(c) => out.push(*c),
            Sym::Var(x) => out.extend_from_slice(&values[x.index()]),
        }
    }
    out
}
