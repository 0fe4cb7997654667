//! Letters for the cells that equations leave open.
//!
//! The words of variables with regular constraints are read one after the other, with derivatives that must
//! leave room for a word of the right length; at a cell without a letter, one is chosen. Letters that neither
//! regexes nor equations tell apart are interchangeable, so a few of each such set are tried: one, or as
//! many as there are open cells if disequations have to tell cells apart. Cells that no regex looks at get
//! letters of their own afterwards, which satisfies all disequations about them.

use super::cells::{Cell, Cells};
use super::char_sets;
use super::consistency::{Classes, Domain, Problem, Side};
use crate::simplify::languages::language;
use crate::simplify::left_quotient;
use crate::system::{Equation, Sym, System, Var};
use automata::{CharSet, Re, Regexes, minterms};
use base::{FxHashMap, FxHashSet, Limits, Stop};

/// Gives letters to the classes of variables with regular constraints so that all disequations hold; false if
/// that is impossible, none if not all letters were tried.
pub(super) fn choose(
    cells: &mut Cells,
    system: &System,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<Option<bool>, Stop> {
    let mut vars: Vec<Var> = system.memberships().iter().map(|m| m.var).collect();
    base::order::sort(&mut vars);
    vars.dedup();
    let reading = |x: &Var| Reading { cells: cells.range(*x), language: language(system, *x, rs) };
    let words: Vec<Reading> = vars.iter().map(reading).collect();
    let distinct: Vec<(Vec<Cell>, Vec<Cell>)> = system
        .disequations()
        .iter()
        .map(|e| (cells.spell(&e.left), cells.spell(&e.right)))
        .filter(|(left, right)| left.len() == right.len())
        .collect();
    let (letters, all) = letters_in_play(cells, system, &words, &distinct, rs, limits)?;
    let any = FxHashMap::default();
    let found = match read(cells, &words, &distinct, &letters, any, rs, limits) {
        Err(Stop::Local) => at_once(cells, &words, &distinct, &letters, rs, limits)?,
        result => result?,
    };
    Ok(if found || all { Some(found) } else { None })
}

/// Chooses the letters by looking at all words at once: what one propagation leaves is read word by word again, and only if that fails,
/// too, each choice is propagated.
fn at_once(
    cells: &mut Cells,
    words: &[Reading],
    distinct: &[(Vec<Cell>, Vec<Cell>)],
    letters: &[u32],
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<bool, Stop> {
    if words.iter().map(|w| w.cells.len()).sum::<usize>() > limits.tunables().words.cells {
        return Err(Stop::Local);
    }
    let mut classes = Classes::default();
    let mut spelled = |w: &Reading| {
        let word = w.cells.clone().map(|cell| classes.number(cells.root(cell))).collect();
        (w.clone(), word)
    };
    let spelled: Vec<(Reading, Vec<usize>)> = words.iter().map(&mut spelled).collect();
    let mut side = |cell: &Cell| match *cell {
        Cell::Letter(c) => Side::Letter(c),
        Cell::Cell(cell) => {
            let root = cells.root(cell);
            let known = cells.letter_at(root).map(Side::Letter);
            known.or(classes.get(root).map(Side::Class)).unwrap_or(Side::Free(root))
        }
    };
    let mut pair = |(a, b): &(Vec<Cell>, Vec<Cell>)| {
        a.iter().zip(b).map(|(a, b)| [side(a), side(b)]).collect()
    };
    let pairs = distinct.iter().map(&mut pair).collect();
    let mut all = letters.to_vec();
    base::order::sort(&mut all);
    let domain =
        |&root: &usize| cells.letter_at(root).map_or_else(|| all.clone(), |c| vec![c]).into();
    let mut domains: Vec<Domain> = classes.roots.iter().map(domain).collect();
    let mut problem = Problem { rs, limits, words: spelled, distinct: pairs };
    if !problem.propagate(&mut domains)? {
        return Ok(false);
    }
    let allowed = classes.roots.iter().copied().zip(domains.iter().cloned()).collect();
    match read(cells, words, distinct, letters, allowed, problem.rs, limits) {
        Err(Stop::Local) => {}
        result => return result,
    }
    let Some(chosen) = problem.solve(domains)? else { return Ok(false) };
    for (&root, c) in classes.roots.iter().zip(chosen) {
        debug_assert!(
            cells.letter_at(root).is_none_or(|known| known == c),
            "a letter that equations gave is changed"
        );
        cells.set_letter(root, Some(c));
    }
    Ok(true)
}

/// Reads word by word, within a few steps for each letter; at a cell of a class in `allowed` only those letters are tried.
fn read(
    cells: &mut Cells,
    words: &[Reading],
    distinct: &[(Vec<Cell>, Vec<Cell>)],
    letters: &[u32],
    allowed: FxHashMap<usize, Domain>,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<bool, Stop> {
    let pairs_of = pairs_by_class(cells, distinct);
    let tunables = &limits.tunables().words;
    let size: usize = words.iter().map(|w| w.cells.len()).sum();
    let steps = tunables.reading_steps + tunables.reading_share * size as u64;
    let before = cells.letters().to_vec();
    let found = limits.within(steps, |limits| {
        Search { cells, rs, limits, words, distinct, pairs_of, letters, allowed }.run()
    });
    if matches!(found, Err(Stop::Local)) {
        cells.restore(before);
    }
    found
}

/// A letter, or some, for each way in which regexes, equations and disequations can tell letters apart; and
/// whether no others can matter.
fn letters_in_play(
    cells: &mut Cells,
    system: &System,
    words: &[Reading],
    distinct: &[(Vec<Cell>, Vec<Cell>)],
    rs: &Regexes,
    limits: &Limits,
) -> Result<(Vec<u32>, bool), Stop> {
    let languages: Vec<Re> = words.iter().map(|w| w.language).collect();
    let mut sets = char_sets(&languages, rs, limits)?;
    let spelled =
        system.disequations().iter().flat_map(Equation::symbols).filter_map(|s| match s {
            Sym::Char(c) => Some(c),
            Sym::Var(_) => None,
        });
    let mut known: Vec<u32> = cells.letters().iter().flatten().copied().chain(spelled).collect();
    base::order::sort(&mut known);
    known.dedup();
    sets.extend(known.into_iter().map(CharSet::single));
    let alike = open_classes(cells, words).min(colours(distinct));
    let blocks = minterms(&sets);
    let most = limits.tunables().words.alike_letters;
    let all = blocks.iter().all(|b| alike.min(b.len() as usize) <= most);
    let some = |b: &CharSet| letters_of(b, alike.min(most));
    let letters: Vec<u32> = blocks.iter().flat_map(some).collect();
    debug_assert!(letters.len() >= blocks.len(), "a set of letters is not represented");
    Ok((letters, all))
}

/// How many letters that nothing else tells apart suffice for all pairs to differ. Each pair differs at one place of two classes; a
/// graph of the classes with these edges that needs `k` colours has an edge between any two of them, `k (k - 1) / 2` at least.
fn colours(distinct: &[(Vec<Cell>, Vec<Cell>)]) -> usize {
    let is_open = |(a, b): (&Cell, &Cell)| matches!((a, b), (Cell::Cell(_), Cell::Cell(_)));
    let edges = distinct.iter().filter(|(a, b)| a.iter().zip(b).any(is_open)).count();
    (1..).take_while(|k| k * (k - 1) / 2 <= edges).last().unwrap_or(1)
}

/// At most `n` letters of `set`, those that read best first.
fn letters_of(set: &CharSet, n: usize) -> Vec<u32> {
    let best = set.pick().unwrap_or_default();
    let (before, from): (Vec<u32>, Vec<u32>) = match n {
        0 | 1 => (Vec::new(), set.pick().into_iter().collect()),
        _ => {
            let from = set.intersect(&CharSet::range(best, automata::MAX_CHAR));
            (set.iter().take(n).filter(|&c| c < best).collect(), from.iter().take(n).collect())
        }
    };
    from.into_iter().chain(before).take(n).collect()
}

/// How many classes without a letter occur in the words that are read; at least 1.
fn open_classes(cells: &mut Cells, words: &[Reading]) -> usize {
    let mut open = FxHashSet::default();
    for cell in words.iter().flat_map(|w| w.cells.clone()) {
        if cells.letter_of(cell).is_none() {
            open.insert(cells.root(cell));
        }
    }
    open.len().max(1)
}

/// A word that is to be read by a regex.
#[derive(Clone)]
pub(super) struct Reading {
    pub cells: std::ops::Range<usize>,
    pub language: Re,
}

/// What was decided at a cell.
struct Choice {
    /// What is still to be read is in this language.
    before: Re,
    /// The same behind the cell.
    after: Re,
    /// The letter of the list that is tried next.
    next: usize,
    /// The cell had no letter before.
    open: bool,
}

struct Search<'a> {
    cells: &'a mut Cells,
    rs: &'a mut Regexes,
    limits: &'a Limits<'a>,
    words: &'a [Reading],
    /// Words of the same length that must differ.
    distinct: &'a [(Vec<Cell>, Vec<Cell>)],
    /// The positions of those with cells of each class.
    pairs_of: FxHashMap<usize, Vec<usize>>,
    letters: &'a [u32],
    /// The letters that propagation left to classes.
    allowed: FxHashMap<usize, Domain>,
}

/// Which pairs of words each class occurs in.
fn pairs_by_class(
    cells: &mut Cells,
    distinct: &[(Vec<Cell>, Vec<Cell>)],
) -> FxHashMap<usize, Vec<usize>> {
    let mut out: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for (pair, (left, right)) in distinct.iter().enumerate() {
        for cell in left.iter().chain(right) {
            let Cell::Cell(cell) = *cell else { continue };
            let pairs = out.entry(cells.root(cell)).or_default();
            if pairs.last() != Some(&pair) {
                pairs.push(pair);
            }
        }
    }
    out
}

impl Search<'_> {
    /// Depth-first search along the words; the letters found stay.
    fn run(&mut self) -> Result<bool, Stop> {
        debug_assert!(
            self.distinct.iter().all(|(left, right)| left.len() == right.len()),
            "words of different lengths differ anyway"
        );
        if !self.all_differ()?
            || !self.words.iter().all(|w| fits(self.rs, w.language, w.cells.len()))
        {
            return Ok(false);
        }
        // All cells in the order in which they are read, each with its word.
        let walk: Vec<(usize, usize)> = self
            .words
            .iter()
            .enumerate()
            .flat_map(|(i, w)| w.cells.clone().map(move |cell| (i, cell)))
            .collect();
        let mut trail: Vec<Choice> = Vec::new();
        while let Some(&(word, cell)) = walk.get(trail.len()) {
            let reading = &self.words[word];
            let before = match trail.last() {
                Some(last) if reading.cells.start < cell => last.after,
                _ => reading.language,
            };
            let open = self.cells.letter_of(cell).is_none();
            trail.push(Choice { before, after: before, next: 0, open });
            while let Some(last) = trail.len().checked_sub(1) {
                let (word, cell) = walk[last];
                if self.advance(&mut trail[last], word, cell)? {
                    break;
                }
                trail.pop();
            }
            if trail.is_empty() {
                return Ok(false);
            }
        }
        debug_assert!(
            walk.iter().all(|&(_, cell)| self.cells.letter_of(cell).is_some()),
            "a cell was read without a letter"
        );
        Ok(true)
    }

    /// Takes the next letter for `cell` that may do; whether there is one.
    fn advance(&mut self, choice: &mut Choice, word: usize, cell: usize) -> Result<bool, Stop> {
        let rest = self.words[word].cells.end - cell - 1;
        let root = self.cells.root(cell);
        let given = if choice.open { None } else { self.cells.letter_at(root) };
        debug_assert!(
            choice.open || given.is_some(),
            "a letter would be chosen for a cell that has one"
        );
        let candidates = if choice.open { self.letters.len() } else { 1 };
        while choice.next < candidates {
            self.limits.charge(1)?;
            let c = given.unwrap_or_else(|| self.letters[choice.next]);
            choice.next += 1;
            if self.allowed.get(&root).is_some_and(|d| d.binary_search(&c).is_err()) {
                continue;
            }
            choice.after = left_quotient(self.rs, choice.before, &[c], self.limits)?;
            if fits(self.rs, choice.after, rest) {
                self.cells.set_letter(root, Some(c));
                if !choice.open || self.differ_with(root)? {
                    return Ok(true);
                }
            }
        }
        if choice.open {
            self.cells.set_letter(root, None);
        }
        Ok(false)
    }

    /// Whether no two words that must differ are the same already.
    fn all_differ(&mut self) -> Result<bool, Stop> {
        (0..self.distinct.len()).try_fold(true, |all, pair| Ok(all && self.differ(pair)?))
    }

    /// The same for the words with cells of a class.
    fn differ_with(&mut self, root: usize) -> Result<bool, Stop> {
        let Some(pairs) = self.pairs_of.remove(&root) else { return Ok(true) };
        let all = pairs.iter().try_fold(true, |all, &pair| Ok(all && self.differ(pair)?));
        self.pairs_of.insert(root, pairs);
        all
    }

    fn differ(&mut self, pair: usize) -> Result<bool, Stop> {
        let (left, right) = &self.distinct[pair];
        self.limits.charge(1 + left.len() as u64 / 8)?;
        Ok(!left.iter().zip(right).all(|(a, b)| self.cells.same(*a, *b)))
    }
}

/// Whether a language may have a word of this length.
pub(super) fn fits(rs: &Regexes, re: Re, length: usize) -> bool {
    let info = rs.info(re);
    let length = length as u64;
    info.admits(length) && (length > 0 || rs.nullable(re))
}

#[cfg(test)]
mod tests {
    use super::super::{Fixed, solve_fixed};
    use crate::system::{Equation, Member, Sym, System, Var};
    use crate::tags::Tag;
    use automata::{CharSet, Regexes};
    use base::{Budget, IdxVec, Limits};

    /// Whether `n` letters from `a` to `c` can differ from each other and from `b`.
    fn differ(n: u32) -> Fixed {
        let (mut system, mut rs, mut lengths) = (System::new(), Regexes::new(), IdxVec::new());
        let re = rs.chars(CharSet::range(97, 99));
        for i in 0..n {
            let var = system.add_var(true);
            lengths.push(1);
            system.add_membership(Member { var, re, positive: true, premises: Tag(i).into() });
            let mut different = |other| {
                let words = [vec![Sym::Var(var)], vec![other]];
                let [left, right] = words;
                system.add_disequation(Equation::new(left, right, Tag(n)));
            };
            different(Sym::Char(98));
            (0..i).for_each(|j| different(Sym::Var(Var(j))));
        }
        let budget = Budget::unlimited();
        solve_fixed(&system, &lengths, &mut rs, &Limits::none(&budget)).unwrap()
    }

    #[test]
    fn as_many_letters_as_there_are() {
        assert!(matches!(differ(2), Fixed::Solved(_)));
        assert!(matches!(differ(3), Fixed::Impossible));
    }
}
