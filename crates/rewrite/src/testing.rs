//! For tests: a reader of SMT-LIB terms, and the macros `fires!` and `keeps!` that document and
//! check every rule. What fires is also fuzzed in random instances.
//!
//! Variables are declared in advance, in this order, so that their ids ascend: strings
//! `u v w x y z`, integers `i j k n m`, Booleans `a b c d`.

use terms::op::NAMED_OPS;
use terms::{Op, Sort, Term, Terms};

/// Checks that a rule fires on a text and that the result is the normal form of another text.
macro_rules! fires {
    ($rule:ident, $before:expr, $after:expr $(,)?) => {
        crate::testing::check_fires(crate::RuleId::$rule, $before, $after)
    };
}

/// Checks that a rule does not fire on a text.
macro_rules! keeps {
    ($rule:ident, $text:expr $(,)?) => {
        crate::testing::check_keeps(crate::RuleId::$rule, $text)
    };
}

pub(crate) use {fires, keeps};

pub(crate) fn check_fires(rule: crate::RuleId, before: &str, after: &str) {
    let (mut terms, t) = read(before);
    let mut rw = crate::Rewriter::new();
    let got = rw.rewrite(&mut terms, t);
    assert!(
        rw.stats().count(rule) > 0,
        "{rule:?} does not fire on {before}: {}",
        show(&terms, got)
    );
    let want = Reader::new(&mut terms).term(after);
    let want = crate::Rewriter::new().rewrite(&mut terms, want);
    assert_eq!(got, want, "{before} gives\n{}\nnot\n{}", show(&terms, got), show(&terms, want));
    crate::fuzz::check_instances(before);
}

pub(crate) fn check_keeps(rule: crate::RuleId, text: &str) {
    let (mut terms, t) = read(text);
    let mut rw = crate::Rewriter::new();
    let got = rw.rewrite(&mut terms, t);
    assert_eq!(rw.stats().count(rule), 0, "{rule:?} fires on {text}: {}", show(&terms, got));
}

/// A new store with the variables, and the term read into it.
pub(crate) fn read(text: &str) -> (Terms, Term) {
    let mut terms = Terms::new();
    let t = Reader::new(&mut terms).term(text);
    (terms, t)
}

/// As [`read`], for several terms.
pub(crate) fn read_all(texts: &[&str]) -> (Terms, Vec<Term>) {
    let mut terms = Terms::new();
    let ts = texts.iter().map(|text| Reader::new(&mut terms).term(text)).collect();
    (terms, ts)
}

/// The test variables by name.
pub(crate) const VARIABLES: &[(&str, Sort)] = &[
    ("u", Sort::String),
    ("v", Sort::String),
    ("w", Sort::String),
    ("x", Sort::String),
    ("y", Sort::String),
    ("z", Sort::String),
    ("i", Sort::Int),
    ("j", Sort::Int),
    ("k", Sort::Int),
    ("n", Sort::Int),
    ("m", Sort::Int),
    ("a", Sort::Bool),
    ("b", Sort::Bool),
    ("c", Sort::Bool),
    ("d", Sort::Bool),
];

pub(crate) struct Reader<'a> {
    terms: &'a mut Terms,
    variables: Vec<Term>,
}

impl<'a> Reader<'a> {
    /// The variables are the store's first functions; they are declared if it has none.
    pub(crate) fn new(terms: &'a mut Terms) -> Reader<'a> {
        if terms.fun_count() == 0 {
            for &(name, sort) in VARIABLES {
                let f = terms.declare(name, &[], sort);
                terms.constant(f);
            }
        }
        let variables =
            (0..VARIABLES.len()).map(|i| terms.constant(terms::Fun(i as u32))).collect();
        Reader { terms, variables }
    }

    pub(crate) fn term(&mut self, text: &str) -> Term {
        let mut tokens = tokens(text).into_iter().peekable();
        let t = self.parse(&mut tokens);
        assert!(tokens.next().is_none(), "text after the term: {text}");
        t
    }

    fn parse(&mut self, tokens: &mut std::iter::Peekable<std::vec::IntoIter<String>>) -> Term {
        let token = tokens.next().expect("a term");
        if token != "(" {
            return self.atom(&token);
        }
        let head = tokens.next().expect("an operator");
        let mut index = Vec::new();
        let name = if head == "(" {
            assert_eq!(tokens.next().as_deref(), Some("_"));
            let name = tokens.next().expect("an indexed operator");
            while tokens.peek().is_some_and(|t| t != ")") {
                index.push(tokens.next().expect("peeked").parse::<u32>().expect("an index"));
            }
            tokens.next();
            name
        } else {
            head
        };
        let mut args = Vec::new();
        while tokens.peek().is_some_and(|t| t != ")") {
            args.push(self.parse(tokens));
        }
        tokens.next();
        let op = self.operator(&name, &index, args.len());
        self.terms.app(op, &args).unwrap_or_else(|e| panic!("({name} ...): {e:?}"))
    }

    fn operator(&mut self, name: &str, index: &[u32], arity: usize) -> Op {
        match (name, index) {
            ("-", _) if arity == 1 => Op::Neg,
            ("re.^", &[k]) => Op::RePower(k),
            ("re.loop", &[lo, hi]) => Op::ReLoop(lo, hi),
            ("divisible", &[n]) => Op::Divisible(self.terms.intern_int(n.into())),
            _ => {
                NAMED_OPS
                    .iter()
                    .find(|(known, op)| *known == name && *op != Op::Neg)
                    .unwrap_or_else(|| panic!("no operator {name}"))
                    .1
            }
        }
    }

    fn atom(&mut self, token: &str) -> Term {
        if let Some(i) = VARIABLES.iter().position(|(name, _)| *name == token) {
            return self.variables[i];
        }
        if let Some(text) = token.strip_prefix('"') {
            let word = unescape(text);
            return self.terms.string(&word);
        }
        if let Ok(n) = token.parse::<base::Int>() {
            return self.terms.int(n);
        }
        let op = self.operator(token, &[], 0);
        self.terms.mk(op, &[])
    }
}

/// Tokens; a string literal is one token with a leading quote.
fn tokens(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '(' | ')' => out.push(c.to_string()),
            '"' => out.push(format!(
                "\"{}",
                chars.by_ref().take_while(|&c| c != '"').collect::<String>()
            )),
            c if c.is_whitespace() => {}
            c => {
                let mut word = c.to_string();
                while let Some(c) = chars.next_if(|&c| !c.is_whitespace() && c != '(' && c != ')') {
                    word.push(c);
                }
                out.push(word);
            }
        }
    }
    out
}

/// Only the escape `\u{...}` is known.
fn unescape(text: &str) -> Vec<u32> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let escaped = rest.strip_prefix("\\u{").and_then(|r| r.split_once('}'));
        if let Some((hex, after)) = escaped
            && let Ok(code) = u32::from_str_radix(hex, 16)
        {
            out.push(code);
            rest = after;
        } else {
            out.push(c.into());
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// A term as text.
pub(crate) fn show(terms: &Terms, t: Term) -> String {
    let head = match terms.op(t) {
        Op::IntConst(_) => return terms.int_value(t).expect("an integer").to_string(),
        Op::StrConst(_) => {
            let word = terms.str_value(t).expect("a string");
            let text: String = word.iter().filter_map(|&c| char::from_u32(c)).collect();
            return format!("{text:?}");
        }
        Op::Apply(f) => terms.fun(f).name.to_string(),
        Op::RePower(k) => format!("(_ re.^ {k})"),
        Op::ReLoop(lo, hi) => format!("(_ re.loop {lo} {hi})"),
        op => op.name().unwrap_or("?").to_string(),
    };
    if terms.args(t).is_empty() {
        return head;
    }
    let args: Vec<String> = terms.args(t).iter().map(|&a| show(terms, a)).collect();
    format!("({head} {})", args.join(" "))
}
