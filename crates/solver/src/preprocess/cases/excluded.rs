//! Cases that would leave nothing of a string that is not empty.
//!
//! The problem: what a program does where a separator is not found is written down, too. The rest behind it is
//! `(ite (>= i 0) (str.substr s (+ i 1) n) "")` for `i = (str.indexof s "=" 0)`, and the field in front of it all of `s` or a part.
//! Such steps are put into each other, so that a text is cut in as many ways as there are steps, though most scripts ask for something
//! in what is cut last: then each of the searches before it was successful.
//!
//! So from strings that are asserted not to be empty one goes back along their definitions. A case with the empty word is not the one, so
//! the condition is known; what has a part that is not empty is not empty. What is left has no cases and is read at running positions
//! ([`super::super::positions`]). (It is the backward step of an abstract interpretation, P. Cousot, R. Cousot, POPL 1977, of which
//! there is only one property here.)

use super::super::replace::replace;
use crate::audit::Goal;
use crate::engine::Resources;
use base::{FxHashMap, FxHashSet, Int, Interrupted};
use rewrite::LinearSum;
use terms::{Op, Sort, Term, Terms};

/// Strings that are not empty, and what follows.
#[derive(Default)]
struct Search {
    /// What string constants are equal to.
    definitions: FxHashMap<Term, Vec<Term>>,
    /// Strings that are not empty, and have to be looked at.
    open: Vec<Term>,
    seen: FxHashSet<Term>,
    /// The conditions that are decided, and formulas that say so.
    decided: FxHashMap<Term, bool>,
    facts: Vec<Term>,
}

/// Decides cases in `formulas`. Whether there are any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let mut search = Search::default();
    for &f in formulas.iter() {
        budget.charge(2)?;
        search.define(terms, f);
        search.read(terms, f);
    }
    while let Some(t) = search.open.pop() {
        if search.seen.insert(t) {
            budget.charge(1)?;
            search.follow(terms, t);
        }
    }
    let Search { decided, facts, .. } = search;
    debug_assert!(facts.len() >= decided.len(), "a case is decided without a fact");
    if decided.is_empty() {
        return Ok(false);
    }
    let given = formulas.clone();
    let changed = replace(terms, formulas, budget, |terms, t| {
        if terms.op(t) != Op::Ite {
            return Ok(None);
        }
        let value = decided.get(&terms.arg(t, 0));
        Ok(value.map(|&holds| terms.arg(t, if holds { 1 } else { 2 })))
    })?;
    if changed.is_empty() {
        return Ok(false);
    }
    for &fact in &facts {
        audit.conclude("preprocess.alternatives", &given, Goal::OneOf(vec![fact]));
    }
    audit.replaced("preprocess.alternatives", &facts, &changed);
    formulas.extend(facts);
    Ok(true)
}

impl Search {
    fn define(&mut self, terms: &Terms, f: Term) {
        let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) else { return };
        for (x, t) in [(a, b), (b, a)] {
            if terms.sort(x) == Sort::String && terms.is_constant(x) {
                self.definitions.entry(x).or_default().push(t);
            }
        }
    }

    /// Takes note of the string that is not empty because `f` holds.
    fn read(&mut self, terms: &Terms, f: Term) {
        let (atom, is_negated) = terms.literal(f);
        let (op, args) = (terms.op(atom), terms.args(atom));
        let is_search = matches!(op, Op::StrContains | Op::StrPrefixOf | Op::StrSuffixOf);
        if is_search && !is_negated {
            let at = usize::from(op == Op::StrContains);
            self.open.extend(is_some_word(terms, args[at]).then_some(args[1 - at]));
        } else if matches!(op, Op::Eq | Op::Distinct) && args.len() == 2 {
            let differs = is_negated != (op == Op::Distinct);
            for (t, value) in [(args[0], args[1]), (args[1], args[0])] {
                self.compare(terms, t, value, differs);
            }
        } else if let Some(sum) = at_least_zero(terms, f)
            && let [(t, factor)] = &sum.terms[..]
            && factor.is_positive()
        {
            let is_above = if terms.op(*t) == Op::StrLen {
                sum.constant.is_negative()
            } else {
                !sum.constant.is_positive()
            };
            self.open.extend(searched(terms, *t).filter(|_| is_above));
        }
    }

    /// `t` is this value, or differs from it.
    fn compare(&mut self, terms: &Terms, t: Term, value: Term, differs: bool) {
        if let Some(word) = terms.str_value(value) {
            self.open.extend((word.is_empty() == differs).then_some(t));
        } else if let Some(n) = terms.int_value(value) {
            let is_found = if terms.op(t) == Op::StrIndexOf && differs {
                *n == Int::from(-1)
            } else {
                !differs && n.is_positive()
            };
            self.open.extend(searched(terms, t).filter(|_| is_found));
        }
    }

    /// `t` is not empty.
    fn follow(&mut self, terms: &mut Terms, t: Term) {
        debug_assert!(terms.sort(t) == Sort::String, "what is no string is not empty");
        let (op, args) = (terms.op(t), terms.args(t).to_vec());
        if let Some(definitions) = self.definitions.get(&t) {
            self.open.extend(definitions);
        } else if matches!(op, Op::StrSubstr | Op::StrAt) {
            self.open.push(args[0]);
        } else if op == Op::Ite {
            for (branch, holds) in [(1, false), (2, true)] {
                if terms.str_value(args[branch]).is_some_and(<[u32]>::is_empty) {
                    self.decide(terms, args[0], holds);
                    self.open.push(args[3 - branch]);
                }
            }
            let [then, otherwise] = [args[1], args[2]].map(|t| whole(terms, t));
            self.open.extend((then == otherwise).then_some(then));
        }
    }

    fn decide(&mut self, terms: &mut Terms, condition: Term, holds: bool) {
        debug_assert!(terms.sort(condition) == Sort::Bool, "a condition that is none");
        let fact = if holds { condition } else { terms.not(condition) };
        // What is decided both ways is a contradiction, which both facts say.
        if self.decided.insert(condition, holds) != Some(holds) {
            self.facts.push(fact);
            self.read(terms, fact);
        }
    }
}

fn is_some_word(terms: &Terms, t: Term) -> bool {
    terms.str_value(t).is_some_and(|word| !word.is_empty())
}

/// The string that is not empty if its length `t` is above 0, or if `t`, a search in it, has a result.
fn searched(terms: &Terms, t: Term) -> Option<Term> {
    let is_search = terms.op(t) == Op::StrIndexOf && is_some_word(terms, terms.arg(t, 1));
    (is_search || terms.op(t) == Op::StrLen).then(|| terms.arg(t, 0))
}

/// What `t` is part of.
fn whole(terms: &Terms, mut t: Term) -> Term {
    while matches!(terms.op(t), Op::StrSubstr | Op::StrAt) {
        t = terms.arg(t, 0);
    }
    t
}

/// The sum that is not negative if the comparison `f` holds, as it is written.
fn at_least_zero(terms: &Terms, f: Term) -> Option<LinearSum> {
    let (atom, is_negated) = terms.literal(f);
    let (op, &[a, b]) = (terms.op(atom), terms.args(atom)) else { return None };
    if !matches!(op, Op::Ge | Op::Gt | Op::Le | Op::Lt) {
        return None;
    }
    let (less, greater) = if matches!(op, Op::Ge | Op::Gt) { (b, a) } else { (a, b) };
    let is_strict = matches!(op, Op::Gt | Op::Lt) != is_negated;
    let (less, greater) = if is_negated { (greater, less) } else { (less, greater) };
    let sum = rewrite::linear(terms, greater).minus(&rewrite::linear(terms, less));
    Some(if is_strict { sum.plus_int(-1) } else { sum })
}
