//! More strings that differ from each other than there are words for them.
//!
//! The proof of the pigeonhole principle by sets of words (Cook, *A short proof of the pigeon hole principle using extended
//! resolution*, 1976, has fewer clauses, but new variables): the first `k + 1` strings are not all among `k` words, for each set of so
//! many. The next string would be one of these, and then the others are among the rest. A tree of cases would have a factorial
//! number of clauses; there are as many here as sets, so there must be few words.

use crate::proof::{Literal, Proof};
use automata::nfa::{Nfa, State};
use base::FxHashMap;
use terms::{Op, Sort, Term};

/// Words that strings can be.
const MAX_WORDS: usize = 8;

/// The longest word.
const LONGEST: usize = 16;

/// What a set of words costs, as so many commands.
const SET_COMMANDS: usize = 4;

impl Proof<'_> {
    /// A clause that says that two of some strings are equal, or that they are in no few words.
    pub(crate) fn by_counting(&mut self, lits: &[Literal]) -> Option<String> {
        let strings = self.pairwise(lits)?;
        let (words, cases) = self.words_of_strings(lits, &strings)?;
        if strings.len() <= words.len() {
            return None;
        }
        // One formula for the clause, which is in all that follow.
        let all: Vec<Term> = lits
            .iter()
            .map(|&(t, positive)| if positive { t } else { self.terms.not(t) })
            .collect();
        let goal = (self.terms.or(&all), true);
        let mut hints: Vec<String> = Vec::new();
        for &(t, positive) in lits {
            hints.push(self.step(&[goal, (t, !positive)], "taut")?);
        }
        let mut pigeons = Vec::new();
        for (&string, case) in strings[..=words.len()].iter().zip(cases) {
            let is: Vec<Term> = words.iter().map(|&w| self.terms.eq(string, w)).collect();
            let clause: Vec<Literal> =
                [goal].into_iter().chain(is.iter().map(|&t| (t, true))).collect();
            let case = self.rup(&clause, &[hints.as_slice(), &[case]].concat())?;
            pigeons.push(Pigeon { string, is, case });
        }
        let whole = self.sets(&pigeons, goal, &hints)?;
        let opposite: Vec<Literal> = [vec![(goal.0, false)], lits.to_vec()].concat();
        let step = self.step(&opposite, "taut")?;
        self.rup(lits, &[whole, step])
    }

    /// The strings of which all pairs are equal in some literal.
    fn pairwise(&self, lits: &[Literal]) -> Option<Vec<Term>> {
        let mut strings: Vec<Term> = Vec::new();
        let mut count = 0;
        for &(t, positive) in lits {
            if positive && self.terms.op(t) == Op::Eq {
                let sides = [0, 1].map(|i| self.terms.arg(t, i));
                if sides.iter().any(|&s| self.terms.sort(s) != Sort::String) {
                    return None;
                }
                strings.extend(sides);
                count += 1;
            }
        }
        strings.sort_unstable();
        strings.dedup();
        let n = strings.len();
        (n > 2 && n * (n - 1) / 2 == count).then_some(strings)
    }

    /// The words that the strings can be, each with the name of a clause that says so of a string.
    fn words_of_strings(
        &mut self,
        lits: &[Literal],
        strings: &[Term],
    ) -> Option<(Vec<Term>, Vec<String>)> {
        let mut words: Vec<Vec<u32>> = Vec::new();
        let mut known = Vec::new();
        for &x in strings {
            let about = |&&(t, positive): &&Literal| {
                !positive
                    && self.terms.args(t).iter().any(|&a| a == x || *self.terms.args(a) == [x])
            };
            let facts: Vec<Literal> = lits.iter().filter(about).copied().collect();
            let language = self.finite_language(&facts)?;
            let dfa = self.automaton(language)?;
            words.extend(words_in(&dfa)?);
            words.sort_unstable();
            words.dedup();
            known.push(facts);
        }
        if words.len() > MAX_WORDS {
            return None;
        }
        let words: Vec<Term> = words.iter().map(|w| self.terms.string(w)).collect();
        let mut names = Vec::new();
        for (&x, mut clause) in strings.iter().zip(known) {
            for &w in &words {
                clause.push((self.terms.eq(x, w), true));
            }
            names.push(self.step(&clause, "lang")?);
        }
        Some((words, names))
    }

    /// The language that negated literals speak of: memberships and a length.
    fn finite_language(&mut self, facts: &[Literal]) -> Option<Term> {
        let mut parts = Vec::new();
        for &(t, _) in facts {
            let sides = self.terms.args(t).to_vec();
            if self.terms.op(t) == Op::StrInRe {
                parts.push(sides[1]);
            } else if self.terms.op(t) == Op::Eq {
                let mut numbers = sides.iter().filter_map(|&s| self.terms.int_value(s));
                let n = numbers.next()?.to_string().parse().ok()?;
                let any = self.terms.mk(Op::ReAllChar, &[]);
                parts.push(self.terms.mk(Op::ReLoop(n, n), &[any]));
            }
        }
        match parts[..] {
            [] => None,
            [r] => Some(r),
            _ => Some(self.terms.mk(Op::ReInter, &parts)),
        }
    }

    /// For each set of words, that as many strings and one more are not all among them; returns the name of the last clause.
    fn sets(&mut self, all: &[Pigeon], goal: Literal, hints: &[String]) -> Option<String> {
        let count = all.first()?.is.len();
        let mut names: FxHashMap<u32, String> = FxHashMap::default();
        let mut sets: Vec<u32> = (0..1 << count).collect();
        sets.sort_by_key(|set| set.count_ones());
        for set in sets {
            if !self.may(SET_COMMANDS) {
                return None;
            }
            let (before, last) =
                (&all[..set.count_ones() as usize], &all[set.count_ones() as usize]);
            let is_in = |w: &usize| set >> w & 1 == 1;
            let mut clause = vec![goal];
            for pigeon in before.iter().chain([last]) {
                clause.extend((0..count).filter(|w| !is_in(w)).map(|w| (pigeon.is[w], true)));
            }
            let mut cases = vec![last.case.clone()];
            for w in (0..count).filter(is_in) {
                let mut premises = vec![names.get(&(set & !(1 << w)))?.clone()];
                for pigeon in before {
                    premises.push(self.apart(pigeon, last, w, goal, hints)?);
                }
                let case = [clause.as_slice(), &[(last.is[w], false)]].concat();
                cases.push(self.rup(&case, &premises)?);
            }
            names.insert(set, self.rup(&clause, &cases)?);
        }
        names.remove(&((1 << count) - 1))
    }

    /// Two strings are not the same word.
    fn apart(
        &mut self,
        p: &Pigeon,
        q: &Pigeon,
        w: usize,
        goal: Literal,
        hints: &[String],
    ) -> Option<String> {
        let clause = [goal, (p.is[w], false), (q.is[w], false)];
        if let Some(name) = self.recorded(&clause) {
            return Some(name);
        }
        let same = self.terms.eq(p.string, q.string);
        let step = self.congruent(&[clause[1], clause[2], (same, true)])?;
        self.rup(&clause, &[hints, &[step]].concat())
    }
}

/// A string, the equations of it with the words that it can be, and the name of the clause that one of them holds.
struct Pigeon {
    string: Term,
    is: Vec<Term>,
    case: String,
}

/// The words of an automaton, if they are few and short.
fn words_in(dfa: &Nfa) -> Option<Vec<Vec<u32>>> {
    let mut open: Vec<(State, Vec<u32>)> = dfa.initial().iter().map(|&q| (q, Vec::new())).collect();
    let mut words = Vec::new();
    while let Some((q, word)) = open.pop() {
        if dfa.is_final(q) {
            words.push(word.clone());
        }
        for (guard, target) in dfa.edges(q) {
            if guard.len() as usize > MAX_WORDS || word.len() == LONGEST {
                return None;
            }
            open.extend(guard.iter().map(|c| (*target, [word.as_slice(), &[c]].concat())));
        }
        if words.len() + open.len() > 4 * MAX_WORDS {
            return None;
        }
    }
    Some(words)
}
