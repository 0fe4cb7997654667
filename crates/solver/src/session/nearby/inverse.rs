//! Values of single constants by which a formula may get the value that is wanted.
//!
//! A value that is wanted of a term is passed down: of `(str.++ u x "b")` with the word `w` it asks `x` to be what is left of `w`, of
//! `(str.at x 3)` the same string with another letter, of a sum the difference. What arrives at a constant is proposed, unless the
//! constant is defined: then it is passed on. All other arguments keep their values, so this is neither complete nor does a proposal
//! always do: who asks evaluates it. Inverse values of this kind are what propagation-based local search descends by (A. Niemetz,
//! M. Preiner, A. Biere, *Propagation Based Local Search for Bit-Precise Reasoning*, FMSD 2017); for strings, many operators have one.
//!
//! Functions that are not in the table propose nothing.

mod functions;
mod languages;
mod numbering;
mod painting;
mod parts;

use super::readers::Readers;
use crate::strings::languages::Languages;
use base::{Budget, IdMap, Int, Interrupted};
use std::collections::VecDeque;
use terms::eval::{Evaluated, Evaluator};
use terms::model::Model;
use terms::value::{Value, Word};
use terms::{Op, Sort, Term, Terms};

/// Constants and what they may become, all at once.
pub(super) type Proposal = Vec<(Term, Value)>;

/// What a function does with a value that is wanted of an application of it.
type Inverse = fn(&mut Inverter<'_>, Term, &Value) -> Option<()>;

const INVERSES: &[(Op, Inverse)] = &[
    (Op::Not, functions::not),
    (Op::And, functions::connective),
    (Op::Or, functions::connective),
    (Op::Implies, functions::implication),
    (Op::Eq, functions::equality),
    (Op::Distinct, functions::distinction),
    (Op::Ite, functions::choice),
    (Op::Le, functions::comparison),
    (Op::Lt, functions::comparison),
    (Op::Ge, functions::comparison),
    (Op::Gt, functions::comparison),
    (Op::Add, functions::sum),
    (Op::Sub, functions::difference),
    (Op::Neg, functions::negative),
    (Op::Mul, functions::product),
    (Op::Mod, functions::remainder),
    (Op::StrConcat, functions::concatenation),
    (Op::StrLen, functions::length),
    (Op::StrAt, parts::slice),
    (Op::StrSubstr, parts::slice),
    (Op::StrLt, functions::order),
    (Op::StrLe, functions::order),
    (Op::StrPrefixOf, parts::prefix),
    (Op::StrSuffixOf, parts::suffix),
    (Op::StrContains, parts::containment),
    (Op::StrIndexOf, parts::position),
    (Op::StrReplace, parts::replacement),
    (Op::StrReplaceAll, parts::replacement),
    (Op::StrInRe, languages::membership),
    (Op::StrToCode, functions::code),
    (Op::StrFromCode, functions::letter),
    (Op::StrToInt, functions::number),
    (Op::StrFromInt, functions::numeral),
    (Op::StrRev, functions::reversal),
];

/// A fact: what a string grows by that has no letter to repeat. It is in most languages that people write.
const FILLER: u32 = 'a' as u32;

/// A fact: so many values are passed on through the definition of one constant. Where two arguments want something of the same one,
/// the ways to it would double along a chain.
const PASSES: usize = 4;

/// A fact: what is wanted twice is seen to be if no more than so many others are wanted in between. To look through all takes longer
/// than to try something again.
const LATELY: usize = 8;

/// Passes values down.
struct Inverter<'a> {
    terms: &'a Terms,
    languages: &'a mut Languages,
    readers: &'a Readers,
    budget: &'a Budget,
    evaluator: Evaluator<'a>,
    /// What is wanted and was not passed down yet.
    wanted: VecDeque<(Term, Value)>,
    /// What several constants may become at once.
    painted: Vec<Proposal>,
    longest: usize,
    /// A number that differs from one time to the next.
    turn: usize,
}

/// What constants may become so that `formula`, which `model` violates, holds: several at once, then single ones, of which the first
/// are the plainest. What is not proposed in one `turn` may be in the next. What is `known` of the model bears upon nothing but what
/// is proposed, and is added to.
pub(super) fn proposals(
    (terms, languages): (&Terms, &mut Languages),
    (model, known, readers): (&Model, &mut Evaluated, &Readers),
    (formula, turn): (Term, usize),
    budget: &Budget,
) -> Result<Vec<Proposal>, Interrupted> {
    debug_assert!(terms.sort(formula) == Sort::Bool, "what is no formula cannot hold");
    let tunables = &budget.tunables().check;
    let mut inverter = Inverter {
        terms,
        languages,
        readers,
        budget,
        evaluator: Evaluator::new(terms, model, budget).with(std::mem::take(known)),
        wanted: VecDeque::from([(formula, Value::Bool(true))]),
        painted: Vec::new(),
        longest: tunables.nearby_letters,
        turn,
    };
    let mut found: Vec<(Term, Value)> = Vec::new();
    let mut passed: IdMap<Term, usize> = IdMap::new();
    while let Some((t, value)) = inverter.wanted.pop_front() {
        budget.charge(1)?;
        if found.len() >= tunables.nearby_proposals {
            break;
        }
        if inverter.evaluator.is(t, &value) != Ok(false) {
            continue;
        }
        if terms.is_constant(t) {
            match readers.definition(t) {
                Some(definition) => {
                    let passed = passed.slot(t).get_or_insert(0);
                    *passed += 1;
                    if *passed <= PASSES {
                        inverter.want(definition, value);
                    }
                }
                None if found
                    .iter()
                    .rev()
                    .take(LATELY)
                    .any(|(x, known)| *x == t && *known == value) => {}
                None => found.push((t, value)),
            }
        } else if let Some((_, inverse)) = INVERSES.iter().find(|(op, _)| *op == terms.op(t)) {
            // Nothing is wanted of the arguments where they cannot be evaluated.
            let _: Option<()> = inverse(&mut inverter, t, &value);
        }
    }
    *known = inverter.evaluator.take();
    let mut all = inverter.painted;
    let single = found.into_iter().map(|change| vec![change]);
    let single: Vec<Proposal> = single.filter(|proposal| !all.contains(proposal)).collect();
    all.extend(single);
    Ok(all)
}

impl Inverter<'_> {
    fn want(&mut self, t: Term, value: Value) {
        debug_assert!(self.terms.sort(t) == value.sort(), "a term has no values of this sort");
        let is_long = value.as_str().is_some_and(|word| word.len() > self.longest);
        let is_fixed = self.terms.args(t).is_empty() && !self.terms.is_constant(t);
        let wanted = (t, value);
        let mut lately = self.wanted.iter().rev().take(LATELY);
        if !is_long && !is_fixed && lately.all(|known| *known != wanted) {
            self.wanted.push_back(wanted);
        }
    }

    fn want_word(&mut self, t: Term, word: Vec<u32>) {
        self.want(t, Value::Str(word.into()));
    }

    /// Whether `t` may get any value.
    fn is_free(&self, t: Term) -> bool {
        self.terms.is_constant(t) && self.readers.definition(t).is_none()
    }

    fn value(&mut self, t: Term) -> Option<Value> {
        self.evaluator.eval(t).ok()
    }

    fn truth(&mut self, t: Term) -> Option<bool> {
        self.value(t)?.as_bool()
    }

    fn int(&mut self, t: Term) -> Option<Int> {
        match self.value(t)? {
            Value::Int(n) => Some(n),
            _ => None,
        }
    }

    fn word(&mut self, t: Term) -> Option<Word> {
        match self.value(t)? {
            Value::Str(word) => Some(word),
            _ => None,
        }
    }

    /// Wants other values of `t`, close to the one that it has, by which it may differ from `others`. From unknowns a word may differ by a
    /// letter more; where models exclude each other by constants, each would be longer than the last.
    fn vary(&mut self, t: Term, others: &[Term]) -> Option<()> {
        match self.value(t)? {
            Value::Bool(b) => self.want(t, Value::Bool(!b)),
            Value::Int(n) => {
                self.want(t, Value::Int(&n + &Int::ONE));
                self.want(t, Value::Int(&n - &Int::ONE));
            }
            Value::Str(word) => {
                for other in functions::other_words(&word) {
                    self.want_word(t, other);
                }
                if others.iter().all(|&other| !self.terms.is_ground(other))
                    && let Some(last) = word.last()
                {
                    self.want_word(t, [&word[..], &[*last]].concat());
                }
            }
            _ => {}
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    /// What is proposed for a formula over `x` and `n`, where these are `w` and 7.
    fn proposed(w: &str, make: impl Fn(&mut Terms, Term, Term) -> Term) -> Vec<Value> {
        let mut terms = Terms::new();
        let (x, n) = (terms.fresh("x", Sort::String), terms.fresh("n", Sort::Int));
        let formula = make(&mut terms, x, n);
        let mut model = Model::new();
        for (t, value) in [(x, Value::text(w)), (n, Value::Int(Int::from(7)))] {
            let Op::Apply(fun) = terms.op(t) else { unreachable!("a constant") };
            model.set(fun, value);
        }
        let mut languages = Languages::default();
        let (store, readers) = ((&terms, &mut languages), Readers::default());
        let mut known = Evaluated::default();
        let at = (&model, &mut known, &readers);
        let found = proposals(store, at, (formula, 0), &Budget::unlimited()).unwrap();
        for (t, value) in found.iter().flatten() {
            assert_eq!(terms.sort(*t), value.sort());
        }
        found.into_iter().flatten().map(|(_, value)| value).collect()
    }

    /// An equation of a function of `x` with a text.
    fn equation(
        op: Op,
        rest: &'static [u32],
        text: &'static str,
    ) -> impl Fn(&mut Terms, Term, Term) -> Term {
        move |terms, x, _| {
            let mut args = vec![x];
            args.extend(rest.iter().map(|&i| terms.int(i)));
            let (t, value) = (terms.mk(op, &args), terms.string(&word(text)));
            terms.mk(Op::Eq, &[t, value])
        }
    }

    #[test]
    fn letters_are_replaced_where_they_are() {
        let replaced = proposed("abcde", equation(Op::StrAt, &[2], "z"));
        assert_eq!(replaced, ["abzde", "abzcde"].map(Value::text));
        let appended = proposed("ab", equation(Op::StrSubstr, &[2, 9], "yz"));
        assert_eq!(appended, [Value::text("abyz")]);
        assert_eq!(proposed("ab", equation(Op::StrAt, &[5], "z")), [Value::text("abbbbz")]);
        assert_eq!(proposed("", equation(Op::StrSubstr, &[1, 2], "z")), [Value::text("az")]);
        assert_eq!(proposed("ab", equation(Op::StrRev, &[], "xyz")), [Value::text("zyx")]);
    }

    #[test]
    fn a_part_makes_up_for_the_rest() {
        let between = |text: &'static str| {
            proposed("b", move |terms, x, _| {
                let (a, c) = (terms.string(&word("a")), terms.string(&word("c")));
                let (t, value) = (terms.mk(Op::StrConcat, &[a, x, c]), terms.string(&word(text)));
                terms.mk(Op::Eq, &[t, value])
            })
        };
        assert_eq!(between("axyc"), [Value::text("xy")]);
        assert_eq!(between("ac"), [Value::text("")]);
        assert_eq!(between("xyz"), []);
    }

    #[test]
    fn letters_of_an_equation_are_painted() {
        let sides = |left: [Option<&'static str>; 3], right: [Option<&'static str>; 3]| {
            proposed("aab", move |terms, x, _| {
                let [left, right] = [left, right].map(|side| {
                    let parts = side.map(|part| part.map_or(x, |text| terms.string(&word(text))));
                    terms.mk(Op::StrConcat, &parts)
                });
                terms.mk(Op::Eq, &[left, right])
            })
        };
        let around = sides([None, Some("b"), None], [None, None, Some("b")]);
        assert_eq!(around, [Value::text("bbb"), Value::text("baa")]);
        let shorter = sides([None, Some("a"), Some("b")], [Some("aa"), Some("b"), Some("")]);
        assert_eq!(shorter, [Value::text("a")]);
        assert_eq!(sides([None, Some("a"), None], [None, Some("b"), None]), []);
    }

    #[test]
    fn bounds_are_met() {
        let longer = proposed("ab", |terms, x, n| {
            let length = terms.mk(Op::StrLen, &[x]);
            terms.mk(Op::Gt, &[length, n])
        });
        assert_eq!(longer, [Value::Int(Int::ONE), Value::text("abbbbbbb")]);
        let numeral = proposed("000", |terms, x, n| {
            let number = terms.mk(Op::StrToInt, &[x]);
            terms.mk(Op::Eq, &[number, n])
        });
        assert_eq!(numeral, [Value::Int(Int::ZERO), Value::text("007")]);
        let even = proposed("", |terms, _, n| {
            let (two, zero) = (terms.int(2), terms.int(0));
            let rest = terms.mk(Op::Mod, &[n, two]);
            terms.mk(Op::Eq, &[rest, zero])
        });
        assert_eq!(even, [Value::Int(Int::from(6))]);
    }

    #[test]
    fn places_are_met_from_where_the_search_begins() {
        let found = proposed("cab", |terms, x, _| {
            let (b, two, zero) = (terms.string(&word("b")), terms.int(2), terms.int(0));
            let place = terms.mk(Op::StrIndexOf, &[x, b, two]);
            let again = terms.mk(Op::Add, &[place, two]);
            let behind = terms.mk(Op::StrIndexOf, &[x, b, again]);
            terms.mk(Op::Ge, &[behind, zero])
        });
        assert_eq!(found[0], Value::text("cabab"));
    }

    #[test]
    fn what_follows_a_beginning_may_be_a_part() {
        let found = proposed("0", |terms, x, _| {
            let [dot, rest, begin] = [".", ".0.0", "10.0."].map(|text| terms.string(&word(text)));
            let whole = terms.mk(Op::StrConcat, &[x, dot, x, rest]);
            terms.mk(Op::StrPrefixOf, &[begin, whole])
        });
        assert!(found.contains(&Value::text("10")));
    }

    #[test]
    fn multiples_make_up_for_most() {
        let sum = |least: i64| {
            proposed("", move |terms, _, n| {
                let (sixty, least) = (terms.int(60), terms.int(least));
                let minutes = terms.mk(Op::Mul, &[sixty, n]);
                let sum = terms.mk(Op::Add, &[minutes, n]);
                terms.mk(Op::Ge, &[sum, least])
            })
        };
        // It is 427: one more of sixty or, where that is less than one, a little too much.
        let eight = Value::Int(Int::from(8));
        assert!([500, 430].map(sum).iter().all(|found| found.contains(&eight)));
    }

    #[test]
    fn words_of_a_language_are_as_long_or_shortest() {
        let member = proposed("zz", |terms, x, _| {
            let a = terms.string(&word("a"));
            let one = terms.mk(Op::StrToRe, &[a]);
            let many = terms.mk(Op::RePlus, &[one]);
            terms.mk(Op::StrInRe, &[x, many])
        });
        assert_eq!(member, [Value::text("aa"), Value::text("a")]);
    }
}
