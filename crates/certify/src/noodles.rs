//! What the pieces of a word in a regular language can be: cases, from an automaton.
//!
//! The first piece leads from the initial state to some state, what follows from there to a final one: a case for each state. What
//! leads from state to state is written as a regex again (Brzozowski and McCluskey, *Signal flow graph techniques*, 1963), so that the
//! format needs no automata.

use crate::axioms::{Piece, joined, pieces};
use crate::proof::{Literal, Proof};
use crate::words::{Node, Tree};
use automata::CharSet;
use automata::nfa::{Nfa, State};
use base::{Budget, Limits};
use terms::{Op, Term, Terms};

/// States of an automaton whose words are split.
const MAX_STATES: usize = 14;

/// Steps for making an automaton.
const STEPS: u64 = 20_000;

/// What an automaton costs, as so many commands.
const AUTOMATON_COMMANDS: usize = 30;

/// Memberships that hold together; the first ones of cases exclude each other.
pub(crate) type Case = Vec<Literal>;

impl Proof<'_> {
    /// The automaton of a language, deterministic and small.
    pub(crate) fn automaton(&mut self, r: Term) -> Option<Nfa> {
        if !self.may(AUTOMATON_COMMANDS) {
            return None;
        }
        let budget = Budget::unlimited();
        let limits = Limits::new(&budget, STEPS);
        let re = self.languages.language_within(self.terms, r, &limits).ok()??;
        let nfa = Nfa::from_regex(&mut self.languages.regexes, re, &limits).ok()?;
        let dfa = nfa.minimize(&limits).ok()?;
        (dfa.len() <= MAX_STATES).then_some(dfa)
    }

    /// The only word in a language.
    pub(crate) fn only_word(&mut self, r: Term) -> Option<Vec<u32>> {
        self.automaton(r)?.single_word()
    }

    /// The length of a shortest word in a language, and that of a longest one if there is one.
    pub(crate) fn lengths_of(&mut self, r: Term) -> Option<(i128, Option<i128>)> {
        let dfa = self.automaton(r)?;
        let mut states: Vec<State> = dfa.initial().to_vec();
        let (mut least, mut most) = (None, None);
        // As many letters as states: words that are longer go round in a circle.
        for n in 0..=2 * dfa.len() as i128 {
            if states.iter().any(|&q| dfa.is_final(q)) {
                least = least.or(Some(n));
                most = Some(n);
            }
            states = states.iter().flat_map(|&q| dfa.edges(q)).map(|(_, target)| *target).collect();
            states.sort_unstable();
            states.dedup();
        }
        Some((least?, most.filter(|&n| n < dfa.len() as i128)))
    }

    /// The cases for the first variable in a concatenation that is in `r`, and the rest, if there is more than one.
    pub(crate) fn noodles(&mut self, u: Term, r: Term) -> Option<Vec<Case>> {
        let all = pieces(self.terms, u);
        let is_part = |p: &Piece| matches!(p, Piece::Part(_));
        let first = all.iter().position(is_part)?;
        let last = all.iter().rposition(is_part)?;
        let dfa = self.automaton(r)?;
        let start = *dfa.initial().first()?;
        let start = run(&dfa, start, &letters(&all[..first]))?;
        let end = letters(&all[last + 1..]);
        let is_end = |&q: &State| run(&dfa, q, &end).is_some_and(|q| dfa.is_final(q));
        let ends: Vec<State> = dfa.states().filter(is_end).collect();
        let x = joined(self.terms, &all[first..=first]);
        if first == last {
            let language = paths(self.terms, &dfa, start, &ends)?;
            return (all.len() > 1).then(|| vec![vec![(self.terms.in_re(x, language), true)]]);
        }
        let next = first + 1 + all[first + 1..].iter().position(is_part)?;
        let between = letters(&all[first + 1..next]);
        let rest = joined(self.terms, &all[next..=last]);
        let mut cases = Vec::new();
        for q in dfa.states() {
            let leads_to_q = |&p: &State| run(&dfa, p, &between) == Some(q);
            let before: Vec<State> = dfa.states().filter(leads_to_q).collect();
            let Some(front) = paths(self.terms, &dfa, start, &before) else { continue };
            let Some(back) = paths(self.terms, &dfa, q, &ends) else { continue };
            let members = [(x, front), (rest, back)];
            cases.push(members.map(|(s, r)| (self.terms.in_re(s, r), true)).to_vec());
        }
        Some(cases)
    }
}

impl Proof<'_> {
    /// The positive membership that a fact about a language is, with the step that says so.
    fn positive(&mut self, fact: Literal) -> Option<(Literal, Option<String>)> {
        if fact.1 {
            return Some((fact, None));
        }
        let (u, r) = (self.terms.arg(fact.0, 0), self.terms.arg(fact.0, 1));
        let others = self.terms.mk(Op::ReComp, &[r]);
        let member = (self.terms.in_re(u, others), true);
        Some((member, Some(self.step(&[(fact.0, true), member], "norm")?)))
    }

    fn members(&self, node: &Node) -> Vec<Literal> {
        let is_member = |f: &Literal| self.terms.op(f.0) == Op::StrInRe;
        node.facts().into_iter().filter(is_member).collect()
    }

    /// A language of a string, from its memberships; and these.
    pub(crate) fn language_of(&mut self, node: &Node, x: Term) -> Option<(Term, Vec<Literal>)> {
        let mut used = self.members(node);
        used.retain(|f| self.terms.arg(f.0, 0) == x);
        let mut parts = Vec::new();
        for &(t, positive) in &used {
            let r = self.terms.arg(t, 1);
            parts.push(if positive { r } else { self.terms.mk(Op::ReComp, &[r]) });
        }
        let r = match parts[..] {
            [] => return None,
            [r] => r,
            _ => self.terms.mk(Op::ReInter, &parts),
        };
        Some((r, used))
    }

    /// Something that follows from languages without cases: a string is a constant, or pieces are in languages.
    pub(crate) fn derive_member(
        &mut self,
        node: &mut Node,
        hints: &mut Vec<String>,
    ) -> Option<bool> {
        for (t, _) in self.members(node) {
            let x = self.terms.arg(t, 0);
            if node.is_split(t) {
                continue;
            }
            if let [Piece::Part(_)] = pieces(self.terms, x)[..] {
                node.mark_split(t);
                let Some((r, used)) = self.language_of(node, x) else { continue };
                let Some(word) = self.only_word(r) else { continue };
                let word = self.terms.string(&word);
                let same = (self.terms.eq(x, word), true);
                let mut clause: Vec<Literal> = used.iter().map(|&(t, p)| (t, !p)).collect();
                clause.push(same);
                hints.push(self.step(&clause, "lang")?);
                node.learn(self.terms, same);
                return Some(true);
            }
        }
        for fact in self.members(node) {
            if node.is_split(fact.0) || !node.open().contains(&fact) {
                continue;
            }
            let Some((member, name)) = self.positive(fact) else { continue };
            let (u, r) = (self.terms.arg(member.0, 0), self.terms.arg(member.0, 1));
            let Some(cases) = self.noodles(u, r) else { continue };
            if let [case] = &cases[..] {
                hints.extend(name);
                hints.extend(self.splitting(member, &cases)?);
                node.retire(fact);
                node.mark_split(fact.0);
                case.iter().for_each(|&m| node.learn(self.terms, m));
                return Some(true);
            }
        }
        Some(false)
    }

    /// The clauses that say which cases there are, by their first memberships, and what else each says.
    fn splitting(&mut self, member: Literal, cases: &[Case]) -> Option<Vec<String>> {
        let (not_member, not) = ((member.0, false), |l: Literal| (l.0, !l.1));
        let firsts = cases.iter().map(|case| case[0]);
        let mut clauses = vec![[not_member].into_iter().chain(firsts).collect::<Vec<_>>()];
        for case in cases {
            clauses.extend(case[1..].iter().map(|&other| vec![not_member, not(case[0]), other]));
        }
        clauses.iter().map(|clause| self.step(clause, "lang")).collect()
    }

    /// Cases for the pieces of a concatenation in a language.
    pub(crate) fn cases_of_members(
        &mut self,
        node: &Node,
        tree: &mut Tree,
        depth: usize,
        hints: &mut Vec<String>,
    ) -> Option<()> {
        let mut node = node.clone();
        let mut best: Option<(Term, Literal, Vec<String>, Vec<Case>)> = None;
        for fact in node.open().to_vec() {
            let found = if self.terms.op(fact.0) == Op::StrInRe {
                self.positive(fact).map(|(member, name)| vec![(member, name.into_iter().collect())])
            } else {
                Some(self.products(&node, fact))
            };
            for (member, names) in found.unwrap_or_default() {
                let (u, r) = (self.terms.arg(member.0, 0), self.terms.arg(member.0, 1));
                // Of an equation, each side by itself.
                let of = if self.terms.op(fact.0) == Op::StrInRe { fact.0 } else { u };
                if node.is_split(of) {
                    continue;
                }
                let Some(cases) = self.noodles(u, r) else { continue };
                if best.as_ref().is_none_or(|b| cases.len() < b.3.len()) {
                    best = Some((of, member, names, cases));
                }
            }
        }
        let (of, member, names, cases) = best?;
        hints.extend(names);
        hints.extend(self.splitting(member, &cases)?);
        node.mark_split(of);
        for positive in [true, false].into_iter().filter(|_| self.terms.op(of) == Op::StrInRe) {
            if node.open().contains(&(of, positive)) {
                node.retire((of, positive));
            }
        }
        let given: Vec<Literal> = node.facts().iter().map(|&(t, p)| (t, !p)).collect();
        for case in cases {
            let mut child = node.clone();
            case.iter().for_each(|&m| child.learn(self.terms, m));
            let refuted = self.refute_node(child, tree, depth + 1)?;
            hints.push(self.without_case(&given, case[0], hints, refuted)?);
        }
        Some(())
    }

    /// The languages of the sides of an equation, as products of those of the pieces of the other side.
    fn products(&mut self, node: &Node, fact: Literal) -> Vec<(Literal, Vec<String>)> {
        let mut out = Vec::new();
        if !fact.1 || self.terms.op(fact.0) != Op::Eq {
            return out;
        }
        for (i, j) in [(0, 1), (1, 0)] {
            let (u, other) = (self.terms.arg(fact.0, i), self.terms.arg(fact.0, j));
            let (mut parts, mut clause) = (Vec::new(), vec![(fact.0, false)]);
            for p in self.parts(&other).to_vec() {
                if self.terms.str_value(p).is_some() {
                    parts.push(self.terms.mk(Op::StrToRe, &[p]));
                } else if let Some((r, used)) = self.language_of(node, p) {
                    parts.push(r);
                    clause.extend(used.iter().map(|&(t, p)| (t, !p)));
                } else {
                    parts.push(self.terms.mk(Op::ReAll, &[]));
                }
            }
            let is_known = |r: &Term| self.terms.op(*r) != Op::ReAll;
            if parts.len() < 2 || !parts.iter().any(is_known) {
                continue;
            }
            let r = self.terms.mk(Op::ReConcat, &parts);
            let member = (self.terms.in_re(u, r), true);
            clause.push(member);
            out.extend(self.step(&clause, "lang").map(|name| (member, vec![name])));
        }
        out
    }
}

fn letters(pieces: &[Piece]) -> Vec<u32> {
    let letter = |p: &Piece| if let Piece::Letter(c) = *p { Some(c) } else { None };
    pieces.iter().filter_map(letter).collect()
}

/// The state after a word in a deterministic automaton.
fn run(dfa: &Nfa, from: State, word: &[u32]) -> Option<State> {
    word.iter().try_fold(from, |q, &c| dfa.step(&[q], c).first().copied())
}

/// The words that lead from a state to one of several; none if there are none.
pub(crate) fn paths(terms: &mut Terms, dfa: &Nfa, from: State, to: &[State]) -> Option<Term> {
    let n = dfa.len();
    let (start, end) = (n, n + 1);
    let mut edges: Vec<Vec<Option<Term>>> = vec![vec![None; n + 2]; n + 2];
    let empty = terms.string(&[]);
    let nothing = terms.mk(Op::StrToRe, &[empty]);
    for q in dfa.states() {
        for (guard, target) in dfa.edges(q) {
            edges[q as usize][*target as usize] = Some(language(terms, guard));
        }
    }
    edges[start][from as usize] = Some(nothing);
    for &q in to {
        edges[q as usize][end] = Some(nothing);
    }
    let mut left: Vec<usize> = (0..n).collect();
    while !left.is_empty() {
        // Where the fewest ways lead through first.
        let ways = |&q: &usize| {
            let inward = (0..n + 2).filter(|&p| p != q && edges[p][q].is_some()).count();
            inward * (0..n + 2).filter(|&p| p != q && edges[q][p].is_some()).count()
        };
        let at = (0..left.len()).min_by_key(|&i| ways(&left[i]))?;
        let q = left.swap_remove(at);
        let around = edges[q][q].take().map(|r| terms.mk(Op::ReStar, &[r]));
        let onward = std::mem::replace(&mut edges[q], vec![None; n + 2]);
        for from in &mut edges {
            let Some(inward) = from[q].take() else { continue };
            for (t, outward) in onward.iter().enumerate() {
                let Some(outward) = *outward else { continue };
                let parts: Vec<Term> = [Some(inward), around, Some(outward)]
                    .into_iter()
                    .flatten()
                    .filter(|&r| r != nothing)
                    .collect();
                let way = match parts[..] {
                    [] => nothing,
                    [r] => r,
                    _ => terms.mk(Op::ReConcat, &parts),
                };
                from[t] = Some(match from[t] {
                    Some(other) if other != way => terms.mk(Op::ReUnion, &[other, way]),
                    _ => way,
                });
            }
        }
    }
    edges[start][end]
}

/// One of these characters.
pub(crate) fn language(terms: &mut Terms, guard: &CharSet) -> Term {
    if guard.is_full() {
        return terms.mk(Op::ReAllChar, &[]);
    }
    let mut parts = Vec::new();
    for &(low, high) in guard.ranges() {
        let ends = [low, high].map(|c| terms.string(&[c]));
        parts.push(if low == high {
            terms.mk(Op::StrToRe, &ends[..1])
        } else {
            terms.mk(Op::ReRange, &ends)
        });
    }
    if parts.len() == 1 { parts[0] } else { terms.mk(Op::ReUnion, &parts) }
}
