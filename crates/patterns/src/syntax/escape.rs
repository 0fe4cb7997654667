//! What a backslash makes of what follows it.

use super::grammar::{Escape, Identity, Named};
use super::{Error, Parser, Repeatable, names, sets, syntax};
use crate::error::PatternErrorKind;
use crate::notation::Dialect;
use crate::tree::Node;
use automata::CharSet;

/// What an escape stands for in brackets.
#[derive(Clone, Debug)]
pub(super) enum Member {
    Char(u32),
    Set(CharSet),
    /// What is quoted up to `\E` follows.
    Quote,
    Nothing,
}

impl Parser {
    fn lookup(&self, c: char, in_bracket: bool) -> Option<Escape> {
        let find = |table: &[(char, Escape)]| table.iter().find(|(e, _)| *e == c).map(|e| e.1);
        let special = in_bracket.then(|| find(self.grammar.bracket_escapes)).flatten();
        special.or_else(|| find(self.grammar.escapes)).filter(|escape| self.has_meaning(*escape))
    }

    /// Without the flag `u`, ECMAScript knows some escapes only where they are used properly.
    fn has_meaning(&self, escape: Escape) -> bool {
        let loose = self.dialect == Dialect::Ecma && self.grammar.loose_braces;
        let hex = |n: usize| {
            let digits = self.text[self.at..].iter().take(n);
            digits.filter(|c| c.is_ascii_hexdigit()).count() == n
        };
        !loose
            || match escape {
                Escape::Property(_) => false,
                Escape::Hex(_) => hex(2),
                Escape::CodeUnits => hex(4),
                Escape::Reference => self.has_names(),
                _ => true,
            }
    }

    fn has_names(&self) -> bool {
        let opens = |w: &[char]| w[..3] == ['(', '?', '<'] && w[3] != '=' && w[3] != '!';
        self.text.windows(4).any(opens)
    }

    /// A backslash outside brackets.
    pub(super) fn escaped_item(&mut self) -> Result<(), Error> {
        let start = self.at;
        self.at += 1;
        let Some(c) = self.next() else {
            return Err((syntax("a backslash at the end"), start));
        };
        if c.is_ascii_digit() {
            let c = self.digits(c, start)?;
            return self.add_char(c, start);
        }
        let named = self.dialect == Dialect::Pcre && c == 'N' && self.peek() == Some('{');
        if named && !self.bounds_ahead()? {
            return Err((PatternErrorKind::Unsupported("a character by name"), start));
        }
        let Some(escape) = self.lookup(c, false) else {
            self.check_identity(c, self.grammar.identity, start)?;
            return self.add_char(c.into(), start);
        };
        match escape {
            Escape::Start | Escape::End | Escape::LastLineFeed | Escape::Boundary(_) => {
                self.escaped_anchor(escape);
            }
            Escape::Newline => self.newline(),
            Escape::Quote => self.quote()?,
            Escape::EndQuote => {}
            Escape::Class(name, negated) => {
                let set = self.class_escape(name, negated);
                self.add_named(&set);
            }
            Escape::Property(negated) => {
                let set = self.property(negated, start)?;
                self.add_named(&set);
            }
            _ => {
                let c = self.coded_char(escape, start)?;
                self.add_char(c, start)?;
            }
        }
        Ok(())
    }

    /// A backslash in brackets.
    pub(super) fn escaped_member(&mut self) -> Result<Member, Error> {
        let start = self.at;
        self.at += 1;
        let Some(c) = self.next() else {
            return Err((syntax("a backslash at the end"), start));
        };
        if c.is_ascii_digit() {
            return self.digits_in_bracket(c, start).map(Member::Char);
        }
        let Some(escape) = self.lookup(c, true) else {
            self.check_identity(c, self.grammar.bracket_identity, start)?;
            return Ok(Member::Char(c.into()));
        };
        let loose = self.grammar.loose_ranges;
        Ok(match escape {
            Escape::Class(name, negated) => Member::Set(self.class_escape(name, negated)),
            Escape::Property(negated) => Member::Set(self.property(negated, start)?),
            Escape::Quote => Member::Quote,
            Escape::EndQuote => Member::Nothing,
            Escape::Boundary(_) | Escape::Reference if loose => Member::Char(c.into()),
            Escape::Start | Escape::End | Escape::LastLineFeed | Escape::Boundary(_) => {
                return Err((syntax("an anchor in brackets"), start));
            }
            Escape::Reference => return Err((syntax("a reference in brackets"), start)),
            _ => Member::Char(self.coded_char(escape, start)?),
        })
    }

    fn add_named(&mut self, named: &CharSet) {
        let set = self.folded(&CharSet::empty(), named);
        self.add_set(set);
    }

    fn escaped_anchor(&mut self, escape: Escape) {
        let node = match escape {
            Escape::Start => self.tree.push(Node::Start),
            Escape::End => self.tree.push(Node::End),
            Escape::Boundary(negated) => self.word_boundary(negated),
            _ => self.tree.end_or_last_line_feed(),
        };
        self.add_anchor(node);
    }

    pub(super) fn word_boundary(&mut self, negated: bool) -> crate::tree::NodeId {
        let word = self.word();
        let letter = self.tree.chars(word);
        let boundary = self.tree.boundary(letter, negated);
        if self.dialect != Dialect::Python || !negated {
            return boundary;
        }
        // To Python the empty text has no place that is no boundary.
        let (start, end) = (self.tree.push(Node::Start), self.tree.push(Node::End));
        let body = self.tree.concat(vec![start, end]);
        let not_empty = self.tree.push(Node::Look { body, ahead: true, negated: true });
        self.tree.concat(vec![not_empty, boundary])
    }

    /// A line break, which is one match: a carriage return leaves no line feed behind.
    fn newline(&mut self) {
        let single = |c: char| CharSet::single(c.into());
        let (carriage, feed) = (single('\r'), single('\n'));
        let pair = [carriage, feed].map(|set| self.tree.chars(set));
        let pair = self.tree.concat(pair.to_vec());
        let vertical = sets::named(Named::Vertical, self.grammar, self.flags.ascii);
        let vertical = self.tree.chars(vertical);
        let either = self.tree.alt(vec![pair, vertical]);
        let node = self.tree.push(Node::Atomic(either));
        self.add(node, Repeatable::Yes);
    }

    fn quote(&mut self) -> Result<(), Error> {
        while self.at < self.text.len() && !self.eat("\\E") {
            let (c, at) = (self.text[self.at], self.at);
            self.at += 1;
            self.add_char(c.into(), at)?;
        }
        Ok(())
    }

    fn class_escape(&self, name: Named, negated: bool) -> CharSet {
        let set = match name {
            Named::Word => self.word(),
            _ => sets::named(name, self.grammar, self.flags.ascii),
        };
        if negated { set.complement() } else { set }
    }

    fn check_identity(&self, c: char, identity: Identity, start: usize) -> Result<(), Error> {
        let valid = match identity {
            Identity::Only(list) => list.contains(c),
            Identity::NoAlphanumeric => !c.is_ascii_alphanumeric(),
            Identity::AllBut(list) => {
                let named = c == 'k' && !self.has_names();
                !list.contains(c) || named
            }
        };
        if valid { Ok(()) } else { Err((syntax("an escape that has no meaning"), start)) }
    }

    /// A digit after a backslash, outside brackets: a reference or an octal number.
    fn digits(&mut self, first: char, start: usize) -> Result<u32, Error> {
        let strict = self.dialect == Dialect::Ecma && !self.grammar.loose_braces;
        if first == '0' {
            let next_is_digit = self.peek().is_some_and(|c| c.is_ascii_digit());
            return match (strict, next_is_digit) {
                (true, true) => Err((syntax("an octal escape"), start)),
                _ => Ok(self.octal(first, 3)),
            };
        }
        if self.dialect == Dialect::Posix {
            return Err((PatternErrorKind::BackReference, start));
        }
        let number = self.decimal_ahead(first);
        let octal = self.three_octal(first);
        let is_reference = match self.dialect {
            Dialect::Python => octal.is_none(),
            Dialect::Pcre => number < 10 || number <= self.captures.0,
            _ => number <= self.captures.0,
        };
        match octal {
            Some(value) if self.dialect == Dialect::Python => {
                self.at += 2;
                return Ok(value);
            }
            _ if is_reference => {}
            _ if strict => return Err((syntax("a reference to no group"), start)),
            _ if first < '8' => return Ok(self.octal(first, 3)),
            _ => return Ok(first.into()),
        }
        let known = if self.dialect == Dialect::Python { self.captures.1 } else { self.captures.0 };
        if number.min(self.two_digits(first)) > known {
            return Err((syntax("a reference to no group"), start));
        }
        Err((PatternErrorKind::BackReference, start))
    }

    fn digits_in_bracket(&mut self, first: char, start: usize) -> Result<u32, Error> {
        let strict = self.dialect == Dialect::Ecma && !self.grammar.loose_braces;
        let next_is_digit = self.peek().is_some_and(|c| c.is_ascii_digit());
        match first {
            '0' if strict && !next_is_digit => Ok(0),
            _ if strict => Err((syntax("an octal escape"), start)),
            '0'..='7' => Ok(self.octal(first, 3)),
            _ if self.dialect == Dialect::Ecma => Ok(first.into()),
            _ => Err((syntax("an escape that has no meaning"), start)),
        }
    }

    /// An octal number of up to so many digits below 256, of which the first has been read.
    fn octal(&mut self, first: char, most: usize) -> u32 {
        let mut value = first.to_digit(8).unwrap_or(0);
        for _ in 1..most {
            let Some(digit) = self.peek().and_then(|c| c.to_digit(8)) else { break };
            if value * 8 + digit > 0o377 {
                break;
            }
            self.at += 1;
            value = value * 8 + digit;
        }
        value
    }

    /// The octal number of exactly three digits that begins with `first`.
    fn three_octal(&self, first: char) -> Option<u32> {
        let digits = [first, *self.text.get(self.at)?, *self.text.get(self.at + 1)?];
        digits.iter().try_fold(0, |n, c| Some(n * 8 + c.to_digit(8)?)).filter(|&n| n <= 0o377)
    }

    fn two_digits(&self, first: char) -> u32 {
        let second = self.peek().and_then(|c| c.to_digit(10));
        let first = first.to_digit(10).unwrap_or(0);
        second.map_or(first, |second| first * 10 + second)
    }

    /// The decimal number that begins with `first`.
    fn decimal_ahead(&self, first: char) -> u32 {
        let digits = self.text[self.at..].iter().map_while(|c| c.to_digit(10));
        let first = first.to_digit(10).unwrap_or(0);
        // exact: where it stops growing it is more than there are groups.
        digits.fold(first, |n, d| n.saturating_mul(10).saturating_add(d))
    }

    /// A character by its number.
    fn coded_char(&mut self, escape: Escape, start: usize) -> Result<u32, Error> {
        match escape {
            Escape::Char(c) => Ok(c),
            Escape::Hex(n) => self.hex(n, start),
            Escape::ShortHex if self.eat("{") => self.braced(16, start),
            Escape::ShortHex => {
                let mut value = 0;
                for _ in 0..2 {
                    let Some(digit) = self.peek().and_then(|c| c.to_digit(16)) else { break };
                    self.at += 1;
                    value = value * 16 + digit;
                }
                Ok(value)
            }
            Escape::Octal if self.eat("{") => self.braced(8, start),
            Escape::CodeUnits if !self.grammar.loose_braces && self.eat("{") => {
                self.braced(16, start)
            }
            Escape::CodeUnits => self.code_units(start),
            Escape::Control => self.control(start),
            Escape::Reference => Err((PatternErrorKind::BackReference, start)),
            Escape::Unsupported(what) => Err((PatternErrorKind::Unsupported(what), start)),
            _ => Err((syntax("an escape that has no meaning"), start)),
        }
    }

    fn hex(&mut self, n: u32, start: usize) -> Result<u32, Error> {
        let mut value: u32 = 0;
        for _ in 0..n {
            let digit = self.next().and_then(|c| c.to_digit(16));
            let digit = digit.ok_or((syntax("an incomplete escape"), start))?;
            // exact: no character either.
            value = value.checked_mul(16).map_or(u32::MAX, |v| v + digit);
        }
        self.check_char(value, start)
    }

    fn check_char(&self, value: u32, start: usize) -> Result<u32, Error> {
        let valid = value <= u32::from(char::MAX);
        if valid { Ok(value) } else { Err((syntax("not a character"), start)) }
    }

    /// A number up to the closing brace.
    pub(super) fn braced(&mut self, radix: u32, start: usize) -> Result<u32, Error> {
        let (mut value, mut any) = (0u32, false);
        loop {
            match self.next() {
                Some('}') if any => return self.check_char(value, start),
                Some(c) if c.is_digit(radix) => {
                    any = true;
                    let digit = c.to_digit(radix).unwrap_or(0);
                    // exact: where it stops growing it is no character.
                    value = value.saturating_mul(radix).saturating_add(digit);
                }
                _ => return Err((syntax("an incomplete escape"), start)),
            }
        }
    }

    /// Four digits, and with the flag `u` a second escape if both are the halves of a character.
    pub(super) fn code_units(&mut self, start: usize) -> Result<u32, Error> {
        let high = self.hex(4, start)?;
        let after = self.at;
        if (0xD800..0xDC00).contains(&high) && !self.grammar.loose_braces && self.eat("\\u") {
            match self.hex(4, start) {
                Ok(low) if (0xDC00..0xE000).contains(&low) => {
                    return Ok(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00));
                }
                _ => self.at = after,
            }
        }
        Ok(high)
    }

    fn control(&mut self, start: usize) -> Result<u32, Error> {
        let valid = |c: &char| match self.dialect {
            Dialect::Pcre => (' '..='~').contains(c),
            _ => c.is_ascii_alphabetic(),
        };
        match self.peek().filter(valid) {
            Some(c) if self.dialect == Dialect::Pcre => {
                self.at += 1;
                Ok(u32::from(c.to_ascii_uppercase()) ^ 0x40)
            }
            Some(c) => {
                self.at += 1;
                Ok(u32::from(c) % 32)
            }
            None if self.grammar.loose_ranges => {
                // The backslash stands for itself, and the letter is read again.
                self.at = start + 1;
                Ok('\\'.into())
            }
            None => Err((syntax("an incomplete escape"), start)),
        }
    }

    /// `{name}`, or one letter for PCRE, after `\p`.
    fn property(&mut self, negated: bool, start: usize) -> Result<CharSet, Error> {
        let pcre = self.dialect == Dialect::Pcre;
        let (mut name, mut inverted) = (String::new(), negated);
        if self.eat("{") {
            inverted ^= pcre && self.eat("^");
            loop {
                match self.next() {
                    Some('}') => break,
                    Some(c) => name.push(c),
                    None => return Err((syntax("an incomplete escape"), start)),
                }
            }
        } else if pcre {
            name.extend(self.next());
        }
        if pcre {
            name = name.replace('&', "_");
        }
        let exact = self.dialect == Dialect::Ecma;
        let set = match sets::property(&name) {
            Some(set) if !exact || names::is_property(&name) => set,
            None if exact && names::is_property(&name) => {
                return Err((PatternErrorKind::Unsupported("this property"), start));
            }
            _ => return Err((syntax("no such property"), start)),
        };
        Ok(if inverted { set.complement() } else { set })
    }
}
