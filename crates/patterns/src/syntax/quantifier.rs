//! Quantifiers: bounds, lazy and possessive ones, and what may not be repeated.

use super::grammar::OpenBelow;
use super::{Error, Parser, Repeatable, syntax};
use crate::error::PatternErrorKind;
use crate::notation::Dialect;
use crate::tree::Node;

/// From so many times to so many, or any number.
type Bounds = (u32, Option<u32>);

/// PCRE has no larger bounds.
const MAX_PCRE: u32 = 65_535;

impl Parser {
    /// Whether the brace at this place opens bounds.
    pub(super) fn bounds_ahead(&mut self) -> Result<bool, Error> {
        let start = self.at;
        let bounds = self.bounds();
        self.at = start;
        Ok(bounds?.is_some())
    }

    /// A quantifier, which is applied to the last item.
    pub(super) fn quantifier(&mut self, start: usize) -> Result<(), Error> {
        let (lo, hi) = match self.peek() {
            Some('{') => self.bounds()?.unwrap_or((1, Some(1))),
            c => {
                self.at += 1;
                match c {
                    Some('*') => (0, None),
                    Some('+') => (1, None),
                    _ => (0, Some(1)),
                }
            }
        };
        if hi.is_some_and(|hi| hi < lo) {
            return Err((syntax("the bounds are in the wrong order"), start));
        }
        let repeats = self.grammar.repeats_repetitions;
        let body = match self.group().take_last() {
            Some((body, Repeatable::Yes)) => body,
            Some((_, Repeatable::Again)) => {
                return Err((syntax("a repetition cannot be repeated"), start));
            }
            _ => return Err((syntax("nothing to repeat"), start)),
        };
        let possessive = self.grammar.possessive && self.eat("+");
        let other = !possessive && self.grammar.lazy && self.eat("?");
        let greedy = possessive || other == self.flags.lazy;
        // Python's engine does not go back into a round of a possessive quantifier, whatever its page says.
        let atomic_rounds = possessive && self.dialect == Dialect::Python;
        let body = if atomic_rounds { self.tree.push(Node::Atomic(body)) } else { body };
        let mut node = self.tree.push(Node::Repeat { body, lo, hi, greedy });
        if possessive {
            node = self.tree.push(Node::Atomic(node));
        }
        self.add(node, if repeats { Repeatable::Yes } else { Repeatable::Again });
        Ok(())
    }

    /// `{n}`, `{n,}`, `{n,m}`, and what the dialect makes of `{,m}`; `None` if it is none of these.
    fn bounds(&mut self) -> Result<Option<Bounds>, Error> {
        let start = self.at;
        if !self.eat("{") {
            return Ok(None);
        }
        let lo = self.number()?;
        let comma = self.eat(",");
        let hi = if comma { self.number()? } else { lo };
        let empty = lo.is_none() && !comma;
        if empty || !self.eat("}") {
            self.at = start;
            return Ok(None);
        }
        match (lo, self.grammar.open_below) {
            (None, OpenBelow::Ambiguous) => {
                let what = "`{,n}`, whose meaning depends on the version,";
                Err((PatternErrorKind::Unsupported(what), start))
            }
            (None, OpenBelow::Literal) => {
                self.at = start;
                Ok(None)
            }
            _ => Ok(Some((lo.unwrap_or(0), if comma { hi } else { lo }))),
        }
    }

    /// A decimal number; `None` if there is none.
    fn number(&mut self) -> Result<Option<u32>, Error> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start {
            return Ok(None);
        }
        let digits: String = self.text[start..self.at].iter().collect();
        let most = (self.dialect == Dialect::Pcre).then_some(MAX_PCRE);
        match digits.parse::<u32>() {
            Ok(n) if most.is_none_or(|most| n <= most) => Ok(Some(n)),
            _ => Err((syntax("the bound is too large"), start)),
        }
    }
}
