//! Terms as SMT-LIB text.
//!
//! What is printed reads back as the same term. Nothing recurses. A term is a graph, and its tree can be
//! exponentially larger, so subterms that occur more than once can be named by `let`.

use crate::literal::write_string;
use crate::names::is_reserved;
use crate::{lexer, sort_name};
use base::{FxHashMap, FxHashSet, Int};
use std::borrow::Cow;
use std::fmt::Write;
use terms::model::{FunValue, Model};
use terms::op::ReConst;
use terms::value::Value;
use terms::{Fun, Op, Sort, Term, Terms};

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
    Printer::new(terms, &Spellings::default(), &mut out).write(t);
    out
}

/// `t` with its shared subterms named, which keeps the text proportional to the graph.
pub fn shared_term(terms: &Terms, t: Term) -> String {
    shared_term_with(terms, t, &Spellings::default())
}

/// How functions are written whose names would not do.
pub type Spellings = FxHashMap<Fun, String>;

/// [`shared_term`] in which some functions are spelt in another way.
pub fn shared_term_with(terms: &Terms, t: Term, spellings: &Spellings) -> String {
    let order = terms.post_order(&[t]);
    let (taken, open) = (numbers_in_names(terms, &order, spellings), open_terms(terms, &order));
    let mut numbers = (0..).filter(|i| !taken.contains(i));
    let mut numbered = |root: Term, is_open: bool| -> Vec<(usize, Term)> {
        let shared = shared_subterms(terms, root).into_iter();
        let shared = shared.filter(|s| open.contains(s) == is_open);
        shared.filter_map(|s| Some((numbers.next()?, s))).collect()
    };
    let mut out = String::new();
    let mut printer = Printer::new(terms, spellings, &mut out);
    let shared = numbered(t, false);
    let predicates = order.iter().filter(|&&p| matches!(terms.op(p), Op::Lambda(_)));
    printer.within = predicates.map(|&p| (p, numbered(terms.arg(p, 0), true))).collect();
    printer.name(&shared);
    printer.write(t);
    out.extend(std::iter::repeat_n(')', shared.len()));
    out
}

/// The numbers that functions have for names as shared subterms would: `let` would hide these functions.
fn numbers_in_names(terms: &Terms, order: &[Term], spellings: &Spellings) -> FxHashSet<usize> {
    let number = |&t: &Term| {
        let Op::Apply(fun) = terms.op(t) else { return None };
        spelt(terms, fun, spellings).strip_prefix('.')?.parse().ok()
    };
    order.iter().filter_map(number).collect()
}

/// What speaks of the variable of the predicate that it is in: it has no name outside.
fn open_terms(terms: &Terms, order: &[Term]) -> FxHashSet<Term> {
    let mut open = FxHashSet::default();
    for &t in order {
        let op = terms.op(t);
        let has_open = || terms.args(t).iter().any(|arg| open.contains(arg));
        if matches!(op, Op::Bound(_)) || !matches!(op, Op::Lambda(_)) && has_open() {
            open.insert(t);
        }
    }
    open
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
    /// So many parentheses; what these terms are called is over.
    Close(Vec<(usize, Term)>),
}

struct Printer<'a> {
    terms: &'a Terms,
    /// Terms that a `let` has named, with their numbers.
    names: FxHashMap<Term, usize>,
    /// What is named in predicates.
    within: FxHashMap<Term, Vec<(usize, Term)>>,
    /// The variable of the predicate that is being written.
    bound: String,
    spellings: &'a Spellings,
    out: &'a mut String,
}

impl<'a> Printer<'a> {
    fn new(terms: &'a Terms, spellings: &'a Spellings, out: &'a mut String) -> Printer<'a> {
        let (names, within) = (FxHashMap::default(), FxHashMap::default());
        Printer { terms, names, within, bound: BOUND.to_owned(), spellings, out }
    }

    /// Opens a `let` for each of the terms.
    fn name(&mut self, terms: &[(usize, Term)]) {
        for &(i, t) in terms {
            let _ = write!(self.out, "(let ((.{i} ");
            self.write(t);
            self.out.push_str(")) ");
            self.names.insert(t, i);
        }
    }

    fn write(&mut self, root: Term) {
        let mut stack = vec![Step::Term(root)];
        while let Some(step) = stack.pop() {
            match step {
                Step::Close(over) => {
                    self.out.extend(std::iter::repeat_n(')', over.len() + 1));
                    for (_, t) in over {
                        self.names.remove(&t);
                    }
                }
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
        if let Op::Lambda(_) = self.terms.op(t) {
            self.bound = self.free_name(t);
        }
        self.head(t);
        let named = self.within.get(&t).cloned().unwrap_or_default();
        if !named.is_empty() {
            self.out.push(' ');
            self.name(&named);
        }
        stack.push(Step::Close(named));
        stack.extend(args.iter().rev().map(|&arg| Step::Term(arg)));
    }

    /// A name for the variable of a predicate that nothing in it has.
    fn free_name(&self, predicate: Term) -> String {
        let order = self.terms.post_order(&[predicate]);
        let name = |&t: &Term| {
            let Op::Apply(fun) = self.terms.op(t) else { return None };
            Some(spelt(self.terms, fun, self.spellings))
        };
        let taken: FxHashSet<Cow<'_, str>> = order.iter().filter_map(name).collect();
        let mut free = BOUND.to_owned();
        while taken.contains(free.as_str()) {
            free.push('!');
        }
        free
    }

    fn head(&mut self, t: Term) {
        let terms = self.terms;
        // Writing to a string cannot fail.
        match terms.op(t) {
            Op::Bits(op) => self.out.push_str(&op.head()),
            Op::BitsConst(width, i) => write_bits(self.out, width, terms.int_payload(i)),
            Op::ElementConst(sort, n) => self.out.push_str(&element(terms, sort, n)),
            Op::SeqUnit(_) => self.out.push_str("seq.unit"),
            Op::SeqEmpty(e) => {
                let _ = write!(self.out, "(as seq.empty {})", sort_name(terms, Sort::Seq(e)));
            }
            Op::ReOver(constant, e) => {
                let name = match constant {
                    ReConst::None => "re.none",
                    ReConst::All => "re.all",
                    ReConst::AllChar => "re.allchar",
                };
                let _ = write!(self.out, "(as {name} {})", sort_name(terms, Sort::RegEx(e)));
            }
            Op::Bound(_) => self.out.push_str(&self.bound),
            Op::Lambda(e) => {
                let sort = sort_name(terms, terms.element_sort(e));
                let _ = write!(self.out, "lambda (({} {sort}))", self.bound);
            }
            op if op.row().sequences.is_some()
                && over_sequences(terms, t)
                && op.name().is_some() =>
            {
                self.out.push_str(op.row().sequences.unwrap_or("?"));
            }
            Op::IntConst(i) => write_int(self.out, terms.int_payload(i)),
            Op::StrConst(_) => write_string(self.out, terms.str_value(t).unwrap_or_default()),
            Op::Apply(fun) => self.out.push_str(&spelt(terms, fun, self.spellings)),
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

/// The variable of predicates.
const BOUND: &str = "element!";

/// Whether an operator is applied to sequences other than strings, or to regexes over them.
fn over_sequences(terms: &Terms, t: Term) -> bool {
    terms.args(t).iter().any(|&arg| terms.sort(arg).alphabet().is_some())
}

/// A bit-vector: hexadecimal if four divides the width.
fn write_bits(out: &mut String, width: u32, value: &Int) {
    let (prefix, per_digit) = if width.is_multiple_of(4) { ("#x", 4) } else { ("#b", 1) };
    let base = Int::from(1_i64 << per_digit);
    let mut digits = Vec::new();
    let mut rest = value.clone();
    for _ in 0..width / per_digit {
        let (quotient, digit) = rest.div_rem_euclid(&base);
        digits.push(digit.to_i64().and_then(|d| char::from_digit(u32::try_from(d).ok()?, 16)));
        rest = quotient;
    }
    out.push_str(prefix);
    out.extend(digits.into_iter().rev().flatten());
}

fn spelt<'s>(terms: &'s Terms, fun: Fun, spellings: &'s Spellings) -> Cow<'s, str> {
    let other = spellings.get(&fun).map(|text| Cow::Borrowed(text.as_str()));
    other.unwrap_or_else(|| symbol(&terms.fun(fun).name))
}

/// The operator of `t` as it is written, or all of `t` if it has no arguments.
pub fn head(terms: &Terms, t: Term) -> String {
    let mut out = String::new();
    Printer::new(terms, &Spellings::default(), &mut out).head(t);
    out
}

/// The declaration of a function or constant, as a command.
pub fn declaration(terms: &Terms, fun: Fun, spellings: &Spellings) -> String {
    let decl = terms.fun(fun);
    let params: Vec<String> = decl.params.iter().map(|&s| sort_name(terms, s)).collect();
    let ret = sort_name(terms, decl.ret);
    format!("(declare-fun {} ({}) {ret})", spelt(terms, fun, spellings), params.join(" "))
}

/// What elements of uninterpreted sorts are called, if not `(as @S_n S)`: by the numbers of the sort and of the element.
pub(crate) type ElementNames<'a> = dyn Fn(u32, u32) -> Option<String> + 'a;

/// An element of an uninterpreted sort.
fn element(terms: &Terms, sort: u32, n: u32) -> String {
    let name = terms.sort_name(sort);
    let element = format!("@{name}_{n}");
    format!("(as {} {})", symbol(&element), symbol(name))
}

/// A value: a literal, a ground regex, or `(as @S_n S)` for an element of an uninterpreted sort.
pub fn value(terms: &Terms, v: &Value) -> String {
    value_with(terms, v, &|_, _| None)
}

/// A value, with names for elements. Recursion is as deep as sorts are nested.
pub(crate) fn value_with(terms: &Terms, v: &Value, names: &ElementNames<'_>) -> String {
    let mut out = String::new();
    match v {
        Value::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
        Value::Int(n) => write_int(&mut out, n),
        Value::Str(chars) => write_string(&mut out, chars),
        Value::Re(t) => out = term(terms, *t),
        Value::Elem(sort, n) => {
            out = names(*sort, *n).unwrap_or_else(|| element(terms, *sort, *n));
        }
        Value::Bits(width, n) => write_bits(&mut out, *width, n),
        Value::Predicate(_, t) => out = term(terms, *t),
        Value::Seq(e, elements) => {
            let units: Vec<String> = elements
                .iter()
                .map(|v| format!("(seq.unit {})", value_with(terms, &v, names)))
                .collect();
            out = match &units[..] {
                [] => format!("(as seq.empty {})", sort_name(terms, Sort::Seq(*e))),
                [unit] => unit.clone(),
                _ => format!("(seq.++ {})", units.join(" ")),
            };
        }
    }
    out
}

/// The value that a model gives to a constant it does not mention.
pub(crate) fn default_value(terms: &Terms, sort: Sort) -> String {
    match (Value::default_of(sort), sort) {
        (Some(v), _) => value(terms, &v),
        (None, Sort::RegEx(_)) => format!("(as re.none {})", sort_name(terms, sort)),
        (None, Sort::Predicate(_)) => format!("((as const {}) false)", sort_name(terms, sort)),
        (None, _) => "re.none".to_owned(),
    }
}

/// A model of these definitions, as `get-model` answers it: each parenthesis around the whole on
/// a line of its own, each definition on one line.
pub fn model(definitions: impl Iterator<Item = String>) -> String {
    let lines: String = definitions.map(|definition| format!("  {definition}\n")).collect();
    format!("(\n{lines})")
}

/// The definition of `fun` in a model, on one line.
pub fn definition(terms: &Terms, model: &Model, fun: Fun) -> String {
    definition_with(terms, model, fun, &|_, _| None)
}

/// The definition of `fun` in a model, with names for elements.
pub(crate) fn definition_with(
    terms: &Terms,
    model: &Model,
    fun: Fun,
    names: &ElementNames<'_>,
) -> String {
    let decl = terms.fun(fun);
    let found = if decl.params.is_empty() {
        model.get(fun).map(|v| value_with(terms, v, names))
    } else {
        model.get_fun(fun).map(|f| table(terms, f, names))
    };
    define_fun(terms, fun, &found.unwrap_or_else(|| default_value(terms, decl.ret)))
}

/// A definition over `x!0`, `x!1`, ...
pub(crate) fn define_fun(terms: &Terms, fun: Fun, body: &str) -> String {
    let decl = terms.fun(fun);
    let param = |(i, &s): (usize, &Sort)| format!("(x!{i} {})", sort_name(terms, s));
    let params: Vec<String> = decl.params.iter().enumerate().map(param).collect();
    let (name, ret) = (symbol(&decl.name), sort_name(terms, decl.ret));
    format!("(define-fun {name} ({}) {ret} {body})", params.join(" "))
}

fn table(terms: &Terms, f: &FunValue, names: &ElementNames<'_>) -> String {
    let value = |v: &Value| value_with(terms, v, names);
    let row =
        |(args, result): &(Vec<Value>, Value)| (args.iter().map(value).collect(), value(result));
    let rows: Vec<_> = f.entries.iter().map(row).collect();
    cases(&rows, &value(&f.default))
}

/// The body of a function over `x!0`, `x!1`, ...: one `ite` for each list of arguments and its result.
pub(crate) fn cases(rows: &[(Vec<String>, String)], default: &str) -> String {
    let mut out = String::new();
    for (args, result) in rows {
        let tests = args.iter().enumerate().map(|(i, arg)| format!("(= x!{i} {arg})"));
        let tests: Vec<String> = tests.collect();
        let test = match &tests[..] {
            [test] => test.clone(),
            _ => format!("(and {})", tests.join(" ")),
        };
        // Writing to a string cannot fail.
        let _ = write!(out, "(ite {test} {result} ");
    }
    out.push_str(default);
    out.extend(std::iter::repeat_n(')', rows.len()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_look_as_clients_expect() {
        let mut terms = Terms::new();
        let s = terms.declare("s", &[], Sort::String);
        let i = terms.declare("an int", &[], Sort::Int);
        let r = terms.declare("r", &[], Sort::RegLan);
        let sort = terms.declare_sort("U");
        let u = terms.declare("u", &[], sort);
        let f = terms.declare("f", &[Sort::Int, sort], Sort::Bool);
        let g = terms.declare("g", &[Sort::Int], Sort::String);
        let mut m = Model::new();
        m.set(s, Value::text("a\"\\"));
        m.set(i, Value::Int((-3).into()));
        m.set(u, Value::Elem(0, 2));
        let entry = (vec![Value::Int(1.into()), Value::Elem(0, 1)], Value::Bool(true));
        m.set_fun(f, FunValue { entries: vec![entry], default: Value::Bool(false) });
        let want = r#"(
  (define-fun s () String "a""\u{5c}")
  (define-fun |an int| () Int (- 3))
  (define-fun r () RegLan re.none)
  (define-fun u () U (as @U_2 U))
  (define-fun f ((x!0 Int) (x!1 U)) Bool (ite (and (= x!0 1) (= x!1 (as @U_1 U))) true false))
  (define-fun g ((x!0 Int)) String "")
)"#;
        let definitions = [s, i, r, u, f, g].map(|fun| definition(&terms, &m, fun));
        assert_eq!(model(definitions.into_iter()), want);
    }

    #[test]
    fn sharing_keeps_text_short() {
        let mut terms = Terms::new();
        let mut t = terms.fresh("p", Sort::Bool);
        for _ in 0..40 {
            t = terms.mk(Op::Xor, &[t, t]);
        }
        let text = shared_term(&terms, t);
        assert!(
            text.len() < 2000
                && text.starts_with("(let ((.0 (xor p!0 p!0))) (let ((.1 (xor .0 .0)))")
        );
        assert!(text.ends_with(&format!("(xor .38 .38){}", ")".repeat(39))));
    }
}
