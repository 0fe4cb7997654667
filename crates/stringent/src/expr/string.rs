//! String expressions.

use super::boolean::Bool;
use super::integer::Int;
use super::node::{Expr, Head};
use super::regex::Regex;
use super::sorted::{apply, operator, sorted};
use terms::value::Value;
use terms::{Op, Sort};

sorted! {
    /// A string expression. Strings are sequences of code points up to U+2FFFF; positions count code points
    /// from 0.
    ///
    /// A value that is no Rust text, because it has a surrogate half in it, is read by
    /// [`Solver::code_points`](crate::Solver::code_points).
    ///
    /// ```
    /// use stringent::expr::Str;
    /// use stringent::{Solver, Verdict};
    /// let url = Str::var("url");
    /// let slash = url.index_of("/", 0);
    /// assert_eq!(url.ends_with("/a").to_string(), "(str.suffixof \"/a\" url)");
    /// let mut solver = Solver::default();
    /// solver.assert(slash.gt(0) & url.substr(0, &slash).equals("höst"))?;
    /// solver.assert(url.ends_with("/a?b") & url.len().equals(9))?;
    /// assert_eq!(solver.check(), Verdict::Sat);
    /// let text = solver.value(&url)?.unwrap();
    /// assert!(text.starts_with("höst/") && text.ends_with("/a?b"));
    /// # Ok::<(), stringent::Error>(())
    /// ```
    Str, Sort::String, String, text
}

operator!(Str, Add, add, Op::StrConcat, &str);

fn text(value: Value) -> Option<String> {
    value.as_str()?.iter().map(|&c| char::from_u32(c)).collect()
}

impl From<&str> for Str {
    fn from(text: &str) -> Str {
        text.chars().map(u32::from).collect()
    }
}

impl From<String> for Str {
    fn from(text: String) -> Str {
        text.as_str().into()
    }
}

/// A literal from code points, which may be surrogate halves.
impl FromIterator<u32> for Str {
    fn from_iter<I: IntoIterator<Item = u32>>(code_points: I) -> Str {
        Str(Expr::leaf(Head::Str(code_points.into_iter().collect())))
    }
}

impl Str {
    fn unary<T: From<Expr>>(&self, op: Op) -> T {
        apply(op, [&self.0]).into()
    }

    fn binary<T: From<Expr>>(&self, op: Op, other: impl Into<Str>) -> T {
        apply(op, [&self.0, &other.into().0]).into()
    }

    /// All of them in a row.
    pub fn concat(parts: impl IntoIterator<Item = Str>) -> Str {
        let mut parts: Vec<Expr> = parts.into_iter().map(|part| part.0).collect();
        match parts.len() {
            0 => "".into(),
            1 => Str(parts.swap_remove(0)),
            _ => Str(Expr::new(Op::StrConcat, parts)),
        }
    }

    /// How many code points there are.
    pub fn len(&self) -> Int {
        self.unary(Op::StrLen)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> Bool {
        self.equals("")
    }

    /// The character at a position, as a string; empty if the position is outside.
    pub fn at(&self, i: impl Into<Int>) -> Str {
        apply(Op::StrAt, [&self.0, &i.into().0]).into()
    }

    /// At most `n` characters from position `i` on; empty if `i` is outside.
    pub fn substr(&self, i: impl Into<Int>, n: impl Into<Int>) -> Str {
        apply(Op::StrSubstr, [&self.0, &i.into().0, &n.into().0]).into()
    }

    /// Whether `part` occurs.
    pub fn contains(&self, part: impl Into<Str>) -> Bool {
        self.binary(Op::StrContains, part)
    }

    /// Whether this begins with `part`.
    pub fn starts_with(&self, part: impl Into<Str>) -> Bool {
        part.into().binary(Op::StrPrefixOf, self)
    }

    /// Whether this ends with `part`.
    pub fn ends_with(&self, part: impl Into<Str>) -> Bool {
        part.into().binary(Op::StrSuffixOf, self)
    }

    /// Where `part` first occurs at or after position `from`; -1 if nowhere.
    pub fn index_of(&self, part: impl Into<Str>, from: impl Into<Int>) -> Int {
        apply(Op::StrIndexOf, [&self.0, &part.into().0, &from.into().0]).into()
    }

    /// With the first occurrence of `part` replaced; an empty one occurs at the start.
    pub fn replace(&self, part: impl Into<Str>, by: impl Into<Str>) -> Str {
        apply(Op::StrReplace, [&self.0, &part.into().0, &by.into().0]).into()
    }

    /// With all occurrences of `part` replaced, from the left; an empty one occurs nowhere.
    pub fn replace_all(&self, part: impl Into<Str>, by: impl Into<Str>) -> Str {
        apply(Op::StrReplaceAll, [&self.0, &part.into().0, &by.into().0]).into()
    }

    /// With the leftmost, and there the shortest, match replaced.
    pub fn replace_regex(&self, regex: &Regex, by: impl Into<Str>) -> Str {
        apply(Op::StrReplaceRe, [&self.0, &regex.0, &by.into().0]).into()
    }

    /// With all non-empty matches replaced, each the leftmost and shortest.
    pub fn replace_regex_all(&self, regex: &Regex, by: impl Into<Str>) -> Str {
        apply(Op::StrReplaceReAll, [&self.0, &regex.0, &by.into().0]).into()
    }

    /// Whether this is a word of `regex`, from end to end.
    pub fn matches(&self, regex: impl Into<Regex>) -> Bool {
        apply(Op::StrInRe, [&self.0, &regex.into().0]).into()
    }

    /// Whether this comes before `other` by code points.
    pub fn lt(&self, other: impl Into<Str>) -> Bool {
        self.binary(Op::StrLt, other)
    }

    /// Whether this comes before `other` by code points or is equal.
    pub fn le(&self, other: impl Into<Str>) -> Bool {
        self.binary(Op::StrLe, other)
    }

    /// Whether this is one of `0` to `9`.
    pub fn is_digit(&self) -> Bool {
        self.unary(Op::StrIsDigit)
    }

    /// The code point of the only character; -1 if there is not exactly one.
    pub fn to_code(&self) -> Int {
        self.unary(Op::StrToCode)
    }

    /// The number that the decimal digits denote; -1 if there are none or something else.
    pub fn to_int(&self) -> Int {
        self.unary(Op::StrToInt)
    }

    /// How often `part` occurs, from the left and without overlap; an empty one occurs nowhere.
    pub fn count(&self, part: impl Into<Str>) -> Int {
        self.binary(Op::StrCount, part)
    }

    /// The `n`-th field, counted from 0, of this split at each `separator`; empty if there are fewer fields. An
    /// empty separator occurs nowhere.
    pub fn split_at(&self, separator: impl Into<Str>, n: impl Into<Int>) -> Str {
        apply(Op::StrSplitAt, [&self.0, &separator.into().0, &n.into().0]).into()
    }

    /// Without blanks, tabs and line ends of ASCII at both ends.
    pub fn trim(&self) -> Str {
        self.unary(Op::StrTrim)
    }

    /// Backwards.
    pub fn rev(&self) -> Str {
        self.unary(Op::StrRev)
    }

    /// With ASCII letters in lower case.
    pub fn to_lower(&self) -> Str {
        self.unary(Op::StrToLower)
    }

    /// With ASCII letters in upper case.
    pub fn to_upper(&self) -> Str {
        self.unary(Op::StrToUpper)
    }
}
