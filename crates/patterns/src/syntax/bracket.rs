//! Classes in brackets.

use super::escape::Member;
use super::{Error, Parser, Repeatable, sets, syntax};
use crate::error::PatternErrorKind;
use crate::notation::Dialect;
use automata::{CharSet, MAX_CHAR};

/// What has been read of a class.
#[derive(Default)]
struct Class {
    literals: Vec<(u32, u32)>,
    named: CharSet,
}

impl Class {
    fn add(&mut self, member: Member) {
        match member {
            Member::Char(c) => self.literals.push((c, c)),
            Member::Set(set) => self.named = self.named.union(&set),
            Member::Quote | Member::Nothing => {}
        }
    }
}

impl Parser {
    /// At `[`: the characters of the class.
    pub(super) fn bracket(&mut self) -> Result<CharSet, Error> {
        let start = self.at;
        self.at += 1;
        let negated = self.eat("^");
        let mut class = Class::default();
        let mut first = self.grammar.first_bracket;
        loop {
            match self.peek() {
                None => return Err((syntax("unclosed brackets"), start)),
                Some(']') if !first => break,
                Some(_) => self.members(&mut class)?,
            }
            first = false;
        }
        self.at += 1;
        let loose_ecma = self.dialect == Dialect::Ecma && self.grammar.loose_braces;
        if loose_ecma && class.literals.iter().any(|&(_, hi)| hi > 0xFFFF) {
            let what = "a character of two code units without the flag `u`";
            return Err((PatternErrorKind::Unsupported(what), start));
        }
        let literals = class.literals.iter().filter(|(lo, _)| *lo <= MAX_CHAR);
        let literals = literals.map(|&(lo, hi)| (lo, hi.min(MAX_CHAR)));
        let set = self.folded(&CharSet::from_ranges(literals), &class.named);
        Ok(if negated { set.complement() } else { set })
    }

    /// One member, or a range.
    fn members(&mut self, class: &mut Class) -> Result<(), Error> {
        let start = self.at;
        let low = self.member()?;
        if matches!(low, Member::Quote) {
            return self.quoted_members(class);
        }
        let range = self.peek() == Some('-')
            && !matches!(low, Member::Nothing)
            && self.text.get(self.at + 1).is_some_and(|&c| c != ']');
        if !range {
            class.add(low);
            return Ok(());
        }
        self.at += 1;
        let high = self.member()?;
        match (&low, &high) {
            (Member::Char(lo), Member::Char(hi)) if lo <= hi => class.literals.push((*lo, *hi)),
            (Member::Char(_), Member::Char(_)) => {
                return Err((syntax("the range is in the wrong order"), start));
            }
            (Member::Nothing | Member::Quote, _) | (_, Member::Nothing | Member::Quote) => {
                return Err((PatternErrorKind::Unsupported("a quotation in a range"), start));
            }
            _ if self.grammar.loose_ranges => {
                class.add(low);
                class.add(Member::Char('-'.into()));
                class.add(high);
            }
            _ => return Err((syntax("a class is no end of a range"), start)),
        }
        Ok(())
    }

    fn member(&mut self) -> Result<Member, Error> {
        let start = self.at;
        match self.peek() {
            Some('\\') if !self.grammar.bracket_backslash => self.escaped_member(),
            Some('[') if self.grammar.posix_classes => {
                let kind = self.text.get(self.at + 1).copied();
                match kind.filter(|c| ":=.".contains(*c)) {
                    Some(kind) => self.posix_member(kind, start),
                    None => Ok(self.literal()),
                }
            }
            _ => Ok(self.literal()),
        }
    }

    fn literal(&mut self) -> Member {
        self.next().map_or(Member::Nothing, |c| Member::Char(c.into()))
    }

    /// `[:alpha:]`, `[=a=]`, `[.a.]`.
    fn posix_member(&mut self, kind: char, start: usize) -> Result<Member, Error> {
        let body = self.at + 2;
        let pcre = self.dialect == Dialect::Pcre;
        let Some(end) = self.end_of_posix(start) else {
            if pcre {
                return Ok(self.literal());
            }
            return Err((syntax("unclosed brackets"), start));
        };
        let name: String = self.text[body..end].iter().collect();
        self.at = end + 2;
        if kind != ':' {
            let mut chars = name.chars();
            return match (chars.next(), chars.next()) {
                (Some(c), None) if !pcre => Ok(Member::Char(c.into())),
                _ => Err((PatternErrorKind::Unsupported("a collating element"), start)),
            };
        }
        let (inverted, name) = match name.strip_prefix('^') {
            Some(rest) if pcre => (true, rest),
            _ => (false, &*name),
        };
        let any_case = self.flags.ignore_case && ["upper", "lower"].contains(&name);
        let set = sets::posix(if any_case { "alpha" } else { name }, pcre);
        let set = set.ok_or((syntax("no such class"), start))?;
        Ok(Member::Set(if inverted { set.complement() } else { set }))
    }

    /// Where what opens with `[:`, `[=` or `[.` at `start` ends: before the same character and `]`. To PCRE there is none behind
    /// another `]`, and none behind another one that opens so.
    fn end_of_posix(&self, start: usize) -> Option<usize> {
        let kind = self.text.get(start + 1).copied().filter(|c| ":=.".contains(*c))?;
        let rest = self.text.get(start + 2..)?;
        let mut at = 0;
        while let Some(&[a, b]) = rest.get(at..at + 2) {
            match (a, b) {
                _ if a == kind && b == ']' => return Some(start + 2 + at),
                _ if self.dialect != Dialect::Pcre => {}
                ('\\', ']' | '\\') => at += 1,
                (']', _) => return None,
                ('[', b) if b == kind => return None,
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// At `[`: takes the boundaries of words that PCRE writes like classes, and refuses classes with a name that are in no brackets.
    pub(super) fn word_edge(&mut self) -> Result<bool, Error> {
        let start = self.at;
        let ahead = if self.dialect != Dialect::Pcre {
            return Ok(false);
        } else if self.eat("[[:<:]]") {
            true
        } else if self.eat("[[:>:]]") {
            false
        } else if self.end_of_posix(start).is_some() {
            return Err((syntax("a class with a name stands in brackets"), start));
        } else {
            return Ok(false);
        };
        let boundary = self.word_boundary(false);
        self.add_anchor(boundary);
        let word = self.word();
        let letter = self.tree.chars(word);
        let look = self.tree.neighbour(letter, ahead, false);
        self.add(look, Repeatable::Yes);
        Ok(true)
    }

    /// What is between `\Q` and `\E`.
    fn quoted_members(&mut self, class: &mut Class) -> Result<(), Error> {
        while self.at < self.text.len() && !self.eat("\\E") {
            let c = u32::from(self.text[self.at]);
            self.at += 1;
            class.literals.push((c, c));
        }
        if self.text.get(self.at) == Some(&'-') {
            return Err((PatternErrorKind::Unsupported("a quotation in a range"), self.at));
        }
        Ok(())
    }
}
