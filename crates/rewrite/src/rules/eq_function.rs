//! Equalities of strings with a function on one side.

use crate::cx::Cx;
use crate::entail;
use crate::linear::{LinearSum, linear};
use crate::rule::RuleId;
use crate::word;
use base::Int;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, other: Term, function: Term) -> Option<Term> {
    empty(cx, other, function)
        .or_else(|| own_part(cx, other, function))
        .or_else(|| affix(cx, other, function))
        .or_else(|| one_char(cx, other, function))
        .or_else(|| replacement(cx, other, function))
}

fn empty(cx: &mut Cx, empty: Term, t: Term) -> Option<Term> {
    if !cx.is_empty_str(empty) {
        return None;
    }
    let result = match (cx.op(t), cx.args(t).to_vec().as_slice()) {
        (Op::StrSubstr, &[s, i, n]) => {
            let (zero, size) = (cx.int(0), cx.len_of(s));
            let cases = [cx.lt(i, zero), cx.ge(i, size), cx.le(n, zero)];
            cx.or(&cases)
        }
        // Either nothing is replaced in nothing, or all of it is replaced by nothing.
        (Op::StrReplace, &[x, y, z]) => {
            let [no_x, no_y, no_z] = [x, y, z].map(|t| cx.eq(t, empty));
            let (some_y, same) = (cx.not(no_y), cx.eq(x, y));
            let cases = [cx.and(&[no_x, some_y]), cx.and(&[no_z, same])];
            cx.or(&cases)
        }
        (Op::StrReplaceAll, &[x, _, z]) if entail::length_bounds(cx, z).lo? >= Int::ONE => {
            cx.eq(x, empty)
        }
        (Op::StrToLower | Op::StrToUpper | Op::StrUpdate, &[s, ..]) => cx.eq(s, empty),
        _ => return None,
    };
    cx.fire(RuleId::EqEmptyFunction, result)
}

/// `t` against a substring at the front or at the back that is as long as `t`, or longer.
fn affix(cx: &mut Cx, t: Term, substr: Term) -> Option<Term> {
    let &[s, i, n] = cx.args(substr) else { return None };
    if cx.op(substr) != Op::StrSubstr {
        return None;
    }
    let (start, len) = (linear(cx, i), linear(cx, n));
    if let Some(begins) = before_first(cx, t, (s, &start), &len) {
        return cx.fire(RuleId::EqSubstr, begins);
    }
    let (size, whole) = (entail::length(cx, t), entail::length(cx, s));
    let at_front = start.as_constant().is_some_and(Int::is_zero);
    if at_front && len == size {
        return cx.fire_app(RuleId::EqSubstr, Op::StrPrefixOf, &[t, s]);
    }
    // What is taken is shorter than asked for, so it is all there is.
    if at_front && entail::nonneg(cx, &len.clone().minus(&size).plus_int(-1)) {
        let eq = cx.eq(s, t);
        return cx.fire(RuleId::EqSubstr, eq);
    }
    if len == size && whole.minus(&start) == len && entail::nonneg(cx, &len.plus_int(-1)) {
        return cx.fire_app(RuleId::EqSubstr, Op::StrSuffixOf, &[t, s]);
    }
    None
}

/// The constant `t` against what is in front of the first occurrence of a constant in `s`: `s` begins with both.
fn before_first(
    cx: &mut Cx,
    t: Term,
    (s, start): (Term, &LinearSum),
    len: &LinearSum,
) -> Option<Term> {
    let ([(search, factor)], true) = (&len.terms[..], len.constant.is_zero()) else { return None };
    let (Op::StrIndexOf, &[whole, word, from]) = (cx.op(*search), cx.args(*search)) else {
        return None;
    };
    let is_first = cx.int_value(from).is_some_and(Int::is_zero);
    if whole != s || !is_first || !factor.is_one() || !start.as_constant().is_some_and(Int::is_zero)
    {
        return None;
    }
    let (front, word) = (cx.str_value(t)?, cx.str_value(word)?);
    if front.is_empty() || word.is_empty() {
        return None;
    }
    let both = [front, word].concat();
    if word::find(&both, word, 0) != Some(front.len()) {
        return Some(cx.ff());
    }
    let both = cx.string(&both);
    Some(cx.mk(Op::StrPrefixOf, &[both, s]))
}

fn replacement(cx: &mut Cx, t: Term, replace: Term) -> Option<Term> {
    let &[x, y, z] = cx.args(replace) else { return None };
    if cx.op(replace) != Op::StrReplace {
        return None;
    }
    // What is put in is what was there, or nothing was found.
    if let Some(preimage) = preimage(cx, t, x, y, z) {
        return cx.fire(RuleId::EqReplaceConst, preimage);
    }
    if t == x {
        let (same, found) = (cx.eq(y, z), cx.mk(Op::StrContains, &[x, y]));
        let absent = cx.not(found);
        return cx.fire_app(RuleId::EqReplace, Op::Or, &[same, absent]);
    }
    // (= y (str.replace x y x)): if `y` is in `x`, the result is at least as long as `x` is.
    if t == y && z == x {
        let same = cx.eq(x, y);
        return cx.fire(RuleId::EqReplace, same);
    }
    if t == z && entail::length(cx, y) == entail::length(cx, z) {
        let (all, before) = (cx.eq(x, y), cx.eq(x, z));
        return cx.fire_app(RuleId::EqReplace, Op::Or, &[all, before]);
    }
    None
}

/// The words that become `k` when the constant `y` is replaced by the constant `z`.
fn preimage(cx: &mut Cx, k: Term, x: Term, y: Term, z: Term) -> Option<Term> {
    let (k, y, z) = (cx.str_value(k)?, cx.str_value(y)?, cx.str_value(z)?);
    let mut words = vec![k.to_vec()];
    for i in (0..=k.len()).filter(|&i| k[i..].starts_with(z)) {
        words.push([&k[..i], y, &k[i + z.len()..]].concat());
        if words.len() > cx.effort().enumerated_words {
            return None;
        }
    }
    let becomes = |w: &Vec<u32>| match word::find(w, y, 0) {
        Some(i) => [&w[..i], z, &w[i + y.len()..]].concat() == k,
        None => w == k,
    };
    words.retain(becomes);
    words.dedup();
    let cases: Vec<Term> = words
        .into_iter()
        .map(|w| {
            let w = cx.string(&w);
            cx.eq(x, w)
        })
        .collect();
    Some(cx.or(&cases))
}

/// `(= x (str.substr x i n))`: nothing is cut off, or there is nothing.
fn own_part(cx: &mut Cx, x: Term, substr: Term) -> Option<Term> {
    let &[s, i, n] = cx.args(substr) else { return None };
    if cx.op(substr) != Op::StrSubstr || s != x {
        return None;
    }
    let (empty, zero, size) = (cx.empty(), cx.int(0), cx.len_of(x));
    let none = cx.eq(x, empty);
    let (front, all) = (cx.eq(i, zero), cx.ge(n, size));
    let whole = cx.and(&[front, all]);
    cx.fire_app(RuleId::EqSubstrSelf, Op::Or, &[none, whole])
}

/// One character as a concatenation: one part is it, the others are empty.
fn one_char(cx: &mut Cx, k: Term, concat: Term) -> Option<Term> {
    let parts = cx.args(concat).to_vec();
    if cx.op(concat) != Op::StrConcat || cx.str_value(k)?.len() != 1 || parts.len() > 4 {
        return None;
    }
    let empty = cx.empty();
    let mut cases = Vec::with_capacity(parts.len());
    for i in 0..parts.len() {
        let each: Vec<Term> = parts
            .iter()
            .enumerate()
            .map(|(j, &p)| if i == j { cx.eq(p, k) } else { cx.eq(p, empty) })
            .collect();
        cases.push(cx.and(&each));
    }
    cx.fire_app(RuleId::EqOneChar, Op::Or, &cases)
}

/// Equal strings contain each other. By letters at once; by the rules of containment only for small
/// terms, and not for a constant and its like, where they lead back to the equality.
pub(super) fn not_contained(cx: &mut Cx, a: Term, b: Term) -> Option<Term> {
    let opaque = |cx: &Cx, t: Term| matches!(cx.op(t), Op::Apply(_));
    if opaque(cx, a) || opaque(cx, b) {
        return None;
    }
    for (s, t) in [(a, b), (b, a)] {
        if entail::lacks_letter(cx, s, t) {
            return cx.fire_bool(RuleId::EqNotContains, false);
        }
    }
    let plain = |cx: &Cx, t: Term| matches!(cx.op(t), Op::StrConst(_) | Op::StrSubstr);
    if plain(cx, a) || plain(cx, b) || !is_small(cx, a) || !is_small(cx, b) {
        return None;
    }
    for (s, t) in [(a, b), (b, a)] {
        let ctn = cx.mk(Op::StrContains, &[s, t]);
        if cx.decides(ctn) == Some(false) {
            return cx.fire_bool(RuleId::EqNotContains, false);
        }
    }
    None
}

fn is_small(cx: &Cx, t: Term) -> bool {
    cx.size_within(t, cx.effort().equation_size)
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn emptiness() {
        fires!(
            EqEmptyFunction,
            r#"(= "" (str.substr x i j))"#,
            "(or (< i 0) (>= i (str.len x)) (<= j 0))"
        );
        fires!(EqEmptyFunction, r#"(= "" (str.at x 0))"#, r#"(= "" x)"#);
        fires!(
            EqEmptyFunction,
            r#"(= "" (str.replace x "a" y))"#,
            r#"(or (= "" x) (and (= "" y) (= "a" x)))"#
        );
        fires!(EqEmptyFunction, r#"(= "" (str.replace_all x y "a"))"#, r#"(= "" x)"#);
        keeps!(EqEmptyFunction, r#"(= "" (str.replace_all x y z))"#);
    }

    #[test]
    fn functions() {
        fires!(EqSubstr, r#"(= "ab" (str.substr x 0 2))"#, r#"(str.prefixof "ab" x)"#);
        let front = r#"(= "ab" (str.substr x 0 (str.indexof x "=" 0)))"#;
        fires!(EqSubstr, front, r#"(str.prefixof "ab=" x)"#);
        fires!(EqSubstr, r#"(= "a=" (str.substr x 0 (str.indexof x "=" 0)))"#, "false");
        fires!(EqSubstr, r#"(= "ab" (str.substr x 0 3))"#, r#"(= "ab" x)"#);
        fires!(
            EqSubstr,
            r#"(= "ab" (str.substr x (- (str.len x) 2) 2))"#,
            r#"(str.suffixof "ab" x)"#
        );
        keeps!(EqSubstr, r#"(= "ab" (str.substr x 1 2))"#);
        fires!(EqReplace, "(= x (str.replace x y z))", "(or (= y z) (not (str.contains x y)))");
        fires!(EqReplace, "(= x (str.replace y x y))", "(= x y)");
        fires!(
            EqReplace,
            "(= (str.rev y) (str.replace x y (str.rev y)))",
            "(or (= x y) (= x (str.rev y)))"
        );
        fires!(
            EqReplaceConst,
            r#"(= "ab" (str.replace x "c" "b"))"#,
            r#"(or (= "ab" x) (= "ac" x))"#
        );
        fires!(EqReplaceConst, r#"(= "B" (str.replace x "B" "A"))"#, "false");
        keeps!(EqReplaceConst, r#"(= "ab" (str.replace x "c" y))"#);
        fires!(EqSubstrSelf, "(= x (str.substr x 1 i))", r#"(= "" x)"#);
        keeps!(EqSubstrSelf, "(= x (str.substr y 1 i))");
        fires!(
            EqOneChar,
            r#"(= "a" (str.++ x y))"#,
            r#"(or (and (= x "a") (= y "")) (and (= x "") (= y "a")))"#
        );
        keeps!(EqOneChar, r#"(= "ab" (str.++ x y))"#);
        keeps!(EqReplace, "(= z (str.replace x y z))");
        fires!(EqNotContains, r#"(= (str.++ x "a") (str.from_int i))"#, "false");
        keeps!(EqNotContains, r#"(= (str.++ x "1") (str.from_int i))"#);
    }
}
