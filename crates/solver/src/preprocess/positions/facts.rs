//! What a conjunction says of positions.

use super::{length, nowhere};
use crate::strings::languages::Languages;
use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted, Limits};
use rewrite::LinearSum;
use terms::{Op, Sort, Term, Terms};

/// A fact: names of names are followed so far.
const NAMES: usize = 4;

/// A fact: texts are cut at one of the first letters of words that they are put together with.
const LETTERS: usize = 8;

/// A fact: of so many numbers that one is above, the others are not looked at.
const BELOW: usize = 8;

/// What the conjunction says of positions.
#[derive(Default)]
pub(super) struct Facts {
    /// Integer constants that are a number.
    numbers: FxHashMap<Term, Int>,
    /// The constant that a sum without its number is equal to, and that number.
    names: FxHashMap<Vec<(Term, Int)>, (Term, Int)>,
    /// The choice that a constant is equal to, or a sum with one.
    choices: FxHashMap<Term, Term>,
    /// The string constant that a slice is equal to.
    slices: FxHashMap<Term, Term>,
    /// A sum without its number, and the least number with which it is known not to be negative.
    known: FxHashMap<Vec<(Term, Int)>, Int>,
    /// Of `y` all `(x, d)` with `y >= x + d`.
    below: FxHashMap<Term, Vec<(Term, Int)>>,
    /// Numbers that a number is not.
    unequal: FxHashSet<(Term, Int)>,
    /// Strings that are not empty, as their languages say.
    filled: FxHashSet<Term>,
    /// What strings begin with, and what they end with.
    prefixes: FxHashMap<Term, Vec<Term>>,
    suffixes: FxHashMap<Term, Vec<Term>>,
    /// Assertions that hold if some `x` is no less than a number.
    bounds: FxHashMap<Term, (Term, Int)>,
    /// The assertions that say all this.
    pub given: Vec<Term>,
}

impl Facts {
    /// What equations say.
    pub fn of(terms: &Terms, formulas: &[Term], budget: &Budget) -> Result<Facts, Interrupted> {
        let mut facts = Facts::default();
        for &f in formulas {
            budget.charge(4)?;
            if let (Op::Eq, &[a, b]) = (terms.op(f), terms.args(f)) {
                facts.name(terms, a, b, f);
            }
        }
        debug_assert!(facts.given.len() >= facts.numbers.len(), "a number that nobody gave");
        Ok(facts)
    }

    /// Takes note of what all other assertions say.
    pub fn read(
        &mut self,
        terms: &mut Terms,
        languages: &mut Languages,
        formulas: &[Term],
        budget: &Budget,
    ) -> Result<(), Interrupted> {
        for &f in formulas {
            budget.charge(4)?;
            let (op, args) = (terms.op(f), terms.args(f).to_vec());
            if matches!(op, Op::Ge | Op::Gt) {
                self.compare(terms, args.iter().rev(), f);
            } else if matches!(op, Op::Le | Op::Lt) {
                self.compare(terms, args.iter(), f);
            } else if op == Op::Not {
                if terms.op(args[0]) == Op::Eq {
                    let sides = terms.args(args[0]).to_vec();
                    self.deny(terms, &sides, f);
                }
            } else if op == Op::Distinct {
                self.deny(terms, &args, f);
            } else if op == Op::Eq {
                self.equate_text(terms, &args, f);
            } else if matches!(op, Op::StrPrefixOf | Op::StrSuffixOf) {
                self.end(terms, args[0], args[1], f);
            } else if op == Op::StrContains {
                self.contain(terms, args[0], args[1], f);
            } else if op == Op::StrInRe {
                let limits = Limits::none(budget);
                // Who charges the budget next learns if it is used up.
                let language = languages.language_within(terms, args[1], &limits).ok().flatten();
                if language.is_some_and(|re| !languages.regexes.nullable(re)) {
                    self.fill(terms, args[0], f);
                }
            }
        }
        Ok(())
    }

    /// Takes note of `f`, which is `a = b`, if one side is a constant.
    fn name(&mut self, terms: &Terms, a: Term, b: Term, f: Term) {
        let (x, t) = if terms.is_constant(a) { (a, b) } else { (b, a) };
        if matches!(terms.op(t), Op::StrSubstr | Op::StrAt) && terms.is_constant(x) {
            self.slices.entry(t).or_insert(x);
        } else if terms.sort(x) != Sort::Int {
            return;
        } else if terms.is_constant(x) {
            let is_choice = |t: Term| terms.op(t) == Op::Ite;
            if is_choice(t) || terms.op(t) == Op::Add && terms.args(t).iter().any(|&t| is_choice(t))
            {
                self.choices.entry(x).or_insert(t);
            }
            let sum = self.sum(terms, t);
            match sum.as_constant() {
                Some(n) => _ = self.numbers.insert(x, n.clone()),
                None => _ = self.names.entry(sum.terms).or_insert((x, sum.constant)),
            }
        } else {
            self.equate(terms, a, b);
        }
        self.given.push(f);
    }

    /// Takes note of `a = b`, of which neither is a constant of the problem.
    fn equate(&mut self, terms: &Terms, a: Term, b: Term) {
        let [a_sum, b_sum] = [a, b].map(|n| self.sum(terms, n));
        for (t, n) in [(a, &b_sum), (b, &a_sum)] {
            if let (Op::StrLen, Some(n)) = (terms.op(t), n.as_constant()) {
                self.numbers.insert(t, n.clone());
            }
        }
        self.not_negative(a_sum.clone().minus(&b_sum));
        self.not_negative(b_sum.minus(&a_sum));
    }

    /// The integer `t` as a sum of constants with names, as far as they are known.
    pub fn sum(&self, terms: &Terms, t: Term) -> LinearSum {
        self.reduced(&rewrite::linear(terms, t))
    }

    /// The same sum by constants with names, as far as they are known.
    pub fn reduced(&self, sum: &LinearSum) -> LinearSum {
        let mut known = LinearSum::constant(sum.constant.clone());
        for (t, factor) in &sum.terms {
            match self.numbers.get(t) {
                Some(n) => known.add_constant(n * factor),
                None => known.add_scaled(&self.named(LinearSum::var(*t)), factor),
            }
        }
        self.named(known)
    }

    /// The same sum by the constant that stands for it.
    fn named(&self, mut sum: LinearSum) -> LinearSum {
        for _ in 0..NAMES {
            let Some((x, number)) = self.names.get(&sum.terms) else { break };
            sum = LinearSum::var(*x).plus_int(sum.constant - number);
        }
        sum
    }

    /// Of numbers that do not go down, as `f` says, takes note of each two that are next to each other.
    fn compare<'a>(&mut self, terms: &Terms, args: impl Iterator<Item = &'a Term>, f: Term) {
        debug_assert!(terms.sort(f) == Sort::Bool, "a comparison that is no formula");
        let strict = i32::from(matches!(terms.op(f), Op::Lt | Op::Gt));
        let sums: Vec<LinearSum> = args.map(|&n| self.sum(terms, n)).collect();
        for pair in sums.windows(2) {
            self.not_negative(pair[1].clone().minus(&pair[0]).plus_int(-strict));
        }
        if let [low, high] = &sums[..]
            && let ([], [(x, factor)]) = (&low.terms[..], &high.terms[..])
            && factor.is_one()
        {
            let least = &low.constant - &high.constant;
            self.bounds.insert(f, (*x, least + &Int::from(strict)));
        }
        self.given.push(f);
    }

    /// Takes note of `sum >= 0`.
    fn not_negative(&mut self, sum: LinearSum) {
        if let [(x, a), (y, b)] = &sum.terms[..] {
            let (high, low) = if a.is_one() { (*x, *y) } else { (*y, *x) };
            let is_order = (a + b).is_zero() && (a.is_one() || b.is_one());
            let below = self.below.entry(high).or_default();
            if is_order && below.len() < BELOW {
                below.push((low, -sum.constant.clone()));
            }
        }
        let least = self.known.entry(sum.terms).or_insert_with(|| sum.constant.clone());
        *least = (*least).clone().min(sum.constant);
    }

    /// Takes note of `f`: the two `args` are equal. A slice that is a word is not empty, and a text that is put together has the words
    /// in it.
    fn equate_text(&mut self, terms: &mut Terms, args: &[Term], f: Term) {
        let &[a, b] = args else { return };
        for (text, other) in [(a, b), (b, a)] {
            if terms.str_value(other).is_some_and(|word| !word.is_empty()) {
                self.fill(terms, text, f);
            } else if terms.op(other) == Op::StrConcat {
                for part in terms.args(other).to_vec() {
                    self.contain_letters(terms, text, part, f);
                }
            }
        }
    }

    /// Takes note of `f`, which says that `part` is in `s`, and so are the letters in it, if it is a word.
    fn contain_letters(&mut self, terms: &mut Terms, s: Term, part: Term, f: Term) {
        let Some(word) = terms.str_value(part).filter(|word| !word.is_empty()) else { return };
        let mut letters = word.to_vec();
        letters.truncate(LETTERS);
        base::order::sort(&mut letters);
        letters.dedup();
        for letter in letters {
            let letter = terms.string(&[letter]);
            self.contain(terms, s, letter, f);
        }
        self.contain(terms, s, part, f);
    }

    /// Takes note of `f`, which says that `t` is not empty. A slice that is not begins within its text.
    fn fill(&mut self, terms: &mut Terms, t: Term, f: Term) {
        self.filled.insert(t);
        self.given.push(f);
        if matches!(terms.op(t), Op::StrAt | Op::StrSubstr) {
            let (s, start) = (terms.arg(t, 0), terms.arg(t, 1));
            let start = self.sum(terms, start);
            debug_assert!(terms.sort(s) == Sort::String, "a slice of what is no text");
            let behind = self.reduced(&length(terms, s)).minus(&start).plus_int(-1);
            self.not_negative(start);
            self.not_negative(behind);
        }
    }

    /// Takes note of `f`: `args` differ. A search that does not come to -1 finds its word.
    fn deny(&mut self, terms: &mut Terms, args: &[Term], f: Term) {
        let &[a, b] = args else { return };
        debug_assert!(matches!(terms.op(f), Op::Not | Op::Distinct), "nothing is denied");
        if terms.sort(a) != Sort::Int {
            for (t, word) in [(a, b), (b, a)] {
                if terms.str_value(word).is_some_and(<[u32]>::is_empty) {
                    self.fill(terms, t, f);
                }
            }
            return;
        }
        let difference = self.sum(terms, a).minus(&self.sum(terms, b));
        let [(x, factor)] = &difference.terms[..] else { return };
        let value = if factor.is_one() { -difference.constant } else { difference.constant };
        if factor.is_one() || (-factor.clone()).is_one() {
            self.bounds.insert(f, (*x, value.clone() + &Int::ONE));
            self.unequal.insert((*x, value));
            self.given.push(f);
        }
    }

    /// Whether `f` holds as soon as the numbers in `found` are as large as is known of them.
    pub fn is_bound(&self, f: Term, found: &FxHashMap<Term, Int>) -> bool {
        let bound = self.bounds.get(&f);
        bound.is_some_and(|(x, least)| found.get(x).is_some_and(|known| known >= least))
    }

    /// Takes note of `f`, which says that a word is in `s`.
    fn contain(&mut self, terms: &mut Terms, s: Term, word: Term, f: Term) {
        debug_assert!(terms.args(f).contains(&s), "a word in another text");
        let zero = terms.int(0);
        let search = terms.mk(Op::StrIndexOf, &[s, word, zero]);
        let sum = self.sum(terms, search);
        self.not_negative(sum);
        self.given.push(f);
    }

    /// Takes note of `f`, which says that `s` begins with `word`, or ends with it.
    fn end(&mut self, terms: &mut Terms, word: Term, s: Term, f: Term) {
        let is_prefix = terms.op(f) == Op::StrPrefixOf;
        debug_assert!(is_prefix || terms.op(f) == Op::StrSuffixOf, "no end of a text");
        let ends = if is_prefix { &mut self.prefixes } else { &mut self.suffixes };
        ends.entry(s).or_default().push(word);
        let [word, whole] = [word, s].map(|t| length(terms, t));
        let sum = self.reduced(&whole.minus(&word));
        self.not_negative(sum);
        self.given.push(f);
    }

    /// The choice that the constant `x` is, or the sum with one.
    pub fn choice(&self, x: Term) -> Option<Term> {
        self.choices.get(&x).copied()
    }

    /// The constants that are choices, or sums with one.
    pub fn choices(&self) -> impl Iterator<Item = Term> + '_ {
        self.choices.keys().copied()
    }

    /// What `s` is known to begin with.
    pub fn prefixes(&self, s: Term) -> &[Term] {
        self.prefixes.get(&s).map_or(&[], Vec::as_slice)
    }

    /// What `s` is known to end with.
    pub fn suffixes(&self, s: Term) -> &[Term] {
        self.suffixes.get(&s).map_or(&[], Vec::as_slice)
    }

    /// Whether `sum` is known not to be negative.
    pub fn is_natural(&self, terms: &Terms, sum: &LinearSum) -> bool {
        if sum.as_constant().is_some_and(|n| !n.is_negative()) {
            return true;
        }
        if self.known.get(&sum.terms).is_some_and(|least| *least <= sum.constant) {
            return true;
        }
        let mut least = sum.constant.clone();
        for (t, factor) in &sum.terms {
            match self.least(terms, *t) {
                Some(n) if !factor.is_negative() => least += n * factor,
                _ => return false,
            }
        }
        !least.is_negative()
    }

    /// A number that `t` does not go below.
    fn least(&self, terms: &Terms, t: Term) -> Option<Int> {
        let known = self.known.get(&[(t, Int::ONE)][..]).map(|least| -least.clone());
        let op = terms.op(t);
        if op == Op::StrLen {
            return known.or(Some(Int::ZERO));
        }
        let may_fail =
            matches!(op, Op::StrIndexOf | Op::StrIndexOfRe | Op::StrToInt | Op::StrToCode);
        known.or_else(|| may_fail.then(nowhere))
    }

    /// Whether a search that comes to `sum` finds its word: the sum is no less than a number that is at least 0. Of the numbers in
    /// `found` it is known what they are at least.
    pub fn is_found(&self, terms: &Terms, sum: &LinearSum, found: &FxHashMap<Term, Int>) -> bool {
        let [(y, factor)] = &sum.terms[..] else { return self.is_natural(terms, sum) };
        debug_assert!(factor.is_one(), "a search is a multiple of a number");
        let missing = nowhere() - &sum.constant;
        if self.unequal.contains(&(*y, missing)) || self.is_natural(terms, sum) {
            return true;
        }
        let is_above = |(x, d): &(Term, Int)| {
            let least = found.get(x).cloned().or_else(|| self.least(terms, *x));
            least.is_some_and(|n| !(n + d + &sum.constant).is_negative())
        };
        self.below.get(y).is_some_and(|below| below.iter().any(is_above))
    }

    /// Whether the slice `t`, or the constant that is equal to it, is known to be of length `count`.
    pub fn is_long(&self, terms: &mut Terms, t: Term, count: &LinearSum) -> bool {
        let mut is_long = |t: Term| {
            let n = length(terms, t);
            self.reduced(&n) == *count
        };
        is_long(t) || self.slices.get(&t).is_some_and(|&x| is_long(x))
    }

    /// Whether the slice `t`, or the constant that is equal to it, is known not to be empty.
    pub fn is_filled(&self, terms: &mut Terms, t: Term) -> bool {
        [Some(t), self.slices.get(&t).copied()].into_iter().flatten().any(|t| {
            let n = terms.mk(Op::StrToInt, &[t]);
            let [number, length] = [LinearSum::var(n), length(terms, t)].map(|n| self.reduced(&n));
            self.filled.contains(&t)
                || self.is_natural(terms, &number)
                || self.is_natural(terms, &length.plus_int(-1))
        })
    }
}
