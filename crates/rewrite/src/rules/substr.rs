//! `str.substr` and `str.at`, which is a substring of length 1.

use crate::cx::Cx;
use crate::entail;
use crate::linear::{LinearSum, ToTerm, linear};
use crate::parts::{normal_concat, string_parts};
use crate::rule::RuleId;
use base::Int;
use terms::{Op, Term};

/// A substring with its arguments as sums.
struct Substr {
    whole: Term,
    start: LinearSum,
    len: LinearSum,
    /// `|whole|`
    size: LinearSum,
}

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    let (s, i) = (cx.arg(t, 0), cx.arg(t, 1));
    if cx.op(t) == Op::StrAt {
        let one = cx.int(1);
        return cx.fire_app(RuleId::AtElim, Op::StrSubstr, &[s, i, one]);
    }
    let n = cx.arg(t, 2);
    let it =
        Substr { whole: s, start: linear(cx, i), len: linear(cx, n), size: entail::length(cx, s) };
    empty(cx, &it)
        .or_else(|| whole(cx, &it))
        .or_else(|| one_char(cx, &it))
        .or_else(|| nested(cx, &it))
        .or_else(|| clip(cx, &it))
        .or_else(|| parts(cx, &it))
        .or_else(|| of_replace(cx, &it))
        .or_else(|| of_branches(cx, &it))
}

impl Substr {
    /// How many characters there are from the start on.
    fn rest(&self) -> LinearSum {
        self.size.clone().minus(&self.start)
    }

    /// The start is inside and something is asked for.
    fn inside(&self) -> Vec<LinearSum> {
        let not_past = self.rest().plus_int(-1);
        vec![self.start.clone(), not_past, self.len.clone().plus_int(-1)]
    }

    fn starts_at_zero(&self) -> bool {
        self.start.as_constant().is_some_and(Int::is_zero)
    }
}

fn mk(cx: &mut Cx, s: Term, start: &LinearSum, len: &LinearSum) -> Term {
    let (start, len) = (start.to_term(cx), len.to_term(cx));
    cx.mk(Op::StrSubstr, &[s, start, len])
}

fn empty(cx: &mut Cx, it: &Substr) -> Option<Term> {
    let nothing = cx.is_empty_str(it.whole)
        || it.len.as_constant().is_some_and(|n| !n.is_positive())
        || it.start.as_constant().is_some_and(Int::is_negative)
        || entail::contradictory(cx, &it.inside());
    if !nothing {
        return None;
    }
    let empty = cx.empty();
    cx.fire(RuleId::SubstrEmpty, empty)
}

fn whole(cx: &mut Cx, it: &Substr) -> Option<Term> {
    if it.starts_at_zero() && entail::nonneg(cx, &it.len.clone().minus(&it.size)) {
        return cx.fire(RuleId::SubstrWhole, it.whole);
    }
    None
}

/// Of one constant character there is all or nothing.
fn one_char(cx: &mut Cx, it: &Substr) -> Option<Term> {
    if cx.str_value(it.whole)?.len() != 1 {
        return None;
    }
    let (start, len) = (it.start.to_term(cx), it.len.to_term(cx));
    let (zero, one, empty) = (cx.int(0), cx.int(1), cx.empty());
    let (front, some) = (cx.eq(start, zero), cx.ge(len, one));
    let taken = cx.and(&[front, some]);
    cx.fire_app(RuleId::SubstrOneChar, Op::Ite, &[taken, it.whole, empty])
}

/// A substring of a substring. What the signs of the two starts decide must agree.
fn nested(cx: &mut Cx, it: &Substr) -> Option<Term> {
    if cx.op(it.whole) != Op::StrSubstr {
        return None;
    }
    let [s, i, n] = *cx.args(it.whole) else { return None };
    let (outer, inner) = (it.start.clone(), linear(cx, i));
    let nonneg = |cx: &mut Cx, a: &LinearSum| entail::nonneg(cx, a);
    let nonpos = |cx: &mut Cx, a: &LinearSum| entail::nonneg(cx, &a.negated());
    if !(nonneg(cx, &outer) || nonpos(cx, &inner)) || !(nonneg(cx, &inner) || nonpos(cx, &outer)) {
        return None;
    }
    let left = linear(cx, n).minus(&outer);
    let slack = it.len.clone().minus(&left);
    let start = inner.plus(&outer);
    let len = if nonneg(cx, &slack) {
        &left
    } else if nonpos(cx, &slack) {
        &it.len
    } else {
        return None;
    };
    let combined = mk(cx, s, &start, len);
    cx.fire(RuleId::SubstrNested, combined)
}

/// One length for all that reach the end: what is left from the start, or 1 for one character.
fn clip(cx: &mut Cx, it: &Substr) -> Option<Term> {
    let single = entail::length_bounds(cx, it.whole).hi.is_some_and(|hi| hi <= Int::ONE);
    let target = if single { LinearSum::constant(1) } else { it.rest() };
    let is_long = target.terms.len() > cx.effort().clip_terms;
    if it.len == target || (is_long && it.len.as_constant().is_some()) {
        return None;
    }
    if !entail::nonneg_if(cx, &it.len.clone().minus(&it.rest()), &it.inside_start()) {
        return None;
    }
    let clipped = mk(cx, it.whole, &it.start, &target);
    cx.fire(RuleId::SubstrClip, clipped)
}

impl Substr {
    fn inside_start(&self) -> Vec<LinearSum> {
        vec![self.start.clone(), self.rest().plus_int(-1)]
    }
}

/// Concatenations: parts before the start and after the end go, parts that are covered come out.
fn parts(cx: &mut Cx, it: &Substr) -> Option<Term> {
    let list = string_parts(cx, it.whole);
    if list.len() < 2 && cx.str_value(it.whole).is_none() {
        return None;
    }
    skip_front(cx, it, &list)
        .or_else(|| take_front(cx, it, &list))
        .or_else(|| drop_back(cx, it, &list))
        .or_else(|| take_back(cx, it, &list))
}

/// A part, or the beginning of a constant one, as long as `accept` its length.
fn piece(
    cx: &mut Cx,
    part: Term,
    back: bool,
    accept: impl Fn(&mut Cx, &LinearSum) -> bool,
) -> Option<(Term, Term, LinearSum)> {
    let empty = cx.empty();
    if let Some(w) = cx.str_value(part) {
        let w = w.to_vec();
        let fits = |cx: &mut Cx, n: usize| accept(cx, &LinearSum::constant(n));
        // Longer pieces are harder to accept, so search for the longest by bisection.
        let (mut ok, mut bad) = (0, w.len() + 1);
        while ok + 1 < bad {
            let mid = ok.midpoint(bad);
            if fits(cx, mid) {
                ok = mid;
            } else {
                bad = mid;
            }
        }
        if ok == 0 {
            return None;
        }
        let (piece, rest) = if back {
            let (rest, piece) = w.split_at(w.len() - ok);
            (piece, rest)
        } else {
            w.split_at(ok)
        };
        let (piece, rest) = (cx.string(piece), cx.string(rest));
        return Some((piece, rest, LinearSum::constant(ok)));
    }
    let size = entail::length(cx, part);
    accept(cx, &size).then_some((part, empty, size))
}

/// Whether a number stays one that is less by this: of n parts whose lengths are not known each would make a longer sum of it.
fn stays(n: &LinearSum, size: &LinearSum) -> bool {
    n.as_constant().is_none() || size.as_constant().is_some()
}

/// What comes off a concatenation at one end.
struct Cut {
    piece: Term,
    remaining: Term,
    size: LinearSum,
}

/// The parts at an end that are no longer than `n`, or as much of the last one as is: those whose lengths are summands of `n` at once, as
/// each of many would be a step of its own, otherwise one. If `is_kept`, a constant `n` stays one.
fn cut(cx: &mut Cx, list: &[Term], back: bool, n: &LinearSum, is_kept: bool) -> Option<Cut> {
    if let Some((count, size)) = summands(cx, list, back, n) {
        let (front, behind) = list.split_at(if back { list.len() - count } else { count });
        let (front, behind) = (normal_concat(cx, front), normal_concat(cx, behind));
        let (piece, remaining) = if back { (behind, front) } else { (front, behind) };
        return Some(Cut { piece, remaining, size });
    }
    let (part, others) = if back { list.split_last()? } else { list.split_first()? };
    let (piece, rest, size) = piece(cx, *part, back, |cx, size| {
        (!is_kept || stays(n, size)) && entail::nonneg(cx, &n.clone().minus(size))
    })?;
    let remaining = if back { [others, &[rest]].concat() } else { [&[rest], others].concat() };
    let remaining = normal_concat(cx, &remaining);
    Some(Cut { piece, remaining, size })
}

/// How many parts at an end have lengths that are summands of `n`, if there are several, and the sum of these.
fn summands(cx: &mut Cx, list: &[Term], back: bool, n: &LinearSum) -> Option<(usize, LinearSum)> {
    let (mut left, mut count) = (n.clone(), 0);
    while count < list.len() {
        let part = if back { list[list.len() - 1 - count] } else { list[count] };
        let size = entail::length(cx, part);
        match &size.terms[..] {
            [] if size.constant <= left.constant => left.add_constant(-size.constant),
            [(v, k)]
                if *k == Int::ONE
                    && size.constant.is_zero()
                    && left.coefficient(*v).is_positive() =>
            {
                left.add_var(*v, -1);
            }
            _ => break,
        }
        count += 1;
    }
    (count > 1 && entail::nonneg(cx, &left)).then(|| (count, n.clone().minus(&left)))
}

/// `substr(a b, i, n) = substr(b, i - |a|, n)` for `i >= |a|`.
fn skip_front(cx: &mut Cx, it: &Substr, list: &[Term]) -> Option<Term> {
    let Cut { remaining, size, .. } = cut(cx, list, false, &it.start, true)?;
    let result = mk(cx, remaining, &it.start.clone().minus(&size), &it.len);
    cx.fire(RuleId::SubstrSkipFront, result)
}

/// `substr(a b, 0, n) = a substr(b, 0, n - |a|)` for `n >= |a|`.
fn take_front(cx: &mut Cx, it: &Substr, list: &[Term]) -> Option<Term> {
    if !it.starts_at_zero() {
        return None;
    }
    let Cut { piece, remaining, size } = cut(cx, list, false, &it.len, true)?;
    let tail = mk(cx, remaining, &it.start, &it.len.clone().minus(&size));
    cx.fire_app(RuleId::SubstrTakeFront, Op::StrConcat, &[piece, tail])
}

/// `substr(a b, i, n) = substr(a, i, n)` for `i + n <= |a|`.
fn drop_back(cx: &mut Cx, it: &Substr, list: &[Term]) -> Option<Term> {
    let Cut { remaining, .. } = cut(cx, list, true, &it.rest().minus(&it.len), false)?;
    let result = mk(cx, remaining, &it.start, &it.len);
    cx.fire(RuleId::SubstrDropBack, result)
}

/// `substr(a b, i, |a b| - i) = substr(a, i, |a| - i) b` for `0 <= i <= |a|`.
fn take_back(cx: &mut Cx, it: &Substr, list: &[Term]) -> Option<Term> {
    if it.len != it.rest() || !entail::nonneg(cx, &it.start) {
        return None;
    }
    let Cut { piece, remaining, size } = cut(cx, list, true, &it.rest(), false)?;
    let front = mk(cx, remaining, &it.start, &it.len.clone().minus(&size));
    cx.fire_app(RuleId::SubstrTakeBack, Op::StrConcat, &[front, piece])
}

/// `substr(replace(s, t, u), 0, n) = replace(substr(s, 0, n), t, u)` for single characters `t`, `u`.
fn of_replace(cx: &mut Cx, it: &Substr) -> Option<Term> {
    if cx.op(it.whole) != Op::StrReplace || !it.starts_at_zero() {
        return None;
    }
    let [s, t, u] = *cx.args(it.whole) else { return None };
    let one = LinearSum::constant(1);
    if entail::length(cx, t) != one || entail::length(cx, u) != one {
        return None;
    }
    let front = mk(cx, s, &it.start, &it.len);
    cx.fire_app(RuleId::SubstrReplace, Op::StrReplace, &[front, t, u])
}

/// Constant branches are cut at once.
fn of_branches(cx: &mut Cx, it: &Substr) -> Option<Term> {
    if cx.op(it.whole) != Op::Ite {
        return None;
    }
    let [c, a, b] = *cx.args(it.whole) else { return None };
    if cx.str_value(a).is_none() && cx.str_value(b).is_none() {
        return None;
    }
    let (a, b) = (mk(cx, a, &it.start, &it.len), mk(cx, b, &it.start, &it.len));
    cx.fire_app(RuleId::SubstrIte, Op::Ite, &[c, a, b])
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn empty_and_whole() {
        fires!(AtElim, "(str.at x i)", "(str.substr x i 1)");
        keeps!(AtElim, "(str.substr x i 1)");
        fires!(SubstrEmpty, "(str.substr x i 0)", r#""""#);
        fires!(SubstrEmpty, "(str.substr x (- 1) i)", r#""""#);
        fires!(SubstrEmpty, "(str.substr x (+ 1 (str.len x)) i)", r#""""#);
        fires!(SubstrEmpty, r#"(str.substr "A" i i)"#, r#""""#);
        fires!(SubstrEmpty, r#"(str.substr x (str.indexof "A" x i) i)"#, r#""""#);
        fires!(SubstrEmpty, r#"(str.substr x i (str.indexof "A" x i))"#, r#""""#);
        keeps!(SubstrEmpty, r#"(str.substr "AB" i i)"#);
        keeps!(SubstrEmpty, "(str.substr x i j)");
        fires!(SubstrWhole, "(str.substr x 0 (+ 1 (str.len x)))", "x");
        fires!(SubstrWhole, "(str.substr (str.at x i) 0 1)", "(str.at x i)");
        keeps!(SubstrWhole, "(str.substr x 0 1)");
    }

    #[test]
    fn nesting() {
        fires!(SubstrNested, "(str.substr (str.substr x 1 5) 2 9)", "(str.substr x 3 3)");
        fires!(SubstrNested, "(str.substr (str.substr x 0 i) 1 i)", "(str.substr x 1 (- i 1))");
        fires!(SubstrNested, "(str.substr (str.substr x i i) 0 i)", "(str.substr x i i)");
        keeps!(SubstrNested, "(str.substr (str.substr x i 2) 1 1)");
        fires!(SubstrOneChar, r#"(str.substr "B" i (+ 1 i))"#, r#"(ite (= i 0) "B" "")"#);
        keeps!(SubstrOneChar, r#"(str.substr "BC" i (+ 1 i))"#);
        fires!(SubstrClip, "(str.substr x 1 (str.len x))", "(str.substr x 1 (- (str.len x) 1))");
        keeps!(SubstrClip, "(str.substr x 1 2)");
        fires!(
            SubstrReplace,
            r#"(str.at (str.replace x "A" "B") 0)"#,
            r#"(str.replace (str.at x 0) "A" "B")"#
        );
        keeps!(SubstrReplace, r#"(str.at (str.replace x "A" "BC") 0)"#);
        fires!(SubstrIte, r#"(str.at (ite a "A" x) 1)"#, r#"(ite a "" (str.at x 1))"#);
        keeps!(SubstrIte, r#"(str.at (ite a x y) 1)"#);
    }

    #[test]
    fn concatenations() {
        fires!(
            SubstrSkipFront,
            r#"(str.substr (str.++ "abc" x) 2 i)"#,
            r#"(str.substr (str.++ "c" x) 0 i)"#
        );
        fires!(
            SubstrSkipFront,
            "(str.substr (str.++ x y) (+ 1 (str.len x)) 3)",
            "(str.substr y 1 3)"
        );
        fires!(
            SubstrSkipFront,
            r#"(str.substr (str.++ x "ab" y z) (+ 3 (str.len x) (str.len y)) i)"#,
            "(str.substr z 1 i)"
        );
        keeps!(SubstrSkipFront, "(str.substr (str.++ x y) 1 3)");
        keeps!(SubstrSkipFront, "(str.substr (str.++ (str.at x i) y) 1 3)");
        keeps!(SubstrTakeFront, "(str.substr (str.++ (str.at x i) y) 0 3)");
        fires!(
            SubstrTakeFront,
            r#"(str.substr (str.++ "abc" x) 0 5)"#,
            r#"(str.++ "abc" (str.substr x 0 2))"#
        );
        keeps!(SubstrTakeFront, "(str.substr (str.++ x y) 0 3)");
        fires!(
            SubstrDropBack,
            r#"(str.substr (str.++ "abc" x) i (- 2 i))"#,
            r#"(str.substr "ab" i (- 2 i))"#
        );
        fires!(
            SubstrDropBack,
            "(str.substr (str.++ x y z) i (- (str.len x) i))",
            "(str.substr x i (- (str.len x) i))"
        );
        keeps!(SubstrDropBack, "(str.substr (str.++ x y) i 2)");
        fires!(
            SubstrTakeBack,
            r#"(str.substr (str.++ x "abc") 1 (+ 2 (str.len x)))"#,
            r#"(str.++ (str.substr (str.++ x "a") 1 (str.len x)) "bc")"#
        );
        keeps!(SubstrTakeBack, r#"(str.substr (str.++ x "abc") i 3)"#);
    }
}
