//! Strings that are only read in capital letters, or only in small ones, become what is read.
//!
//! The problem: a title is put together from words, each with its first letter made a capital: `(str.to_upper c)`, where `c` is a small
//! letter. The title is a concatenation of functions of strings, and equations know of a function only that its letters are no small ones.
//!
//! A string that has no capitals is told by what it is in capitals, as these become small again. So where it is read that way alone, apart
//! from its language and its length, it is what `(str.to_lower y)` makes of a new string `y`, which is in the image of the language: the
//! same regex with other letters. Of strings that may have both, several become the same, and which of them it is may be asked later, so
//! they are left to transducers (`strings::transducers`), as are regexes with complements and intersections, which are not those of images.

use super::substitution::define;
use crate::engine::Resources;
use crate::strings::languages::Languages;
use automata::search::LengthRange;
use automata::{CharSet, Re};
use base::{Budget, FxHashMap, FxHashSet, Interrupted, Limits, Stop, affordable};
use terms::{Fun, Op, Sort, Term, Terms};

/// A function that makes other letters of some.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Case {
    op: Op,
    /// The first and the last of those that become others.
    from: [u32; 2],
    /// The first and the last of what these become.
    to: [u32; 2],
    inverse: Op,
}

/// A fact: the letters that have cases, as SMT-LIB has it.
const CASES: [Case; 2] = [
    Case { op: Op::StrToUpper, from: [0x61, 0x7A], to: [0x41, 0x5A], inverse: Op::StrToLower },
    Case { op: Op::StrToLower, from: [0x41, 0x5A], to: [0x61, 0x7A], inverse: Op::StrToUpper },
];

/// What reads a string.
#[derive(Default)]
struct Reads {
    /// The string in the other case.
    changed: Option<(Case, Term)>,
    /// The asserted membership.
    member: Option<Term>,
    /// Its length, and whether it is empty.
    sizes: Vec<Term>,
}

/// Replaces strings of `formulas` that are only read in another case, and returns their definitions.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    let Resources { terms, languages, budget, .. } = res;
    let all = terms.post_order_within(formulas, budget)?;
    let (mut definitions, mut images, mut facts) = (Vec::new(), FxHashMap::default(), Vec::new());
    if !all.iter().any(|&t| CASES.iter().any(|case| case.op == terms.op(t))) {
        return Ok(definitions);
    }
    let asserted: FxHashSet<Term> = formulas.iter().copied().collect();
    let mut readers: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
    for &t in &all {
        budget.charge(1)?;
        for &a in terms.args(t).iter().filter(|&&a| terms.is_constant(a)) {
            readers.entry(a).or_default().push(t);
        }
    }
    let limits = Limits::new(budget, budget.tunables().strings.proposal_steps);
    for &x in &all {
        let Op::Apply(fun) = terms.op(x) else { continue };
        let Some(reads) = readers.get(&x).and_then(|all| reads(terms, &asserted, x, all)) else {
            continue;
        };
        let (Some((case, changed)), Some(member)) = (reads.changed, reads.member) else { continue };
        let language = terms.arg(member, 1);
        let image = image_of(terms, languages, language, case, &limits);
        let Some(image) = affordable(image)?.flatten() else { continue };
        let (y, truth) = (terms.fresh("case", Sort::String), terms.tt());
        definitions.push((fun, terms.mk(case.inverse, &[y])));
        images.extend([(changed, y), (member, truth)]);
        for t in reads.sizes {
            let args: Vec<Term> =
                terms.args(t).iter().map(|&a| if a == x { y } else { a }).collect();
            images.insert(t, terms.mk(terms.op(t), &args));
        }
        facts.push(terms.in_re(y, image));
    }
    debug_assert!(definitions.len() == facts.len(), "a string is of no language");
    if !definitions.is_empty() {
        define(res, &definitions, images, (formulas, facts), "preprocess.capitals")?;
    }
    Ok(definitions)
}

/// What reads `x`, if it is read in one case only, with at most one asserted membership.
fn reads(terms: &Terms, asserted: &FxHashSet<Term>, x: Term, readers: &[Term]) -> Option<Reads> {
    let mut found = Reads::default();
    for &t in readers {
        let case = CASES.iter().find(|case| case.op == terms.op(t));
        let is_empty = |a: &Term| terms.str_value(*a).is_some_and(<[u32]>::is_empty);
        let (op, is_empty) = (terms.op(t), terms.args(t).iter().any(is_empty));
        if let Some(case) = case.filter(|_| found.changed.is_none()) {
            found.changed = Some((*case, t));
        } else if op == Op::StrInRe && found.member.is_none() && asserted.contains(&t) {
            found.member = Some(t);
        } else if op == Op::StrLen || op == Op::Eq && is_empty {
            found.sizes.push(t);
        } else {
            return None;
        }
    }
    debug_assert!(found.sizes.iter().all(|&t| terms.args(t).contains(&x)), "another string's size");
    Some(found)
}

/// What becomes of the words of `language`, if these have none of the letters that others become.
fn image_of(
    terms: &mut Terms,
    languages: &mut Languages,
    language: Term,
    case: Case,
    limits: &Limits<'_>,
) -> Result<Option<Term>, Stop> {
    let Some(re) = languages.language_within(terms, language, limits)? else { return Ok(None) };
    let regexes = &mut languages.regexes;
    let letters = regexes.range(case.to[0], case.to[1]);
    let with = regexes.concat_within(&[Re::ALL, letters, Re::ALL], limits)?;
    if regexes.find_word(&[re, with], &[], LengthRange::ANY, limits)?.is_some() {
        return Ok(None);
    }
    Ok(changed(terms, language, case, limits.budget())?)
}

/// The regex with other letters, if it is made of letters by what images are made by.
fn changed(
    terms: &mut Terms,
    regex: Term,
    case: Case,
    budget: &Budget,
) -> Result<Option<Term>, Interrupted> {
    let mut images = FxHashMap::default();
    for t in terms.post_order_within(&[regex], budget)? {
        let words = terms.args(t).iter().map(|&a| terms.str_value(a).map(<[u32]>::to_vec));
        let (op, words) = (terms.op(t), words.collect::<Option<Vec<Vec<u32>>>>());
        if terms.str_value(t).is_some() || is_made_of_parts(op) {
            continue;
        }
        let image = match words.as_deref() {
            Some([word]) if op == Op::StrToRe => {
                let word: Vec<u32> = word.iter().map(|&c| letter(c, case)).collect();
                let word = terms.string(&word);
                terms.mk(Op::StrToRe, &[word])
            }
            Some([low, high]) if op == Op::ReRange => {
                let (&[low], &[high]) = (&low[..], &high[..]) else { return Ok(None) };
                if low > high {
                    continue;
                }
                regex_of(terms, &set(&CharSet::range(low, high), case))
            }
            Some([]) if op == Op::ReAllChar => regex_of(terms, &set(&CharSet::full(), case)),
            _ => return Ok(None),
        };
        images.insert(t, image);
    }
    terms.map_bottom_up_within(regex, &mut images, budget, |_, t| t).map(Some)
}

/// Whether the image of a regex with this operator is made of those of its parts.
fn is_made_of_parts(op: Op) -> bool {
    let is_choice = matches!(op, Op::ReNone | Op::ReConcat | Op::ReUnion | Op::ReOpt);
    is_choice || matches!(op, Op::ReStar | Op::RePlus | Op::RePower(_) | Op::ReLoop(..))
}

/// What the letter `c` becomes.
fn letter(c: u32, case: Case) -> u32 {
    let [first, last] = case.from;
    if (first..=last).contains(&c) { c - first + case.to[0] } else { c }
}

/// What the letters of a set become.
fn set(letters: &CharSet, case: Case) -> CharSet {
    let from = CharSet::range(case.from[0], case.from[1]);
    let moved = letters.intersect(&from);
    let moved = moved.ranges().iter().map(|&(a, b)| (letter(a, case), letter(b, case)));
    letters.difference(&from).union(&CharSet::from_ranges(moved))
}

/// The regex of the letters of a set.
fn regex_of(terms: &mut Terms, letters: &CharSet) -> Term {
    debug_assert!(!letters.is_empty(), "letters become nothing");
    let ranges: Vec<Term> = letters
        .ranges()
        .iter()
        .map(|&(low, high)| {
            let ends = [terms.string(&[low]), terms.string(&[high])];
            terms.mk(Op::ReRange, &ends)
        })
        .collect();
    if let [only] = ranges[..] { only } else { terms.mk(Op::ReUnion, &ranges) }
}
