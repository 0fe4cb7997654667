//! Which conditions on one string exclude each other.
//!
//! The problem: each of n lines begins with one of three words, and a sum counts by `(str.prefixof "INFO" x)` and its kin how many begin
//! with which. That the line has one of the three beginnings, and not two, is known to the languages only, which are asked when a
//! candidate is there: each final check finds a line that does not fit, and the next decides all others again. And a sum takes its
//! choices for independent ([`super::diagrams`]).
//!
//! So what languages say of the conditions on each string is told at once: which of their combinations have no word, as clauses,
//! each without what is not needed. Memberships, and prefixes, suffixes, factors and values that are words, are conditions.
//! Strings of which the same is asked have the same clauses, so n lines cost as much as one. It is what Nötzli et al. (*Even
//! Faster Conflicts and Lazier Reductions for String Solvers*, CAV 2022) do for pairs when both hold; here before the search, and
//! for more.
//!
//! Where there are few strings the final check finds the same in fewer steps.

use super::conditions::condition;
use crate::audit::Goal;
use crate::engine::Resources;
use crate::strings::languages::Languages;
use automata::{LengthRange, Re};
use base::{FxHashMap, FxHashSet, Interrupted, Limits, Stop, affordable};
use terms::{Term, Terms};

/// A fact: of more conditions there are too many combinations.
const CONDITIONS: usize = 6;

/// What is asked of a string: conditions and their languages, those first that are asserted, which hold.
#[derive(Default)]
struct Asked {
    conditions: Vec<(Term, Re)>,
    asserted: Vec<(Term, Re, bool)>,
}

/// The numbers of conditions that cannot be so together, whether each holds; the numbers of asserted ones come first.
type Clause = Vec<(usize, bool)>;

/// Adds to `formulas` which conditions on one string exclude each other. Whether there are any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<bool, Interrupted> {
    let Resources { terms, languages, audit, budget, .. } = res;
    let tunables = &budget.tunables().check;
    let limits = Limits::new(budget, tunables.exclusive_steps);
    let all = terms.post_order_within(formulas, budget)?;
    let asked = affordable(asked(terms, languages, (formulas, &all), &limits))?.unwrap_or_default();
    if asked.len() < tunables.exclusive_strings {
        return Ok(false);
    }
    let mut known: FxHashMap<Vec<(Re, Option<bool>)>, Vec<Clause>> = FxHashMap::default();
    let before = formulas.len();
    for asked in asked {
        budget.charge(16)?;
        let key = asked.key();
        if !known.contains_key(&key) {
            let Some(clauses) = affordable(clauses(languages, &key, &limits))? else { break };
            known.insert(key.clone(), clauses);
        }
        for clause in &known[&key] {
            let (given, clause) = asked.clause(terms, clause);
            audit.conclude("preprocess.exclusive", &given, Goal::OneOf(vec![clause]));
            formulas.push(clause);
        }
    }
    Ok(formulas.len() > before)
}

/// The strings of which more than one thing is asked, and not all is asserted.
fn asked(
    terms: &Terms,
    languages: &mut Languages,
    (formulas, subterms): (&[Term], &[Term]),
    limits: &Limits<'_>,
) -> Result<Vec<Asked>, Stop> {
    let mut index: FxHashMap<Term, usize> = FxHashMap::default();
    let mut all: Vec<Asked> = Vec::new();
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut note = |t: Term, holds: Option<bool>, languages: &mut Languages| -> Result<(), Stop> {
        limits.charge(1)?;
        if !seen.insert(t) {
            return Ok(());
        }
        let Some((x, re)) = condition(terms, languages, t, limits)? else { return Ok(()) };
        let at = *index.entry(x).or_insert(all.len());
        if at == all.len() {
            all.push(Asked::default());
        }
        match holds {
            Some(holds) => all[at].asserted.push((t, re, holds)),
            None => all[at].conditions.push((t, re)),
        }
        Ok(())
    };
    for &f in formulas {
        let (atom, is_denied) = terms.literal(f);
        note(atom, Some(!is_denied), languages)?;
    }
    for &t in subterms {
        note(t, None, languages)?;
    }
    all.retain(|asked| {
        let (open, fixed) = (asked.conditions.len(), asked.asserted.len());
        open > 0 && open + fixed > 1 && open + fixed <= CONDITIONS
    });
    Ok(all)
}

impl Asked {
    /// The languages, with the truth of those that are asserted.
    fn key(&self) -> Vec<(Re, Option<bool>)> {
        let asserted = self.asserted.iter().map(|&(_, re, holds)| (re, Some(holds)));
        asserted.chain(self.conditions.iter().map(|&(_, re)| (re, None))).collect()
    }

    /// The assertions that `clause` is because of, and what it says: that one of its conditions is otherwise.
    fn clause(&self, terms: &mut Terms, clause: &Clause) -> (Vec<Term>, Term) {
        let (mut given, mut literals) = (Vec::new(), Vec::new());
        for &(at, holds) in clause {
            match self.asserted.get(at) {
                Some(&(t, ..)) => given.push(if holds { t } else { terms.not(t) }),
                None => {
                    let (t, _) = self.conditions[at - self.asserted.len()];
                    literals.push(if holds { terms.not(t) } else { t });
                }
            }
        }
        (given, terms.or(&literals))
    }
}

/// Which combinations of conditions have no word, none of them more than needed.
fn clauses(
    languages: &mut Languages,
    key: &[(Re, Option<bool>)],
    limits: &Limits<'_>,
) -> Result<Vec<Clause>, Stop> {
    let mut is_empty = |clause: &[(usize, bool)]| {
        let side = |holds| {
            let own = clause.iter().filter(move |literal| literal.1 == holds);
            own.map(|&(at, _)| key[at].0).collect::<Vec<Re>>()
        };
        let word =
            languages.regexes.find_word(&side(true), &side(false), LengthRange::ANY, limits)?;
        Ok::<bool, Stop>(word.is_none())
    };
    let fixed: Clause =
        key.iter().enumerate().filter_map(|(at, (_, holds))| Some((at, (*holds)?))).collect();
    let mut found: Vec<Clause> = Vec::new();
    // By the number of open conditions, so that none says more than a shorter one.
    let mut combinations: Vec<Clause> = vec![fixed.clone()];
    while let Some(combination) = combinations.pop() {
        debug_assert!(combination.len() <= CONDITIONS, "there are more literals than conditions");
        let covers = |clause: &Clause| clause.iter().all(|literal| combination.contains(literal));
        if found.iter().any(covers) {
            continue;
        }
        if is_empty(&combination)? {
            let mut needed = combination;
            for at in (0..needed.len()).rev() {
                let mut fewer = needed.clone();
                fewer.remove(at);
                if !fewer.is_empty() && is_empty(&fewer)? {
                    needed = fewer;
                }
            }
            found.push(needed);
            continue;
        }
        if let Some(next) = (fixed.len()..key.len()).find(|&at| at >= combination.len()) {
            combinations
                .extend([false, true].map(|holds| [&combination[..], &[(next, holds)]].concat()));
        }
    }
    // What is asserted contradicts itself: that is found elsewhere.
    found.retain(|clause| clause.iter().any(|literal| literal.0 >= fixed.len()));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;

    /// The clauses about strings with these words as prefixes; of what is asserted, whether it holds.
    fn of(prefixes: &[(&str, Option<bool>)]) -> Vec<Clause> {
        let (mut languages, budget) = (Languages::default(), Budget::unlimited());
        let mut key = Vec::new();
        for &(prefix, holds) in prefixes {
            let letters: Vec<u32> = prefix.chars().map(u32::from).collect();
            let word = languages.regexes.word(&letters);
            key.push((languages.regexes.concat(word, Re::ALL), holds));
        }
        let mut found = clauses(&mut languages, &key, &Limits::none(&budget)).unwrap();
        found.iter_mut().for_each(|clause| base::order::sort(clause));
        base::order::sort(&mut found);
        found
    }

    #[test]
    fn clauses_say_no_more_than_is_needed() {
        // Not both, and what has the longer prefix has the shorter one.
        let found = of(&[("ab", None), ("b", None), ("a", None)]);
        let expected: [&[(usize, bool)]; 3] =
            [&[(0, true), (1, true)], &[(0, true), (2, false)], &[(1, true), (2, true)]];
        assert_eq!(found, expected);
        assert_eq!(of(&[("a", Some(false)), ("ab", None)]), [[(0, false), (1, true)]]);
        assert!(of(&[("a", Some(true)), ("b", Some(true)), ("ab", None)]).is_empty());
    }
}
