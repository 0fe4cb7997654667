//! Regexes: constants, neutral and absorbing arguments, nested iteration. Regexes stay close to
//! how they were written; real normalisation is the automata's.

use crate::cx::Cx;
use crate::matching;
use crate::rule::RuleId;
use base::FxHashSet;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    match cx.op(t) {
        Op::StrToRe => to_re(cx, t),
        Op::ReConcat => concat(cx, t),
        Op::ReUnion => junction(cx, t, Op::ReNone, Op::ReAll),
        Op::ReInter => junction(cx, t, Op::ReAll, Op::ReNone),
        Op::ReStar | Op::RePlus | Op::ReOpt => iteration(cx, t),
        Op::ReComp => complement(cx, t),
        Op::ReDiff => difference(cx, t),
        Op::ReRange => range(cx, t),
        Op::RePower(_) | Op::ReLoop(..) => counted(cx, t),
        _ => None,
    }
}

/// Two languages of one constant word each.
pub(super) fn rewrite_equality(cx: &mut Cx, t: Term) -> Option<Term> {
    let (a, b) = (cx.arg(t, 0), cx.arg(t, 1));
    if cx.op(a) != Op::StrToRe || cx.op(b) != Op::StrToRe {
        return None;
    }
    let (s, w) = (cx.arg(a, 0), cx.arg(b, 0));
    let eq = cx.eq(s, w);
    cx.fire(RuleId::ReEqConst, eq)
}

fn nullary(cx: &mut Cx, op: Op) -> Term {
    cx.mk(op, &[])
}

fn epsilon(cx: &mut Cx) -> Term {
    let empty = cx.empty();
    cx.mk(Op::StrToRe, &[empty])
}

fn is_epsilon(cx: &Cx, r: Term) -> bool {
    cx.op(r) == Op::StrToRe && cx.is_empty_str(cx.arg(r, 0))
}

fn to_re(cx: &mut Cx, t: Term) -> Option<Term> {
    let s = cx.arg(t, 0);
    if cx.op(s) != Op::StrConcat {
        return None;
    }
    let parts = cx.args(s).to_vec();
    let parts: Vec<Term> = parts.into_iter().map(|p| cx.mk(Op::StrToRe, &[p])).collect();
    cx.fire_app(RuleId::ToReConcat, Op::ReConcat, &parts)
}

fn concat(cx: &mut Cx, t: Term) -> Option<Term> {
    let parts = cx.args(t).to_vec();
    if parts.iter().any(|&r| cx.op(r) == Op::ReNone) {
        let none = nullary(cx, Op::ReNone);
        return cx.fire(RuleId::ReFold, none);
    }
    let mut out: Vec<Term> = Vec::with_capacity(parts.len());
    let mut word = Word::default();
    for &r in &parts {
        let inner = if cx.op(r) == Op::ReConcat { cx.args(r).to_vec() } else { vec![r] };
        for r in inner {
            if word.take(cx, r) || is_epsilon(cx, r) {
                continue;
            }
            word.flush(cx, &mut out);
            if !word.take(cx, r) && !absorbed(cx, out.last(), r) {
                out.push(r);
            }
        }
    }
    word.flush(cx, &mut out);
    if out == parts {
        return None;
    }
    let result = match out.as_slice() {
        [] => epsilon(cx),
        [one] => *one,
        many => cx.mk(Op::ReConcat, many),
    };
    cx.fire(RuleId::ReFold, result)
}

/// Whether `r` adds nothing to the part before it.
fn absorbed(cx: &mut Cx, before: Option<&Term>, r: Term) -> bool {
    let iterated = matches!(cx.op(r), Op::ReStar | Op::ReAll);
    iterated && before == Some(&r) && cx.fire(RuleId::ReConcatStar, r).is_some()
}

/// Neighbouring words of a concatenation on their way into one. They are put together once, at the end:
/// a term for each prefix would cost the square of their length.
#[derive(Default)]
struct Word {
    letters: Vec<u32>,
    /// The first of them, and how many there are.
    first: Option<Term>,
    count: usize,
}

impl Word {
    /// Appends the regex `r`, if it is a word and there is room.
    fn take(&mut self, cx: &Cx, r: Term) -> bool {
        if cx.op(r) != Op::StrToRe {
            return false;
        }
        let Some(more) = cx.str_value(cx.arg(r, 0)) else { return false };
        if self.count > 0 && self.letters.len() + more.len() > cx.effort().longest_word {
            return false;
        }
        if !more.is_empty() {
            self.letters.extend_from_slice(more);
            self.first.get_or_insert(r);
            self.count += 1;
        }
        true
    }

    /// Adds the word to `out`, if it is not empty.
    fn flush(&mut self, cx: &mut Cx, out: &mut Vec<Term>) {
        let Word { letters, first, count } = std::mem::take(self);
        let Some(first) = first else { return };
        if count == 1 {
            return out.push(first);
        }
        let word = cx.string(&letters);
        let merged = cx.mk(Op::StrToRe, &[word]);
        out.extend(cx.fire(RuleId::ReConcatConst, merged));
    }
}

fn junction(cx: &mut Cx, t: Term, neutral: Op, absorbing: Op) -> Option<Term> {
    let (op, parts) = (cx.op(t), cx.args(t).to_vec());
    if parts.iter().any(|&r| cx.op(r) == absorbing) {
        let zero = nullary(cx, absorbing);
        return cx.fire(RuleId::ReFold, zero);
    }
    let mut seen = FxHashSet::default();
    let mut out = Vec::with_capacity(parts.len());
    for &r in &parts {
        if !cx.may_go_on() {
            return None;
        }
        let inner = if cx.op(r) == op { cx.args(r).to_vec() } else { vec![r] };
        for r in inner {
            if cx.op(r) != neutral && seen.insert(r) {
                out.push(r);
            }
        }
    }
    let complementary =
        |cx: &Cx, r: &Term| cx.op(*r) == Op::ReComp && seen.contains(&cx.arg(*r, 0));
    if out.iter().any(|r| complementary(cx, r)) {
        let zero = nullary(cx, absorbing);
        return cx.fire(RuleId::ReFold, zero);
    }
    if out == parts {
        return None;
    }
    let result = match out.as_slice() {
        [] => nullary(cx, neutral),
        [one] => *one,
        many => cx.mk(op, many),
    };
    cx.fire(RuleId::ReFold, result)
}

fn iteration(cx: &mut Cx, t: Term) -> Option<Term> {
    let (op, r) = (cx.op(t), cx.arg(t, 0));
    if is_epsilon(cx, r) || cx.op(r) == Op::ReAll || cx.op(r) == Op::ReStar {
        return cx.fire(RuleId::ReStarFold, r);
    }
    let result = match (op, cx.op(r)) {
        (Op::RePlus, Op::ReNone) => r,
        (_, Op::ReNone) => epsilon(cx),
        (Op::ReStar, Op::ReAllChar) => nullary(cx, Op::ReAll),
        (Op::ReStar, Op::RePlus | Op::ReOpt) | (Op::RePlus, Op::ReOpt) => {
            let inner = cx.arg(r, 0);
            cx.mk(Op::ReStar, &[inner])
        }
        (Op::ReOpt, Op::RePlus) => {
            let inner = cx.arg(r, 0);
            cx.mk(Op::ReStar, &[inner])
        }
        (Op::RePlus, Op::RePlus) | (Op::ReOpt, Op::ReOpt) => r,
        (Op::ReStar, Op::ReUnion) => return star_of_union(cx, r),
        _ => return None,
    };
    cx.fire(RuleId::ReStarFold, result)
}

/// `(re.* (re.union ε r s*)) = (re.* (re.union r s))`
fn star_of_union(cx: &mut Cx, union: Term) -> Option<Term> {
    let parts = cx.args(union).to_vec();
    let mut out = Vec::with_capacity(parts.len());
    for &r in &parts {
        match cx.op(r) {
            Op::ReStar | Op::RePlus | Op::ReOpt => out.push(cx.arg(r, 0)),
            _ if is_epsilon(cx, r) => {}
            _ => out.push(r),
        }
    }
    if out == parts {
        return None;
    }
    let body = match out.as_slice() {
        [one] => *one,
        many => cx.mk(Op::ReUnion, many),
    };
    cx.fire_app(RuleId::ReStarFold, Op::ReStar, &[body])
}

fn complement(cx: &mut Cx, t: Term) -> Option<Term> {
    let r = cx.arg(t, 0);
    let result = match cx.op(r) {
        Op::ReComp => cx.arg(r, 0),
        Op::ReNone => nullary(cx, Op::ReAll),
        Op::ReAll => nullary(cx, Op::ReNone),
        _ => return None,
    };
    cx.fire(RuleId::ReCompFold, result)
}

/// `(re.diff a b c)` is `a` without `b` and `c`.
fn difference(cx: &mut Cx, t: Term) -> Option<Term> {
    let mut parts = cx.args(t).to_vec();
    for r in &mut parts[1..] {
        *r = cx.mk(Op::ReComp, &[*r]);
    }
    cx.fire_app(RuleId::ReDiffElim, Op::ReInter, &parts)
}

fn range(cx: &mut Cx, t: Term) -> Option<Term> {
    let one_char = |cx: &Cx, i: usize| cx.str_value(cx.arg(t, i)).map(|w| w.len() == 1);
    if one_char(cx, 0) == Some(false) || one_char(cx, 1) == Some(false) {
        let none = nullary(cx, Op::ReNone);
        return cx.fire(RuleId::ReRangeFold, none);
    }
    let (lo, hi) = matching::range(cx, t)?;
    let result = if lo > hi {
        nullary(cx, Op::ReNone)
    } else if lo == hi {
        let word = cx.string(&[lo]);
        cx.mk(Op::StrToRe, &[word])
    } else if (lo, hi) == (0, terms::sort::MAX_CHAR) {
        nullary(cx, Op::ReAllChar)
    } else {
        return None;
    };
    cx.fire(RuleId::ReRangeFold, result)
}

fn counted(cx: &mut Cx, t: Term) -> Option<Term> {
    let (lo, hi) = match cx.op(t) {
        Op::RePower(k) => (k, k),
        Op::ReLoop(lo, hi) => (lo, hi),
        _ => return None,
    };
    let r = cx.arg(t, 0);
    let result = if lo > hi {
        nullary(cx, Op::ReNone)
    } else if hi == 0 || is_epsilon(cx, r) {
        epsilon(cx)
    } else if lo == 1 && hi == 1 {
        r
    } else if matches!(cx.op(r), Op::ReNone) {
        if lo == 0 { epsilon(cx) } else { r }
    } else if matches!(cx.op(r), Op::ReAll | Op::ReStar) {
        r
    } else if lo == 0 && hi == 1 {
        cx.mk(Op::ReOpt, &[r])
    } else if lo == hi && matches!(cx.op(t), Op::ReLoop(..)) {
        cx.mk(Op::RePower(lo), &[r])
    } else {
        return power_of_word(cx, r, lo, hi);
    };
    cx.fire(RuleId::ReLoopFold, result)
}

/// A short constant to a power is a constant.
fn power_of_word(cx: &mut Cx, r: Term, lo: u32, hi: u32) -> Option<Term> {
    if lo != hi || cx.op(r) != Op::StrToRe {
        return None;
    }
    let w = cx.str_value(cx.arg(r, 0))?;
    if w.len() * lo as usize > cx.effort().power_word {
        return None;
    }
    let word = w.repeat(lo as usize);
    let word = cx.string(&word);
    cx.fire_app(RuleId::ReLoopFold, Op::StrToRe, &[word])
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn junctions() {
        fires!(ReFold, "(re.union re.none (str.to_re x))", "(str.to_re x)");
        fires!(ReFold, "(re.inter re.allchar re.none)", "re.none");
        fires!(ReFold, r#"(re.union (str.to_re "a") re.all)"#, "re.all");
        fires!(ReFold, r#"(re.inter (str.to_re x) (re.comp (str.to_re x)))"#, "re.none");
        keeps!(ReFold, r#"(re.union re.allchar (str.to_re "ab"))"#);
        fires!(ReDiffElim, "(re.diff re.all re.allchar)", "(re.comp re.allchar)");
        keeps!(ReDiffElim, "(re.comp re.allchar)");
        fires!(ReCompFold, "(re.comp (re.comp re.allchar))", "re.allchar");
        fires!(ReCompFold, "(re.comp re.none)", "re.all");
        keeps!(ReCompFold, "(re.comp re.allchar)");
    }

    #[test]
    fn concatenations() {
        fires!(ReFold, r#"(re.++ re.allchar (str.to_re ""))"#, "re.allchar");
        fires!(ReConcatConst, r#"(re.++ (str.to_re "a") (str.to_re "b"))"#, r#"(str.to_re "ab")"#);
        keeps!(ReConcatConst, r#"(re.++ (str.to_re "a") re.allchar)"#);
        fires!(ReConcatStar, "(re.++ re.all re.all)", "re.all");
        keeps!(ReConcatStar, "(re.++ re.allchar re.allchar)");
        fires!(
            ToReConcat,
            r#"(str.to_re (str.++ x "a"))"#,
            r#"(re.++ (str.to_re x) (str.to_re "a"))"#
        );
        keeps!(ToReConcat, "(str.to_re x)");
        fires!(ReEqConst, r#"(= (str.to_re "a") (str.to_re "b"))"#, "false");
        keeps!(ReEqConst, r#"(= re.allchar (str.to_re "b"))"#);
    }

    #[test]
    fn iterations() {
        fires!(ReStarFold, "(re.* re.allchar)", "re.all");
        fires!(ReStarFold, "(re.+ (re.opt re.allchar))", "re.all");
        fires!(
            ReStarFold,
            r#"(re.* (re.union (str.to_re "") (re.+ (str.to_re "ab"))))"#,
            r#"(re.* (str.to_re "ab"))"#
        );
        keeps!(ReStarFold, r#"(re.* (str.to_re "ab"))"#);
        fires!(ReLoopFold, "((_ re.loop 2 1) re.allchar)", "re.none");
        fires!(ReLoopFold, "((_ re.^ 0) re.allchar)", r#"(str.to_re "")"#);
        fires!(ReLoopFold, r#"((_ re.^ 3) (str.to_re "ab"))"#, r#"(str.to_re "ababab")"#);
        fires!(ReLoopFold, "((_ re.loop 0 1) re.allchar)", "(re.opt re.allchar)");
        keeps!(ReLoopFold, "((_ re.loop 2 3) re.allchar)");
        fires!(ReRangeFold, r#"(re.range "a" "a")"#, r#"(str.to_re "a")"#);
        fires!(ReRangeFold, r#"(re.range "b" "a")"#, "re.none");
        fires!(ReRangeFold, r#"(re.range "ab" x)"#, "re.none");
        keeps!(ReRangeFold, r#"(re.range x "a")"#);
    }
}
