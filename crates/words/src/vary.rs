//! Other words for variables whose words are equal by chance.
//!
//! The problem: words are found one variable at a time, so variables with one language get one word, and where disequations
//! say that a dozen of them differ, nearly all are violated. To split each into its cases is exponential, and most of the work is done
//! again in each case.
//!
//! But a variable that no equation is about can have any word of its language; its length stays, as arithmetic may rely on it.
//! So each violated disequation is asked for such a variable, and that gets a word which makes all of its disequations hold. No
//! disequation is violated by that, and there are only as many steps as disequations. This is greedy colouring, which finds words
//! unless there are hardly more than needed.
//!
//! A variable that is put together from others can change with them ([`Ties`]), and where equations tie more than that together, single
//! letters change wherever they occur ([`Positions`]). Variables without such a word are said to be stuck: longer words are tried next,
//! and then the cases are split. Nor are they asked again before a word changes: where all words of a length are taken, each of n variables
//! would look at its n disequations for each of them.

use crate::outcome::Solution;
use crate::positions::Positions;
use crate::system::{Equation, Sym, System, Var, vars_of};
use crate::tied::Ties;
use automata::{LengthRange, Regexes};
use base::{FxHashMap, Limits, Stop};

/// What came of looking for other words.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Varied {
    /// All disequations hold.
    All,
    /// Some do not. Longer words of these variables might help; there may be none.
    Stuck(Vec<Var>),
}

/// Changes words of `solution`, which solves `system` but for its `disequations`, so that these hold.
pub(crate) fn satisfy(
    system: &System,
    disequations: &[Equation],
    solution: &mut Solution,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<Varied, Stop> {
    let ties = Ties::new(system, disequations);
    let of_var = index(disequations);
    let (mut stuck, mut is_violated) = (Vec::new(), false);
    // After how many changes a variable last had no other word.
    let (mut changes, mut failed) = (0_usize, FxHashMap::default());
    let mut positions: Option<Positions<'_>> = None;
    let about =
        |x: Var| of_var.get(&x).into_iter().flatten().map(|&at| &disequations[at]).collect();
    for d in disequations {
        limits.charge(1)?;
        if !solution.equates(d) {
            continue;
        }
        let free: Vec<Var> = d.vars().filter(|&x| ties.is_free(x)).collect();
        let mut differs = |&x: &Var| {
            if failed.insert(x, changes) == Some(changes) {
                return Ok(None);
            }
            let about = of_var[&x].iter().map(|&at| &disequations[at]);
            another_word(&ties, about, x, solution, rs, limits)
        };
        let changed = free.iter().find_map(|x| differs(x).transpose()).transpose()?;
        if let Some((x, word)) = changed {
            ties.exchange(x, word, solution);
            positions.as_mut().map(Positions::note_change);
        } else {
            let mut at = match positions.take() {
                Some(positions) => positions,
                None => Positions::new(system, solution, limits)?,
            };
            let differs = at.differ(d, &about, solution, rs, limits)?;
            if !differs {
                is_violated = true;
                stuck.extend(d.vars().filter(|&x| ties.is_free(x) || at.is_open(x)));
            }
            positions = Some(at);
            if !differs {
                continue;
            }
        }
        changes += 1;
        debug_assert!(!solution.equates(d), "another word leaves the sides equal");
    }
    if !is_violated {
        debug_assert!(!disequations.iter().any(|d| solution.equates(d)), "one got violated");
        return Ok(Varied::All);
    }
    base::order::sort(&mut stuck);
    stuck.dedup();
    Ok(Varied::Stuck(stuck))
}

/// Which disequations each variable is in.
fn index(disequations: &[Equation]) -> FxHashMap<Var, Vec<usize>> {
    let mut of_var: FxHashMap<Var, Vec<usize>> = FxHashMap::default();
    for (at, d) in disequations.iter().enumerate() {
        for x in d.vars() {
            let of_x = of_var.entry(x).or_default();
            if of_x.last() != Some(&at) {
                of_x.push(at);
            }
        }
    }
    of_var
}

/// A word of the same length for `x` with which its disequations hold, if there is one.
fn another_word<'d>(
    ties: &Ties<'_>,
    disequations: impl Iterator<Item = &'d Equation>,
    x: Var,
    solution: &Solution,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<Option<(Var, Vec<u32>)>, Stop> {
    let mut excluded = Vec::new();
    for d in disequations {
        limits.charge((d.left.len() + d.right.len()) as u64)?;
        match clash(d, x, solution) {
            Clash::Never => {}
            Clash::With(word) => excluded.push(rs.word(&word)),
            Clash::Unclear => return Ok(None),
        }
    }
    let (allowed, excluded) = (ties.language(x, solution, rs), rs.union(excluded));
    let range = LengthRange::exactly(solution.word(x).len() as u64);
    let word = rs.find_word(&[allowed], &[excluded], range, limits)?;
    Ok(word.map(|word| (x, word)))
}

/// With which word of a variable the sides of a disequation are equal.
enum Clash {
    Never,
    With(Vec<u32>),
    /// It occurs more than once.
    Unclear,
}

fn clash(d: &Equation, x: Var, solution: &Solution) -> Clash {
    let (mine, other) =
        if d.left.contains(&Sym::Var(x)) { (&d.left, &d.right) } else { (&d.right, &d.left) };
    let at = mine.iter().position(|s| *s == Sym::Var(x));
    let (Some(at), 1) = (at, d.vars().filter(|&y| y == x).count()) else { return Clash::Unclear };
    debug_assert!(!vars_of(other).any(|y| y == x), "a variable that occurs once is on both sides");
    let (before, after) = (solution.value(&mine[..at]), solution.value(&mine[at + 1..]));
    let other = solution.value(other);
    let middle = other.strip_prefix(&before[..]).and_then(|rest| rest.strip_suffix(&after[..]));
    middle.map_or(Clash::Never, |word| Clash::With(word.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::{Member, literal};
    use crate::tags::Tag;
    use automata::CharSet;
    use base::Budget;

    /// Whether so many variables, each one of three letters, can be given different words one after the other.
    fn differ(n: u32) -> bool {
        differ_within(n, &Budget::unlimited())
    }

    fn differ_within(n: u32, budget: &Budget) -> bool {
        let (mut system, mut rs) = (System::new(), Regexes::new());
        let re = rs.chars(CharSet::range(97, 99));
        let vars: Vec<Var> = (0..n).map(|_| system.add_var(true)).collect();
        let member = |&var| Member { var, re, positive: true, premises: Tag(0).into() };
        vars.iter().map(member).for_each(|m| system.add_membership(m));
        let mut disequations = Vec::new();
        for (i, &x) in vars.iter().enumerate() {
            for &y in &vars[..i] {
                let side = |x, end| [vec![Sym::Var(x)], literal(end)].concat();
                disequations.push(Equation::new(side(x, "z"), side(y, "z"), Tag(1)));
            }
        }
        let mut solution = Solution::empty(&system);
        vars.iter().for_each(|&x| solution.set_word(x, vec![97]));
        let limits = Limits::none(budget);
        let varied = satisfy(&system, &disequations, &mut solution, &mut rs, &limits).unwrap();
        varied == Varied::All
    }

    #[test]
    fn as_many_words_as_there_are() {
        assert!(differ(3));
        assert!(!differ(4));
    }

    #[test]
    fn what_is_stuck_is_asked_once() {
        let budget = Budget::unlimited();
        assert!(!differ_within(60, &budget));
        // Each variable looks at its 59 disequations of four symbols, and there are 1,770.
        assert!(budget.spent() < 30_000, "{}", budget.spent());
    }

    /// Whether so many strings, each put together from two parts of one letter, can be given different words.
    fn concatenations_differ(n: u32) -> bool {
        let (mut system, mut rs) = (System::new(), Regexes::new());
        let re = rs.chars(CharSet::range(97, 98));
        let mut vars = Vec::new();
        for _ in 0..n {
            let [x, a, b] = [(); 3].map(|()| system.add_var(true));
            let word = vec![Sym::Var(a), Sym::Char(45), Sym::Var(b)];
            system.add_equation(Equation::new(vec![Sym::Var(x)], word, Tag(0)));
            for var in [a, b] {
                let premises = Tag(1).into();
                system.add_membership(Member { var, re, positive: true, premises });
            }
            vars.push((x, a, b));
        }
        let mut solution = Solution::empty(&system);
        for &(x, a, b) in &vars {
            for (var, word) in [(x, vec![97, 45, 97]), (a, vec![97]), (b, vec![97])] {
                solution.set_word(var, word);
            }
        }
        let mut disequations = Vec::new();
        for (i, &(x, ..)) in vars.iter().enumerate() {
            let pair = |&(y, ..): &(Var, Var, Var)| {
                Equation::new(vec![Sym::Var(x)], vec![Sym::Var(y)], Tag(2))
            };
            disequations.extend(vars[..i].iter().map(pair));
        }
        let budget = Budget::unlimited();
        let limits = Limits::none(&budget);
        let varied = satisfy(&system, &disequations, &mut solution, &mut rs, &limits).unwrap();
        assert!(system.equations().iter().all(|e| solution.equates(e)));
        varied == Varied::All
    }

    #[test]
    fn parts_change_with_what_they_are_part_of() {
        assert!(concatenations_differ(4));
        assert!(!concatenations_differ(5));
    }
}
