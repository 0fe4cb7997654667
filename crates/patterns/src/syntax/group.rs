//! Parentheses: groups, look-around, flags, comments.

use super::grammar::{Behind, Opener};
use super::{Error, Flags, Parser, Repeatable, syntax};
use crate::error::PatternErrorKind;
use crate::notation::Dialect;
use crate::tree::{Node, NodeId};
use base::Upper::AtMost;

/// Groups may be nested so deep.
const MAX_DEPTH: usize = 1000;

/// What a group is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Group,
    Atomic,
    Look { ahead: bool, negated: bool },
}

/// A group that is being read.
#[derive(Debug)]
pub(super) struct Group {
    kind: Kind,
    /// Where it was opened; the whole pattern was not.
    pub offset: Option<usize>,
    /// The flags after it.
    flags: Flags,
    branches: Vec<NodeId>,
    /// Of the branch that is being read.
    items: Vec<(NodeId, Repeatable)>,
}

impl Group {
    /// The whole pattern.
    pub fn outermost() -> Group {
        Group::new(Kind::Group, None, Flags::default())
    }

    fn new(kind: Kind, offset: Option<usize>, flags: Flags) -> Group {
        Group { kind, offset, flags, branches: Vec::new(), items: Vec::new() }
    }

    /// Goes on with `node`.
    pub fn add(&mut self, node: NodeId, repeatable: Repeatable) {
        self.items.push((node, repeatable));
    }

    /// Takes back what was added last.
    pub fn take_last(&mut self) -> Option<(NodeId, Repeatable)> {
        self.items.pop()
    }
}

impl Parser {
    /// The innermost group.
    pub(super) fn group(&mut self) -> &mut Group {
        if self.groups.is_empty() {
            self.groups.push(Group::outermost());
        }
        let last = self.groups.len() - 1;
        &mut self.groups[last]
    }

    pub(super) fn next_branch(&mut self) {
        let items = std::mem::take(&mut self.group().items);
        let branch = self.tree.concat(items.into_iter().map(|(node, _)| node).collect());
        self.group().branches.push(branch);
    }

    /// The innermost group and what is in it.
    pub(super) fn close_group(&mut self) -> (Group, NodeId) {
        self.next_branch();
        let mut group = self.groups.pop().unwrap_or_else(Group::outermost);
        let node = self.tree.alt(std::mem::take(&mut group.branches));
        (group, node)
    }

    /// At `)`.
    pub(super) fn end_group(&mut self) -> Result<(), Error> {
        if self.groups.len() == 1 {
            if self.dialect == Dialect::Posix {
                let offset = self.at;
                self.at += 1;
                return self.add_char(')'.into(), offset);
            }
            return Err((syntax("a parenthesis that was not opened"), self.at));
        }
        self.at += 1;
        let (group, body) = self.close_group();
        self.flags = group.flags;
        let (node, repeatable) = match group.kind {
            Kind::Group => (body, Repeatable::Yes),
            Kind::Atomic => (self.tree.push(Node::Atomic(body)), Repeatable::Yes),
            Kind::Look { ahead, negated } => {
                if !ahead {
                    self.check_behind(body, group.offset)?;
                }
                let node = self.tree.push(Node::Look { body, ahead, negated });
                let grammar = self.grammar;
                let repeats =
                    if ahead { grammar.repeats_look_ahead } else { grammar.repeats_look_behind };
                (node, if repeats { Repeatable::Yes } else { Repeatable::Never })
            }
        };
        self.add(node, repeatable);
        Ok(())
    }

    /// Whether the dialect takes such a look-behind.
    fn check_behind(&self, body: NodeId, offset: Option<usize>) -> Result<(), Error> {
        let width = self.tree.width(body);
        let (fits, message) = match self.grammar.behind {
            Behind::Any => (true, ""),
            Behind::Fixed => (width.is_fixed(), "look-behind has to have one length"),
            Behind::Bounded(most) => {
                (width.max <= AtMost(most), "look-behind has to have a length")
            }
        };
        if fits { Ok(()) } else { Err((syntax(message), offset.unwrap_or(0))) }
    }

    /// At `(`.
    pub(super) fn open_group(&mut self) -> Result<(), Error> {
        let start = self.at;
        self.at += 1;
        if self.groups.len() > MAX_DEPTH {
            return Err((syntax("groups are nested too deep"), start));
        }
        let grammar = self.grammar;
        let found = grammar.openers.iter().find(|(text, _)| self.eat(text));
        let kind = match found.map(|(_, opener)| *opener) {
            Some(Opener::Group) => Kind::Group,
            Some(Opener::Atomic) => Kind::Atomic,
            Some(Opener::Look { ahead, negated }) => Kind::Look { ahead, negated },
            Some(Opener::Name(end)) => {
                self.group_name(end)?;
                self.captures.1 += 1;
                Kind::Group
            }
            Some(Opener::Comment) => return self.comment(start),
            Some(Opener::Reference) => return Err((PatternErrorKind::BackReference, start)),
            Some(Opener::Unsupported(what)) => {
                return Err((PatternErrorKind::Unsupported(what), start));
            }
            None if !grammar.openers.is_empty() && self.eat("?") => {
                return self.flag_group(start);
            }
            None => {
                self.captures.1 += 1;
                Kind::Group
            }
        };
        self.groups.push(Group::new(kind, Some(start), self.flags));
        Ok(())
    }

    fn comment(&mut self, start: usize) -> Result<(), Error> {
        loop {
            match self.next() {
                Some(')') => return Ok(()),
                Some(_) => {}
                None => return Err((syntax("unclosed comment"), start)),
            }
        }
    }

    /// A name up to `end`.
    fn group_name(&mut self, end: char) -> Result<(), Error> {
        let start = self.at;
        let mut name = String::new();
        while let Some(c) = self.peek().filter(|&c| c != end) {
            self.at += 1;
            let escaped = c == '\\' && self.dialect == Dialect::Ecma && self.eat("u");
            name.push(if escaped { self.escaped_letter(start)? } else { c });
        }
        let is_start = |c: char| c.is_alphabetic() || c == '_' || c == '$';
        let is_part = |c: char| is_start(c) || c.is_numeric() || "\u{200C}\u{200D}".contains(c);
        let valid = name.starts_with(is_start) && name.chars().all(is_part);
        if self.next() != Some(end) || !valid {
            return Err((syntax("not the name of a group"), start));
        }
        if self.names.contains(&name) && self.dialect != Dialect::Pcre {
            return Err((syntax("a second group of this name"), start));
        }
        self.names.push(name);
        Ok(())
    }

    /// The character that `\u` stands for in a name.
    fn escaped_letter(&mut self, start: usize) -> Result<char, Error> {
        let code = if self.eat("{") { self.braced(16, start)? } else { self.code_units(start)? };
        char::from_u32(code).ok_or((syntax("not the name of a group"), start))
    }

    /// `(?i)` and `(?i:...)`, after the question mark.
    fn flag_group(&mut self, start: usize) -> Result<(), Error> {
        let outside = self.flags;
        let flags = self.flag_letters(start)?;
        match self.next() {
            Some(':') => {
                self.groups.push(Group::new(Kind::Group, Some(start), outside));
                self.flags = flags;
                Ok(())
            }
            Some(')') if self.grammar.flags_anywhere => {
                self.flags = flags;
                Ok(())
            }
            Some(')') if self.dialect == Dialect::Python => {
                Err((syntax("flags of the whole pattern have to come first"), start))
            }
            _ => Err((syntax("an unknown kind of group"), start)),
        }
    }

    /// Flags of Python that are set for the whole pattern; they come first.
    pub(super) fn global_flags(&mut self) -> Result<(), Error> {
        while self.dialect == Dialect::Python && self.groups.len() == 1 {
            let start = self.at;
            let is_flag = |c: Option<&char>| c.is_some_and(|&c| self.grammar.flags.contains(c));
            let opens = self.text[start..].starts_with(&['(', '?']);
            let close = self.text[start..].iter().position(|&c| c == ')').map(|n| start + n);
            let Some(close) = close.filter(|_| opens && is_flag(self.text.get(start + 2))) else {
                break;
            };
            if !(start + 2..close).all(|i| is_flag(self.text.get(i))) {
                break;
            }
            self.at = start + 2;
            self.flags = self.flag_letters(start)?;
            self.at = close + 1;
        }
        Ok(())
    }

    /// The flags after some letters; those after a hyphen are switched off.
    fn flag_letters(&mut self, start: usize) -> Result<Flags, Error> {
        let (mut flags, mut on) = (self.flags, true);
        while let Some(c) = self.peek().filter(|c| !":)".contains(*c)) {
            self.at += 1;
            match c {
                '-' if on => on = false,
                '^' if self.dialect == Dialect::Pcre && self.at == start + 3 => {
                    flags = Flags { ascii: flags.ascii, ..Flags::default() };
                }
                _ if !self.grammar.flags.contains(c) => {
                    let recursion = c.is_ascii_digit() && self.dialect == Dialect::Pcre;
                    return Err(if recursion {
                        (PatternErrorKind::Unsupported("recursion"), start)
                    } else {
                        (syntax("an unknown kind of group"), start)
                    });
                }
                'i' => flags.ignore_case = on,
                'm' => flags.multi_line = on,
                's' => flags.dot_all = on,
                'x' if self.dialect == Dialect::Pcre && self.peek() == Some('x') => {
                    return Err((PatternErrorKind::Unsupported("the flag `xx`"), start));
                }
                'x' => flags.verbose = on,
                'a' | 'u' if !on => {
                    return Err((syntax("this flag cannot be switched off"), start));
                }
                'a' => flags.ascii = true,
                'u' => flags.ascii = false,
                'U' => flags.lazy = on,
                // What remains is about the numbers and names of groups.
                _ => {}
            }
        }
        Ok(flags)
    }

    /// Counts the groups that capture, as the meaning of `\10` depends on it.
    pub(super) fn count_groups(&mut self) {
        let (mut at, mut in_class) = (0, false);
        while let Some(&c) = self.text.get(at) {
            let after = &self.text[at + 1..];
            match c {
                '\\' => at += 1,
                '[' => in_class = true,
                ']' => in_class = false,
                '(' if in_class => {}
                '(' if after.first() != Some(&'?') => {
                    self.captures.0 += u32::from(after.first() != Some(&'*'));
                }
                '(' => {
                    let name = after.iter().skip(1).take(2).collect::<String>();
                    let named = name.starts_with('<') && !"=!".contains(&name[1..])
                        || name.starts_with('\'')
                        || name == "P<";
                    self.captures.0 += u32::from(named);
                }
                _ => {}
            }
            at += 1;
        }
    }
}
