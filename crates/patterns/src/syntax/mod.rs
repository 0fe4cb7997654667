//! The reader of Python's, ECMAScript's, PCRE's and POSIX's patterns.
//!
//! One parser for all, as they differ in details only, and these are data ([`grammar`]). It accepts what the engines
//! accept; where versions of an engine disagree, or a construct is not regular, there is an error with a place. The crate
//! `regress` has a parser for ECMAScript, `fancy-regex` one for a mixture, but neither keeps to one engine's rules or
//! tells where something is. `escape` reads backslashes, `bracket` classes, `group` parentheses, `quantifier` repetitions;
//! `sets`, `names` and `fold` say which characters that makes. Groups are a stack, so nothing recurses.

mod bracket;
mod escape;
mod fold;
mod grammar;
mod group;
mod names;
mod quantifier;
mod sets;

use crate::error::PatternErrorKind;
use crate::notation::{Dialect, Notation};
use crate::parse::Read;
use crate::tree::{Node, NodeId, Tree};
use automata::{CharSet, MAX_CHAR};
use fold::Folding;
use grammar::Grammar;
use group::Group;

/// What is wrong, and the number of characters before it.
type Error = (PatternErrorKind, usize);

/// Whether an item may be repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Repeatable {
    Yes,
    /// It is an anchor or look-around that may not.
    Never,
    /// It is repeated already.
    Again,
}

/// What flags say at some place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Flags {
    ignore_case: bool,
    multi_line: bool,
    dot_all: bool,
    /// White space and comments are skipped.
    verbose: bool,
    ascii: bool,
    /// Quantifiers are lazy unless `?` follows.
    lazy: bool,
}

struct Parser {
    text: Vec<char>,
    at: usize,
    grammar: &'static Grammar,
    dialect: Dialect,
    flags: Flags,
    tree: Tree,
    groups: Vec<Group>,
    /// How many capturing groups there are in all, and before this place.
    captures: (u32, u32),
    /// Whether some group has a name.
    names: Vec<String>,
}

/// Reads a pattern.
pub(crate) fn read(pattern: &str, notation: Notation) -> Read {
    let with = |grammar| Parser::new(pattern, grammar, notation).parse();
    match notation.dialect {
        Dialect::Python => with(&grammar::PYTHON),
        Dialect::Pcre => with(&grammar::PCRE),
        Dialect::Posix => with(&grammar::POSIX),
        Dialect::Ecma | Dialect::Rust => match with(&grammar::ECMA) {
            Err(strict @ (PatternErrorKind::Syntax(_), _)) => {
                let loose = with(&grammar::ECMA_LOOSE);
                if matches!(loose, Err((PatternErrorKind::Syntax(_), _))) {
                    Err(strict)
                } else {
                    loose
                }
            }
            read => read,
        },
    }
}

fn syntax(message: &str) -> PatternErrorKind {
    PatternErrorKind::Syntax(message.to_owned())
}

impl Parser {
    fn new(pattern: &str, grammar: &'static Grammar, notation: Notation) -> Parser {
        let text: Vec<char> = pattern.chars().collect();
        let flags =
            Flags { ignore_case: notation.ignore_case, ascii: notation.ascii, ..Flags::default() };
        let mut parser = Parser {
            text,
            at: 0,
            grammar,
            dialect: notation.dialect,
            flags,
            tree: Tree::default(),
            groups: vec![Group::outermost()],
            captures: (0, 0),
            names: Vec::new(),
        };
        parser.count_groups();
        parser
    }

    fn parse(mut self) -> Read {
        self.global_flags()?;
        while let Some(c) = self.peek() {
            self.item(c)?;
        }
        let (group, items) = self.close_group();
        if let Some(open) = group.offset {
            return Err((syntax("unclosed group"), open));
        }
        Ok((self.tree, items))
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek();
        self.at += usize::from(c.is_some());
        c
    }

    /// Passes `text` if it comes next.
    fn eat(&mut self, text: &str) -> bool {
        let n = text.chars().count();
        let found = self.text[self.at..].iter().take(n).copied().eq(text.chars());
        self.at += if found { n } else { 0 };
        found
    }

    /// One item, or one change of what is being read.
    fn item(&mut self, c: char) -> Result<(), Error> {
        let start = self.at;
        if self.flags.verbose && self.skip_blank(c) {
            return Ok(());
        }
        match c {
            '\\' => self.escaped_item()?,
            '[' => {
                if !self.word_edge()? {
                    let set = self.bracket()?;
                    self.add_set(set);
                }
            }
            '(' => self.open_group()?,
            ')' => self.end_group()?,
            '|' => {
                self.at += 1;
                self.next_branch();
            }
            '.' => {
                self.at += 1;
                let not = if self.flags.dot_all { &[] } else { self.grammar.not_dot };
                self.add_set(sets::of(not).complement());
            }
            '^' => {
                self.at += 1;
                let node = self.line_start();
                self.add_anchor(node);
            }
            '$' => {
                self.at += 1;
                let node = self.dollar();
                self.add_anchor(node);
            }
            '*' | '+' | '?' => self.quantifier(start)?,
            '{' if self.bounds_ahead()? => self.quantifier(start)?,
            '{' | '}' | ']' if !self.may_stand_alone(c) => {
                return Err((syntax("a bracket that belongs to nothing"), start));
            }
            _ => {
                self.at += 1;
                self.add_char(c.into(), start)?;
            }
        }
        Ok(())
    }

    /// Whether a bracket stands for itself.
    fn may_stand_alone(&self, c: char) -> bool {
        self.grammar.loose_braces || self.dialect == Dialect::Posix && c != '{'
    }

    /// Passes white space, or a comment up to the end of the line.
    fn skip_blank(&mut self, c: char) -> bool {
        let blank = matches!(c, '\t'..='\r' | ' ');
        if c == '#' {
            while self.next().is_some_and(|c| c != '\n') {}
        } else if blank {
            self.at += 1;
        }
        blank || c == '#'
    }

    fn line_start(&mut self) -> NodeId {
        let ends = sets::of(self.grammar.line_ends);
        if self.flags.multi_line {
            self.tree.line_start(&ends, self.grammar.empty_last_line)
        } else {
            self.tree.push(Node::Start)
        }
    }

    fn dollar(&mut self) -> NodeId {
        let ends = sets::of(self.grammar.line_ends);
        if self.flags.multi_line {
            self.tree.line_end(&ends)
        } else if self.grammar.dollar_before_last {
            self.tree.end_or_last_line_feed()
        } else {
            self.tree.push(Node::End)
        }
    }

    fn add(&mut self, node: NodeId, repeatable: Repeatable) {
        self.group().add(node, repeatable);
    }

    fn add_anchor(&mut self, node: NodeId) {
        let repeats = self.grammar.repeats_anchors;
        self.add(node, if repeats { Repeatable::Yes } else { Repeatable::Never });
    }

    fn add_set(&mut self, set: CharSet) {
        let node = self.tree.chars(set);
        self.add(node, Repeatable::Yes);
    }

    /// A character that stands for itself.
    fn add_char(&mut self, c: u32, offset: usize) -> Result<(), Error> {
        if c > MAX_CHAR {
            let c = char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER);
            return Err((PatternErrorKind::Alphabet(c), offset));
        }
        if c > 0xFFFF && self.dialect == Dialect::Ecma && self.grammar.loose_braces {
            let what = "a character of two code units without the flag `u`";
            return Err((PatternErrorKind::Unsupported(what), offset));
        }
        let set = self.folded(&CharSet::single(c), &CharSet::empty());
        self.add_set(set);
        Ok(())
    }

    /// What some literals and named classes match, as far as case is concerned.
    fn folded(&self, literals: &CharSet, named: &CharSet) -> CharSet {
        if !self.flags.ignore_case {
            return literals.union(named);
        }
        let folding = if self.flags.ascii { Folding::Ascii } else { self.grammar.folding };
        if self.dialect == Dialect::Pcre {
            return folding.class(literals, &CharSet::empty()).union(named);
        }
        folding.class(literals, named)
    }

    /// What `\w` has here.
    fn word(&self) -> CharSet {
        let word = sets::named(grammar::Named::Word, self.grammar, self.flags.ascii);
        // ECMAScript closes it under what cases share, but only with the flag `u`.
        if self.dialect == Dialect::Ecma { self.folded(&word, &CharSet::empty()) } else { word }
    }
}
