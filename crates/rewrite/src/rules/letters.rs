//! Maps of single letters, pulled out of memberships, of equalities with a constant, and of searches for one.
//!
//! `(str.replace_all x "a" w)` for `w` of at most one character, `(str.replace_re_all x r w)` where the words of `r` are characters,
//! `str.to_lower` and `str.to_upper` treat every character by itself. The pre-image of a regular language under such a map is the regex
//! with its character sets mapped back, since pre-images commute with Boolean operations and, as no character
//! becomes two, with concatenation. So a chain of such maps disappears, and what remains is a membership of
//! the innermost string, which meets its other memberships. An automaton would do the same at a
//! price; a longer `w` needs one, except in a constant whose occurrences of `w` do not overlap, and in a search for one character.

use crate::cx::Cx;
use crate::matching::{self, Ranges};
use crate::rule::RuleId;
use crate::word;
use base::FxHashMap;
use terms::sort::MAX_CHAR;
use terms::{Op, Sort, Term};

/// The characters from `lo` to `hi` become others; those outside stay.
#[derive(Clone, Copy, PartialEq, Eq)]
struct LetterMap {
    lo: u32,
    hi: u32,
    to: Image,
}

/// What characters in a row become.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Image {
    /// As many in a row, from this one on.
    From(u32),
    One(u32),
    Nothing,
}

/// The maps that the function `t` is, if it is some: in any order they come to the same, as their images are.
fn maps_of(cx: &Cx, t: Term) -> Option<Vec<LetterMap>> {
    match cx.op(t) {
        Op::StrToLower => Some(vec![LetterMap { lo: 0x41, hi: 0x5A, to: Image::From(0x61) }]),
        Op::StrToUpper => Some(vec![LetterMap { lo: 0x61, hi: 0x7A, to: Image::From(0x41) }]),
        _ => {
            let (from, to) = replaced(cx, t)?;
            let to = match *to {
                [] => Image::Nothing,
                [c] => Image::One(c),
                _ => return None,
            };
            Some(from.into_iter().map(|(lo, hi)| LetterMap { lo, hi, to }).collect())
        }
    }
}

/// The ranges of characters of which the function `t` replaces each, and the word that it writes.
fn replaced(cx: &Cx, t: Term) -> Option<(Ranges, Vec<u32>)> {
    let op = cx.op(t);
    let from = if op == Op::StrReplaceReAll {
        matching::characters(cx, cx.arg(t, 1))?
    } else if op == Op::StrReplaceAll
        && let &[c] = cx.str_value(cx.arg(t, 1))?
    {
        vec![(c, c)]
    } else {
        return None;
    };
    Some((from, cx.str_value(cx.arg(t, 2))?.to_vec()))
}

impl LetterMap {
    /// The ranges of characters that are mapped into `[lo, hi]`.
    fn before(self, lo: u32, hi: u32) -> impl Iterator<Item = (u32, u32)> {
        let below = self.lo.checked_sub(1).map(|end| (lo, hi.min(end)));
        let above = Some((lo.max(self.hi + 1), hi));
        let moved = match self.to {
            Image::From(to) => {
                let back = |c: u32| c - to + self.lo;
                let (first, last) = (lo.max(to), hi.min(to + (self.hi - self.lo)));
                (first <= last).then(|| (back(first), back(last)))
            }
            Image::One(c) => (lo..=hi).contains(&c).then_some((self.lo, self.hi)),
            Image::Nothing => None,
        };
        [below, above, moved].into_iter().flatten().filter(|(lo, hi)| lo <= hi)
    }

    /// What `c` becomes.
    fn after(self, c: u32) -> Option<u32> {
        if (self.lo..=self.hi).contains(&c) {
            match self.to {
                Image::From(to) => Some(to + (c - self.lo)),
                Image::One(c) => Some(c),
                Image::Nothing => None,
            }
        } else {
            Some(c)
        }
    }
}

/// `(str.in_re (f s) r)`.
pub(super) fn membership(cx: &mut Cx, member: Term) -> Option<Term> {
    let (t, r) = (cx.arg(member, 0), cx.arg(member, 1));
    let (maps, s) = mapped(cx, t)?;
    let r = Preimage::of(cx, maps).regex(cx, r)?;
    let member = cx.in_re(s, r);
    cx.fire(RuleId::InReLetters, member)
}

/// `(= w (f s))`.
pub(super) fn equality(cx: &mut Cx, w: Term, t: Term) -> Option<Term> {
    let w = cx.str_value(w)?.to_vec();
    let (maps, s) = letter_maps(cx, t);
    let (r, s) = match maps.is_empty() {
        false => (Preimage::of(cx, maps).word(cx, &w), s),
        true => (widened(cx, &w, t)?, cx.arg(t, 0)),
    };
    let member = cx.in_re(s, r);
    cx.fire(RuleId::EqLetters, member)
}

/// `(str.contains (f s) w)`, also where `f` was pulled into a concatenation. The concatenation of the arguments is in a language, whatever
/// part of `w` is in which of them.
pub(super) fn contained(cx: &mut Cx, t: Term) -> Option<Term> {
    let w = cx.str_value(cx.arg(t, 1))?.to_vec();
    if let &[c] = &w[..] {
        return one_of_letters(cx, cx.arg(t, 0), c);
    }
    let (maps, s) = mapped(cx, cx.arg(t, 0))?;
    let (all, found) = (cx.mk(Op::ReAll, &[]), Preimage::of(cx, maps).word(cx, &w));
    search(cx, s, &[all, found, all])
}

/// `(str.prefixof w (f s))`, `(str.suffixof w (f s))`.
pub(super) fn affix(cx: &mut Cx, t: Term) -> Option<Term> {
    let w = cx.str_value(cx.arg(t, 0))?.to_vec();
    let (maps, s) = mapped(cx, cx.arg(t, 1))?;
    let (all, found) = (cx.mk(Op::ReAll, &[]), Preimage::of(cx, maps).word(cx, &w));
    search(cx, s, &if cx.op(t) == Op::StrPrefixOf { [found, all] } else { [all, found] })
}

fn search(cx: &mut Cx, s: Term, parts: &[Term]) -> Option<Term> {
    let r = concat(cx, parts);
    let member = cx.in_re(s, r);
    cx.fire(RuleId::SearchLetters, member)
}

/// One of the letters that become `c` is in the argument of `t`: other rules look for a letter in each part of a text. Functions that
/// write words are seen through as well, all at once as chains are long, to find out that there is no such letter.
fn one_of_letters(cx: &mut Cx, t: Term, c: u32) -> Option<Term> {
    let (mut letters, mut s) = (vec![(c, c)], t);
    while let Some((before, of)) = letters_before(cx, s, &letters)
        && !letters.is_empty()
    {
        (letters, s) = (before, of);
    }
    if letters.is_empty() {
        return cx.fire_bool(RuleId::SearchLetters, false);
    }
    let (maps, s) = mapped(cx, t)?;
    let letters = before(&maps, (c, c));
    if letters.iter().any(|(lo, hi)| lo < hi) {
        let letters: Vec<Term> = letters.into_iter().map(|(lo, hi)| range(cx, lo, hi)).collect();
        let (all, one) = (cx.mk(Op::ReAll, &[]), junction(cx, Op::ReUnion, &letters));
        return search(cx, s, &[all, one, all]);
    }
    let mut found = vec![cx.mk(Op::False, &[])];
    for (c, _) in letters {
        let letter = cx.string(&[c]);
        found.push(cx.mk(Op::StrContains, &[s, letter]));
    }
    cx.fire_app(RuleId::SearchLetters, Op::Or, &found)
}

/// The ranges of letters that become one of these, and the argument of the function `t`, if they are no more where it writes words.
fn letters_before(cx: &mut Cx, t: Term, letters: &[(u32, u32)]) -> Option<(Ranges, Term)> {
    if let Some((maps, s)) = mapped(cx, t) {
        return Some((letters.iter().flat_map(|&range| before(&maps, range)).collect(), s));
    }
    let (from, to) = replaced(cx, t)?;
    let is_brought = |c: &u32| letters.iter().any(|(lo, hi)| (lo..=hi).contains(&c));
    let brought = if to.iter().any(is_brought) { &from[..] } else { &[] };
    let removed = from.iter().map(|&(lo, hi)| LetterMap { lo, hi, to: Image::Nothing });
    let removed: Vec<LetterMap> = removed.collect();
    let kept = letters.iter().flat_map(|&range| before(&removed, range));
    let before: Ranges = kept.chain(brought.iter().copied()).collect();
    let size =
        |ranges: &[(u32, u32)]| ranges.iter().map(|(lo, hi)| u64::from(hi - lo) + 1).sum::<u64>();
    (size(&before) <= size(letters)).then(|| (before, cx.arg(t, 0)))
}

/// The maps of which `t` is the value, from the outside in, and their argument.
fn letter_maps(cx: &Cx, t: Term) -> (Vec<LetterMap>, Term) {
    let (mut maps, mut s) = (Vec::new(), t);
    while let Some(some) = maps_of(cx, s) {
        maps.extend(some);
        s = cx.arg(s, 0);
    }
    (maps, s)
}

/// The ranges of characters that the maps, the last one first, map into a range.
fn before(maps: &[LetterMap], range: (u32, u32)) -> Ranges {
    maps.iter().fold(vec![range], |ranges, map| {
        ranges.into_iter().flat_map(|(lo, hi)| map.before(lo, hi)).collect()
    })
}

/// The maps and their argument, if `t` is the value of some, or the concatenation of values of one and of constants that it keeps.
fn mapped(cx: &mut Cx, t: Term) -> Option<(Vec<LetterMap>, Term)> {
    let (maps, s) = letter_maps(cx, t);
    if !maps.is_empty() {
        return Some((maps, s));
    }
    if cx.op(t) != Op::StrConcat {
        return None;
    }
    let parts = cx.args(t).to_vec();
    let maps = parts.iter().find_map(|&part| maps_of(cx, part))?;
    let keeps = |&c: &u32| maps.iter().all(|map| map.after(c) == Some(c));
    let source = |&part: &Term| match cx.str_value(part) {
        Some(w) => w.iter().all(keeps).then_some(part),
        None => (maps_of(cx, part).as_ref() == Some(&maps)).then(|| cx.arg(part, 0)),
    };
    let sources: Vec<Term> = parts.iter().map(source).collect::<Option<_>>()?;
    Some((maps, cx.mk(Op::StrConcat, &sources)))
}

/// The words that become `w` when a character is replaced by a longer word.
fn widened(cx: &mut Cx, w: &[u32], t: Term) -> Option<Term> {
    if cx.op(t) != Op::StrReplaceAll {
        return None;
    }
    let (&[from], to) = (cx.str_value(cx.arg(t, 1))?, cx.str_value(cx.arg(t, 2))?.to_vec()) else {
        return None;
    };
    if (1..to.len()).any(|i| to.starts_with(&to[i..])) {
        return None;
    }
    // What was written is `to`; all else was there before, so it is not `from`.
    let (mut parts, mut at) = (Vec::new(), 0);
    let occurrences =
        std::iter::successors(word::find(w, &to, 0), |&i| word::find(w, &to, i + to.len()));
    let written = [vec![from], to.clone()];
    let choices = if to.contains(&from) { &written[..1] } else { &written[..] };
    let choice: Vec<Term> = choices.iter().map(|w| literal(cx, w)).collect();
    let choice = junction(cx, Op::ReUnion, &choice);
    for i in occurrences.chain([w.len()]) {
        if w[at..i].contains(&from) {
            return Some(cx.mk(Op::ReNone, &[]));
        }
        parts.extend([literal(cx, &w[at..i]), choice]);
        at = i + to.len();
    }
    parts.pop();
    Some(concat(cx, &parts))
}

/// Regexes mapped back, through a chain of maps at once: one by one, each that erases a letter would make the regex twice as large.
struct Preimage {
    maps: Vec<LetterMap>,
    /// The words that become nothing, if others than the empty one do.
    erased: Option<Term>,
    done: FxHashMap<Term, Term>,
}

impl Preimage {
    fn of(cx: &mut Cx, maps: Vec<LetterMap>) -> Preimage {
        let erasing = (0..maps.len()).filter(|&at| maps[at].to == Image::Nothing);
        let letters = |at: usize| before(&maps[at + 1..], (maps[at].lo, maps[at].hi));
        let ranges: Ranges = erasing.flat_map(letters).collect();
        let letters: Vec<Term> = ranges.into_iter().map(|(lo, hi)| range(cx, lo, hi)).collect();
        let one = (!letters.is_empty()).then(|| junction(cx, Op::ReUnion, &letters));
        let erased = one.map(|one| cx.mk(Op::ReStar, &[one]));
        Preimage { maps, erased, done: FxHashMap::default() }
    }

    /// The words that are mapped into the regex `r`; `None` if it has variables.
    fn regex(&mut self, cx: &mut Cx, r: Term) -> Option<Term> {
        let order = cx.post_order_unless(&[r], |t| cx.sort(t) != Sort::RegLan);
        for r in order {
            let before = self.one(cx, r)?;
            self.done.insert(r, before);
        }
        self.done.get(&r).copied()
    }

    fn one(&self, cx: &mut Cx, r: Term) -> Option<Term> {
        match cx.op(r) {
            Op::StrToRe => {
                let w = cx.str_value(cx.arg(r, 0))?.to_vec();
                Some(self.word(cx, &w))
            }
            Op::ReAllChar => Some(self.chars(cx, 0, MAX_CHAR)),
            Op::ReRange => {
                let (lo, hi) = matching::range(cx, r)?;
                Some(if lo <= hi { self.chars(cx, lo, hi) } else { cx.mk(Op::ReNone, &[]) })
            }
            op if commutes(op) => {
                let args: Vec<Term> =
                    cx.args(r).iter().map(|a| self.done.get(a).copied()).collect::<Option<_>>()?;
                let before = cx.mk(op, &args);
                Some(if may_be_empty(op) { self.or_erased(cx, before) } else { before })
            }
            _ => None,
        }
    }

    /// The words that become one character from `lo` to `hi`.
    fn chars(&self, cx: &mut Cx, lo: u32, hi: u32) -> Term {
        let ranges = before(&self.maps, (lo, hi)).into_iter();
        let ranges: Vec<Term> = ranges.map(|(lo, hi)| range(cx, lo, hi)).collect();
        let one = junction(cx, Op::ReUnion, &ranges);
        match self.erased {
            Some(erased) => concat(cx, &[erased, one, erased]),
            None => one,
        }
    }

    /// The words that become `w`.
    fn word(&self, cx: &mut Cx, w: &[u32]) -> Term {
        let mut parts: Vec<Term> = self.erased.into_iter().collect();
        let keeps = |c: u32| before(&self.maps, (c, c)) == [(c, c)];
        let kept = |c: &u32, _: &u32| self.erased.is_none() && keeps(*c);
        let same = |a: &u32, b: &u32| kept(a, b) == kept(b, a);
        for run in w.chunk_by(same) {
            if kept(&run[0], &run[0]) {
                parts.push(literal(cx, run));
            } else {
                parts.extend(run.iter().map(|&c| self.chars(cx, c, c)));
            }
        }
        concat(cx, &parts)
    }

    fn or_erased(&self, cx: &mut Cx, r: Term) -> Term {
        match self.erased {
            Some(erased) => cx.mk(Op::ReUnion, &[r, erased]),
            None => r,
        }
    }
}

/// Whether pre-images commute with the operation.
fn commutes(op: Op) -> bool {
    use Op::{ReAll, ReComp, ReConcat, ReDiff, ReInter, ReNone, ReOpt, RePlus, ReStar, ReUnion};
    matches!(
        op,
        ReAll | ReNone | ReConcat | ReUnion | ReInter | ReDiff | ReComp | ReStar | RePlus | ReOpt
    ) || matches!(op, Op::RePower(_) | Op::ReLoop(..))
}

/// Whether zero repetitions are among the words of an iteration.
fn may_be_empty(op: Op) -> bool {
    match op {
        Op::ReStar | Op::ReOpt | Op::RePower(0) => true,
        Op::ReLoop(lo, _) => lo == 0,
        _ => false,
    }
}

fn literal(cx: &mut Cx, w: &[u32]) -> Term {
    let w = cx.string(w);
    cx.mk(Op::StrToRe, &[w])
}

fn range(cx: &mut Cx, lo: u32, hi: u32) -> Term {
    if lo == hi {
        return literal(cx, &[lo]);
    }
    let ends = [cx.string(&[lo]), cx.string(&[hi])];
    cx.mk(Op::ReRange, &ends)
}

fn concat(cx: &mut Cx, parts: &[Term]) -> Term {
    match parts {
        [] => literal(cx, &[]),
        [one] => *one,
        many => cx.mk(Op::ReConcat, many),
    }
}

fn junction(cx: &mut Cx, op: Op, parts: &[Term]) -> Term {
    match parts {
        [] => cx.mk(Op::ReNone, &[]),
        [one] => *one,
        many => cx.mk(op, many),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{fires, keeps};

    #[test]
    fn memberships() {
        fires!(
            InReLetters,
            r#"(str.in_re (str.replace_all x "A" "B") (re.+ (re.range "A" "C")))"#,
            r#"(str.in_re x (re.+ (re.union (re.range "B" "C") (str.to_re "A"))))"#
        );
        fires!(
            InReLetters,
            r#"(str.in_re (str.replace_all x "A" "") (re.opt (re.++ (str.to_re "B") re.allchar)))"#,
            r#"(str.in_re x (re.union (re.opt (re.++
                (re.++ (re.* (str.to_re "A")) (re.++ (re.* (str.to_re "A")) (str.to_re "B") (re.* (str.to_re "A"))))
                (re.* (str.to_re "A"))
                (re.union (re.range "\u{0}" "@") (re.range "B" "\u{2ffff}"))
                (re.* (str.to_re "A")))) (re.* (str.to_re "A"))))"#
        );
        fires!(
            InReLetters,
            r#"(str.in_re (str.to_lower x) (re.inter (re.* (re.range "A" "b")) (re.comp (str.to_re "ab"))))"#,
            r#"(str.in_re x (re.inter
                (re.* (re.union (re.range "[" "b") (re.range "A" "B")))
                (re.comp (re.++ (re.union (str.to_re "a") (str.to_re "A")) (re.union (str.to_re "b") (str.to_re "B"))))))"#
        );
        fires!(
            InReLetters,
            r#"(str.in_re (str.replace_all x "A" "") ((_ re.loop 0 2) (str.to_re "B")))"#,
            r#"(str.in_re x (re.union ((_ re.loop 0 2)
                (re.++ (re.* (str.to_re "A")) (str.to_re "B") (re.* (str.to_re "A")))) (re.* (str.to_re "A"))))"#
        );
        fires!(
            InReLetters,
            r#"(str.in_re (str.++ (str.to_lower x) "0" (str.to_lower y)) (re.* (re.range "0" "a")))"#,
            r#"(str.in_re (str.++ x "0" y) (re.* (re.union (re.range "0" "@") (re.range "[" "a") (str.to_re "A"))))"#
        );
        fires!(
            InReLetters,
            r#"(str.in_re (str.replace_re_all x (re.union (re.range "1" "2") (str.to_re "A")) "B") (re.+ (re.range "A" "C")))"#,
            r#"(str.in_re x (re.+ (re.union (re.range "B" "C") (str.to_re "A") (re.range "1" "2"))))"#
        );
        keeps!(InReLetters, r#"(str.in_re (str.++ (str.to_lower x) y) (re.+ (str.to_re "ab")))"#);
        keeps!(InReLetters, r#"(str.in_re (str.replace_all x "AB" "B") (re.+ (str.to_re "A")))"#);
        keeps!(InReLetters, r#"(str.in_re (str.replace_all x "A" "BB") (re.+ (str.to_re "A")))"#);
        keeps!(InReLetters, r#"(str.in_re (str.to_lower x) (re.+ (str.to_re y)))"#);
    }

    #[test]
    fn chains() {
        fires!(
            InReLetters,
            r#"(str.in_re (str.replace_all (str.replace_all x "a" "") "b" "") (re.+ (str.to_re "c")))"#,
            r#"(str.in_re x (re.+ (re.++ (re.* (re.union (str.to_re "b") (str.to_re "a")))
                (str.to_re "c") (re.* (re.union (str.to_re "b") (str.to_re "a"))))))"#
        );
        fires!(
            InReLetters,
            r#"(str.in_re (str.replace_all (str.to_lower x) "a" "") (re.+ (str.to_re "b")))"#,
            r#"(str.in_re x (re.+ (re.++ (re.* (re.union (str.to_re "a") (str.to_re "A")))
                (re.union (str.to_re "b") (str.to_re "B")) (re.* (re.union (str.to_re "a") (str.to_re "A"))))))"#
        );
    }

    #[test]
    fn equalities() {
        fires!(
            EqLetters,
            r#"(= "0B1" (str.replace_all x "A" "B"))"#,
            r#"(str.in_re x (re.++ (str.to_re "0") (re.union (str.to_re "B") (str.to_re "A")) (str.to_re "1")))"#
        );
        fires!(EqLetters, r#"(= "0A1" (str.replace_all x "A" "B"))"#, "false");
        fires!(
            EqLetters,
            r#"(= "01" (str.to_upper (str.replace_all x "A" "B")))"#,
            r#"(= "01" x)"#
        );
        fires!(
            EqLetters,
            r#"(= "AA" (str.replace_all x "B" ""))"#,
            r#"(str.in_re x (re.++ (re.* (str.to_re "B")) (str.to_re "A")
                (re.* (str.to_re "B")) (re.* (str.to_re "B")) (str.to_re "A") (re.* (str.to_re "B"))))"#
        );
        fires!(EqLetters, r#"(= "0AB1" (str.replace_all x "B" "AB"))"#, r#"(= "0B1" x)"#);
        fires!(
            EqLetters,
            r#"(= "0ABA" (str.replace_all x "1" "AB"))"#,
            r#"(str.in_re x (re.++ (str.to_re "0") (re.union (str.to_re "1") (str.to_re "AB")) (str.to_re "A")))"#
        );
        fires!(EqLetters, r#"(= "0B" (str.replace_all x "B" "AB"))"#, "false");
        keeps!(EqLetters, r#"(= "ABA" (str.replace_all x "B" "ABA"))"#);
        keeps!(EqLetters, r#"(= y (str.to_upper x))"#);
    }

    #[test]
    fn searches() {
        fires!(
            SearchLetters,
            r#"(str.contains (str.to_lower x) "a1")"#,
            r#"(str.in_re x (re.++ re.all (re.union (str.to_re "a") (str.to_re "A")) (str.to_re "1") re.all))"#
        );
        fires!(
            SearchLetters,
            r#"(str.contains (str.to_lower x) "a")"#,
            r#"(or (str.contains x "a") (str.contains x "A"))"#
        );
        fires!(SearchLetters, r#"(str.contains (str.to_lower x) "A")"#, "false");
        fires!(SearchLetters, r#"(str.contains (str.replace_all x "<" "&lt;") "<")"#, "false");
        fires!(
            SearchLetters,
            r#"(str.contains (str.replace_all (str.replace_all x "'" "''") "'" "&#39;") "'")"#,
            "false"
        );
        fires!(
            SearchLetters,
            r#"(str.contains (str.replace_re_all x (re.range "a" "c") "de") "b")"#,
            "false"
        );
        fires!(
            SearchLetters,
            r#"(str.contains (str.replace_re_all x (re.range "0" "8") "9") "9")"#,
            r#"(str.in_re x (re.++ re.all (re.union (str.to_re "9") (re.range "0" "8")) re.all))"#
        );
        keeps!(
            SearchLetters,
            r#"(str.contains (str.replace_re_all x (re.range "a" "c") "be") "b")"#
        );
        keeps!(SearchLetters, r#"(str.contains (str.replace_all x "'" "''") "'")"#);
        keeps!(SearchLetters, r#"(str.contains (str.replace_all x "<" "&lt;") "lt")"#);
        keeps!(SearchLetters, r#"(str.contains (str.replace_all x "<" "&lt;") "t")"#);
        keeps!(SearchLetters, r#"(str.contains (str.replace_all x "<" y) "t")"#);
        keeps!(SearchLetters, r#"(str.contains (str.replace_all x "ab" "cde") "c")"#);
        fires!(
            SearchLetters,
            r#"(str.prefixof "BC" (str.replace_all x "A" ""))"#,
            r#"(str.in_re x (re.++ (re.++ (re.* (str.to_re "A")) (re.++ (re.* (str.to_re "A")) (str.to_re "B") (re.* (str.to_re "A")))
                (re.++ (re.* (str.to_re "A")) (str.to_re "C") (re.* (str.to_re "A")))) re.all))"#
        );
        fires!(
            SearchLetters,
            r#"(str.suffixof "B1" (str.++ (str.to_upper x) "0" (str.to_upper y)))"#,
            r#"(str.in_re (str.++ x "0" y) (re.++ re.all (re.union (str.to_re "B") (str.to_re "b")) (str.to_re "1")))"#
        );
        keeps!(SearchLetters, r#"(str.contains (str.++ (str.to_upper x) (str.to_lower y)) "11")"#);
        keeps!(SearchLetters, r#"(str.contains (str.++ (str.to_upper x) y) "11")"#);
        keeps!(SearchLetters, r#"(str.contains (str.to_upper x) y)"#);
    }
}
