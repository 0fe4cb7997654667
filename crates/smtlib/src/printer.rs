//! Terms as SMT-LIB text.
//!
//! What is printed reads back as the same term. Nothing recurses. A term is a graph, and its tree can be
//! exponentially larger, so subterms that occur more than once can be named by `let`.

use crate::literal::write_string;
use crate::parser::is_reserved;
use crate::{lexer, sort_name};
use base::{FxHashMap, Int};
use std::borrow::Cow;
use std::fmt::Write;
use terms::{Op, Term, Terms};

/// A symbol as it must be written: in bars unless it is a simple symbol.
pub fn symbol(name: &str) -> Cow<'_, str> {
    let bytes = name.as_bytes();
    let simple = bytes.first().is_some_and(|b| !b.is_ascii_digit())
        && bytes.iter().all(|&b| lexer::is_word(b))
        && !is_reserved(bytes);
    if simple { Cow::Borrowed(name) } else { Cow::Owned(format!("|{name}|")) }
}

/// An integer: negative ones are applications of `-`.
pub fn write_int(out: &mut String, n: &Int) {
    let text = n.to_string();
    match text.strip_prefix('-') {
        Some(digits) => {
            out.push_str("(- ");
            out.push_str(digits);
            out.push(')');
        }
        None => out.push_str(&text),
    }
}

/// `t` as a tree.
///
/// ```
/// let mut terms = terms::Terms::new();
/// let (a, b) = (terms.text("a\\"), terms.int(-1));
/// let t = terms.mk(terms::Op::StrAt, &[a, b]);
/// assert_eq!(smtlib::printer::term(&terms, t), r#"(str.at "a\u{5c}" (- 1))"#);
/// ```
pub fn term(terms: &Terms, t: Term) -> String {
    let mut out = String::new();
    Printer { terms, names: FxHashMap::default(), out: &mut out }.write(t);
    out
}

/// `t` with its shared subterms named, which keeps the text proportional to the graph.
pub fn shared_term(terms: &Terms, t: Term) -> String {
    let shared = shared_subterms(terms, t);
    let mut out = String::new();
    let mut printer = Printer { terms, names: FxHashMap::default(), out: &mut out };
    for (i, &s) in shared.iter().enumerate() {
        let _ = write!(printer.out, "(let ((.{i} ");
        printer.write(s);
        printer.out.push_str(")) ");
        printer.names.insert(s, i);
    }
    printer.write(t);
    out.extend(std::iter::repeat_n(')', shared.len()));
    out
}

/// The proper subterms, other than leaves, that are arguments more than once.
fn shared_subterms(terms: &Terms, root: Term) -> Vec<Term> {
    let order = terms.post_order(&[root]);
    let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
    for &t in &order {
        for &arg in terms.args(t) {
            *uses.entry(arg).or_default() += 1;
        }
    }
    let is_shared = |t: &Term| !terms.args(*t).is_empty() && uses.get(t).is_some_and(|&n| n > 1);
    order.into_iter().filter(is_shared).collect()
}

enum Step {
    Term(Term),
    Close,
}

struct Printer<'a> {
    terms: &'a Terms,
    /// Terms that a `let` has named, with their numbers.
    names: FxHashMap<Term, usize>,
    out: &'a mut String,
}

impl Printer<'_> {
    fn write(&mut self, root: Term) {
        let mut stack = vec![Step::Term(root)];
        while let Some(step) = stack.pop() {
            match step {
                Step::Close => self.out.push(')'),
                Step::Term(t) => {
                    if self.out.as_bytes().last().is_some_and(|&b| !matches!(b, b'(' | b' ')) {
                        self.out.push(' ');
                    }
                    self.open(t, &mut stack);
                }
            }
        }
    }

    /// Writes a leaf, or the head of an application whose arguments are put on the stack.
    fn open(&mut self, t: Term, stack: &mut Vec<Step>) {
        if let Some(name) = self.names.get(&t) {
            let _ = write!(self.out, ".{name}");
            return;
        }
        let args = self.terms.args(t);
        if args.is_empty() {
            return self.head(t);
        }
        self.out.push('(');
        self.head(t);
        stack.push(Step::Close);
        stack.extend(args.iter().rev().map(|&arg| Step::Term(arg)));
    }

    fn head(&mut self, t: Term) {
        let terms = self.terms;
        // Writing to a string cannot fail.
        match terms.op(t) {
            Op::IntConst(i) => write_int(self.out, terms.int_payload(i)),
            Op::StrConst(_) => write_string(self.out, terms.str_value(t).unwrap_or_default()),
            Op::Apply(fun) => self.out.push_str(&symbol(&terms.fun(fun).name)),
            Op::Divisible(i) => {
                let _ = write!(self.out, "(_ divisible {})", terms.int_payload(i));
            }
            Op::RePower(n) => {
                let _ = write!(self.out, "(_ re.^ {n})");
            }
            Op::ReLoop(lo, hi) => {
                let _ = write!(self.out, "(_ re.loop {lo} {hi})");
            }
            op => self.out.push_str(op.name().unwrap_or("?")),
        }
    }
}

/// The declaration of a function or constant, as a command.
pub fn declaration(terms: &Terms, fun: terms::Fun) -> String {
    let decl = terms.fun(fun);
    let params: Vec<String> = decl.params.iter().map(|&s| sort_name(terms, s)).collect();
    let ret = sort_name(terms, decl.ret);
    format!("(declare-fun {} ({}) {ret})", symbol(&decl.name), params.join(" "))
}
