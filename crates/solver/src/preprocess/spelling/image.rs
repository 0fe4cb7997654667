//! The images of terms under a spelling, bottom-up.
//!
//! A string that a spelled one occurs in is *touched*: whatever has it as an argument must have an image without it. If something has
//! none, the strings in it cannot be spelled, nor any that is compared with them: these make a group.

use super::super::places::has_places;
use super::cases;
use super::choices::Choices;
use super::counted::Numerals;
use super::nested::nested;
use super::ranges::Ranges;
use super::word::{Letter, Letters, Shape, Word};
use super::{atoms, words};
use crate::strings::languages::Languages;
use automata::CharSet;
use base::{FxHashMap, FxHashSet, Int, Limits, Stop, UnionFind};
use rewrite::LinearSum;
use terms::{Op, Sort, Term, Terms};

/// Strings that are spelled together or not at all.
#[derive(Debug, Default)]
pub(super) struct Group {
    pub(super) strings: Vec<Term>,
    /// Something that mentions one of them has no image.
    pub(super) failed: bool,
    /// A function of one of them is easier for codes than for words.
    pub(super) is_hard: bool,
    /// There is a function of one of them, and not just memberships and comparisons, which are for those who count words.
    pub(super) is_applied: bool,
}

/// Whether what `t` applies is easier for codes than for words. Of tables that is so where they relate strings, of choices where one is
/// no constant: the others are a language.
pub(super) fn is_hard(terms: &Terms, t: Term) -> bool {
    use Op::{
        Ite, Or, StrConcat, StrFromCode, StrFromInt, StrIndexOf, StrLe, StrPrefixOf, StrReplaceAll,
        StrSubstr, StrToInt,
    };
    match (terms.op(t), terms.args(t)) {
        (
            StrFromCode | StrFromInt | StrIndexOf | StrLe | StrReplaceAll | StrSubstr | StrToInt,
            _,
        ) => true,
        (Ite, &[_, a, b]) if terms.sort(t) == Sort::String => {
            [a, b].iter().any(|&word| terms.str_value(word).is_none() && terms.op(word) != Ite)
        }
        // The word is in one part or goes on in the next.
        (StrPrefixOf, &[word, s]) => {
            let is_word = |t| terms.str_value(t).is_some();
            cfg!(feature = "scaling")
                && is_word(word)
                && terms.op(s) == StrConcat
                && !is_word(terms.arg(s, 0))
        }
        (Or, _) => {
            cfg!(feature = "scaling")
                && (cases::columns(terms, t).len() > 1 || !cases::shapes(terms, t).is_empty())
        }
        _ => false,
    }
}

/// Whether this says which of its words a string is, and reads none of its letters.
fn compares(op: Op) -> bool {
    matches!(op, Op::Eq | Op::Distinct | Op::StrInRe)
}

/// Makes images.
pub(super) struct Speller<'a> {
    pub(super) terms: &'a mut Terms,
    pub(super) languages: &'a mut Languages,
    pub(super) limits: &'a Limits<'a>,
    letters: &'a Letters,
    /// The lengths of spelled strings that are not numbers.
    lengths: FxHashSet<Term>,
    /// What is known of codes.
    pub(super) sets: &'a FxHashMap<Term, Letter>,
    /// Bounds of integers.
    ranges: Ranges,
    images: FxHashMap<Term, Term>,
    words: FxHashMap<Term, Word>,
    /// Those that may have several lengths.
    pub(super) numerals: Numerals,
    /// Words by how many digits numerals have, which only other strings are read by.
    counted: FxHashMap<Term, Word>,
    /// Whether strings that are made of such words are read.
    reads_counted: bool,
    /// Numerals that are summed up with others, or compared.
    summands: FxHashSet<Term>,
    /// Remainders that are not read but in others.
    nested: FxHashSet<Term>,
    /// New integers in images, and what holds of them.
    conditions: Vec<(Vec<Term>, Vec<Term>)>,
    /// The spelled strings, in order, then those of them in something without an image, in functions that are hard for words, and in
    /// any functions.
    strings: Vec<Term>,
    groups: UnionFind,
    failed: Vec<usize>,
    hard: Vec<usize>,
    applied: Vec<usize>,
    /// Of a touched string, one of the spelled strings in it.
    touched: FxHashMap<Term, usize>,
    /// The same of long numerals and sums of them, of which only remainders have images.
    long: FxHashMap<Term, usize>,
    /// Something of a word without a spelled string, of numerals only, has no image.
    is_partial: bool,
    /// The length of such a word is asked for, or a function of it that is easier for codes than for words.
    reads_numerals: bool,
    /// The words that are chosen letter by letter, if these are spelled.
    choices: Option<Choices>,
    /// Whether gaps in words are closed where these are compared.
    moves_letters: bool,
}

impl<'a> Speller<'a> {
    pub(super) fn new(
        terms: &'a mut Terms,
        languages: &'a mut Languages,
        limits: &'a Limits<'a>,
        letters: &'a Letters,
        sets: &'a FxHashMap<Term, Letter>,
        ranges: &'a Ranges,
    ) -> Speller<'a> {
        debug_assert!(
            letters.values().all(|s| s.codes.iter().all(|code| sets.contains_key(code))),
            "nothing is known of a code"
        );
        let mut strings: Vec<Term> = letters.keys().copied().collect();
        base::order::sort(&mut strings);
        let (mut touched, mut words) = (FxHashMap::default(), FxHashMap::default());
        for (i, s) in strings.iter().enumerate() {
            touched.insert(*s, i);
            let spelling = &letters[s];
            let codes = spelling.codes.to_vec();
            let shape = if spelling.is_exact { Shape::Exact } else { Shape::Padded };
            words.insert(*s, Word::new(codes, shape).measured(spelling.length));
        }
        Speller {
            terms,
            languages,
            limits,
            letters,
            lengths: letters.values().filter(|s| !s.is_exact).map(|s| s.length).collect(),
            sets,
            ranges: ranges.clone(),
            images: FxHashMap::default(),
            words,
            numerals: Numerals::default(),
            counted: FxHashMap::default(),
            reads_counted: true,
            summands: FxHashSet::default(),
            nested: FxHashSet::default(),
            conditions: Vec::new(),
            groups: UnionFind::new(strings.len()),
            strings,
            failed: Vec::new(),
            hard: Vec::new(),
            applied: Vec::new(),
            touched,
            is_partial: false,
            reads_numerals: false,
            choices: None,
            moves_letters: false,
            long: FxHashMap::default(),
        }
    }

    /// Choices between words of one length are words, too.
    pub(super) fn read_choices(&mut self) {
        debug_assert!(self.images.is_empty(), "choices that have images are words from now on");
        self.choices = Some(Choices::default());
    }

    /// The images of formulas. Where a group failed they mean nothing.
    pub(super) fn images_of(&mut self, formulas: &[Term]) -> Result<Vec<Term>, Stop> {
        let all = self.terms.post_order_within(formulas, self.limits.budget())?;
        for &t in &all {
            self.limits.charge(1)?;
            self.note_summands(t);
        }
        self.nested = nested(self.terms, &all);
        for t in all {
            self.limits.charge(1)?;
            self.enter(t)?;
        }
        Ok(formulas.iter().map(|f| self.images[f]).collect())
    }

    /// Takes note of the numerals that `t` is the sum of, or that it compares.
    fn note_summands(&mut self, t: Term) {
        use Op::{Add, Distinct, Eq, Ge, Gt, Le, Lt, Mul, StrToInt};
        if !matches!(self.op(t), Add | Distinct | Eq | Ge | Gt | Le | Lt) {
            return;
        }
        let args = self.terms.args(t);
        let is_number = |&&a: &&Term| self.terms.int_value(a).is_none();
        if args.iter().filter(is_number).count() < 2 {
            return;
        }
        for &a in args {
            let factor = if self.op(a) == Mul { self.terms.args(a).last() } else { None };
            let numeral = factor.copied().unwrap_or(a);
            if self.op(numeral) == StrToInt {
                self.summands.insert(numeral);
            }
        }
    }

    /// Whether the numeral `t` is summed up with others, or compared with one.
    pub(super) fn is_summand(&self, t: Term) -> bool {
        debug_assert!(self.op(t) == Op::StrToInt, "no numeral");
        cfg!(feature = "scaling") && self.summands.contains(&t)
    }

    /// A new integer is at least `least` and at most `most`.
    pub(super) fn bound(&mut self, integer: Term, least: i64, most: i64) {
        debug_assert!(least <= most, "no integer is within the bounds");
        self.ranges.at_least(integer, Int::from(least));
        self.ranges.at_most(integer, Int::from(most));
    }

    /// The groups.
    pub(super) fn groups(&mut self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        groups.resize_with(self.strings.len(), Group::default);
        for (i, &s) in self.strings.iter().enumerate() {
            groups[self.groups.find(i)].strings.push(s);
        }
        for &i in &self.failed {
            groups[self.groups.find(i)].failed = true;
        }
        for &i in &self.hard {
            groups[self.groups.find(i)].is_hard = true;
        }
        for &i in &self.applied {
            groups[self.groups.find(i)].is_applied = true;
        }
        debug_assert!(
            groups.iter().all(|group| !group.failed || !group.strings.is_empty()),
            "a group without strings failed"
        );
        groups.retain(|group| !group.strings.is_empty());
        groups
    }

    /// The image of `t`, whose arguments have theirs, and its word if it is a string.
    fn enter(&mut self, t: Term) -> Result<(), Stop> {
        let mut image = self.remainder(t).unwrap_or_else(|| self.rebuilt(t));
        let inside = self.join_arguments(t);
        let of_numerals = inside.is_none() && self.has_words(t);
        self.reads_numerals |= of_numerals && (is_hard(self.terms, t) || self.op(t) == Op::StrLen);
        let is_chosen = inside.is_none() && self.is_chosen(t);
        self.hard.extend(inside.filter(|_| self.is_hard(t)));
        if cfg!(feature = "scaling") && self.op(t) == Op::Or && is_hard(self.terms, t) {
            let mut columns = cases::columns(self.terms, t);
            columns.extend(cases::shapes(self.terms, t));
            let strings = columns.into_iter().map(|(s, _)| s);
            self.hard.extend(strings.filter_map(|s| self.touched.get(&s).copied()));
        }
        self.applied.extend(inside.filter(|_| !compares(self.op(t))));
        if self.terms.sort(t) == Sort::String {
            // A string that depends on spelled ones by numbers only may have letters, too.
            let is_numeral = self.op(t) == Op::StrFromInt;
            let is_looked_up = inside.is_none() && self.is_looked_up(t);
            let is_read = inside.is_some() || image != t || is_numeral || is_chosen || is_looked_up;
            if self.letters.contains_key(&t) {
                debug_assert!(self.words.contains_key(&t), "a spelled string has no letters");
            } else if !is_read {
                self.enter_counted(t)?;
            } else {
                let word = words::read(self, t)?;
                if is_chosen {
                    self.is_partial |= !word.as_ref().is_some_and(Word::is_exact);
                    self.choices.iter_mut().for_each(|choices| choices.enter(t));
                }
                self.failed.extend(inside.filter(|_| word.is_none()));
                self.is_partial |= of_numerals && word.is_none();
                self.words.extend(word.map(|word| (t, word)));
                self.touched.extend(inside.map(|i| (t, i)));
            }
        } else if inside.is_some() || of_numerals {
            match atoms::image(self, t)? {
                Some(found) => image = found,
                None => {
                    self.failed.extend(inside);
                    self.is_partial |= of_numerals;
                }
            }
        }
        debug_assert!(self.terms.sort(image) == self.terms.sort(t), "an image of another sort");
        if self.terms.sort(t) == Sort::Int {
            if !self.nested.contains(&t) {
                image = self.ranges.simplified(self.terms, image).unwrap_or(image);
            }
            self.ranges.enter(self.terms, t, image);
        }
        self.images.insert(t, image);
        Ok(())
    }

    /// Whether `t` is a part of a word at places that integers say: it has letters to compare with those of spelled strings.
    fn is_looked_up(&self, t: Term) -> bool {
        let is_part = self.op(t) == Op::StrSubstr && !self.letters.is_empty();
        cfg!(feature = "scaling") && is_part && self.terms.str_value(self.terms.arg(t, 0)).is_some()
    }

    /// The word of a string in which numerals are filled up by how many digits they have, if it is one. As long as letters may be missing,
    /// nothing but the strings that it is a part of is read by it.
    fn enter_counted(&mut self, t: Term) -> Result<(), Stop> {
        let is_known = |a: &Term| self.words.contains_key(a) || self.counted.contains_key(a);
        let is_made = self.reads_counted && self.terms.args(t).iter().any(is_known);
        if !cfg!(feature = "scaling") || !is_made {
            return Ok(());
        }
        let Some(word) = words::read(self, t)? else { return Ok(()) };
        if word.is_exact() {
            self.reads_numerals = true;
            self.words.insert(t, word);
        } else if word.cases.is_some() {
            self.counted.insert(t, word);
        }
        Ok(())
    }

    /// Leaves strings alone in which numerals are filled up, if these are all that is spelled and not all can be.
    pub(super) fn leave_counted(&mut self) {
        debug_assert!(self.images.is_empty(), "what has an image was read");
        self.reads_counted = false;
    }

    /// Whether the letters of an argument are known.
    fn has_words(&self, t: Term) -> bool {
        self.terms.args(t).iter().any(|a| self.words.contains_key(a))
    }

    /// Whether it is worth to spell numerals and choices alone: all that they are in has an image, and some of it is hard for words.
    pub(super) fn gains_without_strings(&self) -> bool {
        let reads_choices = self.choices.as_ref().is_some_and(|choices| choices.are_read);
        (self.reads_numerals || reads_choices) && !self.is_partial
    }

    /// Whether `t` is a choice of letters, or made of some; notes if it reads them.
    fn is_chosen(&mut self, t: Term) -> bool {
        match &mut self.choices {
            Some(choices) if cfg!(feature = "scaling") => choices.visit(self.terms, t),
            _ => false,
        }
    }

    /// Whether `t` is easier for codes, or has a numeral beside the strings in it.
    fn is_hard(&self, t: Term) -> bool {
        let is_numeral = |&a: &Term| self.op(a) == Op::StrFromInt;
        is_hard(self.terms, t) || self.terms.args(t).iter().any(is_numeral)
    }

    /// The image of the remainder of a long numeral, if `t` is one. A sum is long if a summand is; anything else that a long numeral
    /// occurs in has no image, but comparisons of sums that have nearly all of their digits in common.
    fn remainder(&mut self, t: Term) -> Option<Term> {
        let i = self.terms.args(t).iter().find_map(|a| self.long.get(a).copied())?;
        let op = self.op(t);
        if matches!(op, Op::Add | Op::Mul) {
            self.long.insert(t, i);
            return None;
        }
        let compares = matches!(op, Op::Eq | Op::Le | Op::Lt | Op::Ge | Op::Gt);
        if cfg!(feature = "scaling") && compares && self.are_close(t) {
            return None;
        }
        let n = if op == Op::Mod { self.terms.int_value(self.terms.arg(t, 1)) } else { None };
        let Some(n) = n.filter(|n| n.is_positive()).cloned() else {
            self.failed.push(i);
            return None;
        };
        let [sum, divisor] = [0, 1].map(|i| self.terms.arg(t, i));
        let reduced = super::numbers::reduced(self.terms, self.images[&sum], &n);
        Some(self.terms.mk(Op::Mod, &[reduced, divisor]))
    }

    /// Whether little is left of the long numerals in the two sums that `t` compares: no digit counts more than 64 bits times as much as
    /// all digits do, or they are equated place by place.
    fn are_close(&self, t: Term) -> bool {
        let [a, b] = [0, 1].map(|i| self.read(self.images[&self.terms.arg(t, i)]));
        let difference = a.minus(&b);
        let most = self.limits.tunables().check.carry_summands;
        if self.op(t) == Op::Eq && has_places(&difference, most) {
            return difference.terms.iter().all(|(x, _)| self.op(*x) != Op::Ite);
        }
        let common = difference.terms.iter().fold(Int::ZERO, |common, (_, c)| common.gcd(c));
        difference
            .terms
            .iter()
            .all(|(x, c)| self.op(*x) != Op::Ite && c.div_exact(&common).to_i64().is_some())
    }

    /// `t` as a sum, where each numeral is what its digits say: `(ite digits value -1)` is the value if it is read.
    fn read(&self, t: Term) -> LinearSum {
        let sum = rewrite::linear(self.terms, t);
        let mut read = LinearSum::constant(sum.constant);
        for (x, factor) in &sum.terms {
            let is_choice = self.op(*x) == Op::Ite;
            let x = if is_choice { self.terms.arg(*x, 1) } else { *x };
            read.add_scaled(&rewrite::linear(self.terms, x), factor);
        }
        read
    }

    /// Notes that only remainders of the numeral `t` have images; says whether something is spelled in it.
    pub(super) fn reads_remainders(&mut self, t: Term) -> bool {
        let inside = self.touched.get(&self.terms.arg(t, 0)).copied();
        self.long.extend(inside.map(|i| (t, i)));
        inside.is_some()
    }

    fn rebuilt(&mut self, t: Term) -> Term {
        let args: Vec<Term> = self.terms.args(t).iter().map(|a| self.images[a]).collect();
        match args == self.terms.args(t) {
            true => t,
            false => self.terms.mk(self.terms.op(t), &args),
        }
    }

    /// Makes the touched arguments of `t` one group; returns a string of it.
    fn join_arguments(&mut self, t: Term) -> Option<usize> {
        let mut inside = None;
        for a in self.terms.args(t) {
            let Some(&i) = self.touched.get(a) else { continue };
            let i = self.groups.find(i);
            if let Some(other) = inside.map(|other| self.groups.find(other))
                && other != i
            {
                self.groups.join(i, other);
            }
            inside = Some(i);
        }
        inside
    }

    /// The image of a term.
    pub(super) fn image_of(&self, t: Term) -> Term {
        self.images[&t]
    }

    /// The letters of a string, if they are known.
    pub(super) fn word(&mut self, t: Term) -> Result<Option<Word>, Stop> {
        let Some(literal) = self.terms.str_value(t) else {
            return Ok(self.known_word(t).cloned());
        };
        let literal = literal.to_vec();
        self.limits.charge(literal.len() as u64)?;
        Ok(Some(Word::exact(literal.into_iter().map(|c| self.terms.int(c)).collect())))
    }

    /// The word of a string that is no constant, if it has one.
    pub(super) fn known_word(&self, t: Term) -> Option<&Word> {
        self.words.get(&t).or_else(|| self.counted.get(&t))
    }

    /// The word of a string that letters are missing of at most at the end.
    pub(super) fn aligned(&mut self, t: Term) -> Result<Option<Word>, Stop> {
        match self.word(t)? {
            Some(word) if !word.is_aligned() && self.moves_letters => {
                words::moved_up(self, &word).map(Some)
            }
            word => Ok(word.filter(Word::is_aligned)),
        }
    }

    /// Words with gaps are compared as well: their letters are moved up to the first that is missing.
    pub(super) fn move_letters(&mut self) {
        debug_assert!(self.images.is_empty(), "words that have images had gaps");
        self.moves_letters = true;
    }

    /// The codes of a string whose letters are all there.
    pub(super) fn codes(&mut self, t: Term) -> Result<Option<Vec<Term>>, Stop> {
        Ok(self.word(t)?.filter(Word::is_exact).map(|word| word.codes))
    }

    /// The number that a term has for an image.
    pub(super) fn number(&self, t: Term) -> Option<i64> {
        let sum = rewrite::linear(self.terms, self.images[&t]);
        sum.terms.is_empty().then(|| sum.constant.to_i64()).flatten()
    }

    /// The `integers` that an image has of its own are such that the `conditions` hold.
    pub(super) fn require(&mut self, integers: &[Term], conditions: Vec<Term>) {
        debug_assert!(
            conditions.iter().all(|&c| self.terms.sort(c) == Sort::Bool),
            "a condition is no formula"
        );
        self.conditions.push((integers.to_vec(), conditions));
    }

    /// What was required of integers that occur in `images`, or in what is required of later ones: of a numeral, perhaps just the length
    /// matters.
    pub(super) fn conditions(self, images: &[Term]) -> Vec<Term> {
        let mut needed = Vec::new();
        if self.conditions.is_empty() {
            return needed;
        }
        let mut occurring: FxHashSet<Term> = self.terms.post_order(images).into_iter().collect();
        for (integers, conditions) in self.conditions.into_iter().rev() {
            if integers.iter().any(|i| occurring.contains(i)) {
                occurring.extend(self.terms.post_order(&conditions));
                needed.extend(conditions);
            }
        }
        needed
    }

    /// Between which numbers the image `t` is, if that is known.
    pub(super) fn range(&self, t: Term) -> Option<(Int, Int)> {
        self.ranges.of(self.terms, t)
    }

    /// Whether the comparison `f` holds if `condition` does, or does not, as far as bounds say.
    pub(super) fn follows(&self, f: Term, condition: Term, holds: bool) -> Option<bool> {
        let sum = super::ranges::at_least_zero(self.terms, f)?;
        let (least, most) = self.ranges.supposing(self.terms, &sum, condition, holds)?;
        match (least.is_negative(), most.is_negative()) {
            (false, _) => Some(true),
            (true, true) => Some(false),
            (true, false) => None,
        }
    }

    /// `code` is in `set`, or, if `or_missing`, there is no such letter.
    pub(super) fn reads(&mut self, code: Term, set: &CharSet, or_missing: bool) -> Term {
        super::word::reads(self.terms, code, set, or_missing, self.sets.get(&code))
    }

    /// There is no letter with this code.
    pub(super) fn missing(&mut self, code: Term) -> Term {
        super::word::missing(self.terms, code, self.sets.get(&code))
    }

    /// How many letters a word has.
    pub(super) fn length(&mut self, word: &Word) -> Term {
        if let Some(length) = word.length {
            return length;
        }
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let mut summands = Vec::with_capacity(word.codes.len());
        for &code in &word.codes {
            let missing = if word.is_exact() { self.terms.ff() } else { self.missing(code) };
            summands.push(self.terms.ite(missing, zero, one));
        }
        self.terms.add(&summands)
    }

    /// Whether this is the length of a spelled string.
    pub(super) fn is_length(&self, t: Term) -> bool {
        self.lengths.contains(&t)
    }

    /// The operator of a term.
    pub(super) fn op(&self, t: Term) -> Op {
        self.terms.op(t)
    }
}
