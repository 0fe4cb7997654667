//! Strings whose language begins with fields of a fixed width, where they are read at these.
//!
//! The problem: a line is `[0-9]{4},[a-z]+`, and its first four letters are compared with those of the next line. To the procedures each
//! is a slice of a string of unknown length, which is cut anew for each candidate, and of its letters they know no more than that the
//! string has a language.
//!
//! But where all that is read begins and ends between parts of the language that have one length, the string is `k r` for a key `k` in
//! `[0-9]{4}` and a rest `r` in `,[a-z]+`. Then the key is a string of known length, which is spelled by codes ([`super::spelling`]), and
//! an order of keys is one of numbers. [`super::ends`] does the same letter by letter, if a string is read at both ends.

use super::ends::{Place, between};
use super::substitution::{equation, replace_whole};
use crate::engine::Resources;
use base::{FxHashMap, Interrupted};
use terms::{Fun, Op, Sort, Term, Terms};

/// A fact: what is behind so many letters is no field.
const WIDTH: usize = 64;

/// A string and its language.
struct Line {
    /// The membership that says so.
    given: Term,
    /// The languages of its first letters.
    letters: Vec<Term>,
    /// The other parts of the language.
    rest: Vec<Term>,
    /// Between which letters it is read.
    cuts: Vec<usize>,
}

/// What a string is: fields with their widths, and what is behind them.
struct Pieces {
    fields: Vec<(Term, usize)>,
    rest: Term,
}

/// Splits strings of `formulas` into fields, and returns their definitions.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut Vec<Term>,
) -> Result<Vec<(Fun, Term)>, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let (mut lines, mut order, mut twice) = (FxHashMap::default(), Vec::new(), Vec::new());
    for &f in &*formulas {
        budget.charge(1)?;
        if let Some((x, line)) = line(terms, f) {
            order.push(x);
            twice.extend(lines.insert(x, line).map(|_| x));
        }
    }
    twice.iter().for_each(|x| drop(lines.remove(x)));
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let all = terms.post_order_within(formulas, budget)?;
    for &t in &all {
        read(terms, &mut lines, t);
    }
    let mut pieces: FxHashMap<Term, Pieces> = FxHashMap::default();
    let (mut definitions, mut given, mut languages) = (Vec::new(), Vec::new(), Vec::new());
    for x in order {
        let Some(line) = lines.remove(&x).filter(|line| !line.cuts.is_empty()) else { continue };
        let Op::Apply(fun) = terms.op(x) else { continue };
        languages.push(line.given);
        let (split, of_pieces) = line.split(terms);
        definitions.push((fun, split.whole(terms)));
        given.extend(of_pieces);
        pieces.insert(x, split);
    }
    if definitions.is_empty() {
        return Ok(definitions);
    }
    let truth = terms.tt();
    let mut images: FxHashMap<Term, Term> = languages.iter().map(|&f| (f, truth)).collect();
    for t in all {
        budget.charge(1)?;
        if let Some(image) = image(terms, &pieces, t) {
            images.insert(t, image);
        }
    }
    let mut known: Vec<Term> =
        definitions.iter().map(|&(fun, whole)| equation(terms, fun, whole)).collect();
    known.extend(&given);
    replace_whole(terms, images, formulas, ("preprocess.fields", &known), audit, budget)?;
    debug_assert!(
        terms.post_order(formulas).iter().all(|t| !pieces.contains_key(t)),
        "a string that is split is left in a formula"
    );
    formulas.retain(|&f| f != truth);
    formulas.extend(given);
    Ok(definitions)
}

/// A constant, and its language if that begins with single letters, as `f` says.
fn line(terms: &mut Terms, f: Term) -> Option<(Term, Line)> {
    let (Op::StrInRe, &[x, regex]) = (terms.op(f), terms.args(f)) else { return None };
    if terms.op(regex) != Op::ReConcat || !terms.is_constant(x) {
        return None;
    }
    let (parts, mut letters) = (terms.args(regex).to_vec(), Vec::new());
    let mut known = 0;
    for &part in &parts {
        let Some(more) = single_letters(terms, part) else { break };
        if letters.len() + more.len() > WIDTH {
            break;
        }
        letters.extend(more);
        known += 1;
    }
    let rest = parts[known..].to_vec();
    let is_line = !letters.is_empty() && !rest.is_empty();
    is_line.then(|| (x, Line { given: f, letters, rest, cuts: Vec::new() }))
}

/// The languages of single letters that the regex `r` is made of.
fn single_letters(terms: &mut Terms, r: Term) -> Option<Vec<Term>> {
    let op = terms.op(r);
    if op == Op::StrToRe {
        let word = terms.str_value(terms.arg(r, 0))?.to_vec();
        let letter = |&c: &u32| {
            let letter = terms.string(&[c]);
            terms.mk(Op::StrToRe, &[letter])
        };
        return Some(word.iter().take(WIDTH + 1).map(letter).collect());
    }
    if let Op::RePower(n) = op {
        let (n, r) = (usize::try_from(n).ok()?, terms.arg(r, 0));
        return (n <= WIDTH && is_letter(terms, r)).then(|| vec![r; n]);
    }
    is_letter(terms, r).then(|| vec![r])
}

/// Whether `r` has words of one letter only, and shows it.
fn is_letter(terms: &Terms, r: Term) -> bool {
    let is_one = |end: &Term| terms.str_value(*end).is_some_and(|word| word.len() == 1);
    let is_set = |r: Term| {
        matches!(terms.op(r), Op::ReRange | Op::StrToRe) && terms.args(r).iter().all(is_one)
    };
    match terms.op(r) == Op::ReUnion {
        true => terms.args(r).iter().all(|&r| is_set(r)),
        false => is_set(r) || terms.op(r) == Op::ReAllChar,
    }
}

/// Takes note of where `t` reads lines. What reads one elsewhere makes it none.
fn read(terms: &mut Terms, lines: &mut FxHashMap<Term, Line>, t: Term) {
    let (op, args) = (terms.op(t), terms.args(t).to_vec());
    if !args.iter().any(|a| lines.contains_key(a)) {
        return;
    }
    let ends = match between(terms, t) {
        Some([Place::Start(from), Place::Start(to)]) => Some([from, to]),
        Some([Place::Start(from), Place::End(0)]) => Some([0, from]),
        _ => None,
    };
    let is_known = if let Some([from, to]) = ends {
        debug_assert!(from <= to, "a slice ends before it begins");
        lines.get_mut(&args[0]).is_some_and(|line| line.cut(from) && line.cut(to))
    } else {
        let is_own = op == Op::StrInRe && lines.get(&args[0]).is_some_and(|line| line.given == t);
        let is_end = matches!(op, Op::StrPrefixOf | Op::StrSuffixOf);
        is_own || op == Op::StrLen || is_end && terms.str_value(args[0]).is_some()
    };
    if !is_known {
        args.iter().for_each(|a| drop(lines.remove(a)));
    }
}

impl Line {
    /// Cuts it after so many letters. Whether it is known to have as many.
    fn cut(&mut self, at: usize) -> bool {
        if at > 0 && at <= self.letters.len() && !self.cuts.contains(&at) {
            self.cuts.push(at);
        }
        at <= self.letters.len()
    }

    /// Its pieces, and what languages they have.
    fn split(mut self, terms: &mut Terms) -> (Pieces, Vec<Term>) {
        base::order::sort(&mut self.cuts);
        let (mut fields, mut given, mut from) = (Vec::new(), Vec::new(), 0);
        for to in self.cuts {
            debug_assert!(from < to, "a field of no letters");
            let field = terms.fresh("field", Sort::String);
            given.push(member(terms, field, &self.letters[from..to]));
            fields.push((field, to - from));
            from = to;
        }
        let rest = terms.fresh("rest", Sort::String);
        let behind: Vec<Term> = self.letters[from..].iter().chain(&self.rest).copied().collect();
        given.push(member(terms, rest, &behind));
        (Pieces { fields, rest }, given)
    }
}

/// That `x` is of these `parts`.
fn member(terms: &mut Terms, x: Term, parts: &[Term]) -> Term {
    debug_assert!(!parts.is_empty(), "a piece of nothing");
    let regex = if let [only] = parts { *only } else { terms.mk(Op::ReConcat, parts) };
    terms.in_re(x, regex)
}

impl Pieces {
    fn whole(&self, terms: &mut Terms) -> Term {
        self.between(terms, 0, None)
    }

    /// What is between so many letters and so many others, or the end.
    fn between(&self, terms: &mut Terms, from: usize, to: Option<usize>) -> Term {
        let (mut parts, mut at) = (Vec::new(), 0);
        for &(field, width) in &self.fields {
            if at >= from && to.is_none_or(|to| at < to) {
                parts.push(field);
            }
            at += width;
        }
        parts.extend(to.is_none().then_some(self.rest));
        if parts.is_empty() { terms.string(&[]) } else { terms.concat(&parts) }
    }

    /// Whether it begins with `word`.
    fn begins(&self, terms: &mut Terms, mut word: &[u32]) -> Term {
        let mut pieces = Vec::new();
        for &(field, width) in &self.fields {
            let (here, behind) = word.split_at(word.len().min(width));
            let first = terms.string(here);
            pieces.push(match here.len() == width {
                true => terms.eq(field, first),
                false => terms.mk(Op::StrPrefixOf, &[first, field]),
            });
            word = behind;
        }
        let last = terms.string(word);
        pieces.push(terms.mk(Op::StrPrefixOf, &[last, self.rest]));
        terms.and(&pieces)
    }
}

/// What `t` is if strings have these `pieces`: a length, a slice, or whether a word is at an end.
fn image(terms: &mut Terms, pieces: &FxHashMap<Term, Pieces>, t: Term) -> Option<Term> {
    let (op, args) = (terms.op(t), terms.args(t).to_vec());
    if op == Op::StrLen {
        let pieces = pieces.get(&args[0])?;
        debug_assert!(!pieces.fields.is_empty(), "a string is split into one piece");
        let letters: usize = pieces.fields.iter().map(|field| field.1).sum();
        let (letters, rest) = (terms.int(letters), terms.len_of(pieces.rest));
        return Some(terms.add(&[letters, rest]));
    }
    if op == Op::StrSubstr {
        let pieces = pieces.get(&args[0])?;
        let [Place::Start(from), to] = between(terms, t)? else { return None };
        let to = if let Place::Start(to) = to { Some(to) } else { None };
        return Some(pieces.between(terms, from, to));
    }
    let pieces = pieces.get(args.get(1)?)?;
    if op == Op::StrSuffixOf {
        let whole = pieces.whole(terms);
        return Some(terms.mk(op, &[args[0], whole]));
    }
    debug_assert!(op == Op::StrPrefixOf, "a line is read by something else");
    let word = terms.str_value(args[0])?.to_vec();
    Some(pieces.begins(terms, &word))
}
