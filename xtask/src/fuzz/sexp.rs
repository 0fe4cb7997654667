//! S-expressions: what formulas are to the fuzzer. It is kept apart from the solver's own parser
//! and terms on purpose: what it generates and shrinks must not pass through what it tests.

use std::fmt;

/// An atom, with its quotes if it has any, or a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sexp {
    Atom(String),
    List(Vec<Sexp>),
}

/// Where a subterm is: the argument to go to at each level.
pub type Path = Vec<usize>;

impl Sexp {
    pub fn atom(text: impl Into<String>) -> Sexp {
        Sexp::Atom(text.into())
    }

    /// An application of a named function.
    pub fn call(head: &str, args: impl IntoIterator<Item = Sexp>) -> Sexp {
        Sexp::List(std::iter::once(Sexp::atom(head)).chain(args).collect())
    }

    pub fn not(self) -> Sexp {
        Sexp::call("not", [self])
    }

    /// All expressions in a text; whatever follows an unbalanced parenthesis is dropped.
    pub fn parse_all(text: &str) -> Vec<Sexp> {
        let mut open: Vec<Vec<Sexp>> = vec![Vec::new()];
        let mut rest = text.trim_start();
        while let Some(c) = rest.chars().next() {
            let length = token_length(rest, c);
            let (token, after) = rest.split_at(length);
            match c {
                ';' => {}
                '(' => open.push(Vec::new()),
                ')' => {
                    let Some(list) = open.pop().filter(|_| !open.is_empty()) else {
                        return Vec::new();
                    };
                    open.last_mut().expect("not empty").push(Sexp::List(list));
                }
                _ => open.last_mut().expect("not empty").push(Sexp::atom(token)),
            }
            rest = after.trim_start();
        }
        open.swap_remove(0)
    }

    /// The text as one expression.
    pub fn parse(text: &str) -> Option<Sexp> {
        Sexp::parse_all(text).into_iter().next()
    }

    /// The head of an application, or the atom.
    pub fn head(&self) -> &str {
        match self {
            Sexp::Atom(text) => text,
            Sexp::List(items) => match items.first() {
                // The operator of an indexed function: `(_ re.loop 1 3)`.
                Some(Sexp::List(indexed)) => indexed.get(1).map_or("", Sexp::head),
                Some(head) => head.head(),
                None => "",
            },
        }
    }

    /// The arguments of an application; none of an atom.
    pub fn args(&self) -> &[Sexp] {
        match self {
            Sexp::List(items) if !items.is_empty() => &items[1..],
            _ => &[],
        }
    }

    /// How many atoms there are.
    pub fn size(&self) -> usize {
        match self {
            Sexp::Atom(_) => 1,
            Sexp::List(items) => 1 + items.iter().map(Sexp::size).sum::<usize>(),
        }
    }

    /// The paths of all arguments below, this expression first. Binders are left whole.
    pub fn paths(&self) -> Vec<Path> {
        let mut paths = vec![Vec::new()];
        let mut next = 0;
        while next < paths.len() {
            let path = paths[next].clone();
            let term = self.at(&path);
            let first = match term.head() {
                "let" | "lambda" | "forall" => 2,
                // A constant with its sort, or with its index.
                "as" | "_" => term.args().len() + 1,
                _ => 1,
            };
            for i in first..=term.args().len() {
                paths.push([path.as_slice(), &[i]].concat());
            }
            next += 1;
        }
        paths
    }

    /// Whether what is at the path may use variables that are bound above.
    pub fn is_below_binder(&self, path: &[usize]) -> bool {
        (0..path.len()).any(|n| matches!(self.at(&path[..n]).head(), "let" | "lambda" | "forall"))
    }

    /// The expression at a path of this one.
    pub fn at(&self, path: &[usize]) -> &Sexp {
        path.iter().fold(self, |term, &i| match term {
            Sexp::List(items) => &items[i],
            Sexp::Atom(_) => term,
        })
    }

    /// This expression with another at a path.
    pub fn with(&self, path: &[usize], new: Sexp) -> Sexp {
        let Some((&first, rest)) = path.split_first() else { return new };
        match self {
            Sexp::List(items) => {
                let mut items = items.clone();
                items[first] = items[first].with(rest, new);
                Sexp::List(items)
            }
            Sexp::Atom(_) => self.clone(),
        }
    }

    /// This expression with every atom mapped.
    pub fn map_atoms(&self, f: &mut impl FnMut(&str) -> Sexp) -> Sexp {
        match self {
            Sexp::Atom(text) => f(text),
            Sexp::List(items) => Sexp::List(items.iter().map(|i| i.map_atoms(f)).collect()),
        }
    }

    /// Whether the atom occurs.
    pub fn mentions(&self, name: &str) -> bool {
        match self {
            Sexp::Atom(text) => text == name,
            Sexp::List(items) => items.iter().any(|i| i.mentions(name)),
        }
    }
}

/// The length of the token at the start of `rest`, which begins with `c`.
fn token_length(rest: &str, c: char) -> usize {
    let end_of = |pattern: &[char]| rest.find(pattern).unwrap_or(rest.len());
    match c {
        '(' | ')' => 1,
        ';' => end_of(&['\n']),
        '|' => rest[1..].find('|').map_or(rest.len(), |at| at + 2),
        '"' => string_length(rest),
        _ => end_of(&[' ', '\t', '\r', '\n', '(', ')', ';', '"']),
    }
}

/// A quote inside a string literal is written twice.
fn string_length(rest: &str) -> usize {
    let mut quotes = rest.match_indices('"').map(|(at, _)| at).skip(1);
    while let Some(at) = quotes.next() {
        if !rest[at + 1..].starts_with('"') {
            return at + 1;
        }
        quotes.next();
    }
    rest.len()
}

impl fmt::Display for Sexp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sexp::Atom(text) => f.write_str(text),
            Sexp::List(items) => {
                f.write_str("(")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i == 0 { "" } else { " " })?;
                }
                f.write_str(")")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_and_writing() {
        let text = "(assert (= x \"a\"\"(b\" |q r|)) ; note )\n(check-sat)";
        let all = Sexp::parse_all(text);
        let written: Vec<String> = all.iter().map(Sexp::to_string).collect();
        assert_eq!(written, ["(assert (= x \"a\"\"(b\" |q r|))", "(check-sat)"]);
        assert!(Sexp::parse_all("(a))").is_empty());
        assert_eq!(Sexp::parse_all("\"\" \"\"\"\"").len(), 2);
    }

    #[test]
    fn paths_reach_all_arguments() {
        let term = Sexp::parse("(and p ((_ re.loop 1 2) r) (let ((v 1)) (f v)))").unwrap();
        let at: Vec<String> = term.paths().iter().map(|p| term.at(p).to_string()).collect();
        assert_eq!(at[1..], ["p", "((_ re.loop 1 2) r)", "(let ((v 1)) (f v))", "r", "(f v)", "v"]);
        assert_eq!(term.at(&[2]).head(), "re.loop");
        let changed = term.with(&[2, 1], Sexp::atom("s"));
        assert_eq!(changed.at(&[2]).to_string(), "((_ re.loop 1 2) s)");
    }
}
