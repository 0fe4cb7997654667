//! Rust sources as far as checks need them: words without comments and tests, and the structs that a file declares.
//!
//! A parser of the language would know more, but would be the largest dependency of the workspace; what is asked here is
//! which name stands before which operator.

/// A word, a literal (without its content) or an operator, with its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'t> {
    pub text: &'t str,
    pub line: usize,
}

/// Operators of more than one character, longest first.
const OPERATORS: &[&str] = &[
    "<<=", ">>=", "..=", "..", "::", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=",
    "*=", "/=", "%=", "^=", "|=", "&=",
];

/// Files of tests, by their names.
const TESTS: &[&str] = &["tests.rs", "testing.rs", "scenarios.rs", "fuzz.rs"];

/// Whether all of the file is a test.
pub fn is_test(path: &str) -> bool {
    TESTS.iter().any(|name| path.ends_with(&format!("/{name}")))
}

/// The text without the tests at its end.
pub fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text)
}

/// The tokens of a text without the tests at its end.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let text = without_tests(text);
    let (mut tokens, mut at, mut line) = (Vec::new(), 0, 1);
    while at < text.len() {
        let rest = &text[at..];
        let (length, is_token) = piece(rest);
        let piece = &rest[..length];
        if is_token {
            let text = if piece.ends_with('"') { "\"\"" } else { piece };
            tokens.push(Token { text, line });
        }
        line += piece.matches('\n').count();
        at += length;
    }
    tokens
}

/// How long the first piece of the text is, and whether it is a token.
fn piece(rest: &str) -> (usize, bool) {
    let until = |end: &str, from: usize| {
        rest[from..].find(end).map_or(rest.len(), |i| from + i + end.len())
    };
    let word = |from: usize| rest[from..].find(|c| !is_word(c)).map_or(rest.len(), |i| from + i);
    let mut chars = rest.chars();
    let first = chars.next().unwrap_or(' ');
    let second = chars.next();
    match first {
        _ if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), false),
        _ if rest.starts_with("/*") => (until("*/", 2), false),
        c if c.is_whitespace() => (c.len_utf8(), false),
        '"' => (1 + quoted(&rest[1..]), true),
        'r' if rest.starts_with("r\"") => (until("\"", 2), true),
        'r' if rest.starts_with("r#\"") => (until("\"#", 3), true),
        '\'' if second == Some('\\') => (until("'", 3), true),
        '\'' if chars.next() == Some('\'') => (2 + second.map_or(0, char::len_utf8), true),
        '\'' => (word(1), true),
        c if is_word(c) => (word(0), true),
        c => match OPERATORS.iter().find(|o| rest.starts_with(**o)) {
            Some(operator) => (operator.len(), true),
            None => (c.len_utf8(), true),
        },
    }
}

/// The length of the rest of a literal, up to its quote.
fn quoted(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices() {
        if c == '"' && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    rest.len()
}

pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Where the bracket that opens at `at` is closed.
pub fn closing(tokens: &[Token<'_>], at: usize) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i;
        }
    }
    tokens.len().saturating_sub(1)
}

/// A named field of a struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The name of the struct.
    pub owner: String,
    pub name: String,
    /// Whether other modules see it.
    pub is_open: bool,
    /// The name of its type, references and arguments left out.
    pub kind: String,
}

/// The fields of the structs declared in a file.
pub fn fields(tokens: &[Token<'_>]) -> Vec<Field> {
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        if tokens[at].text != "struct" {
            continue;
        }
        let ends = |t: &Token<'_>| ["{", ";", "("].contains(&t.text);
        let Some(open) = tokens[at..].iter().position(ends).map(|i| at + i) else { continue };
        if tokens[open].text == "{" {
            let body = &tokens[open + 1..closing(tokens, open)];
            found.extend(members(body, tokens[at + 1].text));
        }
    }
    found
}

/// The fields in the body of a struct.
fn members(body: &[Token<'_>], owner: &str) -> Vec<Field> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < body.len() {
        if body[at].text == "#" {
            at = closing(body, at + 1) + 1;
            continue;
        }
        let is_open = body[at].text == "pub";
        if is_open {
            at += 1;
            if body[at].text == "(" {
                at = closing(body, at) + 1;
            }
        }
        let end = at + comma(&body[at..]);
        let (name, kind) = (body[at].text.to_owned(), head(&body[at + 2..end]));
        found.push(Field { owner: owner.to_owned(), name, is_open, kind });
        at = end + 1;
    }
    found
}

/// Where the first comma outside of brackets is.
fn comma(tokens: &[Token<'_>]) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate() {
        match token.text {
            "<" | "(" | "[" | "{" => depth += 1,
            ">" | ")" | "]" | "}" => depth -= 1,
            "," if depth == 0 => return i,
            _ => {}
        }
    }
    tokens.len()
}

/// The last name of the path that a type starts with; a box is what is in it.
pub fn head(tokens: &[Token<'_>]) -> String {
    let mut last = "";
    for token in tokens {
        match token.text {
            "&" | "mut" | "dyn" | "impl" | "::" => {}
            "<" if last == "Box" => {}
            text if text.starts_with('\'') => {}
            text if text.starts_with(is_word) => last = text,
            _ => break,
        }
    }
    last.to_owned()
}

/// The parameters of the function whose name is at `at`, with their types.
pub fn parameters<'t>(tokens: &[Token<'t>], at: usize) -> Vec<(&'t str, String)> {
    let Some(open) = tokens[at..].iter().position(|t| t.text == "(").map(|i| at + i) else {
        return Vec::new();
    };
    let mut rest = &tokens[open + 1..closing(tokens, open)];
    let mut found = Vec::new();
    while !rest.is_empty() {
        let end = comma(rest);
        let parameter = &rest[usize::from(rest[0].text == "mut")..end];
        if let [name, colon, kind @ ..] = parameter
            && colon.text == ":"
        {
            found.push((name.text, head(kind)));
        }
        rest = &rest[rest.len().min(end + 1)..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        tokens(text).iter().map(|t| t.text).collect()
    }

    #[test]
    fn words_operators_and_literals() {
        assert_eq!(
            texts("a.b += 'x'; // c\n'\\n' \"q\\\"}\" r#\"{\"#x"),
            ["a", ".", "b", "+=", "'x'", ";", "'\\n'", "\"\"", "r#\"{\"#", "x"]
        );
        assert_eq!(
            texts("fn f<'a>() /* { */ ..= {}\n#[cfg(test)]\nmod tests {\nx\n}"),
            ["fn", "f", "<", "'a", ">", "(", ")", "..=", "{", "}"]
        );
        let lines: Vec<usize> = tokens("a\n\"\n\"\nb").iter().map(|t| t.line).collect();
        assert_eq!(lines, [1, 2, 4]);
    }

    #[test]
    fn fields_of_structs() {
        let text = "pub struct A<'s> {\n #[x(y)]\n pub(super) a: &'s mut base::B<C, D>,\n b: Vec<(E, F)>,\n}\nstruct T(u8);";
        let field = |name: &str, is_open, kind: &str| Field {
            owner: "A".into(),
            name: name.into(),
            is_open,
            kind: kind.into(),
        };
        assert_eq!(fields(&tokens(text)), [field("a", true, "B"), field("b", false, "Vec")]);
    }

    #[test]
    fn parameters_of_functions() {
        let text = "fn f<T>(&mut self, mut a: &mut B<'_, C>, b: fn(x, y)) -> D {}";
        let found = parameters(&tokens(text), 1);
        assert_eq!(found, [("a", "B".to_owned()), ("b", "fn".to_owned())]);
    }
}
