//! Anchors, completed away.
//!
//! The theory of strings has no `^` and `$`: what they match depends on where a word lies in the text.
//! Bjørner, Ganesh, Michel and Veanes ("An SMT-LIB format for sequences and regular expressions", 2012,
//! section 3.3) turn a pattern with anchors into one without by a function that pushes "anything may come
//! before" and "anything may come after" to where the anchors are. Theirs is defined on concatenations and
//! unions only, and drops a `^` that comes after something.
//!
//! Here a part of a pattern denotes not one language but four: the words it matches when it starts at the
//! start of the text or not, and ends at its end or not. `^` is the empty word in the first case and
//! nothing in the second, and the operations on such quadruples are exact for every pattern: in a
//! concatenation the border is the start of the text only if the left part was empty. Everything rests on
//! more being matched at an edge than elsewhere. So `(^a|b)*` needs no special care, and `a^b`
//! has no word. A part without anchors is kept as one language, and costs what it would cost without any of this.

use crate::algebra::Algebra;

/// The words that a part matches in one position.
#[derive(Clone)]
pub(crate) struct Language<R> {
    /// `None` is the empty language.
    regex: Option<R>,
    nullable: bool,
}

/// One language per position: `[at the start][at the end]`, 1 being "yes".
pub(crate) type Quadruple<R> = [[Language<R>; 2]; 2];

/// What a part of a pattern matches.
#[derive(Clone)]
pub(crate) enum Part<R> {
    Plain(Language<R>),
    Anchored(Box<Quadruple<R>>),
}

/// An anchor of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    End,
}

impl<R: Clone> Language<R> {
    fn none() -> Self {
        Language { regex: None, nullable: false }
    }

    fn union(algebra: &mut impl Algebra<Regex = R>, parts: Vec<Self>) -> Self {
        let nullable = parts.iter().any(|p| p.nullable);
        let mut parts: Vec<R> = parts.into_iter().filter_map(|p| p.regex).collect();
        let regex = if parts.len() < 2 { parts.pop() } else { Some(algebra.union(parts)) };
        Language { regex, nullable }
    }

    fn concat(algebra: &mut impl Algebra<Regex = R>, parts: &[&Self]) -> Self {
        let nullable = parts.iter().all(|p| p.nullable);
        let parts: Option<Vec<R>> = parts.iter().map(|p| p.regex.clone()).collect();
        Language { regex: parts.map(|parts| algebra.concat(parts)), nullable }
    }
}

impl<R: Clone> Part<R> {
    /// A part without anchors.
    pub fn plain(regex: R, nullable: bool) -> Self {
        Part::Plain(Language { regex: Some(regex), nullable })
    }

    /// The empty word.
    pub fn empty(algebra: &mut impl Algebra<Regex = R>) -> Self {
        Part::plain(algebra.word(&[]), true)
    }

    /// No word.
    pub fn none() -> Self {
        Part::Plain(Language::none())
    }

    /// `^` or `$`.
    pub fn anchor(algebra: &mut impl Algebra<Regex = R>, anchor: Anchor) -> Self {
        Self::quadruple(|start, end| {
            let holds = if anchor == Anchor::Start { start } else { end } == 1;
            let regex = holds.then(|| algebra.word(&[]));
            Language { regex, nullable: holds }
        })
    }

    fn quadruple(mut at: impl FnMut(usize, usize) -> Language<R>) -> Self {
        Part::Anchored(Box::new([0, 1].map(|start| [0, 1].map(|end| at(start, end)))))
    }

    fn at(&self, start: usize, end: usize) -> &Language<R> {
        match self {
            Part::Plain(language) => language,
            Part::Anchored(quadruple) => &quadruple[start][end],
        }
    }

    fn is_plain(&self) -> bool {
        matches!(self, Part::Plain(_))
    }

    pub fn union(algebra: &mut impl Algebra<Regex = R>, parts: &[Self]) -> Self {
        let mut at = |start, end| {
            let parts = parts.iter().map(|p| p.at(start, end).clone()).collect();
            Language::union(algebra, parts)
        };
        if parts.iter().all(Part::is_plain) { Part::Plain(at(0, 0)) } else { Self::quadruple(at) }
    }

    pub fn concat(algebra: &mut impl Algebra<Regex = R>, parts: &[Self]) -> Self {
        if parts.iter().all(Part::is_plain) {
            let parts: Vec<_> = parts.iter().map(|p| p.at(0, 0)).collect();
            return Part::Plain(Language::concat(algebra, &parts));
        }
        // From the right, so that the regexes lean to the right as the engine's do.
        let empty = Self::empty(algebra);
        parts.iter().rev().fold(empty, |tail, head| Self::pair(algebra, head, &tail))
    }

    /// The border between the two is an edge of the text only if one of them is empty there.
    fn pair(algebra: &mut impl Algebra<Regex = R>, x: &Self, y: &Self) -> Self {
        if x.is_plain() && y.is_plain() {
            return Part::Plain(Language::concat(algebra, &[x.at(0, 0), y.at(0, 0)]));
        }
        Self::quadruple(|s, t| {
            let mut ways = vec![Language::concat(algebra, &[x.at(s, 0), y.at(0, t)])];
            if x.at(s, 0).nullable {
                ways.push(y.at(s, t).clone());
            }
            if y.at(0, t).nullable {
                ways.push(x.at(s, t).clone());
            }
            if x.at(s, t).nullable && y.at(s, t).nullable {
                ways.push(Language { regex: Some(algebra.word(&[])), nullable: true });
            }
            Language::union(algebra, ways)
        })
    }

    pub fn repeat(&self, algebra: &mut impl Algebra<Regex = R>, lo: u32, hi: Option<u32>) -> Self {
        if let Part::Plain(body) = self {
            return Self::repeat_plain(algebra, body, lo, hi);
        }
        let first = self.power(algebra, lo);
        let rest = match hi {
            None => self.star(algebra),
            Some(hi) => {
                let empty = Self::empty(algebra);
                let optional = Self::union(algebra, &[empty, self.clone()]);
                optional.power(algebra, hi.saturating_sub(lo))
            }
        };
        Self::concat(algebra, &[first, rest])
    }

    fn repeat_plain(
        algebra: &mut impl Algebra<Regex = R>,
        body: &Language<R>,
        lo: u32,
        hi: Option<u32>,
    ) -> Self {
        match body.regex.clone() {
            Some(regex) => Part::plain(algebra.repeat(regex, lo, hi), lo == 0 || body.nullable),
            None if lo == 0 => Self::empty(algebra),
            None => Self::none(),
        }
    }

    /// Of several words that are not empty only the first can be at the start and only the last at the end.
    fn star(&self, algebra: &mut impl Algebra<Regex = R>) -> Self {
        let inner = match self.at(0, 0).regex.clone() {
            Some(body) => algebra.repeat(body, 0, None),
            None => algebra.word(&[]),
        };
        let inner = Language { regex: Some(inner), nullable: true };
        Self::quadruple(|s, t| {
            let empty = Language { regex: Some(algebra.word(&[])), nullable: true };
            let several = Language::concat(algebra, &[self.at(s, 0), &inner, self.at(0, t)]);
            Language::union(algebra, vec![empty, self.at(s, t).clone(), several])
        })
    }

    /// `n` copies, by squaring.
    fn power(&self, algebra: &mut impl Algebra<Regex = R>, n: u32) -> Self {
        let (mut square, mut out) = (self.clone(), Self::empty(algebra));
        for bit in 0..u32::BITS - n.leading_zeros() {
            if n >> bit & 1 == 1 {
                out = Self::concat(algebra, &[out, square.clone()]);
            }
            if n >> bit > 1 {
                square = Self::concat(algebra, &[square.clone(), square]);
            }
        }
        out
    }

    /// The texts that are matched as a whole.
    pub fn whole(&self, algebra: &mut impl Algebra<Regex = R>) -> R {
        let whole = self.at(1, 1).regex.clone();
        whole.unwrap_or_else(|| algebra.chars(&[]))
    }

    /// The texts with a match somewhere in them.
    pub fn search(&self, algebra: &mut impl Algebra<Regex = R>) -> R {
        let all = Part::plain(algebra.all(), true);
        let around = Self::concat(algebra, &[all.clone(), self.clone(), all]);
        around.whole(algebra)
    }
}
