//! State has one owner: no module writes an open field of a struct that another file declares.
//!
//! A field that many modules write has no contract; whoever reads it must know them all. So a field that others see
//! (`pub` in any form) is only read there, and written by methods that stand beside its declaration. What counts as written:
//! assigned, changed by a method of a container, lent by `&mut`, or taken by `std::mem`. A field whose type has methods of
//! its own may be lent, as those are the contract then. Private fields are the compiler's business: a struct may be
//! spread over the files below its module.
//!
//! Names are resolved as far as a text shows: `self` by the enclosing `impl`, parameters by their types, fields of fields by
//! declarations. Where that fails, a field counts as another file's if no struct of its own file, and no private
//! field of any, has its name. Literals of structs and patterns are not looked at.

use super::Violation;
use crate::source::{Field, Token, closing, fields, head, is_test, is_word, parameters, tokens};
use crate::tree::Tree;
use std::collections::{BTreeMap, BTreeSet};

/// Methods of containers that change them.
const METHODS: &[&str] = &[
    "append",
    "as_mut",
    "clear",
    "dedup",
    "drain",
    "entry",
    "extend",
    "extend_from_slice",
    "first_mut",
    "get_mut",
    "get_or_insert",
    "get_or_insert_with",
    "grow_to",
    "insert",
    "iter_mut",
    "last_mut",
    "pop",
    "pop_back",
    "pop_front",
    "push",
    "push_back",
    "push_front",
    "remove",
    "replace",
    "resize",
    "retain",
    "reverse",
    "sort",
    "sort_by",
    "sort_by_key",
    "sort_unstable",
    "sort_unstable_by_key",
    "swap",
    "swap_remove",
    "take",
    "take_if",
    "truncate",
    "values_mut",
];

const ASSIGNMENTS: &[&str] = &["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="];

/// A field written by another file than that of its struct.
struct Write {
    file: String,
    line: usize,
    owner: String,
    field: String,
}

pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for w in all(tree).into_values().flatten() {
        let message = format!("writes `{}` of `{}`, which is another file's", w.field, w.owner);
        found.push(Violation::new(format!("{}:{}", w.file, w.line), message));
    }
    found
}

/// One line with the number of such writes.
pub fn summary(tree: &Tree) -> String {
    format!("fields written by other files: {}", all(tree).values().flatten().count())
}

/// The writes of each crate.
fn all(tree: &Tree) -> BTreeMap<&str, Vec<Write>> {
    let mut crates: BTreeMap<&str, Vec<Source<'_>>> = BTreeMap::new();
    for file in tree.select("crates/", ".rs").filter(|f| !is_test(&f.path)) {
        let mut parts = file.path.split('/').skip(1);
        if let (Some(name), Some("src")) = (parts.next(), parts.next()) {
            crates.entry(name).or_default().push(Source::new(&file.path, &file.text));
        }
    }
    let ruled = crates.iter().filter(|c| *c.0 != "base").flat_map(|c| c.1);
    let types: BTreeSet<&str> = ruled.flat_map(Source::types).collect();
    crates.iter().map(|(&name, files)| (name, Crate { files, types: &types }.writes())).collect()
}

/// A file and the fields that it declares.
struct Source<'t> {
    path: &'t str,
    tokens: Vec<Token<'t>>,
    fields: Vec<Field>,
}

impl<'t> Source<'t> {
    fn new(path: &'t str, text: &'t str) -> Source<'t> {
        let tokens = tokens(text);
        let fields = fields(&tokens);
        Source { path, tokens, fields }
    }

    /// The types with methods of their own that the file declares.
    fn types(&self) -> Vec<&'t str> {
        let declares = |w: &&[Token<'t>]| ["struct", "enum", "trait"].contains(&w[0].text);
        self.tokens.windows(2).filter(declares).map(|w| w[1].text).collect()
    }
}

/// The files of a crate, and the types of the workspace that have methods of their own.
struct Crate<'a, 't> {
    files: &'a [Source<'t>],
    types: &'a BTreeSet<&'t str>,
}

impl<'t> Crate<'_, 't> {
    fn writes(&self) -> Vec<Write> {
        self.files.iter().flat_map(|file| self.writes_of(file)).collect()
    }

    fn writes_of(&self, file: &Source<'t>) -> Vec<Write> {
        let mut found = Vec::new();
        let mut names: Vec<(&str, String)> = Vec::new();
        for (at, token) in file.tokens.iter().enumerate() {
            match token.text {
                "impl" => names = vec![("self", implemented(&file.tokens[at + 1..]))],
                "fn" => {
                    names.retain(|n| n.0 == "self");
                    names.extend(parameters(&file.tokens, at + 1));
                }
                "let" => names.extend(declared(&file.tokens, at)),
                "." => found.extend(self.write(file, &names, at)),
                _ => {}
            }
        }
        found
    }

    /// The write to the field behind the dot at `at`, if it is one to another file's.
    fn write(&self, file: &Source<'_>, names: &[(&str, String)], at: usize) -> Option<Write> {
        let tokens = &file.tokens;
        let name = tokens.get(at + 1)?;
        let start = chain(tokens, at);
        let owner = self.kind(names, &tokens[start..at]);
        let declared = self.declaration(file, owner.as_deref(), name.text)?;
        let after = end_of_indices(tokens, at + 2);
        let text = |i: usize| tokens.get(i).map_or("", |t| t.text);
        let before = |n: usize| start.checked_sub(n).map_or("", |i| tokens[i].text);
        let is_plain = !self.types.contains(declared.kind.as_str());
        let lent = before(1) == "mut" && before(2) == "&" && !["(", "."].contains(&text(after));
        let taken = lent && before(3) == "(" && ["take", "replace", "swap"].contains(&before(4));
        let changed =
            text(after) == "." && METHODS.contains(&text(after + 1)) && text(after + 2) == "(";
        let assigned = ASSIGNMENTS.contains(&text(after));
        (assigned || taken || (is_plain && (lent || changed))).then(|| Write {
            file: file.path.to_owned(),
            line: name.line,
            owner: declared.owner.clone(),
            field: name.text.to_owned(),
        })
    }

    /// The field of that name, if it is open and of a struct that another file declares.
    fn declaration(&self, file: &Source<'_>, owner: Option<&str>, name: &str) -> Option<&Field> {
        let is_meant = |f: &&Field| f.name == name && owner.is_none_or(|owner| f.owner == owner);
        if file.fields.iter().any(|f| is_meant(&f)) {
            return None;
        }
        let mut all = self.files.iter().flat_map(|f| &f.fields).filter(is_meant);
        let first = all.next()?;
        (first.is_open && all.all(|f| f.is_open)).then_some(first)
    }

    /// The type of a chain of names and dots, if declarations show it.
    fn kind(&self, names: &[(&str, String)], chain: &[Token<'_>]) -> Option<String> {
        let (base, rest) = chain.split_first()?;
        let mut kind = names.iter().rev().find(|n| n.0 == base.text)?.1.clone();
        for name in rest.iter().filter(|t| t.text != ".") {
            let mut fields = self.files.iter().flat_map(|f| &f.fields);
            kind = fields.find(|f| f.owner == kind && f.name == name.text)?.kind.clone();
        }
        kind.starts_with(char::is_uppercase).then_some(kind)
    }
}

/// The variable that a `let` at `at` declares, if the text shows its type: after a colon, or before a literal or the name of a
/// function.
fn declared<'t>(tokens: &[Token<'t>], at: usize) -> Option<(&'t str, String)> {
    let rest = &tokens[at + 1..];
    let rest = &rest[usize::from(rest.first()?.text == "mut")..];
    let [name, sign, kind, next, ..] = rest else { return None };
    let shown = match sign.text {
        ":" => head(&rest[2..]),
        "=" if ["::", "{"].contains(&next.text) => kind.text.to_owned(),
        _ => return None,
    };
    shown.starts_with(char::is_uppercase).then_some((name.text, shown))
}

/// Where the chain of names, calls and indices that ends at the dot `at` begins.
fn chain(tokens: &[Token<'_>], at: usize) -> usize {
    let mut start = at;
    loop {
        start = before_brackets(tokens, start);
        start -= usize::from(start > 0 && tokens[start - 1].text.starts_with(is_word));
        match start.checked_sub(1) {
            Some(dot) if tokens[dot].text == "." => start = dot,
            _ => return start,
        }
    }
}

/// Where the brackets begin that end at `end`.
fn before_brackets(tokens: &[Token<'_>], mut end: usize) -> usize {
    let mut depth = 0;
    while end > 0 {
        match tokens[end - 1].text {
            ")" | "]" => depth += 1,
            "(" | "[" if depth > 0 => depth -= 1,
            _ if depth == 0 => break,
            _ => {}
        }
        end -= 1;
    }
    end
}

/// Where the indices that begin at `at` end.
fn end_of_indices(tokens: &[Token<'_>], mut at: usize) -> usize {
    while tokens.get(at).is_some_and(|t| t.text == "[") {
        at = closing(tokens, at) + 1;
    }
    at
}

/// The type of an `impl`, given what follows the word.
fn implemented(tokens: &[Token<'_>]) -> String {
    let end = tokens.iter().position(|t| t.text == "{").unwrap_or(tokens.len());
    let header = &tokens[..end];
    let of_type = header.iter().position(|t| t.text == "for").map(|i| i + 1);
    head(&header[of_type.unwrap_or_else(|| generics(header))..])
}

/// How many tokens the parameters in angles at the start take.
fn generics(tokens: &[Token<'_>]) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate() {
        match token.text {
            "<" => depth += 1,
            ">" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return if i == 0 { 0 } else { i + 1 };
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWNER: &str = "pub struct Engine<'s> {\n pub(crate) n: u32,\n pub list: Vec<u32>,\n own: u32,\n pub inner: Inner,\n}\n\
        pub struct Inner {\n pub deep: Option<u32>,\n}\n\
        impl Engine<'_> { fn ok(&mut self) { self.n += 1; self.list.push(1); } }\n";

    /// The lines of a second file that write fields of the first.
    fn lines(text: &str) -> Vec<usize> {
        let files = [("crates/c/src/a.rs", OWNER), ("crates/c/src/b.rs", text)];
        let tree = Tree::of(&files);
        let writes = all(&tree).remove("c").unwrap_or_default();
        writes
            .iter()
            .map(|w| {
                assert_eq!(w.file, files[1].0);
                w.line
            })
            .collect()
    }

    #[test]
    fn writes_are_found() {
        let bodies = [
            "self.n = 1;",
            "self.n -= 1;",
            "self.list[0][i.x] = 1;",
            "self.list.push(1);",
            "f(&mut self.n);",
            "self.inner.deep = None;",
            "self.inner.deep.take();",
            "let x = std::mem::take(&mut self.inner);",
            "e.n = 1;",
            "who.knows().n = 1;",
            "let mut x = Inner::new(); x.deep = None;",
            "let mut x: Box<Inner> = f(); x.deep = None;",
        ];
        for body in bodies {
            let text = format!(
                "impl Engine<'_> {{\nfn f(&mut self, e: &mut Engine<'_>) {{\n{body}\n}} }}"
            );
            assert_eq!(lines(&text), [3], "{body}");
        }
    }

    #[test]
    fn reads_and_own_fields_are_not() {
        let text = "struct Mine { n: u32 }\nimpl Mine { fn f(&mut self, o: &Engine) {\n\
            self.n = 1; let x = o.n; if o.n == 1 && o.list.len() >= 2 {} g(&o.n); o.inner.grow();\n\
            h(&mut o.inner); let mut x = Foreign { n: 1 }; x.n = 2; // o.n = 1\n o.own = 1; } }\n\
            #[cfg(test)]\nmod tests {\nfn t(e: Engine) { e.n = 1; }\n}\n";
        assert_eq!(lines(text), [0; 0]);
    }

    #[test]
    fn each_crate_is_looked_at_alone() {
        let files = [
            ("crates/c/src/a.rs", OWNER),
            ("crates/c/src/b.rs", "fn f(e: &mut Engine) { e.n = 1; }"),
            ("crates/d/src/b.rs", "fn f(e: &mut Engine) { e.n = 1; }"),
        ];
        let tree = Tree::of(&files);
        let message = "writes `n` of `Engine`, which is another file's";
        assert_eq!(check(&tree), [Violation::new("crates/c/src/b.rs:1", message)]);
        assert_eq!(summary(&tree), "fields written by other files: 1");
    }
}
