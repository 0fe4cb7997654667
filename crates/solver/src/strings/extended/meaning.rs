//! What the new variables of reductions stand for, as formulas: for the audit.
//!
//! A reduction of `(str.replace s t u)` speaks of the part before the first occurrence of `t`. To the solver
//! that is a variable with the properties it learned; here is the term that has them, so that
//! whether the properties hold can be asked of others. Where the standard has no term, the formula says
//! which value is meant. A piece of a string that matches a concatenation has many values, and the formula is
//! what it was chosen for: there the audit checks uses, not the choice.

use super::extension::Extension;
use super::reduction::Part;
use terms::{Op, Sort, Term, Terms};

impl Extension {
    /// The formulas that determine the new variable `t`; none if it is something else.
    pub(crate) fn meaning(&self, terms: &mut Terms, t: Term) -> Vec<Term> {
        let Some((part, of)) = self.parts.purpose(t) else { return Vec::new() };
        match part {
            Part::Common => common(terms, t, of[0], of[1]),
            Part::Differing | Part::Beyond => {
                let pairs = [[of[0], of[1]], [of[1], of[0]]];
                let common = pairs.iter().find_map(|pair| self.parts.known(Part::Common, pair));
                let value = common.map(|common| after_common(terms, part, of[0], common));
                value.map(|value| terms.eq(t, value)).into_iter().collect()
            }
            Part::Piece => self.chosen(terms, of[0], of[1]).into_iter().collect(),
            _ => {
                let value = value(terms, part, of);
                vec![terms.eq(t, value)]
            }
        }
    }

    /// If `x` is in `r`, which is no concatenation or iteration of ground regexes, the pieces show how.
    fn chosen(&self, terms: &mut Terms, x: Term, r: Term) -> Option<Term> {
        let piece = |terms: &mut Terms, i: usize| {
            let i = terms.int(i as u64);
            self.parts.known(Part::Piece, &[x, r, i])
        };
        let member = terms.in_re(x, r);
        let empty = terms.string(&[]);
        let mut premises = vec![member];
        let mut facts = Vec::new();
        let mut pieces = Vec::new();
        let args = terms.args(r).to_vec();
        if terms.op(r) == Op::ReStar {
            let nothing = terms.eq(x, empty);
            premises.push(terms.not(nothing));
            pieces = vec![piece(terms, 0)?, piece(terms, 1)?];
            let none = terms.eq(pieces[0], empty);
            facts.extend([terms.not(none), terms.in_re(pieces[0], args[0])]);
            facts.push(terms.in_re(pieces[1], r));
        } else {
            for (i, &a) in args.iter().enumerate() {
                if terms.op(a) == Op::StrToRe {
                    pieces.push(terms.arg(a, 0));
                    continue;
                }
                let piece = piece(terms, i)?;
                pieces.push(piece);
                facts.push(terms.in_re(piece, a));
            }
        }
        let whole = terms.concat(&pieces);
        facts.push(terms.eq(x, whole));
        let (premise, conclusion) = (terms.and(&premises), terms.and(&facts));
        Some(terms.implies(premise, conclusion))
    }
}

/// `c` is a prefix of both, and they go on differently.
fn common(terms: &mut Terms, c: Term, a: Term, b: Term) -> Vec<Term> {
    let end = terms.len_of(c);
    let mut facts = Vec::new();
    let mut stops = Vec::new();
    for s in [a, b] {
        facts.push(terms.mk(Op::StrPrefixOf, &[c, s]));
        let size = terms.len_of(s);
        stops.push(terms.eq(end, size));
    }
    let [next_a, next_b] = [a, b].map(|s| terms.mk(Op::StrAt, &[s, end]));
    let same = terms.eq(next_a, next_b);
    stops.push(terms.not(same));
    facts.push(terms.or(&stops));
    facts
}

fn after_common(terms: &mut Terms, part: Part, s: Term, common: Term) -> Term {
    debug_assert!(
        matches!(part, Part::Differing | Part::Beyond),
        "{part:?} is not behind a common prefix"
    );
    let end = terms.len_of(common);
    if part == Part::Differing {
        return terms.mk(Op::StrAt, &[s, end]);
    }
    let one = terms.int(1);
    let next = terms.add(&[end, one]);
    from(terms, s, next)
}

/// The part of `of` as a term.
fn value(terms: &mut Terms, part: Part, of: &[Term]) -> Term {
    debug_assert!(part.suits(terms, of), "{part:?} of what has no such part");
    let (s, zero, one) = (of[0], terms.int(0), terms.int(1));
    let size = terms.len_of(s);
    match part {
        Part::Prefix => slice(terms, s, zero, of[1]),
        Part::Rest => from(terms, s, of[1]),
        Part::Before => {
            let start = first(terms, s, of[1]);
            slice(terms, s, zero, start)
        }
        Part::Match => {
            let (start, length) = (first(terms, s, of[1]), width(terms, s, of[1]));
            slice(terms, s, start, length)
        }
        Part::After => {
            let (start, length) = (first(terms, s, of[1]), width(terms, s, of[1]));
            let end = terms.add(&[start, length]);
            from(terms, s, end)
        }
        Part::BeforeLast => {
            let start = terms.mk(Op::StrLastIndexOf, &[s, of[1]]);
            slice(terms, s, zero, start)
        }
        Part::AfterLast => {
            let (start, length) = (terms.mk(Op::StrLastIndexOf, &[s, of[1]]), terms.len_of(of[1]));
            let end = terms.add(&[start, length]);
            from(terms, s, end)
        }
        Part::Init => {
            let length = terms.sub(size, one);
            slice(terms, s, zero, length)
        }
        Part::Tail => from(terms, s, one),
        Part::First => slice(terms, s, zero, one),
        Part::Last => {
            let last = terms.sub(size, one);
            slice(terms, s, last, one)
        }
        Part::Char => slice(terms, s, of[1], one),
        Part::Segment => {
            let length = terms.sub(of[2], of[1]);
            slice(terms, s, of[1], length)
        }
        Part::SegmentFromBack => {
            let (start, end) = (terms.sub(size, of[2]), terms.sub(size, of[1]));
            let before = terms.lt(start, zero);
            let start = terms.ite(before, zero, start);
            let length = terms.sub(end, start);
            slice(terms, s, start, length)
        }
        Part::RestFromBack => {
            let length = terms.sub(size, of[1]);
            slice(terms, s, zero, length)
        }
        Part::Overwritten => {
            let length = terms.len_of(of[2]);
            slice(terms, s, of[1], length)
        }
        Part::Written => {
            let room = terms.sub(size, of[1]);
            slice(terms, of[2], zero, room)
        }
        Part::Dropped => {
            let room = terms.sub(size, of[1]);
            from(terms, of[2], room)
        }
        Part::Common | Part::Differing | Part::Beyond | Part::Piece => {
            unreachable!("{part:?} has no term")
        }
    }
}

fn slice(terms: &mut Terms, s: Term, i: Term, n: Term) -> Term {
    terms.mk(Op::StrSubstr, &[s, i, n])
}

fn from(terms: &mut Terms, s: Term, i: Term) -> Term {
    let size = terms.len_of(s);
    slice(terms, s, i, size)
}

/// Where the first occurrence of a string, or the first non-empty match of a regex, begins.
fn first(terms: &mut Terms, s: Term, t: Term) -> Term {
    let zero = terms.int(0);
    if terms.sort(t) == Sort::RegLan {
        let proper = proper(terms, t);
        return terms.mk(Op::StrIndexOfRe, &[s, proper, zero]);
    }
    terms.mk(Op::StrIndexOf, &[s, t, zero])
}

/// How long the first occurrence or match is: what `s` loses when it is replaced by nothing.
fn width(terms: &mut Terms, s: Term, t: Term) -> Term {
    if terms.sort(t) != Sort::RegLan {
        return terms.len_of(t);
    }
    let (proper, empty) = (proper(terms, t), terms.string(&[]));
    let without = terms.mk(Op::StrReplaceRe, &[s, proper, empty]);
    let (size, left) = (terms.len_of(s), terms.len_of(without));
    terms.sub(size, left)
}

/// The words of `r` that are not empty.
fn proper(terms: &mut Terms, r: Term) -> Term {
    let any = terms.mk(Op::ReAllChar, &[]);
    let some = terms.mk(Op::RePlus, &[any]);
    terms.mk(Op::ReInter, &[r, some])
}
