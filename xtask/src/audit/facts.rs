//! Facts that hold in every model and that other solvers have no rule for: what `str.replace_all` means, and
//! induction.
//!
//! The standard defines `(str.replace_all s t u)` by recursion: up to the first `t`, then `u`, then the same for
//! the rest. Judges know the function only for constants or unfold it under quantifiers. So the equation is
//! given to them, for each application in the claim. What holds of all strings then still needs
//! induction: if the claim is about a string `x`, it may be taken for granted of strings that are shorter,
//! and the one that helps is the rest of `x` after the first `t`.

use base::FxHashMap;
use terms::{Op, Term, Terms};

/// The facts about the applications in `goal`, a conjunction that refutes a claim.
pub fn of(terms: &mut Terms, goal: &[Term]) -> Vec<Term> {
    let mut facts = Vec::new();
    for t in terms.post_order(goal) {
        if terms.op(t) != Op::StrReplaceAll {
            continue;
        }
        let (s, needle) = (terms.arg(t, 0), terms.arg(t, 1));
        if terms.str_value(needle).is_none_or(<[u32]>::is_empty) {
            continue;
        }
        facts.push(unfolded(terms, t));
        facts.extend(front_without(terms, s, needle));
        if matches!(terms.op(s), Op::Apply(_)) {
            let rest = rest(terms, s, needle);
            facts.push(hypothesis(terms, goal, s, rest));
        }
    }
    facts
}

/// `(str.replace_all s t u)` is `s` without a `t` in it, else the front, `u` and what becomes of the rest.
fn unfolded(terms: &mut Terms, t: Term) -> Term {
    let &[s, needle, new] = terms.args(t) else { unreachable!("three arguments") };
    let found = terms.mk(Op::StrContains, &[s, needle]);
    let (front, rest) = (front(terms, s, needle), rest(terms, s, needle));
    let replaced = terms.mk(Op::StrReplaceAll, &[rest, needle, new]);
    let image = terms.concat(&[front, new, replaced]);
    let value = terms.ite(found, image, s);
    terms.eq(t, value)
}

/// The front has no `needle`: a membership if this is one letter, and then the whole may be free of it, too.
fn front_without(terms: &mut Terms, s: Term, needle: Term) -> Vec<Term> {
    if terms.str_value(needle).is_none_or(|word| word.len() != 1) {
        return Vec::new();
    }
    let letter = terms.mk(Op::StrToRe, &[needle]);
    let any = terms.mk(Op::ReAllChar, &[]);
    let other = terms.mk(Op::ReDiff, &[any, letter]);
    let others = terms.mk(Op::ReStar, &[other]);
    let front = front(terms, s, needle);
    let found = terms.mk(Op::StrContains, &[s, needle]);
    let whole = terms.in_re(s, others);
    vec![terms.in_re(front, others), terms.or(&[found, whole])]
}

/// What the conjunction refutes holds for `smaller` in the place of `x`, if that is shorter.
fn hypothesis(terms: &mut Terms, goal: &[Term], x: Term, smaller: Term) -> Term {
    let map: FxHashMap<Term, Term> = [(x, smaller)].into_iter().collect();
    let instance: Vec<Term> = goal.iter().map(|&t| terms.substitute(t, &map)).collect();
    let refuted = terms.and(&instance);
    let claim = terms.not(refuted);
    let lengths = [smaller, x].map(|s| terms.len_of(s));
    let is_smaller = terms.lt(lengths[0], lengths[1]);
    terms.implies(is_smaller, claim)
}

/// The part of `s` before the first `needle`.
fn front(terms: &mut Terms, s: Term, needle: Term) -> Term {
    let zero = terms.int(0);
    let start = terms.mk(Op::StrIndexOf, &[s, needle, zero]);
    terms.mk(Op::StrSubstr, &[s, zero, start])
}

/// The part of `s` after the first `needle`.
fn rest(terms: &mut Terms, s: Term, needle: Term) -> Term {
    let zero = terms.int(0);
    let start = terms.mk(Op::StrIndexOf, &[s, needle, zero]);
    let width = terms.len_of(needle);
    let end = terms.add(&[start, width]);
    let size = terms.len_of(s);
    terms.mk(Op::StrSubstr, &[s, end, size])
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;
    use terms::eval::Evaluator;
    use terms::model::Model;

    /// All words of up to four letters `a` and `b`.
    fn words() -> Vec<String> {
        let longer = |w: &String| ["a", "b"].map(|letter| format!("{w}{letter}"));
        let mut words = vec![String::new()];
        for i in 0..15 {
            words.extend(longer(&words[i]));
        }
        words
    }

    fn holds(terms: &Terms, t: Term) -> bool {
        Evaluator::new(terms, &Model::new(), &Budget::unlimited()).holds(t).unwrap()
    }

    #[test]
    fn the_definition_is_that_of_the_judge() {
        let mut terms = Terms::new();
        for (word, (old, new)) in
            words().iter().flat_map(|w| [("a", "bb"), ("ab", "a")].map(|p| (w, p)))
        {
            let [s, needle, new] = [word.as_str(), old, new].map(|text| terms.text(text));
            let t = terms.mk(Op::StrReplaceAll, &[s, needle, new]);
            let facts = of(&mut terms, &[t]);
            assert_eq!(facts.len(), if old == "a" { 3 } else { 1 });
            assert!(facts.iter().all(|&f| holds(&terms, f)), "{word}");
        }
    }

    /// `|(str.replace_all x "a" "bb")| <= 1` holds for `""` and `"b"` only. Induction must leave the shortest
    /// strings that refute it as they are.
    #[test]
    fn induction_proves_nothing_wrong() {
        let mut terms = Terms::new();
        let fun = terms.declare("x", &[], terms::Sort::String);
        let x = terms.constant(fun);
        let [a, bb] = ["a", "bb"].map(|text| terms.text(text));
        let image = terms.mk(Op::StrReplaceAll, &[x, a, bb]);
        let (size, two) = (terms.len_of(image), terms.int(2));
        let goal = terms.ge(size, two);
        let facts = of(&mut terms, &[goal]);
        let refutes = |terms: &mut Terms, word: &str| {
            let map: FxHashMap<Term, Term> = [(x, terms.text(word))].into_iter().collect();
            let ground = facts.iter().chain([&goal]).map(|&t| terms.substitute(t, &map));
            let ground: Vec<Term> = ground.collect();
            ground.iter().all(|&t| holds(terms, t))
        };
        assert!(refutes(&mut terms, "a") && refutes(&mut terms, "bb"));
        assert!(!refutes(&mut terms, "b") && !refutes(&mut terms, "aa"));
    }
}
