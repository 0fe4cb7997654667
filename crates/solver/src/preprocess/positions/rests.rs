//! Texts that lose letters at the front by cases, step by step, as texts that are read at positions.
//!
//! `r2 = (ite (str.prefixof "&lt;" r1) (str.substr r1 4 (- (str.len r1) 4)) (str.substr r1 1 (- (str.len r1) 1)))` is how a decoder goes
//! on that copies the rest. It is the rest of the first text from a position on, which is one of two ([`super::jumps`]). So each rest gets
//! a position, and what is read at its front is read there. Where a step may lose nothing, as of a text that is trimmed, the
//! cases of all steps together are few ([`super::super::slices`]).
//!
//! A decoder has a case for what it cannot read, with a mark that is asserted not to come out. Nothing is in this case ([`Marks`]).

use super::chain::JUMPS;
use super::facts::Facts;
use super::jumps::{CASES, Path, ends};
use super::length;
use crate::audit::{Audit, Goal};
use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted};
use rewrite::LinearSum;
use terms::{Op, Sort, Term, Terms};

/// What a string is: another one without so many letters at the front, by cases.
struct Rest {
    x: Term,
    of: Term,
    cases: Vec<(usize, Path)>,
}

/// What choices between words are not, as others are asserted of them.
#[derive(Default)]
struct Marks {
    /// The constants that are choices between words, by the first condition.
    choices: FxHashMap<Term, Vec<(Term, Term)>>,
    /// The words that each of them is a choice between.
    words: FxHashMap<Term, Vec<Term>>,
    /// What is asserted not to be equal.
    unequal: FxHashSet<(Term, Term)>,
}

impl Marks {
    fn of(terms: &Terms, formulas: &[Term]) -> Marks {
        let mut marks = Marks::default();
        for &f in formulas {
            let (equation, is_denied) = terms.literal(f);
            let (op, &[a, b]) = (terms.op(equation), terms.args(equation)) else { continue };
            if op != Op::Eq && op != Op::Distinct {
                continue;
            }
            if is_denied != (op == Op::Distinct) {
                marks.unequal.extend([(a, b), (b, a)]);
                continue;
            }
            let (x, t) = if terms.is_constant(a) { (a, b) } else { (b, a) };
            if let (true, Some(words)) = (terms.is_constant(x), words(terms, t)) {
                marks.choices.entry(terms.arg(t, 0)).or_default().push((x, t));
                marks.words.insert(x, words);
            }
        }
        marks
    }

    /// Whether what holds on the way makes a choice the word that it is not, or leaves it none.
    fn exclude(&self, terms: &Terms, path: &Path) -> bool {
        let holds = |c: Term| path.iter().find(|literal| literal.0 == c).map(|literal| literal.1);
        let is_denied = |x: Term, w: Term| {
            let is_other = |&(c, holds): &(Term, bool)| {
                !holds
                    && terms.op(c) == Op::Eq
                    && [[x, w], [w, x]].iter().any(|p| terms.args(c) == p)
            };
            self.unequal.contains(&(x, w)) || path.iter().any(is_other)
        };
        path.iter().any(|&(c, _)| {
            let is_marked = self.choices.get(&c).into_iter().flatten().any(|&(x, mut t)| {
                while let (Op::Ite, &[c, then, otherwise]) = (terms.op(t), terms.args(t)) {
                    let Some(holds) = holds(c) else { return false };
                    t = if holds { then } else { otherwise };
                }
                is_denied(x, t)
            });
            let sides = if terms.op(c) == Op::Eq { terms.args(c) } else { &[] };
            let is_none = |x: &Term| {
                self.words.get(x).is_some_and(|words| words.iter().all(|&w| is_denied(*x, w)))
            };
            is_marked || sides.iter().any(is_none)
        })
    }
}

/// The words that `t` is a choice between.
fn words(terms: &Terms, t: Term) -> Option<Vec<Term>> {
    let (mut open, mut words) = (vec![t], Vec::new());
    while let Some(t) = open.pop() {
        if let (Op::Ite, &[_, then, otherwise]) = (terms.op(t), terms.args(t)) {
            open.extend([then, otherwise]);
        } else {
            terms.str_value(t)?;
            words.push(t);
        }
        if words.len() > CASES {
            return None;
        }
    }
    (terms.op(t) == Op::Ite).then_some(words)
}

/// Where rests begin in the texts that they are rests of.
type Places = FxHashMap<Term, (Term, Term)>;

/// The same conjunction by positions of rests, if there are enough of one text.
pub(super) fn as_positions(
    terms: &mut Terms,
    facts: &Facts,
    formulas: &[Term],
    audit: &mut Audit,
    budget: &Budget,
) -> Result<Option<Vec<Term>>, Interrupted> {
    let mut rests: FxHashMap<Term, (usize, Rest)> = FxHashMap::default();
    let marks = Marks::of(terms, formulas);
    for (i, &f) in formulas.iter().enumerate() {
        budget.charge(1)?;
        if let Some(rest) = rest(terms, (facts, &marks), f) {
            rests.entry(rest.x).or_insert((i, rest));
        }
    }
    let order = in_order(terms, &rests);
    if order.is_empty() {
        return Ok(None);
    }
    let (mut places, mut given) = (Places::default(), Vec::new());
    for &x in &order {
        let of = rests[&x].1.of;
        let text = places.get(&of).map_or(of, |place| place.0);
        let place = terms.fresh("position", Sort::Int);
        let whole = terms.mk(Op::StrLen, &[text]);
        let slice = terms.mk(Op::StrSubstr, &[text, place, whole]);
        given.push(terms.eq(x, slice));
        places.insert(x, (text, place));
    }
    let (mut out, mut memo) = (formulas.to_vec(), FxHashMap::default());
    for f in &mut out {
        let before = *f;
        *f = terms.map_bottom_up_within(before, &mut memo, budget, |terms, t| {
            image(terms, &places, t).unwrap_or(t)
        })?;
        if audit.is_on() && *f != before {
            audit.claim("preprocess.positions", &given, Goal::Equal(before, *f));
        }
    }
    for x in order {
        let (i, rest) = &rests[&x];
        out[*i] = rest.position(terms, &places, &memo);
    }
    out.extend(given);
    Ok(Some(out))
}

/// The rest that `f` defines. If a case loses nothing, nothing is there.
fn rest(terms: &mut Terms, (facts, marks): (&Facts, &Marks), f: Term) -> Option<Rest> {
    let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { return None };
    let (x, t) = if terms.is_constant(a) { (a, b) } else { (b, a) };
    if terms.op(t) != Op::Ite || terms.sort(t) != Sort::String || !terms.is_constant(x) {
        return None;
    }
    let (mut open, mut of, mut cases) = (vec![(t, Path::new())], None, Vec::new());
    while let Some((t, path)) = open.pop() {
        if let (Op::Ite, &[c, then, otherwise]) = (terms.op(t), terms.args(t)) {
            let with = |holds| [&path[..], &[(c, holds)]].concat();
            open.extend([(otherwise, with(false)), (then, with(true))]);
            continue;
        }
        let Some((r, lost)) = lost(terms, t) else {
            if marks.exclude(terms, &path) {
                continue;
            }
            return None;
        };
        let length = facts.reduced(&length(terms, r));
        let says_end =
            |&literal| ends(terms, facts, (r, &length), &LinearSum::constant(0), literal);
        if *of.get_or_insert(r) != r
            || cases.len() == CASES
            || lost == 0 && !path.iter().any(says_end)
        {
            return None;
        }
        cases.push((lost, path));
    }
    // The last case is the one without a condition.
    base::order::sort_by_key(&mut cases, &mut |case: &(usize, Path)| case.0 > 0);
    of.filter(|of| *of != x).map(|of| Rest { x, of, cases })
}

/// The constant that `t` is a rest of, and how many letters are in front of it.
fn lost(terms: &mut Terms, t: Term) -> Option<(Term, usize)> {
    if terms.is_constant(t) {
        return Some((t, 0));
    }
    let (Op::StrSubstr, &[r, from, n]) = (terms.op(t), terms.args(t)) else { return None };
    let from = terms.int_value(from)?.to_usize()?;
    let more = rewrite::linear(terms, n).minus(&length(terms, r)).plus_int(from as u64);
    let is_to_end = more.as_constant().is_some_and(|n| !n.is_negative());
    (terms.is_constant(r) && is_to_end).then_some((r, from))
}

/// The rests of texts that have enough of them, each behind what it is a rest of.
fn in_order(terms: &Terms, rests: &FxHashMap<Term, (usize, Rest)>) -> Vec<Term> {
    let mut next: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
    let mut all: Vec<&(usize, Rest)> = rests.values().collect();
    base::order::sort_by_key(&mut all, &mut |rest: &&(usize, Rest)| rest.0);
    for (_, rest) in &all {
        next.entry(rest.of).or_default().push(rest.x);
    }
    let mut order = Vec::new();
    for (_, first) in all.iter().filter(|(_, rest)| !rests.contains_key(&rest.of)) {
        // Of a text with several first rests, all of them are found at the first one.
        let (mut chain, mut open) = (Vec::new(), next.remove(&first.of).unwrap_or_default());
        while let Some(x) = open.pop() {
            debug_assert!(terms.sort(x) == Sort::String, "a rest that is no string");
            chain.push(x);
            open.extend(next.remove(&x).unwrap_or_default());
        }
        order.extend(if chain.len() < JUMPS { Vec::new() } else { chain });
    }
    order
}

impl Rest {
    /// That its position is that of the other one, and as many more as letters are lost.
    fn position(&self, terms: &mut Terms, places: &Places, memo: &FxHashMap<Term, Term>) -> Term {
        let start = places.get(&self.of).map_or_else(|| terms.int(0), |place| place.1);
        let mut end = None;
        for (lost, path) in self.cases.iter().rev() {
            let lost = terms.int(*lost as u64);
            let here = terms.add(&[start, lost]);
            let mut literals = Vec::new();
            for (c, holds) in path {
                let c = memo.get(c).copied().unwrap_or(*c);
                literals.push(if *holds { c } else { terms.not(c) });
            }
            end = Some(end.map_or(here, |end| {
                let condition = terms.and(&literals);
                terms.ite(condition, here, end)
            }));
        }
        debug_assert!(end.is_some(), "a rest by no cases");
        let place = places[&self.x].1;
        terms.eq(place, end.unwrap_or(start))
    }
}

/// What `t` is, if it reads the front of a rest: a slice, a letter, whether a word is there, or how many letters there are.
fn image(terms: &mut Terms, places: &Places, t: Term) -> Option<Term> {
    let (op, args) = (terms.op(t), terms.args(t).to_vec());
    if matches!(op, Op::StrAt | Op::StrSubstr) {
        let &(text, place) = places.get(&args[0])?;
        let is_number = |&n: &Term| terms.int_value(n).is_some_and(|n| !n.is_negative());
        if !args[1..].iter().all(is_number) {
            return None;
        }
        let from = terms.add(&[place, args[1]]);
        let args: Vec<Term> = [text, from].iter().chain(args.get(2)).copied().collect();
        return Some(terms.mk(op, &args));
    }
    let &[a, b] = &args[..] else { return None };
    let (word, rest) = if terms.str_value(b).is_some() { (b, a) } else { (a, b) };
    if let (Some(word_length), Some(&(text, place))) =
        (terms.str_value(word).map(<[u32]>::len), places.get(&rest))
        && (op == Op::Eq || op == Op::StrPrefixOf && word == a)
    {
        let whole = terms.mk(Op::StrLen, &[text]);
        if op == Op::Eq && word_length == 0 {
            return Some(terms.le(whole, place));
        }
        let count = if op == Op::Eq { whole } else { terms.int(word_length as u64) };
        let front = terms.mk(Op::StrSubstr, &[text, place, count]);
        return Some(terms.eq(front, word));
    }
    let is_length = |t: Term| terms.op(t) == Op::StrLen && places.contains_key(&terms.arg(t, 0));
    let measured = [a, b].into_iter().find(|&t| is_length(t))?;
    let (text, place) = places[&terms.arg(measured, 0)];
    let length = rewrite::linear(terms, measured);
    let counts = super::jumps::left(terms, &Facts::default(), &length, t).into_iter();
    let mut counts = counts.filter_map(|(at, least, most)| {
        let shifted = |n: Option<Int>| n.map(|n| n + at.constant.clone());
        at.terms.is_empty().then(|| (shifted(least), shifted(most)))
    });
    let (least, most) = counts.next()?;
    // A rest has no letters, too, where it begins behind the end.
    let is_some = least.as_ref().is_none_or(Int::is_positive);
    if !is_some || most.as_ref().is_some_and(Int::is_negative) {
        return None;
    }
    let whole = terms.mk(Op::StrLen, &[text]);
    let mut says = Vec::new();
    for (bound, is_least) in [(least, true), (most, false)] {
        let Some(bound) = bound else { continue };
        let bound = terms.int(bound);
        let end = terms.add(&[place, bound]);
        says.push(if is_least { terms.le(end, whole) } else { terms.le(whole, end) });
    }
    debug_assert!(!says.is_empty(), "a comparison that says nothing");
    Some(terms.and(&says))
}
