//! From S-expressions to terms, with `let`, macros and abbreviations.

use crate::error::{Refusal, Result, refuse};
use crate::hash::{Map, Set};
use crate::sets;
use crate::sexpr::{Atom, Command, Id, Reader};
use crate::term::{Declaration, Op, Sort, Store, Term};
use crate::words;
use num_bigint::BigInt;
use std::sync::OnceLock;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    Term(Term),
    Fun(crate::term::Fun),
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

/// What names of `let` and of parameters stand for.
type Bound = Map<String, Term>;

/// What names meant before others hid them.
type Shadowed = Vec<(String, Option<Term>)>;

enum Task {
    Read(Id),
    /// An application whose arguments were read.
    Apply {
        head: Id,
        count: usize,
    },
    /// A `let` whose terms were read.
    Bind {
        of: Id,
    },
    Unbind {
        shadowed: Shadowed,
    },
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
                if around.len() > words::MAX_DEPTH {
                    return refuse("a sort is nested too deep");
                }
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
    pub(crate) fn parameter(
        &self,
        store: &mut Store,
        command: &Command,
        id: Id,
    ) -> Result<(String, Term)> {
        let &[x, sort] = command.list(id)? else { return refuse("a parameter without a sort") };
        let (name, sort) = (command.symbol(x)?.to_owned(), self.sort(command, sort)?);
        let fun = store.declare(Declaration { name: name.clone(), params: Vec::new(), sort });
        let t = store.app(Op::Fun(fun), &[])?;
        Ok((name, words::value(store, t)))
    }

    /// The term that is written.
    pub fn term(&self, store: &mut Store, command: &Command, id: Id) -> Result<Term> {
        self.body(store, command, id, &[])
    }

    /// The same, where these names stand for terms.
    pub(crate) fn body(
        &self,
        store: &mut Store,
        command: &Command,
        id: Id,
        pairs: &[(String, Term)],
    ) -> Result<Term> {
        let (mut tasks, mut bound) = (Vec::with_capacity(16), Bound::default());
        shadow(&mut bound, pairs.to_vec());
        tasks.push(Task::Read(id));
        let mut done: Vec<Term> = Vec::with_capacity(16);
        while let Some(task) = tasks.pop() {
            match task {
                Task::Read(id) => match command.list(id) {
                    Err(_) => done.push(self.leaf(store, command, id, &bound)?),
                    Ok(items) => {
                        self.open(store, command, (id, items), (&mut tasks, &mut bound))?
                    }
                },
                Task::Apply { head, count } => {
                    let from = done.len() - count;
                    let t = self.apply(store, command, (head, &bound), &done[from..])?;
                    done.truncate(from);
                    done.push(t);
                }
                Task::Bind { of } => {
                    let bindings = command.list(of)?;
                    let terms = done.split_off(done.len() - bindings.len());
                    let mut pairs = Vec::with_capacity(terms.len());
                    for (&binding, t) in bindings.iter().zip(terms) {
                        pairs.push((command.symbol(command.list(binding)?[0])?.to_owned(), t));
                    }
                    let names: Set<&String> = pairs.iter().map(|(name, _)| name).collect();
                    if names.len() < pairs.len() {
                        return refuse("a let of one name twice");
                    }
                    let shadowed = shadow(&mut bound, pairs);
                    // The body waits below; the names go when it is read.
                    let body = tasks.pop();
                    tasks.push(Task::Unbind { shadowed });
                    tasks.extend(body);
                }
                Task::Unbind { shadowed } => restore(&mut bound, shadowed),
                Task::Collect { of, is_axiom } => {
                    let Some(body) = done.pop() else { return refuse("no predicate") };
                    let make = if is_axiom { sets::axiom } else { sets::predicate };
                    done.push(make(store, of, body)?);
                }
            }
        }
        done.pop().ok_or_else(|| Refusal::new("no term"))
    }

    /// Prepares what an expression in parentheses asks for.
    fn open(
        &self,
        store: &mut Store,
        command: &Command,
        (id, items): (Id, &[Id]),
        (tasks, bound): (&mut Vec<Task>, &mut Bound),
    ) -> Result<()> {
        let Some((&head, args)) = items.split_first() else { return refuse("an empty list") };
        match command.symbol(head) {
            Ok("let") => {
                let [bindings, body] = args else { return refuse("a let of another form") };
                tasks.push(Task::Read(*body));
                tasks.push(Task::Bind { of: *bindings });
                for &binding in command.list(*bindings)?.iter().rev() {
                    let [_, value] = command.list(binding)? else {
                        return refuse("a binding of another form");
                    };
                    tasks.push(Task::Read(*value));
                }
            }
            Ok("!") => {
                let Some(&inner) = args.first() else { return refuse("an annotation of nothing") };
                tasks.push(Task::Read(inner));
            }
            Ok(name @ ("lambda" | "forall")) => {
                let is_axiom = name == "forall";
                let &[params, body] = args else { return refuse("a predicate of another form") };
                let &[param] = command.list(params)? else { return refuse("several parameters") };
                let (name, of) = self.parameter(store, command, param)?;
                let shadowed = shadow(bound, vec![(name, of)]);
                let collect = Task::Collect { of, is_axiom };
                tasks.extend([collect, Task::Unbind { shadowed }, Task::Read(body)]);
            }
            Ok("_" | "as") => tasks.push(Task::Apply { head: id, count: 0 }),
            _ => {
                tasks.push(Task::Apply { head, count: args.len() });
                tasks.extend(args.iter().rev().map(|&a| Task::Read(a)));
            }
        }
        Ok(())
    }

    fn leaf(&self, store: &mut Store, command: &Command, id: Id, bound: &Bound) -> Result<Term> {
        match command.atom(id) {
            Some(Atom::Numeral(digits)) => {
                let n = digits.parse::<BigInt>().map_err(|_| Refusal::new("no numeral"))?;
                Ok(store.int(n))
            }
            Some(Atom::Text(word)) => Ok(store.text(word)),
            Some(Atom::Word { width, n }) => words::literal(store, *width, n),
            Some(Atom::Symbol(_)) => self.apply(store, command, (id, bound), &[]),
            _ => refuse("no term"),
        }
    }

    fn apply(
        &self,
        store: &mut Store,
        command: &Command,
        (head, bound): (Id, &Bound),
        args: &[Term],
    ) -> Result<Term> {
        if let Ok(parts) = command.list(head) {
            return self.indexed(store, command, parts, args);
        }
        let name = command.symbol(head)?;
        let known = bound.get(name).map(|&t| Meaning::Term(t));
        match known.as_ref().or_else(|| self.known.get(name)) {
            Some(Meaning::Term(t)) if args.is_empty() => Ok(*t),
            Some(&Meaning::Fun(fun)) => {
                let fit = self.fitting(store, fun, args);
                let t = store.app(Op::Fun(fun), fit.as_deref().unwrap_or(args))?;
                Ok(words::value(store, t))
            }
            Some(Meaning::Macro { params, body }) => substitute(store, params, args, *body),
            Some(Meaning::Term(_)) => refuse(format!("{name} has no arguments")),
            Some(Meaning::Nothing) => refuse(format!("unknown: {name}")),
            None => {
                let name = current(name);
                if let Some(t) = words::apply(self, store, name, args)? {
                    return Ok(t);
                }
                let (args, sort) = self.bare(store, name, args)?;
                let t = standard(store, name, &args)?;
                Ok(words::wrap(store, &sort.unwrap_or(Sort::Bool), t))
            }
        }
    }

    /// What wrapped arguments of functions of any sort are inside, and in proofs those of all; and the sort of a choice of wrapped terms.
    fn bare(
        &self,
        store: &mut Store,
        name: &str,
        args: &[Term],
    ) -> Result<(Vec<Term>, Option<Sort>)> {
        if args.iter().all(|&a| words::inside(store.sort(a)).is_none()) {
            return Ok((args.to_vec(), None));
        }
        let wide = words::wide_element(store, args).filter(|_| self.is_proof);
        let args = match &wide {
            Some(element) => words::alike(store, args, element),
            None => args.to_vec(),
        };
        let compared = if name == "ite" { args.get(1..).unwrap_or(&[]) } else { &args };
        let alike = compared.windows(2).all(|w| store.sort(w[0]) == store.sort(w[1]));
        let any = matches!(name, "=" | "distinct" | "ite");
        if wide.is_some() && !(any && alike) {
            return refuse("sequences beside strings");
        }
        if !(self.is_proof || any && alike) {
            return Ok((args, None));
        }
        let sort = (name == "ite" && alike).then(|| compared.first()).flatten();
        let sort = sort.map(|&t| store.sort(t).clone());
        Ok((args.iter().map(|&a| words::image(store, a)).collect(), sort))
    }

    /// In proofs, what wrapped arguments of a declared function are inside may stand for them.
    fn fitting(
        &self,
        store: &mut Store,
        fun: crate::term::Fun,
        args: &[Term],
    ) -> Option<Vec<Term>> {
        if !self.is_proof || args.is_empty() {
            return None;
        }
        let params = store.fun(fun).params.clone();
        let fit = |(i, &a): (usize, &Term)| {
            params.get(i).map_or(a, |param| words::fitting(store, param, a))
        };
        Some(args.iter().enumerate().map(fit).collect())
    }

    fn indexed(
        &self,
        store: &mut Store,
        command: &Command,
        parts: &[Id],
        args: &[Term],
    ) -> Result<Term> {
        let &[first, name, ref indices @ ..] = parts else { return refuse("no function") };
        match (command.symbol(first)?, indices) {
            ("_", _) => {}
            ("as", &[sort]) => {
                let sort = self.sort(command, sort)?;
                let name = current(command.symbol(name)?);
                let known = words::qualified(store, name, &sort, args)?;
                return known.ok_or_else(|| Refusal::new(format!("unknown: {name}")));
            }
            _ => return refuse("no function with indices"),
        }
        let name = command.symbol(name)?;
        let name = if name == "re-loop" { "re.loop" } else { name };
        if ["re.loop", "re.^"].contains(&name)
            && let &[r] = args
        {
            let sort = store.sort(r).clone();
            let t = indexed(store, command, (name, indices), &[words::image(store, r)])?;
            return Ok(words::wrap(store, &sort, t));
        }
        let numbers: Result<Vec<usize>> = indices.iter().map(|&i| command.number(i)).collect();
        if let Ok(numbers) = numbers
            && let Some(t) = words::indexed(store, name, &numbers, args)?
        {
            return Ok(t);
        }
        indexed(store, command, (name, indices), args)
    }
}

/// Lets names stand for terms for a while.
fn shadow(bound: &mut Bound, pairs: Vec<(String, Term)>) -> Shadowed {
    pairs.into_iter().map(|(name, t)| (name.clone(), bound.insert(name, t))).collect()
}

/// Lets them mean what they meant before.
fn restore(bound: &mut Bound, shadowed: Shadowed) {
    for (name, old) in shadowed.into_iter().rev() {
        match old {
            Some(t) => bound.insert(name, t),
            None => bound.remove(&name),
        };
    }
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
        let links: Result<Vec<Term>> =
            args.windows(2).map(|pair| standard(store, name, pair)).collect();
        return store.app(Op::And, &links?);
    }
    match (name, args) {
        ("<=", &[a, b]) => store.app(Op::Ge, &[b, a]),
        (">", &[a, b]) => negated(store, Op::Ge, &[b, a]),
        ("<", &[a, b]) => negated(store, Op::Ge, &[a, b]),
        ("=>", [init @ .., last]) if !init.is_empty() => {
            let parts: Result<Vec<Term>> =
                init.iter().map(|&a| store.app(Op::Not, &[a])).chain([Ok(*last)]).collect();
            store.app(Op::Or, &parts?)
        }
        ("xor", [first, rest @ ..]) if !rest.is_empty() => {
            rest.iter().try_fold(*first, |odd, &a| negated(store, Op::Eq, &[odd, a]))
        }
        ("distinct", [_, _, ..]) => {
            let pairs = (1..args.len()).flat_map(|i| (0..i).map(move |j| [args[j], args[i]]));
            let parts: Result<Vec<Term>> =
                pairs.map(|pair| negated(store, Op::Eq, &pair)).collect();
            joined(store, Op::And, &parts?)
        }
        ("re.*", &[r]) => store.app(Op::ReLoop(0, None), &[r]),
        ("re.+", &[r]) => store.app(Op::ReLoop(1, None), &[r]),
        ("re.loop", &[r, low, ref high @ ..]) => {
            let high = high.first().map(|&high| bound(store, high)).transpose()?;
            store.app(Op::ReLoop(bound(store, low)?, high), &[r])
        }
        ("re.diff", [first, rest @ ..]) if !rest.is_empty() => {
            let parts: Result<Vec<Term>> =
                rest.iter().map(|&r| store.app(Op::ReComp, &[r])).collect();
            joined(store, Op::ReInter, &[&[*first], &parts?[..]].concat())
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

fn indexed(
    store: &mut Store,
    command: &Command,
    (name, indices): (&str, &[Id]),
    args: &[Term],
) -> Result<Term> {
    match (name, indices) {
        ("re.loop", [low, high]) => {
            store.app(Op::ReLoop(command.number(*low)?, Some(command.number(*high)?)), args)
        }
        ("re.^", [n]) => {
            let n = command.number(*n)?;
            store.app(Op::ReLoop(n, Some(n)), args)
        }
        ("divisible", [n]) => {
            let divisor = store.int(command.number(*n)?);
            match (command.number(*n)?, args) {
                (1.., &[a]) => written(store, "(= (mod a n) 0)", &[("a", a), ("n", divisor)]),
                _ => refuse("divisible by 0, or not one number"),
            }
        }
        ("char" | "Char", [code]) => match command.atom(*code) {
            Some(Atom::Word { n, .. }) if *n <= crate::term::MAX_CHAR.into() => {
                let code = u32::try_from(n).unwrap_or(0);
                Ok(store.text(&[code]))
            }
            _ => refuse("no character"),
        },
        _ => refuse(format!("unknown: {name}")),
    }
}

/// `body` with arguments for parameters.
pub fn substitute(store: &mut Store, params: &[Term], args: &[Term], body: Term) -> Result<Term> {
    if params.len() != args.len()
        || params.iter().zip(args).any(|(&p, &a)| store.sort(p) != store.sort(a))
    {
        return refuse("the arguments of a definition do not fit");
    }
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
