//! Regexes as text, for messages and debugging.

use super::{Node, Re, Regexes};
use base::Upper::{self, AtMost, Unbounded};
use std::fmt;

/// A regex with the store it lives in, to be printed.
#[derive(Clone, Copy)]
pub struct Display<'a> {
    rs: &'a Regexes,
    r: Re,
}

impl Regexes {
    /// `r` as text: `~` is complement, `&` intersection, `.` any character.
    ///
    /// ```
    /// let mut rs = automata::Regexes::new();
    /// let ab = rs.text("ab");
    /// let r = rs.repeat(ab, 2, Some(5));
    /// assert_eq!(rs.display(r).to_string(), "([a][b]){2,5}");
    /// ```
    pub fn display(&self, r: Re) -> Display<'_> {
        Display { rs: self, r }
    }
}

/// What is left to print.
enum Item {
    Regex(Re),
    Text(&'static str),
    Bounds(u32, Upper<u32>),
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut todo = vec![Item::Regex(self.r)];
        while let Some(item) = todo.pop() {
            match item {
                Item::Text(text) => write!(f, "{text}")?,
                Item::Bounds(lo, Unbounded) => write!(f, "{{{lo},}}")?,
                Item::Bounds(lo, AtMost(hi)) => write!(f, "{{{lo},{hi}}}")?,
                Item::Regex(r) => self.expand(r, &mut todo, f)?,
            }
        }
        Ok(())
    }
}

impl Display<'_> {
    /// Prints the top of `r` or puts its pieces on `todo`, last first.
    fn expand(&self, r: Re, todo: &mut Vec<Item>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rs.node(r) {
            Node::None => write!(f, "∅"),
            Node::Eps => write!(f, "ε"),
            Node::Chars(_) if r == Re::ANY => write!(f, "."),
            Node::Chars(set) => write!(f, "{:?}", self.rs.set(*set)),
            Node::Concat(a, b) => {
                todo.extend([Item::Regex(*b), Item::Regex(*a)]);
                Ok(())
            }
            Node::Union(kids) => Self::list(kids, "|", todo),
            Node::Inter(kids) => Self::list(kids, "&", todo),
            Node::Comp(a) => {
                Self::list(&[*a], "", todo)?;
                write!(f, "~")
            }
            Node::Star(a) => self.repetition(*a, Item::Text("*"), todo),
            Node::Loop(a, lo, hi) => self.repetition(*a, Item::Bounds(*lo, *hi), todo),
        }
    }

    fn repetition(&self, body: Re, bounds: Item, todo: &mut Vec<Item>) -> fmt::Result {
        todo.push(bounds);
        match self.rs.node(body) {
            Node::Chars(_) => todo.push(Item::Regex(body)),
            _ => Self::list(&[body], "", todo)?,
        }
        Ok(())
    }

    fn list(kids: &[Re], separator: &'static str, todo: &mut Vec<Item>) -> fmt::Result {
        todo.push(Item::Text(")"));
        for (i, &kid) in kids.iter().enumerate().rev() {
            todo.push(Item::Regex(kid));
            todo.push(Item::Text(if i == 0 { "(" } else { separator }));
        }
        Ok(())
    }
}
