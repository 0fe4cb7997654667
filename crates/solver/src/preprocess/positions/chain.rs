//! The positions at which one text is cut, in their order.

use super::facts::Facts;
use super::jumps::{Jumps, Width};
use super::{Readers, length, nowhere};
use base::{Budget, FxHashMap, Int, Interrupted};
use rewrite::{LinearSum, ToTerm};
use terms::{Op, Sort, Term, Terms};

/// A fact: longer slices than of so many pieces stay as they are.
pub(super) const PIECES: usize = 8;

/// A fact: of fewer steps by cases one must be known to stay within the text.
pub(super) const JUMPS: usize = 4;

/// A position of a text.
pub(super) struct Point {
    pub sum: LinearSum,
    /// The same number, of what is there when slices and searches are gone.
    at: Term,
    /// What is behind it, unless it is in front of a word that was found.
    pub rest: Option<Term>,
}

/// The positions at which one text is cut, in their order.
pub(super) struct Chain {
    s: Term,
    pub length: LinearSum,
    pub points: Vec<Point>,
    index: FxHashMap<LinearSum, usize>,
    /// What is between a point and the next.
    pub pieces: Vec<Term>,
    /// How many letters a piece has at least unless the text ends there, if that is known.
    pub widths: Vec<Option<usize>>,
    /// Whether a step is one by cases.
    pub has_jumped: bool,
    /// Whether the last positions may be behind the end of the text.
    pub is_open: bool,
    /// Unless these hold, nothing is behind the last piece.
    unless: Vec<Term>,
    /// What searches come to.
    results: FxHashMap<Term, Term>,
    /// What numbers are at least, as searches that come to them find their words.
    pub found: FxHashMap<Term, Int>,
    /// What the text, its rests and its pieces are.
    pub equations: Vec<Term>,
    /// Which slices the pieces and rests are.
    pub given: Vec<Term>,
}

/// Where a step leads, and how wide it is, if it is one by cases.
type Step = (LinearSum, Option<Width>);

/// A search for the first of `words` from the last position that comes to `sum`. If there are several, they are letters.
#[derive(Clone)]
struct Search {
    term: Term,
    words: Vec<Term>,
    sum: LinearSum,
}

/// What reads a text, by where it starts.
struct Starts<'a> {
    searches: FxHashMap<LinearSum, Vec<Search>>,
    slices: FxHashMap<&'a LinearSum, Vec<(Term, &'a LinearSum)>>,
    /// The numbers of the sums with the same terms, in order.
    offsets: FxHashMap<Vec<(Term, Int)>, Vec<Int>>,
}

impl Search {
    fn is_for_letters(&self, terms: &Terms) -> bool {
        let is_letter = |&t: &Term| terms.str_value(t).is_some_and(|word| word.len() == 1);
        self.words.iter().all(is_letter)
    }

    /// Whether none of the words is where `letter` finds one.
    fn is_elsewhere(&self, terms: &Terms, letter: &Search) -> bool {
        let first = |&t: &Term| terms.str_value(t).and_then(|word| word.first());
        self.words.iter().all(|word| letter.words.iter().all(|l| first(l) != first(word)))
    }
}

impl Starts<'_> {
    fn of<'a>(terms: &Terms, facts: &Facts, readers: &'a Readers) -> Starts<'a> {
        let (searches, slices, offsets) = Default::default();
        let mut starts = Starts { searches, slices, offsets };
        for (term, start) in &readers.searches {
            let (term, sum) = (*term, facts.sum(terms, *term));
            let words = super::earliest::letters(terms, term);
            let words = words.unwrap_or_else(|| vec![terms.arg(term, 1)]);
            starts.searches.entry(start.clone()).or_default().push(Search { term, words, sum });
        }
        for (t, start, count) in &readers.slices {
            starts.slices.entry(start).or_default().push((*t, count));
        }
        for start in starts.searches.keys().chain(starts.slices.keys().copied()) {
            let offsets = starts.offsets.entry(start.terms.clone()).or_default();
            offsets.push(start.constant.clone());
        }
        starts.offsets.values_mut().for_each(|offsets| offsets.sort_unstable());
        starts
    }

    /// Whether something is read from `at`.
    fn is_read(&self, at: &LinearSum) -> bool {
        self.searches.contains_key(at) || self.slices.contains_key(at)
    }

    /// How many positions are read from, at most.
    fn len(&self) -> usize {
        self.searches.len() + self.slices.len()
    }

    /// The next position behind `at`, by a number, that is read from.
    fn next(&self, at: &LinearSum) -> Option<LinearSum> {
        let offsets = self.offsets.get(&at.terms)?;
        let offset = offsets.get(offsets.partition_point(|n| *n <= at.constant))?;
        Some(LinearSum { terms: at.terms.clone(), constant: offset.clone() })
    }
}

impl Chain {
    /// The chain of `s`, if there is a step.
    pub fn of(
        terms: &mut Terms,
        facts: &Facts,
        (s, readers): (Term, &Readers),
        jumps: &Jumps,
        budget: &Budget,
    ) -> Result<Option<Chain>, Interrupted> {
        let length = facts.reduced(&length(terms, s));
        let (index, results, found) = Default::default();
        let (points, pieces, equations, given) = Default::default();
        let (widths, unless, has_jumped, is_open) = Default::default();
        let mut starts = Starts::of(terms, facts, readers);
        let mut chain = Chain {
            s,
            length,
            points,
            index,
            pieces,
            widths,
            has_jumped,
            is_open,
            unless,
            results,
            found,
            equations,
            given,
        };
        let start = terms.int(0);
        chain.reach(LinearSum::default(), start, Some(s));
        chain.skip_prefix(terms, facts, &starts);
        loop {
            budget.charge(8)?;
            let is_further = match chain.next_search(terms, facts, &starts) {
                Some(search) => chain.find(terms, facts, &search, &mut starts),
                None => chain.step(terms, facts, &starts, jumps, budget)?,
            };
            if !is_further {
                break;
            }
        }
        let (last, _, rest) = chain.last();
        chain.close(terms, rest);
        if chain.has_jumped && facts.is_natural(terms, &last.minus(&chain.length)) {
            let empty = terms.string(&[]);
            chain.equations.push(terms.eq(rest, empty));
        }
        chain.ask_rests(terms, &starts);
        debug_assert!(chain.pieces.len() + 1 == chain.points.len(), "a point without its piece");
        Ok((!chain.pieces.is_empty()).then_some(chain))
    }

    fn reach(&mut self, sum: LinearSum, at: Term, rest: Option<Term>) {
        self.index.entry(sum.clone()).or_insert(self.points.len());
        self.points.push(Point { sum, at, rest });
    }

    /// The sum and the term of the last position, and what is behind it.
    fn last(&self) -> (LinearSum, Term, Term) {
        let point = self.points.last().expect("the start");
        debug_assert!(point.rest.is_some(), "a chain that ends in front of a word");
        (point.sum.clone(), point.at, point.rest.unwrap_or(self.s))
    }

    /// The search from the last position that finds its word, and before the others do.
    fn next_search(&self, terms: &mut Terms, facts: &Facts, starts: &Starts<'_>) -> Option<Search> {
        let from_here = starts.searches.get(&self.last().0)?;
        let mut found: Vec<&Search> = Vec::new();
        for search in from_here {
            if self.is_found(terms, facts, starts, search) {
                found.push(search);
            }
        }
        let is_first = |a: &&&Search| {
            found.iter().all(|b| {
                let later = b.sum.clone().minus(&a.sum).plus_int(-1);
                a.words == b.words
                    || [a, b].iter().all(|search| search.is_for_letters(terms))
                        && facts.is_natural(terms, &later)
            })
        };
        found.iter().find(is_first).map(|&search| search.clone())
    }

    /// Whether `search`, from the last position, finds its word: it says so, or there is something in front of the word.
    fn is_found(
        &self,
        terms: &mut Terms,
        facts: &Facts,
        starts: &Starts<'_>,
        search: &Search,
    ) -> bool {
        if facts.is_found(terms, &search.sum, &self.found) {
            return true;
        }
        let start = self.last().0;
        let count = facts.reduced(&search.sum.clone().minus(&start));
        let mut slices = starts.slices.get(&start).into_iter().flatten();
        slices.any(|&(t, n)| *n == count && facts.is_filled(terms, t))
    }

    /// Goes on behind the word that `search` finds, unless the chain has been there.
    fn find(
        &mut self,
        terms: &mut Terms,
        facts: &Facts,
        search: &Search,
        starts: &mut Starts<'_>,
    ) -> bool {
        let (start, at, rest) = self.last();
        let letters = terms.str_value(search.words[0]).unwrap_or_default().to_vec();
        let end = facts.reduced(&search.sum.clone().plus_int(letters.len() as u64));
        debug_assert!(!letters.is_empty(), "a text is cut at nothing");
        if self.index.contains_key(&end)
            || self.index.contains_key(&search.sum) && start != search.sum
        {
            return false;
        }
        let [piece, behind] = [0, 1].map(|_| terms.fresh("piece", Sort::String));
        self.close(terms, rest);
        let word = self.found_word(terms, search);
        let whole = terms.concat(&[piece, word, behind]);
        self.equations.push(terms.eq(rest, whole));
        let begun = terms.string(&letters[..letters.len() - 1]);
        let begun = terms.concat(&[piece, begun]);
        search.words.iter().for_each(|&word| self.deny(terms, begun, word));
        let place = self.place(terms, &search.sum, at, piece);
        let count = terms.mk(Op::StrLen, &[piece]);
        let result = sum_of(terms, at, count);
        let from_here = starts.searches.remove(&start).unwrap_or_default();
        let (same, mut others): (Vec<_>, Vec<_>) =
            from_here.into_iter().partition(|other| other.words == search.words);
        for other in same {
            self.results.insert(other.term, result);
        }
        others.retain(|other| facts.is_found(terms, &other.sum, &self.found));
        for &other in others.iter().flat_map(|other| &other.words) {
            self.deny(terms, piece, other);
        }
        if letters.len() == 1 {
            // Words that begin with another letter are not there where the letter is.
            let at_word = starts.searches.get(&search.sum).into_iter().flatten();
            others.extend(at_word.filter(|other| other.is_elsewhere(terms, search)).cloned());
        }
        starts.searches.entry(end.clone()).or_default().extend(others);
        if let [(x, _)] = &search.sum.terms[..] {
            self.found.insert(*x, -search.sum.constant.clone());
        }
        self.pieces.extend([piece, word]);
        self.widths.extend([None, Some(letters.len())]);
        let width = terms.int(letters.len() as u64);
        let next = sum_of(terms, place, width);
        self.is_slice(terms, piece, &start, search.sum.clone().minus(&start));
        self.is_slice(terms, behind, &end, self.length.clone());
        if search.words.len() > 1 {
            self.is_slice(terms, word, &search.sum, LinearSum::constant(1));
        }
        self.reach(search.sum.clone(), place, None);
        self.reach(end, next, Some(behind));
        true
    }

    /// The word that `search` finds: a new constant, if it is one of several letters.
    fn found_word(&mut self, terms: &mut Terms, search: &Search) -> Term {
        if let [word] = search.words[..] {
            return word;
        }
        let letter = terms.fresh("piece", Sort::String);
        let cases: Vec<Term> = search.words.iter().map(|&word| terms.eq(letter, word)).collect();
        debug_assert!(search.is_for_letters(terms), "one of several words of any length");
        self.equations.push(terms.or(&cases));
        letter
    }

    /// Goes on at the end of the slices from the last position, as far as they are known to be within the text, or by cases.
    fn step(
        &mut self,
        terms: &mut Terms,
        facts: &Facts,
        starts: &Starts<'_>,
        jumps: &Jumps,
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        let mut path = None;
        if !jumps.is_empty() {
            path = self.path(terms, facts, (starts, jumps), budget)?;
        }
        if path.is_none() {
            path = self.path(terms, facts, (starts, &Jumps::default()), budget)?;
        }
        let Some((path, is_within)) = path else { return Ok(false) };
        self.is_open |= !is_within;
        for (end, width) in path {
            self.skip(terms, facts, end, width);
        }
        Ok(true)
    }

    /// The next positions, each with its width if it is one by cases, and whether all are known to be within the text.
    fn path(
        &self,
        terms: &mut Terms,
        facts: &Facts,
        (starts, jumps): (&Starts<'_>, &Jumps),
        budget: &Budget,
    ) -> Result<Option<(Vec<Step>, bool)>, Interrupted> {
        let mut at = self.last().0;
        let mut path: Vec<Step> = Vec::new();
        loop {
            budget.charge(8)?;
            let is_read = |end: &LinearSum| {
                let [behind, before] =
                    [(&self.length, end), (end, &self.length)].map(|(a, b)| a.clone().minus(b));
                starts.offsets.contains_key(&end.terms)
                    || facts.is_natural(terms, &behind)
                    || facts.is_natural(terms, &before)
            };
            let next = match jumps.from(terms, facts, (self.s, &self.length), &at, is_read) {
                Some((end, width)) => Some((end, Some(width), false)),
                None => end(terms, facts, starts, &at, path.is_empty() && !self.is_open)
                    .map(|(end, is_within)| (end, None, is_within)),
            };
            let Some((end, width, is_within)) = next else { break };
            if self.index.contains_key(&end) || path.len() > starts.len() {
                break;
            }
            path.push((end.clone(), width));
            if is_within || self.is_within(terms, facts, starts, &end) {
                return Ok(Some((path, true)));
            }
            at = end;
        }
        path.truncate(path.iter().position(|step| step.1.is_none()).unwrap_or(path.len()));
        Ok((path.len() >= JUMPS).then_some((path, false)))
    }

    /// Whether `at` is known not to be behind the end of the text.
    fn is_within(
        &self,
        terms: &mut Terms,
        facts: &Facts,
        starts: &Starts<'_>,
        at: &LinearSum,
    ) -> bool {
        let searches = starts.searches.get(at).into_iter().flatten();
        let slices = starts.slices.get(at).into_iter().flatten();
        facts.is_natural(terms, &self.length.clone().minus(at))
            || searches.clone().any(|search| facts.is_found(terms, &search.sum, &self.found))
            || slices.clone().any(|&(t, _)| facts.is_filled(terms, t))
    }

    /// Goes on behind a word that the text begins with, if it is read from there.
    fn skip_prefix(&mut self, terms: &mut Terms, facts: &Facts, starts: &Starts<'_>) {
        for &p in facts.prefixes(self.s) {
            let end = facts.reduced(&length(terms, p));
            if starts.is_read(&end) && !self.index.contains_key(&end) {
                let behind = terms.fresh("piece", Sort::String);
                return self.step_over(terms, p, (end, None), behind);
            }
        }
    }

    /// Goes on at `end`, which is within the text, unless the end is open, and not in front of the last position.
    fn skip(&mut self, terms: &mut Terms, facts: &Facts, end: LinearSum, width: Option<Width>) {
        let piece = terms.fresh("piece", Sort::String);
        let behind = facts.suffixes(self.s).iter().copied().find(|&q| {
            let from = self.length.clone().minus(&length(terms, q));
            facts.reduced(&from) == end
        });
        let behind = behind.unwrap_or_else(|| terms.fresh("piece", Sort::String));
        self.step_over(terms, piece, (end, width), behind);
    }

    /// Goes on at `end`, which is behind `piece` and in front of `behind`.
    fn step_over(&mut self, terms: &mut Terms, piece: Term, (end, width): Step, behind: Term) {
        let (start, at, rest) = self.last();
        debug_assert!(start != end, "a step that goes nowhere");
        self.close(terms, if width.is_some() { piece } else { rest });
        let whole = terms.concat(&[piece, behind]);
        self.equations.push(terms.eq(rest, whole));
        let count = end.clone().minus(&start);
        let [is, has] = [count.to_term(terms), terms.mk(Op::StrLen, &[piece])];
        let is_whole = terms.eq(is, has);
        match self.is_open {
            true => self.unless.push(is_whole),
            false => self.equations.push(is_whole),
        }
        if self.is_open {
            self.equations.push(terms.le(has, is));
        }
        let known = count.as_constant().filter(|n| n.is_positive() && !self.is_open);
        self.widths.push(width.as_ref().map(|w| w.least).or(known.and_then(Int::to_usize)));
        if let Some(Width { least, most, stays }) = width {
            self.has_jumped = true;
            let [least, most] = [least, most].map(|n| terms.int(n as u64));
            self.equations.push(terms.le(has, most));
            if stays {
                let empty = terms.string(&[]);
                let is_empty = terms.eq(piece, empty);
                self.unless.push(terms.not(is_empty));
            } else if !self.is_open {
                self.equations.push(terms.ge(has, least));
            }
        }
        self.pieces.push(piece);
        let place = self.place(terms, &end, at, piece);
        self.is_slice(terms, piece, &start, count);
        self.is_slice(terms, behind, &end, self.length.clone());
        self.reach(end, place, Some(behind));
    }

    /// Nothing is in `next`, which is behind the last piece, unless the text goes on there.
    fn close(&mut self, terms: &mut Terms, next: Term) {
        let empty = terms.string(&[]);
        for unless in std::mem::take(&mut self.unless) {
            let is_empty = terms.eq(next, empty);
            self.equations.push(terms.or(&[unless, is_empty]));
        }
        debug_assert!(self.unless.is_empty(), "a piece that may be short is forgotten");
    }

    /// The position `sum`, at the end of `piece` from `at`: by its name, or as a sum of lengths.
    fn place(&self, terms: &mut Terms, sum: &LinearSum, at: Term, piece: Term) -> Term {
        let is_named = sum.terms.iter().all(|(x, _)| matches!(terms.op(*x), Op::Apply(_)));
        if is_named && sum.terms.len() <= 1 {
            return sum.to_term(terms);
        }
        debug_assert!(terms.sort(piece) == Sort::String, "a piece that is no text");
        let count = terms.mk(Op::StrLen, &[piece]);
        sum_of(terms, at, count)
    }

    /// That `word` is not in `text`.
    fn deny(&mut self, terms: &mut Terms, text: Term, word: Term) {
        let found = terms.mk(Op::StrContains, &[text, word]);
        self.equations.push(terms.not(found));
    }

    /// Takes note of which slice `piece` is.
    fn is_slice(&mut self, terms: &mut Terms, piece: Term, start: &LinearSum, count: LinearSum) {
        debug_assert!(piece != self.s, "a text that is a piece of itself");
        let [start, count] = [start.to_term(terms), count.to_term(terms)];
        let slice = terms.mk(Op::StrSubstr, &[self.s, start, count]);
        self.given.push(terms.eq(piece, slice));
    }

    /// Searches that were not followed are about what is behind the position that they start from.
    fn ask_rests(&mut self, terms: &mut Terms, starts: &Starts<'_>) {
        for point in self.points.iter().skip(1) {
            let (Some(rest), Some(searches)) = (point.rest, starts.searches.get(&point.sum)) else {
                continue;
            };
            for search in searches {
                let [zero, none] = [Int::ZERO, nowhere()].map(|n| terms.int(n));
                let (op, sought) = (terms.op(search.term), terms.arg(search.term, 1));
                let index = terms.mk(op, &[rest, sought, zero]);
                let found = if op == Op::StrIndexOf {
                    terms.mk(Op::StrContains, &[rest, sought])
                } else {
                    terms.ge(index, zero)
                };
                let there = sum_of(terms, point.at, index);
                let result = terms.mk(Op::Ite, &[found, there, none]);
                self.results.entry(search.term).or_insert(result);
            }
        }
    }

    /// What the search `t` comes to.
    pub fn search(&self, t: Term) -> Option<Term> {
        self.results.get(&t).copied()
    }

    /// The slice of so many letters from `start` as a concatenation of pieces.
    pub fn slice(
        &self,
        terms: &mut Terms,
        facts: &Facts,
        start: &LinearSum,
        count: &LinearSum,
    ) -> Option<Term> {
        let from = *self.index.get(start)?;
        let end = facts.reduced(&start.clone().plus(count));
        let is_last = |n: LinearSum| n.as_constant().is_some_and(|n| !n.is_negative());
        if is_last(end.clone().minus(&self.length)) || *count == self.length {
            return self.points[from].rest.filter(|_| from > 0);
        }
        let to = *self.index.get(&end)?;
        (from..from + PIECES).contains(&to).then(|| terms.concat(&self.pieces[from..to]))
    }
}

/// Where a slice from `at` ends, not in front of it, and whether that is known to be within the text. `at` may be beyond the text
/// unless it `is_reached`.
fn end(
    terms: &mut Terms,
    facts: &Facts,
    starts: &Starts<'_>,
    at: &LinearSum,
    is_reached: bool,
) -> Option<(LinearSum, bool)> {
    let mut farther = None;
    for &(t, count) in starts.slices.get(at).into_iter().flatten() {
        if count.as_constant().is_some_and(Int::is_zero) {
            continue;
        }
        let end = facts.reduced(&at.clone().plus(count));
        let is_one = count.as_constant().is_some_and(Int::is_one);
        let is_long = facts.is_long(terms, t, count);
        let is_some = is_reached || facts.is_natural(terms, &count.clone().plus_int(-1));
        if is_long && is_some || is_one && facts.is_filled(terms, t) {
            return Some((end, true));
        }
        if farther.is_none() && (is_long || facts.is_natural(terms, count)) {
            farther = Some((end, false));
        }
    }
    farther.or_else(|| Some((starts.next(at)?, false)))
}

/// `a + b`
fn sum_of(terms: &mut Terms, a: Term, b: Term) -> Term {
    if terms.int_value(a).is_some_and(Int::is_zero) { b } else { terms.add(&[a, b]) }
}
