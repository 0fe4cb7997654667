//! Steps by cases: `q = (ite (= (str.at s p) "%") (+ p 3) (ite (< p (str.len s)) (+ p 1) p))`.
//!
//! Decoders and tokenizers go on by one letter or by more, depending on which one they read. So `q` is one of several positions, and what
//! is read there one of ever more letters: looked up in a text of n letters, n steps are n² choices. But between `p` and `q` is a piece,
//! which has one letter or three, or none, at the end of the text. What is read at `p` and a few letters behind it is in this piece and the
//! next ones, as none of them is empty before the end, and whether there is something left is whether the next piece is empty. The
//! lengths of the pieces are bounded, so they may be spelled ([`super::super::spelling`]) where they are, whatever is in front of them.
//!
//! If nothing says that the last position is within the text, pieces behind its end are empty, and the last one may be shorter than its
//! step. (Cases of one string that is cut by cases, as in [`super::super::slices`], are as many as there are positions.)

use super::Readers;
use super::facts::Facts;
use base::{FxHashMap, Int};
use rewrite::LinearSum;
use std::collections::BTreeMap;
use terms::{Op, Sort, Term, Terms};

/// A fact: steps of more cases are left alone.
pub(super) const CASES: usize = 16;

/// The terms of a sum, without its number.
type Vars = Vec<(Term, Int)>;

/// Conditions, each with whether it holds.
pub(super) type Path = Vec<(Term, bool)>;

/// A position, and the numbers by which it is more than others.
struct Jump {
    end: LinearSum,
    cases: Vec<(Int, Path)>,
}

/// The positions that are others and a few letters, by the terms of these.
#[derive(Default)]
pub(super) struct Jumps(FxHashMap<Vars, Vec<Jump>>);

/// How far it is from one position to the next.
pub(super) struct Width {
    /// The least and the greatest number of letters, if any.
    pub least: usize,
    pub most: usize,
    /// Whether there may be none, as the text ends here.
    pub stays: bool,
}

impl Jumps {
    /// The jumps to constants that are choices, and to the positions that `texts` are read from.
    pub fn of(terms: &Terms, facts: &Facts, texts: &BTreeMap<Term, Readers>) -> Jumps {
        let mut jumps = Jumps::default();
        let named = facts.choices().map(|x| vec![(x, Int::ONE)]);
        let is_choice = |vars: &Vars| vars.iter().any(|(t, _)| terms.op(*t) == Op::Ite);
        let read = texts.values().flat_map(Readers::starts).map(|start| &start.terms);
        let mut ends: Vec<Vars> =
            named.chain(read.filter(|vars| is_choice(vars)).cloned()).collect();
        base::order::sort(&mut ends);
        ends.dedup();
        for vars in ends {
            let end = LinearSum { terms: vars, constant: Int::ZERO };
            if let Some((start, cases)) = cases(terms, facts, &end) {
                debug_assert!(!cases.is_empty(), "a choice between no positions");
                jumps.0.entry(start).or_default().push(Jump { end, cases });
            }
        }
        jumps
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The jump from `at` in the text `s` of this `length` that leads on to where it `is_read`, and does so unless the text ends.
    pub fn from(
        &self,
        terms: &Terms,
        facts: &Facts,
        (s, length): (Term, &LinearSum),
        at: &LinearSum,
        is_read: impl Fn(&LinearSum) -> bool,
    ) -> Option<(LinearSum, Width)> {
        self.0.get(&at.terms)?.iter().filter(|jump| is_read(&jump.end)).find_map(|jump| {
            let (mut steps, mut stays) = (Vec::new(), false);
            for (number, path) in &jump.cases {
                let step = (number - &at.constant).to_usize()?;
                let ends = |&literal: &(Term, bool)| ends(terms, facts, (s, length), at, literal);
                if step > 0 {
                    steps.push(step);
                } else if path.iter().any(ends) {
                    stays = true;
                } else {
                    return None;
                }
            }
            let (least, most) = (*steps.iter().min()?, *steps.iter().max()?);
            Some((jump.end.clone(), Width { least, most, stays }))
        })
    }
}

/// The terms that all cases of the position `end` have, and the numbers that these are more.
fn cases(terms: &Terms, facts: &Facts, end: &LinearSum) -> Option<(Vars, Vec<(Int, Path)>)> {
    let whole = match end.terms[..] {
        [(x, _)] if terms.is_constant(x) => rewrite::linear(terms, facts.choice(x)?),
        _ => end.clone(),
    };
    let mut choices = whole.terms.iter().filter(|(t, _)| terms.op(*t) == Op::Ite);
    let (Some((choice, factor)), None) = (choices.next(), choices.next()) else { return None };
    if !factor.is_one() {
        return None;
    }
    let base = whole.clone().minus(&LinearSum::var(*choice));
    let (mut open, mut start, mut cases) = (vec![(*choice, Path::new())], None, Vec::new());
    while let Some((t, path)) = open.pop() {
        if let (Op::Ite, &[c, then, otherwise]) = (terms.op(t), terms.args(t)) {
            let with = |holds| [&path[..], &[(c, holds)]].concat();
            open.extend([(otherwise, with(false)), (then, with(true))]);
        } else {
            let sum = facts.reduced(&base.clone().plus(&rewrite::linear(terms, t)));
            if *start.get_or_insert(sum.terms.clone()) != sum.terms || cases.len() == CASES {
                return None;
            }
            cases.push((sum.constant, path));
        }
    }
    Some((start?, cases))
}

/// Whether a condition that holds, or does not, says that nothing is behind `at`.
pub(super) fn ends(
    terms: &Terms,
    facts: &Facts,
    (s, length): (Term, &LinearSum),
    at: &LinearSum,
    literal: (Term, bool),
) -> bool {
    let mut open = vec![literal];
    while let Some((c, holds)) = open.pop() {
        let (op, args) = (terms.op(c), terms.args(c));
        if op == Op::Not {
            open.push((args[0], !holds));
        } else if op == if holds { Op::And } else { Op::Or } {
            open.extend(args.iter().map(|&c| (c, holds)));
        } else if is_letter_missing(terms, facts, s, at, c) && holds {
            return true;
        }
        for (position, least, most) in left(terms, facts, length, c) {
            debug_assert!(least.is_some() || most.is_some(), "a comparison that says nothing");
            let more = position.minus(at);
            let Some(more) = more.as_constant() else { continue };
            let is_none = match (least, most, holds) {
                (_, Some(most), true) => !(most + more).is_positive(),
                (Some(least), None, false) => least + more <= Int::ONE,
                _ => false,
            };
            if is_none {
                return true;
            }
        }
    }
    false
}

/// Whether `c` says that there is no letter of `s` at `at`.
fn is_letter_missing(terms: &Terms, facts: &Facts, s: Term, at: &LinearSum, c: Term) -> bool {
    let (Op::Eq, &[a, b]) = (terms.op(c), terms.args(c)) else { return false };
    let is_letter = |t: Term| {
        terms.op(t) == Op::StrAt && terms.arg(t, 0) == s && facts.sum(terms, terms.arg(t, 1)) == *at
    };
    let is_first = at.as_constant().is_some_and(Int::is_zero);
    [(a, b), (b, a)].into_iter().any(|(word, letter)| {
        terms.str_value(word).is_some_and(<[u32]>::is_empty)
            && (is_letter(letter) || letter == s && is_first)
    })
}

/// A position, and how many letters are behind it at least and at most: less than none if it is behind the end.
type Left = (LinearSum, Option<Int>, Option<Int>);

/// What the comparison `c` says of how many letters a text of this `length` has behind which position, if it says something.
pub(super) fn left(terms: &Terms, facts: &Facts, length: &LinearSum, c: Term) -> Vec<Left> {
    let (op, &[a, b]) = (terms.op(c), terms.args(c)) else { return Vec::new() };
    if terms.sort(a) != Sort::Int {
        return Vec::new();
    }
    let (zero, one) = (Some(Int::ZERO), Some(Int::ONE));
    let bounds = [
        (Op::Lt, one.clone(), None),
        (Op::Le, zero.clone(), None),
        (Op::Gt, None, one.map(|n| -n)),
        (Op::Ge, None, zero.clone()),
        (Op::Eq, zero.clone(), zero),
    ];
    let Some((_, least, most)) = bounds.into_iter().find(|row| row.0 == op) else {
        return Vec::new();
    };
    let difference = facts.sum(terms, b).minus(&facts.sum(terms, a));
    let negated = |n: &Option<Int>| n.clone().map(|n| -n);
    let (above, below) = (negated(&most), negated(&least));
    let from_end = facts.reduced(&length.clone().minus(&difference));
    let other = facts.reduced(&length.clone().plus(&difference));
    vec![(from_end, least, most), (other, above, below)]
}
