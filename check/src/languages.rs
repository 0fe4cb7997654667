//! The rule `lang` on a clause: what its negated literals say of one string, as languages and a set of lengths.

use crate::error::Result;
use crate::hash::Map;
use crate::lang::{are_equal, is_empty};
use crate::lengths;
use crate::norm::Norm;
use crate::numerals::{at_least, coded};
use crate::poly::Poly;
use crate::regex::{Regex, Regexes};
use crate::simplify_text::{parts, unit};
use crate::term::{Op, Sort, Term};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// How often what is known of parts becomes known of the whole.
const ROUNDS: usize = 3;

#[derive(Clone, Default)]
struct Known {
    languages: Vec<Regex>,
    /// Combinations of linear conditions on the length.
    lengths: Vec<Term>,
    members: BTreeSet<Term>,
}

struct Facts<'a, 'b> {
    n: &'a mut Norm<'b>,
    parent: Map<Term, Term>,
    known: Map<Term, Known>,
}

/// Whether the clause holds: its negated literals leave no word for some string.
pub fn holds(n: &mut Norm<'_>, clause: &[Term]) -> Result<bool> {
    let facts = facts_of(n, clause)?;
    let falsum = n.store.bool(false);
    if facts.contains(&falsum) || differ_in_vain(n, &facts)? {
        return Ok(true);
    }
    let mut all = Facts { n, parent: Map::default(), known: Map::default() };
    for &f in &facts {
        all.merge(f);
    }
    for &f in &facts {
        all.note(f);
    }
    all.contradict()
}

/// The parts of what the negations of the literals say, in normal form.
pub fn facts_of(n: &mut Norm<'_>, clause: &[Term]) -> Result<Vec<Term>> {
    let negations = n.negations(clause)?;
    Ok(negations.into_iter().flat_map(|fact| conjuncts(n, fact)).collect())
}

/// The parts of a conjunction in normal form.
fn conjuncts(n: &mut Norm<'_>, fact: Term) -> Vec<Term> {
    match (n.store.op(fact), n.store.args(fact)) {
        (Op::Not, &[inner]) if *n.store.op(inner) == Op::Or => {
            let parts = n.store.args(inner).to_vec();
            parts.into_iter().map(|p| n.store.not(p)).collect()
        }
        _ => vec![fact],
    }
}

/// Whether two languages are said to differ that are the same, or to be the same and differ.
fn differ_in_vain(n: &mut Norm<'_>, facts: &[Term]) -> Result<bool> {
    for &f in facts {
        let (inner, positive) = n.store.atom(f);
        let (Op::Eq, &[a, b]) = (n.store.op(inner), n.store.args(inner)) else { continue };
        if *n.store.sort(a) == Sort::Re
            && let (Some(r), Some(s)) =
                (n.regexes.of_term(n.store, a), n.regexes.of_term(n.store, b))
            && are_equal(n.regexes, r, s)? != positive
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The string and the language of a membership, or of what is one: whether it contains, begins or ends with a constant or is one, and
/// how large its number or its code is. And whether it is not negated.
pub fn membership(n: &mut Norm<'_>, fact: Term) -> Option<(Term, Regex, bool)> {
    let (inner, positive) = n.store.atom(fact);
    let (op, &[a, b]) = (n.store.op(inner).clone(), n.store.args(inner)) else { return None };
    if *n.store.sort(a) == Sort::Int {
        return number(n, inner).map(|(s, r)| (s, r, positive));
    }
    let (s, other) = match op {
        Op::InRe => return n.regexes.of_term(n.store, b).map(|r| (a, r, positive)),
        Op::Contains => (a, b),
        Op::Prefix | Op::Suffix => (b, a),
        Op::Eq if n.store.text_value(a).is_some() => (b, a),
        Op::Eq => (a, b),
        _ => return None,
    };
    let w = n.store.text_value(other)?.to_vec();
    let mut r = n.regexes.word(&w);
    if matches!(op, Op::Contains | Op::Prefix) {
        r = n.regexes.concat(r, Regexes::ALL);
    }
    if matches!(op, Op::Contains | Op::Suffix) {
        r = n.regexes.concat(Regexes::ALL, r);
    }
    Some((s, r, positive))
}

/// A bound of the number or of the code of a string, or what it is, as a language.
fn number(n: &mut Norm<'_>, fact: Term) -> Option<(Term, Regex)> {
    let mut p = Poly::comparison(n.store, fact)?;
    let is_equation = *n.store.op(fact) == Op::Eq;
    if is_equation && p.is_led_by_minus() {
        p = p.negated();
    }
    let (product, k) = p.terms.first_key_value().filter(|_| p.terms.len() == 1)?;
    let &[t] = &product[..] else { return None };
    let words = match n.store.op(t) {
        Op::ToInt if *k == BigInt::from(1) => at_least,
        Op::ToCode if *k == BigInt::from(1) => coded,
        _ => return None,
    };
    let (s, low) = (n.store.args(t)[0], -p.constant);
    let from = words(n.regexes, &low)?;
    if !is_equation {
        return Some((s, from));
    }
    let beyond = words(n.regexes, &(low + 1))?;
    let below = n.regexes.comp(beyond);
    Some((s, n.regexes.inter(&[from, below])))
}

impl Facts<'_, '_> {
    fn find(&self, mut t: Term) -> Term {
        while let Some(&up) = self.parent.get(&t) {
            t = up;
        }
        t
    }

    fn known(&mut self, s: Term) -> &mut Known {
        let root = self.find(s);
        self.known.entry(root).or_default()
    }

    /// Joins the sides of an equation between strings.
    fn merge(&mut self, fact: Term) {
        if let (Op::Eq, &[a, b]) = (self.n.store.op(fact), self.n.store.args(fact))
            && *self.n.store.sort(a) == Sort::Str
        {
            let (p, q) = (self.find(a), self.find(b));
            if p != q {
                self.parent.insert(p, q);
            }
            self.known(a).members.extend([a, b]);
        }
    }

    /// Notes a membership, or a condition on the length of one string.
    fn note(&mut self, fact: Term) {
        if let Some((s, r, positive)) = membership(self.n, fact) {
            let r = if positive { r } else { self.n.regexes.comp(r) };
            let known = self.known(s);
            known.members.insert(s);
            known.languages.push(r);
        } else if let Some(s) = lengths::subject(self.n.store, fact) {
            let known = self.known(s);
            known.members.insert(s);
            known.lengths.push(fact);
        }
    }

    fn contradict(mut self) -> Result<bool> {
        let mut roots: Vec<Term> = self.known.keys().copied().collect();
        roots.sort_unstable();
        for &root in &roots {
            self.known(root).members.insert(root);
        }
        let mut languages: Map<Term, Regex> = Map::default();
        for &root in &roots {
            languages.insert(root, self.n.regexes.inter(&self.known[&root].languages));
        }
        for round in 0..ROUNDS {
            let before = languages.clone();
            for &root in &roots {
                let known = self.known[&root].clone();
                let mut all = known.languages;
                all.extend(known.members.iter().map(|&m| self.product(m, &before)));
                let all = self.n.regexes.inter(&all);
                let is_new = languages.insert(root, all) != Some(all) || round == 0;
                if is_new
                    && let Some(lengths) = lengths::of(self.n.store, &known.lengths)
                    && is_empty(self.n.regexes, all, &lengths)?
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// A language that `t` is in, as its parts are in theirs.
    fn product(&mut self, t: Term, languages: &Map<Term, Regex>) -> Regex {
        let all = parts(self.n, t);
        let is_whole = all == [t];
        all.into_iter().rev().fold(Regexes::EMPTY, |out, p| {
            let r = match self.n.store.text_value(p).map(<[u32]>::to_vec) {
                Some(w) => self.n.regexes.word(&w),
                None if unit(self.n, p).is_some() => Regexes::ANY,
                None if is_whole => Regexes::ALL,
                None => self.part(p, languages),
            };
            self.n.regexes.concat(r, out)
        })
    }

    fn part(&mut self, p: Term, languages: &Map<Term, Regex>) -> Regex {
        let root = self.find(p);
        let Some(&r) = languages.get(&root) else { return Regexes::ALL };
        let lengths = self.known[&root].lengths.clone();
        let short = self.short(&lengths).unwrap_or(Regexes::ALL);
        self.n.regexes.inter(&[r, short])
    }

    /// The words of the lengths that are left, if there are bounds and they are small.
    fn short(&mut self, conditions: &[Term]) -> Option<Regex> {
        let allowed = lengths::of(self.n.store, conditions)?;
        if allowed.allowed.len() > 200 || conditions.is_empty() {
            return None;
        }
        let low = allowed.allowed.iter().position(|&b| b);
        let Some(low) = low else { return Some(Regexes::NONE) };
        let is_bounded = !allowed.allowed[allowed.back..].iter().any(|&b| b);
        let high = is_bounded.then(|| allowed.allowed.iter().rposition(|&b| b).unwrap_or(0));
        Some(self.n.regexes.repeat(Regexes::ANY, low, high))
    }
}
