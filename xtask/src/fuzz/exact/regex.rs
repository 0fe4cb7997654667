//! Regexes as the exact matcher sees them: letters, blocks, loops with counters of any size.

use super::runs::Word;
use super::spans::{Span, Spans};
use dashu_int::IBig;

/// Pieces of a length set that are listed before they join.
const MOST_PIECES: usize = 60;

/// A set of letters, as ranges of code points.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Letters(pub u32, pub u32);

impl Letters {
    pub const ALL: Letters = Letters(0, terms::sort::MAX_CHAR);

    pub fn contains(&self, letter: char) -> bool {
        (self.0..=self.1).contains(&u32::from(letter))
    }

    pub fn have_all_of(&self, text: &str) -> bool {
        text.chars().all(|letter| self.contains(letter))
    }

    fn overlap(&self, other: &Letters) -> bool {
        self.0 <= other.1 && other.0 <= self.1
    }
}

/// A regex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Regex {
    None,
    /// A text of whole blocks, or one that is not.
    Text(String),
    Letters(Letters),
    Concat(Vec<Regex>),
    Union(Vec<Regex>),
    Inter(Vec<Regex>),
    Not(Box<Regex>),
    /// At least and at most so often; without end if the last is `None`.
    Loop(Box<Regex>, IBig, Option<IBig>),
}

/// The words over some letters, or of copies of a block, whose number of steps is one of a set.
#[derive(Clone, Debug)]
pub struct Unary {
    pub kind: Kind,
    pub steps: Steps,
}

/// What a step is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Letters(Letters),
    /// More than one letter.
    Block(String),
}

/// A set of numbers, as counters make them.
#[derive(Clone, Debug)]
pub enum Steps {
    Set(Spans),
    Loop(Box<Steps>, IBig, Option<IBig>),
}

impl Steps {
    /// The numbers `j` such that the sum of `j` of these numbers is one of the targets.
    pub fn copies(&self, targets: &Spans) -> Option<Spans> {
        match self {
            Steps::Set(set) if set.is_empty() => Some(only_none(targets.contains(&IBig::ZERO))),
            Steps::Set(set) => {
                let span = set.only()?;
                targets.divided(&span.low, span.high.as_ref())
            }
            Steps::Loop(steps, low, high) => {
                if is_inverted(low, high.as_ref()) {
                    return Some(only_none(targets.contains(&IBig::ZERO)));
                }
                steps.copies(targets)?.divided(low, high.as_ref())
            }
        }
    }

    /// Whether one of these numbers is one of the targets.
    pub fn meet(&self, targets: &Spans) -> Option<bool> {
        match self.set() {
            Some(set) => Some(set.meets(targets)),
            None => Some(self.copies(targets)?.contains(&IBig::ONE)),
        }
    }

    /// The set, if it has few intervals.
    pub fn set(&self) -> Option<Spans> {
        match self {
            Steps::Set(set) => Some(set.clone()),
            Steps::Loop(_, low, high) if is_inverted(low, high.as_ref()) => Some(Spans::none()),
            Steps::Loop(steps, low, high) => times(&steps.set()?, low, high.as_ref()),
        }
    }
}

/// No copies at all, or none that do.
fn only_none(is_there: bool) -> Spans {
    if is_there { Spans::point(&IBig::ZERO) } else { Spans::none() }
}

pub fn is_inverted(low: &IBig, high: Option<&IBig>) -> bool {
    high.is_some_and(|high| low > high)
}

/// The sums of so many numbers of a set.
fn times(set: &Spans, low: &IBig, high: Option<&IBig>) -> Option<Spans> {
    if set.is_empty() {
        return Some(only_none(*low == IBig::ZERO));
    }
    let span = set.only()?;
    let zero = Span::new(0, 0);
    if high == Some(&IBig::ZERO) || *span == zero {
        return Spans::of([zero]);
    }
    let piece =
        |k: &IBig| Span { low: &span.low * k, high: span.high.as_ref().map(|high| high * k) };
    let mut pieces: Vec<Span> = if *low == IBig::ZERO { vec![zero] } else { Vec::new() };
    let mut k = low.max(&IBig::ONE).clone();
    while pieces.len() < MOST_PIECES {
        if high.is_some_and(|high| k > *high) {
            return Spans::of(pieces);
        }
        let (this, next) = (piece(&k), piece(&(&k + 1)));
        pieces.push(this.clone());
        if this.high.as_ref().is_none_or(|high| next.low <= high + 1) {
            // From here on each piece touches the next.
            let end = high.and_then(|high| Some(span.high.as_ref()? * high));
            pieces.push(Span { low: this.low, high: end });
            return Spans::of(pieces);
        }
        k += 1;
    }
    None
}

impl Regex {
    /// Whether the empty word matches.
    pub fn is_nullable(&self) -> bool {
        match self {
            Regex::None | Regex::Letters(_) => false,
            Regex::Text(text) => text.is_empty(),
            Regex::Concat(parts) | Regex::Inter(parts) => parts.iter().all(Regex::is_nullable),
            Regex::Union(parts) => parts.iter().any(Regex::is_nullable),
            Regex::Not(inner) => !inner.is_nullable(),
            Regex::Loop(inner, low, high) => {
                !is_inverted(low, high.as_ref()) && (*low == IBig::ZERO || inner.is_nullable())
            }
        }
    }

    /// The letters in it, unless there is a complement.
    pub fn letters(&self) -> Option<Vec<Letters>> {
        match self {
            Regex::None => Some(Vec::new()),
            Regex::Text(text) => {
                Some(text.chars().map(|c| Letters(u32::from(c), u32::from(c))).collect())
            }
            Regex::Letters(letters) => Some(vec![letters.clone()]),
            Regex::Concat(parts) | Regex::Union(parts) | Regex::Inter(parts) => {
                Some(parts.iter().map(Regex::letters).collect::<Option<Vec<_>>>()?.concat())
            }
            Regex::Not(_) => None,
            Regex::Loop(inner, ..) => inner.letters(),
        }
    }

    /// The same as steps of one kind, if it is that.
    pub fn unary(&self) -> Option<Unary> {
        let steps = |n: usize| Steps::Set(Spans::point(&IBig::from(n)));
        match self {
            Regex::Letters(letters) => {
                Some(Unary { kind: Kind::Letters(letters.clone()), steps: steps(1) })
            }
            Regex::Text(text) => {
                let word = Word::of(text)?;
                let [run] = word.runs() else { return None };
                let kind = match run.block.chars().next().filter(|_| run.block.len() == 1) {
                    Some(c) => Kind::Letters(Letters(u32::from(c), u32::from(c))),
                    None => Kind::Block(run.block.clone()),
                };
                Some(Unary { kind, steps: Steps::Set(Spans::point(&run.count)) })
            }
            Regex::Loop(inner, low, high) => {
                let Unary { kind, steps } = inner.unary()?;
                Some(Unary { kind, steps: Steps::Loop(Box::new(steps), low.clone(), high.clone()) })
            }
            Regex::Concat(parts) => same_kind(parts, |a, b| a.plus(b)),
            Regex::Union(parts) => {
                let rest: Vec<Regex> =
                    parts.iter().filter(|p| !p.is_empty_text()).cloned().collect();
                let rest_unary = same_kind(&rest, Spans::union)?;
                let with_empty = rest.len() < parts.len();
                let Unary { kind, steps } = rest_unary;
                let optional = |steps| Steps::Loop(Box::new(steps), IBig::ZERO, Some(IBig::ONE));
                Some(Unary { kind, steps: if with_empty { optional(steps) } else { steps } })
            }
            Regex::None | Regex::Inter(_) | Regex::Not(_) => None,
        }
    }

    fn is_empty_text(&self) -> bool {
        matches!(self, Regex::Text(text) if text.is_empty())
    }
}

/// Parts of one kind, put together.
fn same_kind(parts: &[Regex], join: impl Fn(&Spans, &Spans) -> Option<Spans>) -> Option<Unary> {
    let parts: Vec<&Regex> = parts.iter().filter(|part| !part.is_empty_text()).collect();
    let (first, rest) = parts.split_first()?;
    let mut all = first.unary()?;
    for part in rest {
        let Unary { kind, steps } = part.unary()?;
        if kind != all.kind {
            return None;
        }
        all.steps = Steps::Set(join(&all.steps.set()?, &steps.set()?)?);
    }
    Some(all)
}

/// Whether no letter is in both.
pub fn are_disjoint(a: &[Letters], b: &[Letters]) -> bool {
    !a.iter().any(|x| b.iter().any(|y| x.overlap(y)))
}
