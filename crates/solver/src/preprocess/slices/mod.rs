//! Strings that are cut by cases, step by step, as slices of the first one.
//!
//! The problem: programs scan and trim. `s2 = (ite (str.prefixof " " s1) (str.substr s1 1 (- (str.len s1) 1)) s1)` and so on is a chain of
//! definitions in which each string has two cases of the one before it. Put into each other they have exponentially many,
//! and left alone each case is a system of equations in which every string is cut again.
//!
//! But whatever was chosen, each of these strings is a *slice* of the first: it lacks so many letters at the start and so many at the end.
//! After n steps there are few slices, since most ways to n letters end in the same one, so a string is a list of *cases*: slices, each
//! with the condition under which it is this one, where conditions of a step are made of those before it (states merged by what they
//! say, as in V. Kuznetsov, J. Kinder, S. Bucur, G. Candea, *Efficient State Merging in Symbolic Execution*, PLDI 2012). And what is
//! asked of a slice (does it start with a word, contain one, is it in a language) is a membership of the first string. So of a chain
//! there are left memberships of one string, connected by gates, and automata decide them together.
//!
//! A step that reads more than one string, or makes a string that is no slice, ends its chain: it is the first string of another one.
//! Chains of few steps are left to substitution, which finds few cases of cases.

mod cases;
mod image;
mod slice;
mod steps;

use super::substitution::define;
use crate::engine::Resources;
use base::{FxHashSet, Interrupted};
use cases::Known;
use terms::{Fun, Op, Term};

/// A fact: fewer steps by two cases have at most eight cases of cases.
const STEPS: usize = 4;

/// Puts the cases of each string of a chain of steps in its place in `formulas`, and returns what these strings are.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    let mut named = formulas.clone();
    let steps = steps::steps(res, &mut named, STEPS)?;
    let (mut known, mut definitions) = (Known::default(), Vec::new());
    let mut is_used: FxHashSet<Term> = FxHashSet::default();
    for step in &steps {
        let Op::Apply(fun) = res.terms.op(step.x) else { continue };
        if let Some(whole) = known.take(res, step)? {
            definitions.push((fun, whole));
            is_used.insert(step.formula);
        }
    }
    if definitions.len() < STEPS {
        return Ok(Vec::new());
    }
    named.retain(|f| !is_used.contains(f));
    let images = known.images(res, &named)?;
    define(res, &definitions, images, (&mut named, Vec::new()), "preprocess.slices")?;
    *formulas = named;
    Ok(definitions)
}

#[cfg(test)]
mod tests {
    use super::super::brute::{fun, hold, run, value};
    use super::*;
    use base::SplitMix64;
    use terms::model::Model;
    use terms::value::Value;
    use terms::{Sort, Terms};

    /// What `x` is without some letters at its ends.
    fn cut(terms: &mut Terms, x: Term, random: &mut SplitMix64) -> Term {
        let (front, back) = (random.below(3) as i64, random.below(3) as i64);
        let (length, lost, from) = (terms.len_of(x), terms.int(-front - back), terms.int(front));
        let rest = terms.add(&[length, lost]);
        terms.mk(Op::StrSubstr, &[x, from, rest])
    }

    /// A question about `x`.
    fn question(terms: &mut Terms, x: Term, random: &mut SplitMix64) -> Term {
        let word = terms.text(["a", "b", "ab", "aa", ""][random.below(5)]);
        let regex = terms.mk(Op::StrToRe, &[word]);
        let regex = terms.mk(Op::ReStar, &[regex]);
        let n = terms.int(random.below(4) as u64);
        match random.below(6) {
            0 => terms.mk(Op::StrSuffixOf, &[word, x]),
            1 => terms.mk(Op::StrContains, &[x, word]),
            2 => terms.in_re(x, regex),
            3 => terms.eq(x, word),
            4 => {
                let length = terms.len_of(x);
                terms.ge(length, n)
            }
            _ => terms.mk(Op::StrPrefixOf, &[word, x]),
        }
    }

    /// All words of two letters that are at most so long.
    fn words(longest: usize) -> Vec<Vec<u32>> {
        let of_length =
            |n: usize| (0..1_u32 << n).map(move |w| (0..n).map(|i| 97 + (w >> i & 1)).collect());
        (0..=longest).flat_map(of_length).collect()
    }

    #[test]
    fn questions_about_slices_have_the_answers_of_the_strings() {
        let mut fired = 0;
        for seed in 0..60 {
            let (mut terms, mut random) = (Terms::new(), SplitMix64::new(seed));
            let all: Vec<Term> = (0..6).map(|_| terms.fresh("x", Sort::String)).collect();
            let images: Vec<Term> = all[..5]
                .iter()
                .map(|&x| {
                    let condition = question(&mut terms, x, &mut random);
                    let cases = [cut(&mut terms, x, &mut random), cut(&mut terms, x, &mut random)];
                    terms.ite(condition, cases[0], if random.below(2) == 0 { x } else { cases[1] })
                })
                .collect();
            let mut formulas: Vec<Term> =
                all[1..].iter().zip(&images).map(|(&x, &image)| terms.eq(x, image)).collect();
            let asked: Vec<Term> =
                (0..3).map(|_| question(&mut terms, all[random.below(6)], &mut random)).collect();
            formulas.extend(&asked);
            let definitions = run(&mut terms, |res| round(res, &mut formulas).unwrap());
            fired += usize::from(!definitions.is_empty());
            for word in words(5) {
                let (mut model, mut word) = (Model::new(), Value::Str(word.into()));
                for (i, &x) in all.iter().enumerate() {
                    let x = fun(&terms, x);
                    if let Some((_, image)) = definitions.iter().find(|(defined, _)| *defined == x)
                    {
                        let sliced = value(&terms, &model, *image);
                        assert_eq!(sliced, word, "seed {seed}, string {i}");
                    }
                    model.set(x, word.clone());
                    if let Some(&image) = images.get(i) {
                        word = value(&terms, &model, image);
                    }
                }
                let [is, was] = [&formulas, &asked].map(|all| hold(&terms, &model, all));
                assert_eq!(is, was, "seed {seed}");
            }
        }
        assert!(fired > 50, "{fired}");
    }
}
