//! The tuples of values that sums can have, by groups of what is summed up.
//!
//! Groups have no constant in common. What few constants are asserted to be together makes them one group, unless they are connected
//! with too many others; then these assertions are not looked at. The tuples of a group are found by cases, as in [`super::groups`].

use super::case::{Case, splits};
use super::choice::{Literal, small};
use base::{FxHashMap, FxHashSet, Limits, Stop, UnionFind};
use terms::{Term, Terms};

/// A fact: an assertion about more constants connects groups.
const FEW: usize = 3;

/// A fact: a group of more constants has too many tuples.
const CONSTANTS: usize = 8;

/// In which sums each summand is, how often.
pub(super) type Factors = FxHashMap<Term, Vec<(usize, i64)>>;

/// What is summed up that has constants in common, and what is asserted about these alone.
#[derive(Default)]
pub(super) struct Group {
    pub summands: Vec<Term>,
    pub formulas: Vec<Term>,
    constants: usize,
}

/// A tuple of values, one for each sum, as far as they are known; and how it comes about.
pub(super) struct Path {
    pub values: Vec<Option<i64>>,
    pub facts: Vec<Literal>,
}

/// A few constants of `t`, all if they are at most so many.
fn constants(terms: &Terms, t: Term, most: usize, limits: &Limits<'_>) -> Result<Vec<Term>, Stop> {
    let (mut seen, mut out, mut stack) = (FxHashSet::default(), Vec::new(), vec![t]);
    while let Some(t) = stack.pop() {
        if seen.insert(t) {
            limits.charge(1)?;
            out.extend(terms.is_constant(t).then_some(t));
            if out.len() > most {
                break;
            }
            stack.extend_from_slice(terms.args(t));
        }
    }
    Ok(out)
}

/// Terms with the numbers of their constants.
type Numbered = Vec<(Term, Vec<usize>)>;

/// The numbers of constants, in the order in which they are met.
#[derive(Default)]
struct Numbers(FxHashMap<Term, usize>);

impl Numbers {
    fn of(&mut self, constants: &[Term]) -> Vec<usize> {
        let number = |x: &Term| {
            let next = self.0.len();
            *self.0.entry(*x).or_insert(next)
        };
        constants.iter().map(number).collect()
    }
}

/// The constants of what is summed up, unless some summand has too many.
fn summands(
    terms: &Terms,
    summed: &[Term],
    numbers: &mut Numbers,
    limits: &Limits<'_>,
) -> Result<Option<Numbered>, Stop> {
    let mut summands = Numbered::with_capacity(summed.len());
    for &t in summed {
        let constants = constants(terms, t, CONSTANTS, limits)?;
        if constants.is_empty() || constants.len() > CONSTANTS {
            return Ok(None);
        }
        summands.push((t, numbers.of(&constants)));
    }
    Ok(Some(summands))
}

/// What is asserted of few constants of which some are summed up, and whether something is asserted of more.
fn about(
    terms: &Terms,
    formulas: &[Term],
    compared: &[Term],
    numbers: &mut Numbers,
    limits: &Limits<'_>,
) -> Result<(Numbered, bool), Stop> {
    let compared: FxHashSet<Term> = compared.iter().copied().collect();
    let (mut about, mut has_more, summed) = (Numbered::new(), false, numbers.0.len());
    for &f in formulas.iter().filter(|f| !compared.contains(f)) {
        let constants = constants(terms, f, FEW, limits)?;
        if constants.iter().any(|x| numbers.0.get(x).is_some_and(|&number| number < summed)) {
            match constants.len() {
                ..=FEW => about.push((f, numbers.of(&constants))),
                _ => has_more = true,
            }
        }
    }
    Ok((about, has_more))
}

/// The groups, and whether something is asserted of their constants that belongs to none; unless they are too large.
pub(super) fn groups(
    terms: &Terms,
    formulas: &[Term],
    (summed, compared): (&[Term], &[Term]),
    limits: &Limits<'_>,
) -> Result<Option<(Vec<Group>, bool)>, Stop> {
    let mut numbers = Numbers::default();
    let Some(summands) = summands(terms, summed, &mut numbers, limits)? else { return Ok(None) };
    let (about, mut is_spoilt) = about(terms, formulas, compared, &mut numbers, limits)?;
    let count = numbers.0.len();
    let join = |classes: &mut UnionFind, (_, all): &(Term, Vec<usize>)| {
        all.iter().for_each(|&number| _ = classes.join(all[0], number));
    };
    let mut near = UnionFind::new(count);
    summands.iter().for_each(|summand| join(&mut near, summand));
    let mut far = near.clone();
    about.iter().for_each(|formula| join(&mut far, formula));
    // What assertions connect is one group if that is small.
    let mut sizes = vec![0; count];
    (0..count).for_each(|number| sizes[far.find(number)] += 1);
    let mut class = |number: usize| {
        let whole = far.find(number);
        if sizes[whole] <= CONSTANTS { (0, whole) } else { (1, near.find(number)) }
    };
    let (mut groups, mut index) = (Vec::<Group>::new(), FxHashMap::default());
    for (t, all) in &summands {
        let at = *index.entry(class(all[0])).or_insert(groups.len());
        if at == groups.len() {
            groups.push(Group::default());
        }
        groups[at].summands.push(*t);
    }
    (0..count).filter_map(|n| index.get(&class(n))).for_each(|&at| groups[at].constants += 1);
    for (f, all) in &about {
        let first = class(all[0]);
        match index.get(&first) {
            Some(&at) if all.iter().all(|&n| class(n) == first) => groups[at].formulas.push(*f),
            _ => is_spoilt = true,
        }
    }
    debug_assert!(
        groups.iter().map(|group| group.summands.len()).sum::<usize>() == summands.len(),
        "a summand is in no group, or in two"
    );
    let is_small = groups.iter().all(|group| group.constants <= CONSTANTS);
    Ok(is_small.then_some((groups, is_spoilt)))
}

/// The tuples of a group while they are found.
pub(super) struct Search<'a> {
    group: &'a Group,
    factors: &'a Factors,
    sums: usize,
    limits: &'a Limits<'a>,
    /// What is assumed at the present node.
    case: Case<'static>,
    /// So many nodes may follow.
    left: usize,
    pub paths: Vec<Path>,
}

/// What a case leaves open.
enum Open {
    /// The case is impossible.
    Closed,
    At(Term),
    Nothing(Vec<Option<i64>>),
}

impl<'a> Search<'a> {
    pub fn new(
        terms: &Terms,
        group: &'a Group,
        factors: &'a Factors,
        sums: usize,
        limits: &'a Limits<'a>,
    ) -> Search<'a> {
        let facts = group.formulas.iter().map(|&f| {
            let (atom, is_denied) = terms.literal(f);
            (atom, !is_denied)
        });
        let facts = facts.filter(|&(atom, _)| !splits(terms, atom)).collect();
        debug_assert!(!group.summands.is_empty(), "a group of nothing that is summed up");
        let left = 4 * limits.tunables().check.diagram_paths;
        let case = Case::new(facts, Vec::new());
        Search { group, factors, sums, limits, case, left, paths: Vec::new() }
    }

    /// Adds the tuples from the present node on; whether there were few nodes. It is at most as deep as the nodes that may follow are many.
    pub fn explore(&mut self, terms: &mut Terms) -> Result<bool, Stop> {
        debug_assert!(
            self.paths.iter().all(|path| path.values.len() == self.sums),
            "a sum is left out"
        );
        self.limits.charge(16)?;
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        if !self.case.is_possible(terms) {
            return Ok(true);
        }
        match self.open(terms)? {
            Open::Closed => Ok(true),
            Open::Nothing(values) => {
                if self.paths.iter().all(|path| path.values != values) {
                    self.paths.push(Path { values, facts: self.case.facts().to_vec() });
                }
                Ok(true)
            }
            Open::At(condition) => {
                for holds in [true, false] {
                    self.case.assume((condition, holds));
                    let is_small = self.explore(terms)?;
                    self.case.take_back();
                    if !is_small {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    fn open(&self, terms: &Terms) -> Result<Open, Stop> {
        let budget = self.limits.budget();
        for &f in &self.group.formulas {
            match self.case.holds(terms, f, budget)? {
                Ok(true) => {}
                Ok(false) => return Ok(Open::Closed),
                Err(condition) => return Ok(Open::At(condition)),
            }
        }
        let mut values = vec![Some(0); self.sums];
        for &t in &self.group.summands {
            let value = match self.case.chosen(terms, t, budget)? {
                Err(condition) => return Ok(Open::At(condition)),
                Ok(chosen) => terms.int_value(chosen).and_then(small),
            };
            let value = value.or_else(|| self.case.number(terms, t));
            for &(at, factor) in &self.factors[&t] {
                let sum = |old: i64| old.checked_add(value?.checked_mul(factor)?);
                values[at] = values[at].and_then(sum);
            }
        }
        Ok(Open::Nothing(values))
    }
}
