//! `str.in_re`. Regexes stay structural; what is done here needs no automaton.

use crate::cx::Cx;
use crate::entail::{self, regex_lengths_within};
use crate::matching;
use crate::parts::{find_parts, normal_concat, string_parts};
use crate::rule::RuleId;
use base::Int;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    let (s, r) = (cx.arg(t, 0), cx.arg(t, 1));
    by_regex(cx, s, r)
        .or_else(|| constant(cx, s, r))
        .or_else(|| pure_length(cx, s, r))
        .or_else(|| length_clash(cx, s, r))
        .or_else(|| consume(cx, s, r))
        .or_else(|| star_of_chars(cx, s, r))
        .or_else(|| factor(cx, s, r))
}

fn by_regex(cx: &mut Cx, s: Term, r: Term) -> Option<Term> {
    match cx.op(r) {
        Op::ReNone => cx.fire_bool(RuleId::InReTrivial, false),
        Op::ReAll => cx.fire_bool(RuleId::InReTrivial, true),
        Op::StrToRe => {
            let w = cx.arg(r, 0);
            let eq = cx.eq(s, w);
            cx.fire(RuleId::InReToEq, eq)
        }
        Op::ReComp => {
            let inner = cx.arg(r, 0);
            let member = cx.in_re(s, inner);
            let not = cx.not(member);
            cx.fire(RuleId::InReComp, not)
        }
        Op::Ite => {
            let [c, a, b] = [0, 1, 2].map(|i| cx.arg(r, i));
            let (a, b) = (cx.in_re(s, a), cx.in_re(s, b));
            cx.fire_app(RuleId::InReIte, Op::Ite, &[c, a, b])
        }
        _ => None,
    }
}

fn constant(cx: &mut Cx, s: Term, r: Term) -> Option<Term> {
    let w = cx.str_value(s)?;
    let accepted = matching::accepts(cx, r, w, cx.budget())?;
    cx.fire_bool(RuleId::InReConst, accepted)
}

/// Regexes that only speak of the length.
fn pure_length(cx: &mut Cx, s: Term, r: Term) -> Option<Term> {
    let (lo, hi) = any_words(cx, r)?;
    let len = cx.len_of(s);
    let at_least = cx.int(lo.clone());
    let member = match hi {
        Some(hi) if hi == lo => cx.eq(len, at_least),
        Some(hi) => {
            let at_most = cx.int(hi);
            let (ge, le) = (cx.ge(len, at_least), cx.le(len, at_most));
            cx.and(&[ge, le])
        }
        None => cx.ge(len, at_least),
    };
    cx.fire(RuleId::InReLength, member)
}

/// The lengths of a regex that contains all words of certain lengths.
fn any_words(cx: &Cx, r: Term) -> Option<(Int, Option<Int>)> {
    let char_only = |r: Term| cx.op(r) == Op::ReAllChar;
    Some(match cx.op(r) {
        Op::ReAll => (Int::ZERO, None),
        Op::ReAllChar => (Int::ONE, Some(Int::ONE)),
        Op::ReOpt if char_only(cx.arg(r, 0)) => (Int::ZERO, Some(Int::ONE)),
        Op::RePlus if char_only(cx.arg(r, 0)) => (Int::ONE, None),
        Op::RePower(k) if char_only(cx.arg(r, 0)) => (k.into(), Some(k.into())),
        Op::ReLoop(lo, hi) if lo <= hi && char_only(cx.arg(r, 0)) => (lo.into(), Some(hi.into())),
        Op::ReConcat => {
            let mut sum = (Int::ZERO, Some(Int::ZERO));
            for &part in cx.args(r) {
                // Normal forms are flat, so parts are not concatenations.
                if cx.op(part) == Op::ReConcat {
                    return None;
                }
                let (lo, hi) = any_words(cx, part)?;
                sum = (sum.0 + lo, sum.1.zip(hi).map(|(a, b)| a + b));
            }
            sum
        }
        _ => return None,
    })
}

fn length_clash(cx: &mut Cx, s: Term, r: Term) -> Option<Term> {
    let regex = regex_lengths_within(cx, r, cx.budget()).ok()?;
    let string = entail::length_bounds(cx, s);
    let below =
        |a: &Option<Int>, b: &Option<Int>| a.as_ref().zip(b.as_ref()).is_some_and(|(a, b)| a < b);
    if below(&string.hi, &regex.lo) || below(&regex.hi, &string.lo) {
        return cx.fire_bool(RuleId::InReLenClash, false);
    }
    None
}

/// Constants at the ends of the string against one-character or constant regexes at the same end.
fn consume(cx: &mut Cx, s: Term, r: Term) -> Option<Term> {
    if cx.op(r) != Op::ReConcat {
        return None;
    }
    let (mut x, mut y) = (string_parts(cx, s), cx.args(r).to_vec());
    let mut changed = false;
    for back in [false, true] {
        while let Some(matched) = consume_one(cx, &mut x, &mut y, back) {
            if !matched {
                return cx.fire_bool(RuleId::InReConsume, false);
            }
            changed = true;
        }
    }
    if !changed {
        return None;
    }
    let s = normal_concat(cx, &x);
    let r = match y.as_slice() {
        [] => {
            let empty = cx.empty();
            cx.mk(Op::StrToRe, &[empty])
        }
        [one] => *one,
        many => cx.mk(Op::ReConcat, many),
    };
    let member = cx.in_re(s, r);
    cx.fire(RuleId::InReConsume, member)
}

/// `None` when nothing can be matched at this end; else whether it matched.
fn consume_one(cx: &mut Cx, x: &mut Vec<Term>, y: &mut Vec<Term>, back: bool) -> Option<bool> {
    let (i, j) = if back { (x.len().checked_sub(1)?, y.len().checked_sub(1)?) } else { (0, 0) };
    let (&part, &regex) = (x.get(i)?, y.get(j)?);
    if cx.op(regex) == Op::StrToRe && cx.arg(regex, 0) == part {
        x.remove(i);
        y.remove(j);
        return Some(true);
    }
    let w = cx.str_value(part)?.to_vec();
    let len = fixed_length(cx, regex)?;
    if len > w.len() {
        return partial(cx, &w, regex, back).filter(|&fits| !fits);
    }
    let (factor, rest) = if back {
        let (rest, factor) = w.split_at(w.len() - len);
        (factor, rest)
    } else {
        w.split_at(len)
    };
    if !matching::accepts(cx, regex, factor, cx.budget())? {
        return Some(false);
    }
    y.remove(j);
    if rest.is_empty() {
        x.remove(i);
    } else {
        x[i] = cx.string(rest);
    }
    Some(true)
}

/// The length of the words of a small fixed-length regex.
fn fixed_length(cx: &Cx, r: Term) -> Option<usize> {
    match cx.op(r) {
        Op::StrToRe => cx.str_value(cx.arg(r, 0)).map(<[u32]>::len),
        Op::ReAllChar => Some(1),
        Op::ReRange => matching::range(cx, r).map(|_| 1),
        Op::ReUnion | Op::ReInter | Op::RePower(_) => {
            let lengths = regex_lengths_within(cx, r, cx.budget()).ok()?;
            let (lo, hi) = (lengths.lo?, lengths.hi?);
            if lo == hi { lo.to_usize() } else { None }
        }
        _ => None,
    }
}

/// Whether the short word `w` fits the end of a literal regex that is longer.
fn partial(cx: &Cx, w: &[u32], regex: Term, back: bool) -> Option<bool> {
    if cx.op(regex) != Op::StrToRe {
        return None;
    }
    let literal = cx.str_value(cx.arg(regex, 0))?;
    Some(if back { literal.ends_with(w) } else { literal.starts_with(w) })
}

/// A concatenation in an iterated set of characters: every part is.
fn star_of_chars(cx: &mut Cx, s: Term, r: Term) -> Option<Term> {
    if cx.op(s) != Op::StrConcat || cx.op(r) != Op::ReStar {
        return None;
    }
    let lengths = regex_lengths_within(cx, cx.arg(r, 0), cx.budget()).ok()?;
    if lengths.lo != Some(Int::ONE) || lengths.hi != Some(Int::ONE) {
        return None;
    }
    let parts = cx.args(s).to_vec();
    let members: Vec<Term> = parts.into_iter().map(|p| cx.in_re(p, r)).collect();
    cx.fire_app(RuleId::InReStarChar, Op::And, &members)
}

/// `(re.++ re.all (str.to_re w) re.all)` is containment, whose rules cut the string to where `w` can
/// occur. Only what they gain is taken back: memberships meet other memberships in automata. The words around may be those over a set
/// of characters, as they are over the bytes; then all of the string is one.
fn factor(cx: &mut Cx, s: Term, r: Term) -> Option<Term> {
    let &[around, word, after] = cx.args(r) else { return None };
    if cx.op(r) != Op::ReConcat || around != after || cx.op(word) != Op::StrToRe {
        return None;
    }
    let w = cx.arg(word, 0);
    if matches!(cx.op(s), Op::Apply(_)) || !is_over_characters(cx, around, w) {
        return None;
    }
    let contains = cx.mk(Op::StrContains, &[s, w]);
    let normal = cx.normal(contains);
    let cases = match cx.op(normal) {
        Op::False => return cx.fire(RuleId::InReFactor, normal),
        Op::True => Vec::new(),
        Op::Or => cx.args(normal).to_vec(),
        _ => vec![normal],
    };
    // Where `w` may also be looked for in what `s` is made from, that may have other characters, of which nothing is known.
    let parts = string_parts(cx, s);
    let is_factor = |hay: Term| find_parts(cx, &parts, &string_parts(cx, hay)).is_some();
    let same = |c: Term| {
        cx.op(c) == Op::StrContains
            && cx.arg(c, 1) == w
            && (cx.op(around) == Op::ReAll || is_factor(cx.arg(c, 0)))
    };
    if !cases.iter().all(|&c| same(c)) || normal == contains {
        return None;
    }
    let is_within = cx.in_re(s, around);
    if cases.is_empty() {
        return cx.fire(RuleId::InReFactor, is_within);
    }
    let members: Vec<Term> = cases
        .into_iter()
        .map(|c| {
            let s = cx.arg(c, 0);
            cx.in_re(s, r)
        })
        .collect();
    let any = cx.or(&members);
    let member = cx.and(&[is_within, any]);
    cx.fire(RuleId::InReFactor, member)
}

/// Whether `r` has all words over some characters, among them `w`.
fn is_over_characters(cx: &Cx, r: Term, w: Term) -> bool {
    let has_word = || {
        let w = cx.str_value(w);
        w.is_some_and(|w| matching::accepts(cx, r, w, cx.budget()) == Some(true))
    };
    let is_star = || cx.op(r) == Op::ReStar && fixed_length(cx, cx.arg(r, 0)) == Some(1);
    cx.op(r) == Op::ReAll || is_star() && has_word()
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn evaluation() {
        fires!(InReTrivial, "(str.in_re x re.none)", "false");
        fires!(InReTrivial, "(str.in_re x (re.* re.allchar))", "true");
        keeps!(InReTrivial, "(str.in_re x re.allchar)");
        fires!(InReToEq, r#"(str.in_re x (str.to_re y))"#, "(= x y)");
        keeps!(InReToEq, r#"(str.in_re x (re.* (str.to_re "a")))"#);
        fires!(InReComp, r#"(str.in_re x (re.comp (str.to_re "a")))"#, r#"(not (= x "a"))"#);
        keeps!(InReComp, r#"(str.in_re x (re.* (str.to_re "a")))"#);
        fires!(
            InReIte,
            r#"(str.in_re x (ite a (re.range "a" "b") (re.range "x" "y")))"#,
            r#"(ite a (str.in_re x (re.range "a" "b")) (str.in_re x (re.range "x" "y")))"#
        );
        keeps!(InReIte, r#"(str.in_re (ite a x y) (re.range "a" "b"))"#);
        fires!(InReConst, r#"(str.in_re "aab" (re.++ (re.+ (str.to_re "a")) re.allchar))"#, "true");
        fires!(InReConst, r#"(str.in_re "aab" (re.comp (re.++ re.all (str.to_re "b"))))"#, "false");
        fires!(InReConst, r#"(str.in_re "abab" ((_ re.loop 3 5) (str.to_re "ab")))"#, "false");
        fires!(InReConst, r#"(str.in_re "" (re.opt (re.range "a" "z")))"#, "true");
        keeps!(InReConst, r#"(str.in_re "a" (re.* (str.to_re x)))"#);
    }

    #[test]
    fn lengths() {
        fires!(InReLength, "(str.in_re x (re.++ re.allchar re.allchar))", "(= (str.len x) 2)");
        fires!(InReLength, "(str.in_re x (re.++ re.allchar re.all))", "(>= (str.len x) 1)");
        keeps!(InReLength, r#"(str.in_re x (re.++ re.allchar (str.to_re "a")))"#);
        fires!(
            InReLenClash,
            r#"(str.in_re (str.substr x i 1) (re.++ (re.range "a" "b") (re.range "a" "b")))"#,
            "false"
        );
        keeps!(InReLenClash, r#"(str.in_re (str.substr x i 1) (re.range "a" "b"))"#);
    }

    #[test]
    fn ends() {
        fires!(
            InReConsume,
            r#"(str.in_re (str.++ "ab" x) (re.++ (str.to_re "a") (re.+ (re.range "a" "z"))))"#,
            r#"(str.in_re (str.++ "b" x) (re.+ (re.range "a" "z")))"#
        );
        fires!(
            InReConsume,
            r#"(str.in_re (str.++ x "b") (re.++ (re.+ (str.to_re "a")) (re.range "c" "d")))"#,
            "false"
        );
        fires!(
            InReConsume,
            r#"(str.in_re (str.++ "b" x) (re.++ (str.to_re "ab") (re.* (str.to_re "a"))))"#,
            "false"
        );
        keeps!(
            InReConsume,
            r#"(str.in_re (str.++ "b" x) (re.++ (re.* (str.to_re "a")) (str.to_re "c")))"#
        );
        fires!(
            InReStarChar,
            r#"(str.in_re (str.++ x "a" y) (re.* (re.range "a" "z")))"#,
            r#"(and (str.in_re x (re.* (re.range "a" "z"))) (str.in_re y (re.* (re.range "a" "z"))))"#
        );
        fires!(
            InReFactor,
            r#"(str.in_re (str.++ "cc" x "ba" y) (re.++ re.all (str.to_re "aab") re.all))"#,
            r#"(or (str.in_re (str.++ x "b") (re.++ re.all (str.to_re "aab") re.all))
                (str.in_re (str.++ "a" y) (re.++ re.all (str.to_re "aab") re.all)))"#
        );
        keeps!(InReFactor, r#"(str.in_re x (re.++ re.all (str.to_re "aab") re.all))"#);
        fires!(
            InReFactor,
            r#"(str.in_re (str.++ "cc" x "ba" y) (re.++ (re.* (re.range "a" "z")) (str.to_re "aab") (re.* (re.range "a" "z"))))"#,
            r#"(and (str.in_re x (re.* (re.range "a" "z"))) (str.in_re y (re.* (re.range "a" "z")))
                (or (str.in_re (str.++ x "b")
                    (re.++ (re.* (re.range "a" "z")) (str.to_re "aab") (re.* (re.range "a" "z"))))
                (str.in_re (str.++ "a" y)
                    (re.++ (re.* (re.range "a" "z")) (str.to_re "aab") (re.* (re.range "a" "z"))))))"#
        );
        // What is erased is in no part of the string.
        keeps!(
            InReFactor,
            r#"(str.in_re (str.replace_all x "b" "") (re.++ (re.* (str.to_re "a")) (str.to_re "a") (re.* (str.to_re "a"))))"#
        );
        keeps!(
            InReFactor,
            r#"(str.in_re (str.++ "cc" x "ba" y) (re.++ (re.* (re.range "b" "z")) (str.to_re "aab") (re.* (re.range "b" "z"))))"#
        );
        keeps!(InReStarChar, r#"(str.in_re (str.++ x y) (re.* (str.to_re "ab")))"#);
    }
}
