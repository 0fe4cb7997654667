//! The letters that single assertions give to strings, and bounds of integers to numerals and letters.

use super::super::spelling::{Ranges, columns};
use crate::strings::languages::Languages;
use automata::MAX_CHAR;
use automata::{CharSet, Re};
use base::{Budget, FxHashMap, Int, Interrupted, Limits, Stop, Upper};
use terms::{Op, Sort, Term, Terms};

/// What a string consists of.
#[derive(Clone)]
pub(super) struct Letters {
    pub set: CharSet,
    /// How many there are at least.
    pub least: u64,
    /// How many there are at most.
    pub most: Upper<u64>,
}

impl Letters {
    /// Of a string that nothing is known of.
    pub fn any() -> Letters {
        Letters { set: CharSet::full(), least: 0, most: Upper::Unbounded }
    }

    /// Whether there may be none.
    pub fn may_be_empty(&self) -> bool {
        self.least == 0
    }

    /// How many there are, if that is known.
    pub fn length(&self) -> Option<usize> {
        let is_known = self.most == Upper::AtMost(self.least);
        usize::try_from(self.least).ok().filter(|_| is_known)
    }
}

/// What constants consist of.
#[derive(Default)]
pub(super) struct Alphabets {
    letters: FxHashMap<Term, Letters>,
    languages: FxHashMap<Term, Vec<Re>>,
    prefixes: FxHashMap<Term, Vec<u32>>,
    /// Of numerals and letters, by what is asserted of integers.
    written: FxHashMap<Term, Letters>,
    /// The assertions that say so.
    pub given: Vec<Term>,
}

impl Alphabets {
    /// What the part `x` of a text consists of.
    pub fn get(&self, terms: &Terms, x: Term) -> Letters {
        if let Some(letters) = self.letters.get(&x).or_else(|| self.written.get(&x)) {
            return letters.clone();
        }
        if terms.op(x) == Op::StrSubstr {
            return self.of_slice(terms, x);
        }
        let is_numeral = terms.op(x) == Op::StrFromInt;
        let set = if is_numeral { CharSet::range('0'.into(), '9'.into()) } else { CharSet::full() };
        Letters { set, ..Letters::any() }
    }

    /// What the slice `x` consists of: letters of the string that it is a slice of.
    fn of_slice(&self, terms: &Terms, x: Term) -> Letters {
        let mut whole = x;
        while terms.op(whole) == Op::StrSubstr {
            whole = terms.arg(whole, 0);
        }
        debug_assert!(terms.sort(whole) == Sort::String, "a slice of what is no text");
        Letters { set: self.get(terms, whole).set, ..Letters::any() }
    }

    /// Whether something is known of the letters of the constant `x`.
    pub fn knows(&self, x: Term) -> bool {
        self.letters.contains_key(&x)
    }

    /// The languages that the constant `x` is in, if there are any.
    pub fn languages(&self, x: Term) -> Option<&[Re]> {
        self.languages.get(&x).map(Vec::as_slice)
    }

    /// The longest word that `x` is asserted to begin with.
    pub fn prefix(&self, x: Term) -> Option<&[u32]> {
        self.prefixes.get(&x).map(Vec::as_slice)
    }

    /// Takes what `f` says of the beginning of a constant.
    fn begin(&mut self, terms: &Terms, f: Term) {
        let (Op::StrPrefixOf, &[word, x]) = (terms.op(f), terms.args(f)) else { return };
        let Some(word) = terms.str_value(word).filter(|_| terms.is_constant(x)) else { return };
        let known = self.prefixes.entry(x).or_default();
        if word.len() > known.len() {
            *known = word.to_vec();
            self.given.push(f);
        }
    }

    /// Takes what bounds of integers say of the numerals and letters among `all` terms.
    fn write(&mut self, terms: &Terms, formulas: &[Term], all: &[Term]) {
        let is_text = |t: &&Term| matches!(terms.op(**t), Op::StrFromInt | Op::StrFromCode);
        if !all.iter().any(|t| is_text(&t)) {
            return;
        }
        let ranges = Ranges::of_constants(terms, formulas, all);
        for &t in all.iter().filter(is_text) {
            let Some(range) = ranges.of(terms, terms.arg(t, 0)) else { continue };
            let is_numeral = terms.op(t) == Op::StrFromInt;
            let letters = if is_numeral { numeral(range) } else { letter(range) };
            self.written.extend(letters.map(|letters| (t, letters)));
        }
        if !self.written.is_empty() {
            self.given.extend(formulas.iter().filter(|&&f| bounds(terms, f)));
        }
    }

    /// `x` consists of `letters`, too.
    pub fn restrict(&mut self, x: Term, letters: &Letters) {
        debug_assert!(
            letters.most >= Upper::AtMost(letters.least) || letters.least == 0,
            "a string is at least longer than at most"
        );
        let known = self.letters.entry(x).or_insert_with(Letters::any);
        known.set = known.set.intersect(&letters.set);
        known.least = known.least.max(letters.least);
        known.most = known.most.min(letters.most);
    }
}

/// What single assertions say of the letters of constants.
pub(super) fn alphabets(
    terms: &Terms,
    languages: &mut Languages,
    (formulas, all): (&[Term], &[Term]),
    budget: &Budget,
) -> Result<Alphabets, Interrupted> {
    let mut found = Alphabets::default();
    budget.charge(all.len() as u64)?;
    found.write(terms, formulas, all);
    let limits = Limits::none(budget);
    for &f in formulas {
        budget.charge(1)?;
        found.begin(terms, f);
        for (x, words) in columns(terms, f) {
            found.restrict(x, &of_words(terms, &words));
            let words: Vec<Re> = words
                .iter()
                .filter_map(|&word| Some(languages.regexes.word(terms.str_value(word)?)))
                .collect();
            let language = languages.regexes.union(words);
            found.languages.entry(x).or_default().push(language);
            found.given.push(f);
        }
        // Who charges the budget next learns if it is used up.
        let Some((x, letters)) = letters_of(terms, languages, f, &limits).ok().flatten() else {
            continue;
        };
        found.restrict(x, &letters);
        found.given.push(f);
        if terms.op(f) == Op::StrInRe
            && let Some(re) = languages.language(terms, terms.arg(f, 1), budget)
        {
            found.languages.entry(x).or_default().push(re);
        }
    }
    Ok(found)
}

/// A constant, and letters that it consists of because of `f`.
fn letters_of(
    terms: &Terms,
    languages: &mut Languages,
    f: Term,
    limits: &Limits<'_>,
) -> Result<Option<(Term, Letters)>, Stop> {
    let is_constant = |t: &Term| terms.is_constant(*t);
    let (atom, negated) = terms.literal(f);
    let &[a, b] = terms.args(atom) else { return Ok(None) };
    let op = terms.op(atom);
    if op == Op::StrInRe && !negated && is_constant(&a) {
        let Some(re) = languages.language_within(terms, b, limits)? else { return Ok(None) };
        let set = languages.regexes.letters(re, limits)?;
        let set = languages.regexes.set(set).clone();
        let lengths = languages.regexes.length_abstraction(re);
        let (least, most) = (lengths.min().unwrap_or(0), lengths.max().unwrap_or(Upper::AtMost(0)));
        return Ok(Some((a, Letters { set, least, most })));
    }
    if op == Op::StrContains && negated && is_constant(&a) {
        let Some(&[c]) = terms.str_value(b) else { return Ok(None) };
        return Ok(Some((a, Letters { set: CharSet::single(c).complement(), ..Letters::any() })));
    }
    if let Some(x) = read_as_number(terms, atom).filter(|x| !negated && is_constant(x)) {
        let set = CharSet::range('0'.into(), '9'.into());
        return Ok(Some((x, Letters { set, least: 1, ..Letters::any() })));
    }
    let (x, least, is_length) = if op == Op::Eq && negated {
        let sides = [(a, b), (b, a)].into_iter();
        let x = sides.filter(|&(_, empty)| is_empty(terms, empty)).map(|(x, _)| x).next();
        (x, Some(1), false)
    } else {
        let (length, n) = if terms.op(a) == Op::StrLen { (a, b) } else { (b, a) };
        let is_longer = op == Op::Ge && length == a || op == Op::Eq;
        let is_length = is_longer && !negated && terms.op(length) == Op::StrLen;
        let n = terms.int_value(n).filter(|n| n.is_positive());
        let x = is_length.then(|| terms.arg(length, 0));
        (x, n.and_then(base::Int::to_u64), op == Op::Eq)
    };
    let most = |least| if is_length { Upper::AtMost(least) } else { Upper::Unbounded };
    let letters = |least| Letters { least, most: most(least), ..Letters::any() };
    Ok(x.filter(is_constant).zip(least).map(|(x, least)| (x, letters(least))))
}

/// What numerals of integers between these consist of, if none is negative.
fn numeral((least, most): (Int, Int)) -> Option<Letters> {
    let digits = |n: &Int| n.to_u64().map(|n| u64::from(n.checked_ilog10().unwrap_or(0)) + 1);
    let (least, most) = (digits(&least)?, Upper::AtMost(digits(&most)?));
    debug_assert!(Upper::AtMost(least) <= most, "a number that is greater has fewer digits");
    Some(Letters { set: CharSet::range('0'.into(), '9'.into()), least, most })
}

/// What the letter consists of whose code is between these, if all are codes.
fn letter((least, most): (Int, Int)) -> Option<Letters> {
    let code = |n: Int| n.to_u64().and_then(|n| u32::try_from(n).ok()).filter(|&n| n <= MAX_CHAR);
    let set = CharSet::range(code(least)?, code(most)?);
    Some(Letters { set, least: 1, most: Upper::AtMost(1) })
}

/// Whether `f` may bound integers.
fn bounds(terms: &Terms, f: Term) -> bool {
    let atom = if terms.op(f) == Op::Not { terms.arg(f, 0) } else { f };
    let is_equation = terms.op(f) == Op::Eq && terms.sort(terms.arg(f, 0)) == Sort::Int;
    matches!(terms.op(atom), Op::Ge | Op::Or) || is_equation
}

/// What is read as a number, if `t` says that it is one that is not negative.
fn read_as_number(terms: &Terms, t: Term) -> Option<Term> {
    let &[a, b] = terms.args(t) else { return None };
    let read = |t: Term| if terms.op(t) == Op::StrToInt { Some(terms.arg(t, 0)) } else { None };
    let is_number = |t: Term| terms.int_value(t).is_some_and(|n| !n.is_negative());
    let is_equation = terms.op(t) == Op::Eq;
    if is_equation && is_number(a) {
        return read(b);
    }
    if (is_equation || terms.op(t) == Op::Ge) && is_number(b) { read(a) } else { None }
}

/// What a string consists of that is one of the words.
fn of_words(terms: &Terms, words: &[Term]) -> Letters {
    debug_assert!(!words.is_empty(), "a string that is no word");
    let words = || words.iter().filter_map(|&word| terms.str_value(word));
    let letters = words().flatten().map(|&c| (c, c));
    let set = CharSet::from_ranges(letters);
    let lengths = || words().map(|word| word.len() as u64);
    let (least, most) = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
    Letters { set, least, most: Upper::AtMost(most) }
}

fn is_empty(terms: &Terms, t: Term) -> bool {
    terms.str_value(t).is_some_and(<[u32]>::is_empty)
}
