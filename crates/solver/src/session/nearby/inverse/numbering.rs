//! Different values for all arguments of a long `distinct` at once.
//!
//! Problem: many constants have the same value, as nothing told them apart before. Changed one after the other, each change leaves the
//! `distinct` as broken as it was, and is evaluated with all of it.
//!
//! So those are numbered whose value another one has already: an integer gets one above all, and a string, in place of its first
//! letter or of its last one, a numeral whose digits are the letters of that kind. What else is asserted about the strings is evaluated
//! afterwards, as for any proposal: most languages that people write let one of these places vary.

use super::{FILLER, Inverter};
use base::{FxHashMap, FxHashSet, Int};
use terms::Term;
use terms::value::Value;

/// Where a string gets its numeral.
#[derive(Clone, Copy)]
enum Place {
    Front,
    End,
}

/// Proposes values by which `args` differ.
pub(super) fn distinct(inv: &mut Inverter<'_>, args: &[Term]) -> Option<()> {
    let mut values = Vec::with_capacity(args.len());
    for &arg in args {
        values.push(inv.value(arg)?);
    }
    match values.first()? {
        Value::Str(_) => {
            number(inv, (args, &values), |value, k| Some(numbered(value, k, Place::Front)))?;
            number(inv, (args, &values), |value, k| Some(numbered(value, k, Place::End)))
        }
        Value::Int(_) => {
            let greatest = values.iter().filter_map(Value::as_int).max()?.clone();
            number(inv, (args, &values), |_, k| Some(Value::Int(&greatest + &Int::from(k))))
        }
        _ => None,
    }
}

/// Proposes another value for each that may have one, but for the first of those that are equal. `other` gives the one of a number.
fn number(
    inv: &mut Inverter<'_>,
    (args, values): (&[Term], &[Value]),
    other: impl Fn(&Value, u64) -> Option<Value>,
) -> Option<()> {
    debug_assert!(args.len() == values.len(), "an argument without a value");
    let mut used: FxHashSet<Value> = values.iter().cloned().collect();
    let (mut firsts, mut proposal) = (FxHashSet::default(), Vec::new());
    for (&arg, value) in args.iter().zip(values).filter(|(arg, _)| !inv.is_free(**arg)) {
        debug_assert!(inv.terms.sort(arg) == value.sort(), "a value of another sort");
        firsts.insert(value).then_some(())?;
    }
    let mut numbers: FxHashMap<&Value, u64> = FxHashMap::default();
    for (&arg, value) in args.iter().zip(values).filter(|(arg, _)| inv.is_free(**arg)) {
        if firsts.insert(value) {
            continue;
        }
        let k = numbers.entry(value).or_default();
        loop {
            inv.budget.charge(1).ok()?;
            *k += 1;
            let new = other(value, *k)?;
            if used.insert(new.clone()) {
                proposal.push((arg, new));
                break;
            }
        }
    }
    inv.painted.push(proposal);
    Some(())
}

/// The string with a letter counted on so many times.
fn numbered(value: &Value, k: u64, place: Place) -> Value {
    let word = value.as_str().map(|word| &word[..]).unwrap_or_default();
    let at = match place {
        Place::Front => 0,
        Place::End => word.len().saturating_sub(1),
    };
    let numeral = counted(word.get(at).copied().unwrap_or(FILLER), k);
    let behind = word.get(at + 1..).unwrap_or_default();
    Value::Str([&word[..at], &numeral, behind].concat().into())
}

/// The numeral that is `k` more than `letter`, whose digits are the letters of its kind, or all if it is of no kind.
fn counted(letter: u32, k: u64) -> Vec<u32> {
    let (least, count): (char, u64) = match char::from_u32(letter) {
        Some('0'..='9') => ('0', 10),
        Some('A'..='Z') => ('A', 26),
        _ => ('a', 26),
    };
    let mut left = u64::from(letter.saturating_sub(least.into())) % count + k;
    let mut digits = Vec::new();
    loop {
        let digit = u32::try_from(left % count).expect("a digit is less than 26");
        digits.push(u32::from(least) + digit);
        left /= count;
        if left == 0 {
            break;
        }
    }
    digits.reverse();
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(letter: char, k: u64) -> String {
        counted(letter.into(), k).into_iter().filter_map(char::from_u32).collect()
    }

    #[test]
    fn letters_are_digits_of_their_kind() {
        assert_eq!([text('a', 1), text('y', 1), text('y', 2)], ["b", "z", "ba"]);
        assert_eq!([text('9', 1), text('A', 26 * 26), text('@', 2)], ["10", "BAA", "c"]);
    }

    #[test]
    fn one_end_is_counted_on() {
        let (front, end) = (Place::Front, Place::End);
        let word = Value::text("a-9");
        assert_eq!(numbered(&word, 1, front), Value::text("b-9"));
        assert_eq!(numbered(&word, 1, end), Value::text("a-10"));
        assert_eq!(numbered(&Value::text(""), 1, front), Value::text("b"));
    }
}
