//! Operators applied to constants. Regexes are in [`super::membership`].

use crate::cx::Cx;
use crate::rule::RuleId;
use crate::word;
use base::Int;
use terms::{Op, Term};

pub(super) fn rewrite(cx: &mut Cx, t: Term) -> Option<Term> {
    let args = cx.args(t);
    if args.is_empty() || !args.iter().all(|&a| cx.op(a).is_const()) {
        return None;
    }
    let Some(value) = value(cx, t) else { return unfolded(cx, t) };
    let folded = match value {
        Value::Bool(b) => cx.bool(b),
        Value::Int(n) => cx.int(n),
        Value::Word(w) => cx.string(&w),
    };
    cx.fire(RuleId::Evaluate, folded)
}

/// A derived function of constants is its definition, which folds.
fn unfolded(cx: &mut Cx, t: Term) -> Option<Term> {
    let definition = cx.op(t).row().definition?;
    let args = cx.args(t).to_vec();
    if args
        .iter()
        .any(|&a| cx.str_value(a).is_some_and(|word| word.len() > cx.effort().unfolded_word))
    {
        return None;
    }
    let unfolded = definition(cx, &args);
    cx.fire(RuleId::Evaluate, unfolded)
}

enum Value {
    Bool(bool),
    Int(Int),
    Word(Vec<u32>),
}

fn index(i: Option<usize>) -> Value {
    Value::Int(i.map_or(Int::from(-1), Int::from))
}

fn value(cx: &Cx, t: Term) -> Option<Value> {
    let args = cx.args(t);
    let s = |i: usize| cx.str_value(args[i]);
    let n = |i: usize| cx.int_value(args[i]);
    Some(match cx.op(t) {
        Op::StrLen => Value::Int(s(0)?.len().into()),
        Op::StrLt => Value::Bool(s(0)? < s(1)?),
        Op::StrLe => Value::Bool(s(0)? <= s(1)?),
        Op::StrAt => Value::Word(word::substr(s(0)?, n(1)?, &Int::ONE).into()),
        Op::StrSubstr => Value::Word(word::substr(s(0)?, n(1)?, n(2)?).into()),
        Op::StrPrefixOf => Value::Bool(s(1)?.starts_with(s(0)?)),
        Op::StrSuffixOf => Value::Bool(s(1)?.ends_with(s(0)?)),
        Op::StrContains => Value::Bool(word::contains(s(0)?, s(1)?)),
        Op::StrIndexOf => match n(2)?.to_usize() {
            Some(from) => index(word::find(s(0)?, s(1)?, from)),
            None => index(None),
        },
        Op::StrLastIndexOf => index(word::rfind(s(0)?, s(1)?)),
        Op::StrReplace => Value::Word(replace(s(0)?, s(1)?, s(2)?, cx.effort().longest_word)?),
        Op::StrReplaceAll => {
            Value::Word(word::replace_all(s(0)?, s(1)?, s(2)?, cx.effort().longest_word)?)
        }
        Op::StrIsDigit => Value::Bool(matches!(s(0)?, [c] if word::is_digit(*c))),
        Op::StrToCode => match s(0)? {
            [c] => Value::Int((*c).into()),
            _ => index(None),
        },
        Op::StrFromCode => Value::Word(word::from_code(n(0)?)),
        Op::StrToInt => Value::Int(word::to_int(s(0)?)),
        Op::StrFromInt => Value::Word(word::from_int(n(0)?)),
        Op::StrRev => Value::Word(s(0)?.iter().rev().copied().collect()),
        Op::StrToLower => Value::Word(s(0)?.iter().map(|&c| word::to_lower(c)).collect()),
        Op::StrToUpper => Value::Word(s(0)?.iter().map(|&c| word::to_upper(c)).collect()),
        Op::StrUpdate => Value::Word(update(s(0)?, n(1)?, s(2)?)),
        Op::Abs => Value::Int(n(0)?.abs()),
        Op::Div if args.len() == 2 && !n(1)?.is_zero() => Value::Int(n(0)?.div_rem_euclid(n(1)?).0),
        Op::Mod if !n(1)?.is_zero() => Value::Int(n(0)?.div_rem_euclid(n(1)?).1),
        _ => return None,
    })
}

/// `None` if the word gets longer than it was, and than `limit`.
fn replace(s: &[u32], needle: &[u32], by: &[u32], limit: usize) -> Option<Vec<u32>> {
    let Some(i) = word::find(s, needle, 0) else { return Some(s.to_vec()) };
    let fits = by.len() <= needle.len() || s.len() - needle.len() + by.len() <= limit;
    fits.then(|| [&s[..i], by, &s[i + needle.len()..]].concat())
}

fn update(s: &[u32], start: &Int, by: &[u32]) -> Vec<u32> {
    let mut out = s.to_vec();
    if let Some(start) = start.to_usize().filter(|&i| i < s.len()) {
        for (slot, &c) in out[start..].iter_mut().zip(by) {
            *slot = c;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::Rewriter;
    use crate::testing::{fires, keeps};
    use base::Budget;
    use choices::Choices;
    use terms::eval::Evaluator;
    use terms::model::Model;
    use terms::op::NAMED_OPS;
    use terms::value::Value;
    use terms::{Sort, Term, Terms};

    #[test]
    fn words() {
        fires!(Evaluate, r#"(str.substr "abc" 1 5)"#, r#""bc""#);
        fires!(Evaluate, r#"(str.at "abc" 3)"#, r#""""#);
        fires!(Evaluate, r#"(str.indexof "abc" "" 3)"#, "3");
        fires!(Evaluate, r#"(str.indexof "abc" "" 4)"#, "(- 1)");
        fires!(Evaluate, r#"(str.replace "abc" "" "x")"#, r#""xabc""#);
        fires!(Evaluate, r#"(str.replace_all "aaa" "a" "bb")"#, r#""bbbbbb""#);
        fires!(Evaluate, r#"(str.update "abc" 1 "xyz")"#, r#""axy""#);
        fires!(Evaluate, r#"(str.to_upper "a\u{e9}z")"#, r#""A\u{e9}Z""#);
        fires!(Evaluate, r#"(str.last_indexof "abab" "ab")"#, "2");
        fires!(Evaluate, r#"(str.to_code "ab")"#, "(- 1)");
        fires!(Evaluate, r#"(str.<= "ab" "b" "b")"#, "true");
        keeps!(Evaluate, "(str.substr x 1 5)");
    }

    #[test]
    fn replacements_that_make_long_words() {
        for (limit, by, expected) in [(4, [3; 3], Some(vec![1, 3, 3, 3])), (3, [3; 3], None)] {
            assert_eq!(super::replace(&[1, 2], &[2], &by, limit), expected);
        }
        assert_eq!(super::replace(&[1, 2], &[2], &[3], 0), Some(vec![1, 3]));
    }

    #[test]
    fn numbers() {
        fires!(Evaluate, "(div (- 7) 2)", "(- 4)");
        fires!(Evaluate, "(mod (- 7) (- 2))", "1");
        fires!(Evaluate, "(abs (- 7))", "7");
        keeps!(Evaluate, "(div 7 0)");
        keeps!(Evaluate, "(mod 7 0)");
    }

    fn constant(terms: &mut Terms, rng: &mut Choices, sort: Sort) -> Term {
        match sort {
            Sort::Int => terms.int(rng.range(-2, 6)),
            _ => terms.string(&rng.word(&[97, 97, 98, 32], 6)),
        }
    }

    #[test]
    fn constants_fold_to_what_the_judge_says() {
        let mut rng = Choices::seeded(11);
        let derived = NAMED_OPS.iter().filter(|(_, op)| op.row().definition.is_some());
        for (&(name, op), _) in derived.flat_map(|row| (0..200).map(move |i| (row, i))) {
            let mut terms = Terms::new();
            let params = op.signature().params(2, Sort::String).unwrap();
            let args: Vec<Term> =
                params.into_iter().map(|sort| constant(&mut terms, &mut rng, sort)).collect();
            let t = terms.mk(op, &args);
            let folded = Rewriter::new().rewrite(&mut terms, t);
            let (model, budget) = (Model::new(), Budget::unlimited());
            let expected = match Evaluator::new(&terms, &model, &budget).eval(t) {
                Ok(Value::Str(word)) => terms.string(&word),
                Ok(Value::Int(n)) => terms.int(n),
                other => panic!("{name} has the value {other:?}"),
            };
            assert_eq!(folded, expected, "{name} {args:?}");
        }
    }
}
