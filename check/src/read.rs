//! From S-expressions to terms, with `let`, macros and abbreviations.

use crate::error::{Refusal, Result, all, refuse, refuse_if};
use crate::hash::{Map, Set};
use crate::sets;
use crate::sexpr::{Atom, Command, Id, Reader};
use crate::term::{Declaration, Fun, MAX_CHAR, Op, Sort, Store, Term};
use crate::words;
use num_bigint::BigInt;
use std::sync::OnceLock;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    Term(Term),
    Fun(Fun),
    Macro {
        params: Vec<Term>,
        body: Term,
    },
    /// Nothing: it was defined in terms that are not known here, or twice. Nor does it mean what it would if it was not.
    Nothing,
}

/// The names that are known.
#[derive(Clone, Debug, Default)]
pub struct Names {
    known: Map<String, Meaning>,
    sorts: Map<String, Sort>,
    /// Whether words and sequences may be written as what they are read as, which is for proofs.
    pub is_proof: bool,
}

/// What is being read.
struct Reading<'a, 'b> {
    names: &'a Names,
    store: &'a mut Store,
    command: &'a Command<'b>,
    /// What names of `let` and of parameters stand for: the last term of each.
    bound: Map<&'b str, Vec<Term>>,
    tasks: Vec<Task<'b>>,
    /// Terms that no task took yet.
    done: Vec<Term>,
}

enum Task<'b> {
    Read(Id),
    /// An application whose arguments were read.
    Apply {
        head: Id,
        count: usize,
    },
    /// A `let` whose terms were read.
    Bind {
        bindings: Id,
        body: Id,
    },
    Unbind(Vec<&'b str>),
    /// A predicate whose body was read.
    Collect {
        of: Term,
        is_axiom: bool,
    },
}

impl Names {
    /// These names for terms.
    pub(crate) fn of(pairs: &[(&str, Term)]) -> Names {
        let mut names = Names::default();
        pairs.iter().for_each(|&(name, t)| names.abbreviate(name, t));
        names
    }

    /// Declares a function. A name can be declared again, and then means the new one.
    pub fn declare(&mut self, store: &mut Store, name: &str, params: Vec<Sort>, sort: Sort) {
        let fun = store.declare(Declaration { name: name.to_owned(), params, sort });
        self.known.insert(name.to_owned(), Meaning::Fun(fun));
    }

    /// Gives a name of the problem its meaning, if it has one, and none yet.
    pub(crate) fn enter(&mut self, name: &str, meaning: Option<Meaning>) {
        let meaning = meaning.filter(|_| !self.known.contains_key(name));
        self.known.insert(name.to_owned(), meaning.unwrap_or(Meaning::Nothing));
    }

    /// Whether no name means anything.
    pub(crate) fn is_empty(&self) -> bool {
        self.known.is_empty() && self.sorts.is_empty()
    }

    /// Lets a name stand for a term.
    pub fn abbreviate(&mut self, name: &str, t: Term) {
        self.known.insert(name.to_owned(), Meaning::Term(t));
    }

    /// Lets a sort stand for another one.
    pub fn define_sort(&mut self, name: &str, sort: Sort) {
        self.sorts.insert(name.to_owned(), sort);
    }

    /// Lets a sort be one of which nothing is known.
    pub fn forget_sort(&mut self, name: &str) {
        self.sorts.remove(name);
    }

    /// The sort that is written.
    pub fn sort(&self, command: &Command, mut id: Id) -> Result<Sort> {
        let mut around = Vec::new();
        let mut sort = loop {
            if let Some((kind, inner)) = words::kind(self, command, id) {
                around.push((kind, id));
                refuse_if(around.len() > words::MAX_DEPTH, "a sort is nested too deep")?;
                id = inner;
                continue;
            }
            break match command.symbol(id) {
                Ok(name) => self.named_sort(name),
                Err(_) => {
                    words::bits(command, id).unwrap_or_else(|| Sort::Other(text_of(command, id)))
                }
            };
        };
        for (kind, whole) in around.into_iter().rev() {
            sort =
                words::sort(kind, &sort)?.unwrap_or_else(|| Sort::Other(text_of(command, whole)));
        }
        Ok(sort)
    }

    /// The sort of a name.
    pub(crate) fn named_sort(&self, name: &str) -> Sort {
        match name {
            "Bool" => Sort::Bool,
            "Int" => Sort::Int,
            "String" => Sort::Str,
            "RegLan" => Sort::Re,
            _ => self.sorts.get(name).cloned().unwrap_or_else(|| Sort::Other(name.to_owned())),
        }
    }

    /// A parameter: its name, and a new constant of its sort.
    pub(crate) fn parameter<'b>(
        &self,
        store: &mut Store,
        command: &Command<'b>,
        id: Id,
    ) -> Result<(&'b str, Term)> {
        let &[x, sort] = command.list(id)? else { return refuse("a parameter without a sort") };
        let (name, sort) = (command.symbol(x)?, self.sort(command, sort)?);
        let fun = store.declare(Declaration { name: name.to_owned(), params: Vec::new(), sort });
        let t = store.app(Op::Fun(fun), &[])?;
        Ok((name, words::value(store, t)))
    }

    /// The term that is written.
    pub fn term(&self, store: &mut Store, command: &Command, id: Id) -> Result<Term> {
        self.body(store, command, id, &[])
    }

    /// The same, where these names stand for terms.
    pub(crate) fn body<'b>(
        &self,
        store: &mut Store,
        command: &Command<'b>,
        id: Id,
        pairs: &[(&'b str, Term)],
    ) -> Result<Term> {
        let (tasks, done) = (Vec::with_capacity(16), Vec::with_capacity(16));
        let bound = pairs.iter().map(|&(name, t)| (name, vec![t])).collect();
        Reading { names: self, store, command, bound, tasks, done }.term(id)
    }
}

impl<'b> Reading<'_, 'b> {
    fn term(mut self, root: Id) -> Result<Term> {
        self.tasks.push(Task::Read(root));
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Read(id) => match self.command.list(id) {
                    Ok(items) => self.open(id, items)?,
                    Err(_) => {
                        let t = self.leaf(id)?;
                        self.done.push(t);
                    }
                },
                Task::Apply { head, count } => {
                    let mut done = std::mem::take(&mut self.done);
                    let t = self.apply(head, &done[done.len() - count..])?;
                    done.truncate(done.len() - count);
                    done.push(t);
                    self.done = done;
                }
                Task::Bind { bindings, body } => self.bind(bindings, body)?,
                Task::Unbind(names) => {
                    names.iter().for_each(|name| {
                        self.bound.get_mut(name).map(Vec::pop);
                    });
                }
                Task::Collect { of, is_axiom } => {
                    let Some(body) = self.done.pop() else { return refuse("no predicate") };
                    let make = if is_axiom { sets::axiom } else { sets::predicate };
                    self.done.push(make(self.store, of, body)?);
                }
            }
        }
        self.done.pop().ok_or_else(|| Refusal::new("no term"))
    }

    /// Prepares what an expression in parentheses asks for.
    fn open(&mut self, id: Id, items: &[Id]) -> Result<()> {
        let command = self.command;
        let Some((&head, args)) = items.split_first() else { return refuse("an empty list") };
        match (command.symbol(head), args) {
            (Ok("let"), &[bindings, body]) => {
                self.tasks.push(Task::Bind { bindings, body });
                for &binding in command.list(bindings)?.iter().rev() {
                    let &[_, value] = command.list(binding)? else {
                        return refuse("a binding of another form");
                    };
                    self.tasks.push(Task::Read(value));
                }
            }
            (Ok("!"), &[inner, ..]) => self.tasks.push(Task::Read(inner)),
            (Ok(name @ ("lambda" | "forall")), &[params, body]) => {
                let &[param] = command.list(params)? else { return refuse("several parameters") };
                let (x, of) = self.names.parameter(self.store, command, param)?;
                self.bound.entry(x).or_default().push(of);
                let collect = Task::Collect { of, is_axiom: name == "forall" };
                self.tasks.extend([collect, Task::Unbind(vec![x]), Task::Read(body)]);
            }
            (Ok("let" | "!" | "lambda" | "forall"), _) => return refuse("a term of another form"),
            (Ok("_" | "as"), _) => self.tasks.push(Task::Apply { head: id, count: 0 }),
            _ => {
                self.tasks.push(Task::Apply { head, count: args.len() });
                self.tasks.extend(args.iter().rev().map(|&a| Task::Read(a)));
            }
        }
        Ok(())
    }

    /// Lets names stand for the terms that were read, until the body is.
    fn bind(&mut self, bindings: Id, body: Id) -> Result<()> {
        let bindings = self.command.list(bindings)?;
        let terms = self.done.split_off(self.done.len() - bindings.len());
        let mut names = Vec::with_capacity(terms.len());
        for (&binding, t) in bindings.iter().zip(terms) {
            let name = self.command.symbol(self.command.list(binding)?[0])?;
            self.bound.entry(name).or_default().push(t);
            names.push(name);
        }
        refuse_if(Set::from_iter(&names).len() < names.len(), "a let of one name twice")?;
        self.tasks.extend([Task::Unbind(names), Task::Read(body)]);
        Ok(())
    }

    fn leaf(&mut self, id: Id) -> Result<Term> {
        match self.command.atom(id) {
            Some(Atom::Numeral(digits)) => {
                let n = digits.parse::<BigInt>().map_err(|_| Refusal::new("no numeral"))?;
                Ok(self.store.int(n))
            }
            Some(Atom::Text(word)) => Ok(self.store.text(word)),
            Some(Atom::Word { width, n }) => words::literal(self.store, *width, n),
            Some(Atom::Symbol(_)) => self.apply(id, &[]),
            _ => refuse("no term"),
        }
    }

    fn apply(&mut self, head: Id, args: &[Term]) -> Result<Term> {
        if let Ok(parts) = self.command.list(head) {
            return self.indexed(parts, args);
        }
        let name = self.command.symbol(head)?;
        let bound = self.bound.get(name).and_then(|terms| terms.last());
        let bound = bound.map(|&t| Meaning::Term(t));
        match bound.as_ref().or_else(|| self.names.known.get(name)) {
            Some(Meaning::Term(t)) if args.is_empty() => Ok(*t),
            Some(&Meaning::Fun(fun)) => {
                let fit = self.fitting(fun, args);
                let t = self.store.app(Op::Fun(fun), &fit)?;
                Ok(words::value(self.store, t))
            }
            Some(Meaning::Macro { params, body }) => substitute(self.store, params, args, *body),
            Some(Meaning::Term(_)) => refuse(format!("{name} has no arguments")),
            Some(Meaning::Nothing) => refuse(format!("unknown: {name}")),
            None => {
                let name = current(name);
                if let Some(t) = words::apply(self.store, name, args, self.names.is_proof)? {
                    return Ok(t);
                }
                let (args, sort) = self.bare(name, args)?;
                let t = standard(self.store, name, &args)?;
                Ok(words::wrap(self.store, &sort.unwrap_or(Sort::Bool), t))
            }
        }
    }

    /// What wrapped arguments of functions of any sort are inside, and in proofs those of all; and the sort of a choice of wrapped terms.
    fn bare(&mut self, name: &str, args: &[Term]) -> Result<(Vec<Term>, Option<Sort>)> {
        let (store, is_proof) = (&mut *self.store, self.names.is_proof);
        if args.iter().all(|&a| words::inside(store.sort(a)).is_none()) {
            return Ok((args.to_vec(), None));
        }
        let wide = words::wide_element(store, args).filter(|_| is_proof);
        let args = match &wide {
            Some(element) => words::alike(store, args, element),
            None => args.to_vec(),
        };
        let compared = if name == "ite" { args.get(1..).unwrap_or(&[]) } else { &args };
        let alike = compared.windows(2).all(|w| store.sort(w[0]) == store.sort(w[1]));
        let any = matches!(name, "=" | "distinct" | "ite");
        refuse_if(wide.is_some() && !(any && alike), "sequences beside strings")?;
        if !(is_proof || any && alike) {
            return Ok((args, None));
        }
        let sort = (name == "ite" && alike).then(|| compared.first()).flatten();
        let sort = sort.map(|&t| store.sort(t).clone());
        Ok((args.iter().map(|&a| words::image(store, a)).collect(), sort))
    }

    /// In proofs, what wrapped arguments of a declared function are inside may stand for them.
    fn fitting(&mut self, fun: Fun, args: &[Term]) -> Vec<Term> {
        if !self.names.is_proof || args.is_empty() {
            return args.to_vec();
        }
        let params = self.store.fun(fun).params.clone();
        let fit = |(i, &a): (usize, &Term)| {
            params.get(i).map_or(a, |param| words::fitting(self.store, param, a))
        };
        args.iter().enumerate().map(fit).collect()
    }

    /// The application of a function with indices, or of one whose sort is said.
    fn indexed(&mut self, parts: &[Id], args: &[Term]) -> Result<Term> {
        let (store, command) = (&mut *self.store, self.command);
        let &[first, name, ref indices @ ..] = parts else { return refuse("no function") };
        let name = command.symbol(name)?;
        let known = match (command.symbol(first)?, name, indices) {
            ("as", _, &[sort]) => {
                let sort = self.names.sort(command, sort)?;
                words::qualified(store, current(name), &sort, args)?
            }
            ("_", "char" | "Char", &[code]) => match command.atom(code) {
                Some(Atom::Word { n, .. }) if args.is_empty() && *n <= MAX_CHAR.into() => {
                    Some(store.text(&[u32::try_from(n).unwrap_or(0)]))
                }
                _ => return refuse("no character"),
            },
            ("_", ..) => {
                let numbers = all(indices.iter().map(|&i| command.number(i)))?;
                with_numbers(store, name, &numbers, args)?
            }
            _ => return refuse("no function with indices"),
        };
        known.ok_or_else(|| Refusal::new(format!("unknown: {name}")))
    }
}

fn with_numbers(
    store: &mut Store,
    name: &str,
    numbers: &[usize],
    args: &[Term],
) -> Result<Option<Term>> {
    let (low, high, r) = match (name, numbers, args) {
        ("re.loop" | "re-loop", &[low, high], &[r]) => (low, high, r),
        ("re.^", &[n], &[r]) => (n, n, r),
        ("divisible", &[n], &[a]) if n > 0 => {
            let divisor = store.int(n);
            return written(store, "(= (mod a n) 0)", &[("a", a), ("n", divisor)]).map(Some);
        }
        _ => return words::indexed(store, name, numbers, args),
    };
    let t = store.app(Op::ReLoop(low, Some(high)), &[words::image(store, r)])?;
    Ok(Some(words::wrap(store, &store.sort(r).clone(), t)))
}

/// The name that a function has in the standard, or has today.
pub(crate) fn current(name: &str) -> &str {
    static KNOWN: OnceLock<Map<&str, &str>> = OnceLock::new();
    let read = || include_str!("../names.txt").lines().filter_map(|l| l.split_once(' ')).collect();
    KNOWN.get_or_init(read).get(name).copied().unwrap_or(name)
}

/// The term that a text is, with these terms for names.
pub(crate) fn written(store: &mut Store, text: &str, pairs: &[(&str, Term)]) -> Result<Term> {
    let Some(command) = Reader::new(text).command()? else { return refuse("no term") };
    Names::of(pairs).term(store, &command, command.root())
}

/// An application of a function of the standard; some are made of others, and a chain is its links.
pub(crate) fn standard(store: &mut Store, name: &str, args: &[Term]) -> Result<Term> {
    let is_chain = matches!(name, "=" | ">=" | ">" | "<=" | "<" | "str.<=" | "str.<");
    if is_chain && args.len() > 2 {
        let links = all(args.windows(2).map(|pair| standard(store, name, pair)))?;
        return store.app(Op::And, &links);
    }
    match (name, args) {
        ("<=", &[a, b]) => store.app(Op::Ge, &[b, a]),
        (">", &[a, b]) => negated(store, Op::Ge, &[b, a]),
        ("<", &[a, b]) => negated(store, Op::Ge, &[a, b]),
        ("=>", [init @ .., last]) if !init.is_empty() => {
            let mut parts = all(init.iter().map(|&a| store.app(Op::Not, &[a])))?;
            parts.push(*last);
            store.app(Op::Or, &parts)
        }
        ("xor", [first, rest @ ..]) if !rest.is_empty() => {
            rest.iter().try_fold(*first, |odd, &a| negated(store, Op::Eq, &[odd, a]))
        }
        ("distinct", [_, _, ..]) => {
            let pairs = (1..args.len()).flat_map(|i| (0..i).map(move |j| [args[j], args[i]]));
            let parts = all(pairs.map(|pair| negated(store, Op::Eq, &pair)))?;
            joined(store, Op::And, &parts)
        }
        ("re.*", &[r]) => store.app(Op::ReLoop(0, None), &[r]),
        ("re.+", &[r]) => store.app(Op::ReLoop(1, None), &[r]),
        ("re.loop", &[r, low, ref high @ ..]) => {
            let high = high.first().map(|&high| bound(store, high)).transpose()?;
            store.app(Op::ReLoop(bound(store, low)?, high), &[r])
        }
        ("re.diff", [first, rest @ ..]) if !rest.is_empty() => {
            let parts = all(rest.iter().map(|&r| store.app(Op::ReComp, &[r])))?;
            joined(store, Op::ReInter, &[&[*first], &parts[..]].concat())
        }
        ("str.at", &[s, i]) => {
            let one = store.int(1);
            store.app(Op::Substr, &[s, i, one])
        }
        ("str.indexof", &[a, b]) => {
            let start = store.int(0);
            store.app(Op::IndexOf, &[a, b, start])
        }
        _ => match (Op::of_name(name), words::definition(name), negative(name)) {
            (Some(op), ..) => joined(store, op, args),
            (None, Some(of), _) => words::defined(store, name, args, (of, false)),
            (None, None, Some(n)) if args.is_empty() => Ok(store.int(n)),
            _ => refuse(format!("unknown: {name}")),
        },
    }
}

fn negated(store: &mut Store, op: Op, args: &[Term]) -> Result<Term> {
    let t = store.app(op, args)?;
    store.app(Op::Not, &[t])
}

/// An application; what joins one is that.
fn joined(store: &mut Store, op: Op, args: &[Term]) -> Result<Term> {
    let joins =
        matches!(op, Op::Concat | Op::ReConcat | Op::ReUnion | Op::ReInter | Op::And | Op::Or);
    let t = store.app(op, args)?;
    Ok(if joins && args.len() == 1 { args[0] } else { t })
}

/// A bound of `(re.loop r 1 3)`, as it was written before 2.6.
fn bound(store: &Store, t: Term) -> Result<usize> {
    let n = store.int_value(t).and_then(|n| usize::try_from(n).ok());
    n.ok_or_else(|| Refusal::new("a bound that is no numeral"))
}

/// A negative number as z3 and cvc5 read it: `-1`.
fn negative(name: &str) -> Option<BigInt> {
    let digits = name.strip_prefix('-')?;
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| name.parse().ok())?
}

/// `body` with arguments for parameters.
pub fn substitute(store: &mut Store, params: &[Term], args: &[Term], body: Term) -> Result<Term> {
    refuse_if(
        params.len() != args.len()
            || params.iter().zip(args).any(|(&p, &a)| store.sort(p) != store.sort(a)),
        "the arguments of a definition do not fit",
    )?;
    let pairs = params.iter().zip(args);
    let mut map: Map<Term, Term> =
        pairs.map(|(&p, &a)| (words::image(store, p), words::image(store, a))).collect();
    for t in store.post_order(&[body]) {
        if !map.contains_key(&t) {
            let parts: Vec<Term> = store.args(t).iter().map(|a| map[a]).collect();
            let image = store.app(store.op(t).clone(), &parts)?;
            map.insert(t, image);
        }
    }
    Ok(map[&body])
}

/// What is written, for sorts with parameters.
fn text_of(command: &Command, id: Id) -> String {
    let mut out = String::new();
    let mut stack = vec![id];
    while let Some(id) = stack.pop() {
        match command.list(id) {
            Ok(items) => {
                out.push('(');
                stack.extend(items.iter().rev());
            }
            Err(_) => out.push_str(&format!(" {:?}", command.atom(id))),
        }
    }
    out
}
