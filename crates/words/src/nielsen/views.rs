//! Regular constraints in a Nielsen graph.
//!
//! Splitting `x = y x'` splits the language of `x`: `y` drives its automaton from the start to some
//! state, `x'` from there to the end. So a constraint is a *view*: "drives this automaton from
//! here to there". A variable has a set of views, and there are finitely many, so the graph of a
//! quadratic system stays finite. Automata are deterministic: a letter then has one successor, and only
//! the split of a variable branches, over the states. (Regexes and their derivatives would do for
//! letters, but a regex cannot say "up to here".)

use crate::arithmetic::{Formula, IntVar, Linear};
use crate::unconstrained::lengths_of;
use automata::nfa::{Nfa, State};
use automata::{Re, Regexes};
use base::{FxHashMap, Limits, SliceSet, Stop};

/// The number of a set of views.
pub(super) type ViewSet = u32;

/// No view: every word.
pub(super) const EVERY: ViewSet = 0;

/// "Any final state" as the target of a view.
const ACCEPT: State = State::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct View {
    dfa: u32,
    from: State,
    to: State,
}

/// The automata, and all sets of views that occur.
#[derive(Debug)]
pub(super) struct Views {
    dfas: Vec<Nfa>,
    of_regex: FxHashMap<Re, u32>,
    sets: SliceSet<View>,
    automata: FxHashMap<ViewSet, Nfa>,
}

impl Views {
    pub(super) fn new() -> Views {
        let mut sets = SliceSet::default();
        let every = sets.insert(&[]).0;
        debug_assert_eq!(every, EVERY, "the set without views has another number");
        Views {
            dfas: Vec::new(),
            of_regex: FxHashMap::default(),
            sets,
            automata: FxHashMap::default(),
        }
    }

    /// The words of `re`.
    pub(super) fn of_regex(
        &mut self,
        re: Re,
        rs: &mut Regexes,
        limits: &Limits,
    ) -> Result<ViewSet, Stop> {
        if re == Re::ALL {
            return Ok(EVERY);
        }
        let dfa = match self.of_regex.get(&re) {
            Some(&dfa) => dfa,
            None => {
                let nfa = Nfa::from_regex(rs, re, limits)?;
                let dfa = nfa.determinize(limits)?.minimize(limits)?.trim();
                self.dfas.push(dfa);
                self.of_regex.insert(re, base::id32(self.dfas.len()) - 1);
                base::id32(self.dfas.len()) - 1
            }
        };
        let initial = self.dfas[dfa as usize].initial();
        debug_assert!(initial.len() <= 1, "a deterministic automaton starts in several states");
        let views = initial.iter().map(|&from| View { dfa, from, to: ACCEPT }).collect();
        // Without a state the language is empty, and a view from a state that is not there says so.
        let none = vec![View { dfa, from: ACCEPT, to: ACCEPT }];
        Ok(self.intern(if initial.is_empty() { none } else { views }))
    }

    fn intern(&mut self, mut views: Vec<View>) -> ViewSet {
        debug_assert!(
            views.iter().all(|v| (v.dfa as usize) < self.dfas.len()),
            "a view of no automaton"
        );
        base::order::sort(&mut views);
        views.dedup();
        self.sets.insert(&views).0
    }

    fn views(&self, set: ViewSet) -> &[View] {
        self.sets.get(set)
    }

    fn step(&self, dfa: u32, from: State, c: u32) -> Option<State> {
        debug_assert!(from != ACCEPT, "a letter is read from no state");
        let edges = self.dfas[dfa as usize].edges(from);
        debug_assert!(
            edges.iter().filter(|(guard, _)| guard.contains(c)).count() <= 1,
            "a deterministic automaton has two moves for a letter"
        );
        edges.iter().find(|(guard, _)| guard.contains(c)).map(|e| e.1)
    }

    /// Whether the empty word is in all views.
    pub(super) fn allow_empty(&self, set: ViewSet) -> bool {
        self.views(set).iter().all(|v| {
            v.from != ACCEPT
                && (v.from == v.to || v.to == ACCEPT && self.dfas[v.dfa as usize].is_final(v.from))
        })
    }

    /// The words that may follow the letter `c`; none if there are none.
    pub(super) fn after(
        &mut self,
        set: ViewSet,
        c: u32,
        limits: &Limits,
    ) -> Result<Option<ViewSet>, Stop> {
        if set == EVERY {
            return Ok(Some(EVERY));
        }
        let mut next = Vec::new();
        for v in self.views(set) {
            let Some(from) = self.step(v.dfa, v.from, c) else { return Ok(None) };
            next.push(View { from, ..*v });
        }
        let next = self.intern(next);
        Ok((!self.is_empty(next, limits)?).then_some(next))
    }

    /// The words in both; none if there are none.
    pub(super) fn meet(
        &mut self,
        a: ViewSet,
        b: ViewSet,
        limits: &Limits,
    ) -> Result<Option<ViewSet>, Stop> {
        if a == EVERY || b == EVERY || a == b {
            return Ok(Some(a.max(b)));
        }
        let both = self.views(a).iter().chain(self.views(b)).copied().collect();
        let both = self.intern(both);
        Ok((!self.is_empty(both, limits)?).then_some(both))
    }

    /// All ways to split a word of the set in two; none if there are too many.
    pub(super) fn splits(
        &mut self,
        set: ViewSet,
        limits: &Limits,
    ) -> Result<Option<Vec<(ViewSet, ViewSet)>>, Stop> {
        let mut partial: Vec<(Vec<View>, Vec<View>)> = vec![(Vec::new(), Vec::new())];
        for v in self.views(set).to_vec() {
            let states = self.dfas[v.dfa as usize].states();
            if partial.len() * states.len() > limits.tunables().words.nielsen_splits {
                return Ok(None);
            }
            let mut longer = Vec::new();
            for (first, second) in &partial {
                for middle in states.clone() {
                    let (mut first, mut second) = (first.clone(), second.clone());
                    first.push(View { to: middle, ..v });
                    second.push(View { from: middle, ..v });
                    longer.push((first, second));
                }
            }
            partial = longer;
        }
        let mut out = Vec::new();
        for (first, second) in partial {
            let (first, second) = (self.intern(first), self.intern(second));
            if !self.is_empty(first, limits)? && !self.is_empty(second, limits)? {
                out.push((first, second));
            }
        }
        Ok(Some(out))
    }

    /// Whether no word is in all views.
    pub(super) fn is_empty(&mut self, set: ViewSet, limits: &Limits) -> Result<bool, Stop> {
        if set == EVERY {
            return Ok(false);
        }
        Ok(self.automaton(set, limits)?.is_empty_language())
    }

    /// The automaton of all views together.
    fn automaton(&mut self, set: ViewSet, limits: &Limits) -> Result<&Nfa, Stop> {
        if !self.automata.contains_key(&set) {
            let nfa = self.build_automaton(set, limits)?;
            self.automata.insert(set, nfa);
        }
        Ok(&self.automata[&set])
    }

    fn build_automaton(&self, set: ViewSet, limits: &Limits) -> Result<Nfa, Stop> {
        let mut product: Option<Nfa> = None;
        for v in self.views(set) {
            if v.from == ACCEPT {
                return Ok(Nfa::empty());
            }
            let mut nfa = self.dfas[v.dfa as usize].clone();
            nfa.clear_initial();
            nfa.add_initial(v.from);
            if v.to != ACCEPT {
                nfa.states().for_each(|s| nfa.set_final(s, s == v.to));
            }
            let nfa = nfa.trim();
            product = Some(match product {
                None => nfa,
                Some(other) => other.product(&nfa, limits)?.trim(),
            });
        }
        Ok(product.unwrap_or_else(Nfa::sigma_star))
    }

    /// A word, shortest if no length is asked for.
    pub(super) fn word(
        &mut self,
        set: ViewSet,
        length: Option<u64>,
        limits: &Limits,
    ) -> Result<Option<Vec<u32>>, Stop> {
        let nfa = self.automaton(set, limits)?;
        let word = match length {
            None => nfa.shortest_word(),
            Some(n) => nfa.word_of_length(n, limits)?,
        };
        debug_assert!(
            word.iter().all(|word| length.is_none_or(|n| n == word.len() as u64)),
            "a word of another length than was asked for"
        );
        Ok(word)
    }

    /// That `length` is the length of a word of the set.
    pub(super) fn length_formula(
        &mut self,
        set: ViewSet,
        length: &Linear,
        fresh: &mut dyn FnMut() -> IntVar,
        limits: &Limits,
    ) -> Result<Formula, Stop> {
        if set == EVERY {
            return Ok(Formula::at_least_zero(length.clone()));
        }
        lengths_of(self.automaton(set, limits)?, length, fresh, limits)
    }
}
