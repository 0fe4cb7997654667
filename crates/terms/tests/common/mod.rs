//! What the tests share: a reader of SMT-LIB-like text, and scenarios, which the tests run on fixed sequences of
//! choices and `fuzz/` on inputs guided by coverage.
#![allow(dead_code, reason = "every test binary uses its own part")]

pub mod definitions;
pub mod matching;
pub mod ropes;

use base::Budget;
use terms::eval::{EvalError, Evaluator};
use terms::model::Model;
use terms::op::NAMED_OPS;
use terms::value::Value;
use terms::{Op, Sort, Term, Terms};

/// Reads terms; declared constants are those of the table.
pub struct Reader<'s> {
    pub terms: Terms,
    pub names: Vec<(&'s str, Term)>,
}

impl<'s> Reader<'s> {
    pub fn new() -> Self {
        Reader { terms: Terms::new(), names: Vec::new() }
    }

    pub fn declare(&mut self, name: &'s str, sort: Sort) -> terms::Fun {
        let f = self.terms.declare(name, &[], sort);
        let t = self.terms.constant(f);
        self.names.push((name, t));
        f
    }

    pub fn read(&mut self, text: &str) -> Term {
        let tokens = tokens(text);
        let mut at = 0;
        let t = self.term(&tokens, &mut at);
        assert_eq!(at, tokens.len(), "trailing text in {text}");
        t
    }

    fn term(&mut self, tokens: &[String], at: &mut usize) -> Term {
        let token = tokens[*at].clone();
        *at += 1;
        if token != "(" {
            return self.leaf(&token);
        }
        let mut indices = Vec::new();
        let mut head = tokens[*at].clone();
        *at += 1;
        if head == "(" {
            assert_eq!(tokens[*at], "_");
            head = tokens[*at + 1].clone();
            *at += 2;
            while tokens[*at] != ")" {
                indices.push(tokens[*at].parse::<u32>().unwrap());
                *at += 1;
            }
            *at += 1;
        }
        let mut args = Vec::new();
        while tokens[*at] != ")" {
            args.push(self.term(tokens, at));
        }
        *at += 1;
        let op = self.op(&head, &indices, args.len());
        self.terms.app(op, &args).unwrap_or_else(|e| panic!("{head}: {e:?}"))
    }

    fn op(&mut self, head: &str, indices: &[u32], args: usize) -> Op {
        match (head, indices) {
            ("-", []) if args == 1 => Op::Neg,
            ("re.^", &[n]) => Op::RePower(n),
            ("re.loop", &[lo, hi]) => Op::ReLoop(lo, hi),
            ("divisible", &[n]) => Op::Divisible(self.terms.intern_int(n.into())),
            _ => {
                let found = NAMED_OPS.iter().find(|(name, _)| *name == head);
                found.unwrap_or_else(|| panic!("operator {head}")).1
            }
        }
    }

    fn leaf(&mut self, token: &str) -> Term {
        if let Some(text) = token.strip_prefix('"') {
            let chars = unescape(text);
            return self.terms.string(&chars);
        }
        if token.bytes().all(|b| b.is_ascii_digit()) {
            return self.terms.int(token.parse::<base::Int>().unwrap());
        }
        match self.names.iter().find(|(name, _)| *name == token) {
            Some(&(_, t)) => t,
            None => {
                let op = self.op(token, &[], 0);
                self.terms.mk(op, &[])
            }
        }
    }
}

/// The code points of a literal, with `\u{h}` escapes.
fn unescape(text: &str) -> Vec<u32> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(tail) = rest.strip_prefix("\\u{") {
            let (hex, tail) = tail.split_once('}').unwrap();
            out.push(u32::from_str_radix(hex, 16).unwrap());
            rest = tail;
        } else {
            out.push(c as u32);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// Parentheses, string literals (with their opening quote) and everything between blanks.
fn tokens(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let end = match c {
            '(' | ')' => 1,
            '"' => 1 + rest[1..].find('"').unwrap(),
            _ => rest.find([' ', '(', ')']).unwrap_or(rest.len()),
        };
        out.push(rest[..end].to_string());
        rest = rest[end + usize::from(c == '"')..].trim_start();
    }
    out
}

/// The value of a ground term.
pub fn eval(text: &str) -> Result<Value, EvalError> {
    let mut reader = Reader::new();
    let t = reader.read(text);
    let budget = Budget::unlimited();
    Evaluator::new(&reader.terms, &Model::new(), &budget).eval(t)
}

/// Evaluates one operator on words and numbers.
pub struct Bench {
    pub terms: Terms,
    pub model: Model,
}

impl Bench {
    pub fn new() -> Bench {
        Bench { terms: Terms::new(), model: Model::new() }
    }

    pub fn str(&mut self, w: &[u32]) -> Term {
        self.terms.string(w)
    }

    pub fn run(&mut self, op: Op, args: &[Term]) -> Value {
        let t = self.terms.mk(op, args);
        self.eval(t).unwrap()
    }

    pub fn eval(&self, t: Term) -> Result<Value, EvalError> {
        let budget = Budget::unlimited();
        Evaluator::new(&self.terms, &self.model, &budget).eval(t)
    }
}
