//! From a solution of the simplified system back to one of the original.
//!
//! Steps are undone in reverse order, so each may use the words of all variables that were still
//! there when it was made.

use crate::outcome::Solution;
use crate::system::{Equation, System, Var, Word, vars_of};
use automata::nfa::{Nfa, cut_word};
use automata::{Re, Regexes};
use base::{FxHashSet, Limits, Stop};

/// How the words of eliminated variables are found.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// The value of `word`.
    Define { var: Var, word: Word },
    /// Pieces of the word of `whole`, each in its language.
    Cut { whole: Var, parts: Vec<(Part, Re)> },
    /// Some word for which all `disequations` hold; long words do.
    Differ { var: Var, disequations: Vec<Equation> },
}

/// What a piece of a word is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// The word of this variable.
    Var(Var),
    /// Nothing.
    Letter,
}

/// A fact: the letter that arbitrary words are made of.
pub(crate) const FILLER: u32 = 'a' as u32;

/// The invariant of the way back from `after` to `before`: each variable that was eliminated gets its word from one step,
/// out of words that are known by then.
pub(super) fn restores(steps: &[Step], before: &System, after: &System) -> bool {
    let mut known: FxHashSet<Var> = after.live_vars().collect();
    for step in steps.iter().rev() {
        let (needed, found): (Vec<Var>, Vec<Var>) = match step {
            Step::Define { var, word } => (vars_of(word).collect(), vec![*var]),
            Step::Cut { whole, parts } => {
                let var = |(part, _): &(Part, Re)| match part {
                    Part::Var(x) => Some(*x),
                    Part::Letter => None,
                };
                (vec![*whole], parts.iter().filter_map(var).collect())
            }
            Step::Differ { var, disequations } => {
                let others = disequations.iter().flat_map(Equation::vars).filter(|x| x != var);
                (others.collect(), vec![*var])
            }
        };
        if !needed.iter().all(|x| known.contains(x)) || !found.iter().all(|x| known.insert(*x)) {
            return false;
        }
    }
    before.live_vars().all(|x| known.contains(&x))
}

/// Finds the words of the variables that `steps` eliminated.
pub(crate) fn undo(
    steps: &[Step],
    solution: &mut Solution,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<(), Stop> {
    for step in steps.iter().rev() {
        match step {
            Step::Define { var, word } => solution.set_word(*var, solution.value(word)),
            Step::Cut { whole, parts } => cut(*whole, parts, solution, rs, limits)?,
            Step::Differ { var, disequations } => differ(*var, disequations, solution, limits)?,
        }
    }
    Ok(())
}

fn cut(
    whole: Var,
    parts: &[(Part, Re)],
    solution: &mut Solution,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<(), Stop> {
    let pieces = parts
        .iter()
        .map(|(_, re)| Nfa::from_regex(rs, *re, limits))
        .collect::<Result<Vec<Nfa>, Stop>>()?;
    let word = solution.word(whole).to_vec();
    let ends = cut_word(&word, &pieces.iter().collect::<Vec<_>>(), limits)?;
    debug_assert!(ends.is_some(), "a word of a concatenation that cannot be cut");
    debug_assert!(
        ends.iter().all(|ends| ends.len() == parts.len() && ends.last() == Some(&word.len())),
        "the pieces of a word are not all of it"
    );
    let mut start = 0;
    for (end, (part, _)) in ends.into_iter().flatten().zip(parts) {
        if let Part::Var(x) = part {
            solution.set_word(*x, word[start..end].to_vec());
        }
        start = end;
    }
    Ok(())
}

/// Whether `x` occurs more often on one side than on the other, so that the sides are equally long for one length of it at
/// most.
pub(super) fn is_unbalanced(e: &Equation, x: Var) -> bool {
    let count = |side: &[_]| vars_of(side).filter(|&y| y == x).count();
    count(&e.left) != count(&e.right)
}

/// Each disequation fails for at most one length of the variable's word.
fn differ(
    var: Var,
    disequations: &[Equation],
    solution: &mut Solution,
    limits: &Limits,
) -> Result<(), Stop> {
    debug_assert!(
        disequations.iter().all(|e| is_unbalanced(e, var)),
        "a disequation that may fail for more than one length"
    );
    for length in 0..=disequations.len() {
        limits.charge(disequations.len() as u64)?;
        solution.set_word(var, vec![FILLER; length]);
        if !disequations.iter().any(|e| solution.equates(e)) {
            break;
        }
    }
    debug_assert!(
        !disequations.iter().any(|e| solution.equates(e)),
        "more lengths are excluded than there are disequations"
    );
    Ok(())
}
