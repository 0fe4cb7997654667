//! From S-expressions to terms, with `let`, macros and abbreviations.

use crate::base::*;
use crate::sexpr::{Command, Id, Node};
use crate::term::Declaration;
use crate::words::{MAX_DEPTH, MAX_WIDTH};
use std::rc::Rc;
use std::sync::OnceLock;

/// What more expressions describe is no sort.
const MAX_SORT: usize = 1_000;

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// A declared function.
    Fun(Rc<Declaration>),
    /// A term, in which arguments stand for parameters.
    Macro(Vec<Term>, Term),
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
    /// Whether what is read is of a table, which has functions that no script can name.
    is_table: bool,
}

/// An expression of a command.
pub type At<'a, 'b> = (&'a Command<'b>, Id);

/// Names and terms that they stand for.
pub type Pairs<'b> = [(&'b str, Term)];

/// What is being read: the expressions of a command in order, parts before what they are parts of.
struct Reading<'a, 'b> {
    names: &'a Names,
    store: &'a mut Store,
    command: &'a Command<'b>,
    /// What names of `let` and of parameters stand for: the last term of each.
    bound: Map<&'b str, Vec<Term>>,
    /// The terms that the expressions in parentheses are, where they are terms.
    lists: Map<Id, Result<Term>>,
}

impl Names {
    /// The same, for the terms of proofs.
    pub fn for_proofs(&self) -> Names {
        Names { is_proof: true, ..self.clone() }
    }

    /// No names, for what tables say.
    pub fn of_table(is_proof: bool) -> Names {
        Names { is_proof, is_table: true, ..Names::default() }
    }

    /// Gives a name its meaning, whatever it meant.
    pub fn set(&mut self, name: &str, meaning: Meaning) {
        self.known.insert(name.to_owned(), meaning);
    }

    /// Gives a name of the problem its meaning, if it has one, and none yet.
    pub fn enter(&mut self, name: &str, meaning: Result<Meaning>) {
        let is_new = !self.known.contains_key(name);
        self.set(name, meaning.ok().filter(|_| is_new).unwrap_or(Meaning::Nothing));
    }

    /// Whether no name means anything.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty() && self.sorts.is_empty()
    }

    /// Lets a sort stand for another one, or be one of which nothing is known.
    pub fn set_sort(&mut self, name: &str, sort: Option<Sort>) {
        match sort {
            Some(sort) => self.sorts.insert(name.to_owned(), sort),
            None => self.sorts.remove(name),
        };
    }

    /// The sort that is written.
    pub fn sort(&self, command: &Command, id: Id) -> Result<Sort> {
        let first = command.first(id);
        refuse_if(id - first > MAX_SORT, "a sort is too long")?;
        // Of all that is written, from the inside out.
        let mut sorts: Vec<Sort> = Vec::new();
        for id in first..=id {
            let part = |part: Id| sorts[part - first].clone();
            let known = match command.headed(id) {
                Err(_) => command.symbol(id).ok().map(|name| {
                    let known = Sort::named(name).or_else(|| self.sorts.get(name).cloned());
                    known.unwrap_or_else(|| Sort::Other(name.to_owned()))
                }),
                Ok((kind @ ("Seq" | "RegEx"), &[of])) => part(of).within(kind),
                Ok(("Array", &[of, to])) if part(to) == Sort::Bool => part(of).within("Array"),
                Ok(("_", &[name, width])) if command.symbol(name) == Ok("BitVec") => {
                    let width = command.number(width).ok().filter(|n| (1..=MAX_WIDTH).contains(n));
                    width.map(|width| Sort::Bits(width as u32))
                }
                Ok(_) => None,
            };
            let sort = known.unwrap_or_else(|| Sort::Other(command.shape(id)));
            refuse_if(sort.depth() > MAX_DEPTH, "a sort is nested too deep")?;
            sorts.push(sort);
        }
        Ok(sorts.pop().ok_or("no sort")?)
    }

    /// A parameter: its name, and a new constant of its sort.
    pub fn parameter<'b>(&self, store: &mut Store, at: At<'_, 'b>) -> Result<(&'b str, Term)> {
        let (command, id) = at;
        let (name, &[sort]) = command.headed(id)? else { return refuse("a parameter and a sort") };
        let fun = store.declare(name, Vec::new(), self.sort(command, sort)?);
        let t = store.app(Op::Fun(fun), &[])?;
        Ok((name, store.opened(t)))
    }

    /// The term that is written, where these names stand for terms.
    pub fn term<'b>(&self, store: &mut Store, at: At<'_, 'b>, pairs: &Pairs<'b>) -> Result<Term> {
        let (command, id) = at;
        let bound = pairs.iter().map(|&(name, t)| (name, vec![t])).collect();
        Reading { names: self, store, command, bound, lists: Map::default() }.term(id)
    }
}

impl<'b> Reading<'_, 'b> {
    fn term(mut self, root: Id) -> Result<Term> {
        let command = self.command;
        let all = command.first(root)..=root;
        let binds = |id: Id| match command.headed(id) {
            Ok((binder @ ("let" | "lambda" | "forall"), &[list, _])) => Some((list, binder)),
            _ => None,
        };
        let binders: Map<Id, &str> = all.clone().filter_map(binds).collect();
        for id in all {
            if let Some(&binder) = binders.get(&id) {
                self.bind(id, binder == "let")?;
            } else if let Node::List(..) = command.nodes[id] {
                let t = self.list(id);
                self.lists.insert(id, t);
            }
        }
        self.value(root)
    }

    /// The term that a word is here, or that an expression in parentheses is which was read.
    fn value(&mut self, id: Id) -> Result<Term> {
        match &self.command.nodes[id] {
            Node::List(..) => self.lists.get(&id).cloned().ok_or("no term")?,
            Node::Symbol(_) => self.apply(id, &[]),
            Node::Numeral(_) => Ok(self.store.int(self.command.signed::<BigInt>(id)?)),
            Node::Text(word) => Ok(self.store.text(word)),
            Node::Word(width, n) => self.store.word_of(*width, n.clone()),
        }
    }

    /// Lets names stand for terms, or for parameters, until the body is read.
    fn bind(&mut self, list: Id, is_let: bool) -> Result<()> {
        let (command, mut pairs) = (self.command, Vec::new());
        for &binding in command.list(list)? {
            let (name, &[of]) = command.headed(binding)? else {
                return refuse("a binding of another form");
            };
            pairs.push(match is_let {
                true => (name, self.value(of)?),
                false => self.names.parameter(self.store, (command, binding))?,
            });
        }
        let names: Set<&str> = pairs.iter().map(|pair| pair.0).collect();
        refuse_if(names.len() < pairs.len(), "a let of one name twice")?;
        for (name, t) in pairs {
            self.bound.entry(name).or_default().push(t);
        }
        Ok(())
    }

    /// The term that an expression in parentheses is.
    fn list(&mut self, id: Id) -> Result<Term> {
        let command = self.command;
        let (&head, args) = command.list(id)?.split_first().ok_or("an empty list")?;
        match (command.symbol(head).unwrap_or_default(), args) {
            (binder @ ("let" | "lambda" | "forall"), &[bindings, body]) => {
                let body = self.value(body);
                let mut ended = Vec::new();
                for &binding in command.list(bindings)? {
                    let terms = self.bound.get_mut(command.headed(binding)?.0);
                    ended.extend(terms.and_then(Vec::pop));
                }
                match (binder, &ended[..]) {
                    ("let", _) => body,
                    ("lambda", &[x]) => self.store.predicate(x, body?),
                    (_, &[x]) => self.store.set_axiom(x, body?),
                    _ => refuse("several parameters"),
                }
            }
            ("!", &[inner, ..]) => self.value(inner),
            ("let" | "!" | "lambda" | "forall", _) => refuse("a term of another form"),
            ("_" | "as", _) => self.indexed(id, &[]),
            _ => {
                let args = all(args.iter().map(|&a| self.value(a)))?;
                self.apply(head, &args)
            }
        }
    }

    fn apply(&mut self, head: Id, args: &[Term]) -> Result<Term> {
        let Ok(name) = self.command.symbol(head) else { return self.indexed(head, args) };
        if let Some(&t) = self.bound.get(name).and_then(|terms| terms.last()) {
            return if args.is_empty() { Ok(t) } else { refuse(format!("{name} has arguments")) };
        }
        match self.names.known.get(name) {
            Some(Meaning::Fun(fun)) => {
                let t = self.store.app(Op::Fun(fun.clone()), args)?;
                Ok(self.store.opened(t))
            }
            Some(Meaning::Macro(params, body)) => self.store.substitute(params, args, *body),
            Some(Meaning::Nothing) => refuse(format!("unknown: {name}")),
            None if !self.names.is_table
                && (name.contains(' ') || matches!(name, "2^" | "image")) =>
            {
                refuse(format!("unknown: {name}"))
            }
            None => self.store.apply(current(name), args, self.names.is_proof),
        }
    }

    /// The application of a function with indices, or of one whose sort is said.
    fn indexed(&mut self, head: Id, args: &[Term]) -> Result<Term> {
        let (store, command) = (&mut *self.store, self.command);
        let (first, parts) = command.headed(head)?;
        let (&name, indices) = parts.split_first().ok_or("no function")?;
        let name = command.symbol(name)?;
        match (first, name, indices) {
            ("as", _, &[sort]) => {
                let sort = self.names.sort(command, sort)?;
                store.qualified(current(name), &sort, args)
            }
            ("_", "char" | "Char", &[code]) => match &command.nodes[code] {
                Node::Word(_, n) if args.is_empty() && *n <= MAX_CHAR.into() => {
                    Ok(store.text(&[u32::try_from(n).unwrap_or(0)]))
                }
                _ => refuse("no character"),
            },
            ("_", ..) => {
                let numbers = all(indices.iter().map(|&i| command.number(i)))?;
                self.counted(name, &numbers, args)
            }
            _ => refuse("no function with indices"),
        }
    }

    /// The application of a function to numbers, too.
    fn counted(&mut self, name: &str, numbers: &[usize], args: &[Term]) -> Result<Term> {
        match (name, numbers, args) {
            ("repeat", [1], &[a]) if self.store.width(a).is_some() => return Ok(a),
            ("repeat", &[k @ 2..=MAX_WIDTH], &[a]) => {
                return self.store.apply("concat", &vec![a; k], self.names.is_proof);
            }
            ("divisible", [0], _) => return refuse("divisible by 0"),
            (_, &[width @ 1..=MAX_WIDTH], []) if let Some(digits) = name.strip_prefix("bv") => {
                let n = digits.parse::<BigInt>().ok().filter(|n| n.bits() <= width as u64);
                let n = n.filter(|_| digits.bytes().all(|b| b.is_ascii_digit()));
                return self.store.word_of(width as u32, n.ok_or("no word of this width")?);
            }
            _ => {}
        }
        let numbers = numbers.iter().map(|&n| self.store.int(n));
        let args: Vec<Term> = args.iter().copied().chain(numbers).collect();
        self.store.apply(&format!("{name} indexed"), &args, self.names.is_proof)
    }
}

/// The name that a function has in the standard, or has today.
fn current(name: &str) -> &str {
    static KNOWN: OnceLock<Map<&str, &str>> = OnceLock::new();
    let read = || include_str!("../names.txt").lines().filter_map(|l| l.split_once(' ')).collect();
    KNOWN.get_or_init(read).get(name).copied().unwrap_or(name)
}

impl Store {
    /// The term that a text is, with these terms for names.
    pub fn written(&mut self, text: &str, pairs: &Pairs<'_>) -> Result<Term> {
        let command = Command::of(text)?;
        Names::of_table(false).term(self, (&command, command.root()), pairs)
    }

    /// The applications of a function to each of these.
    fn each(&mut self, op: &'static str, args: &[Term]) -> Result<Vec<Term>> {
        args.iter().map(|&a| self.app(op, &[a])).collect()
    }

    /// An application of a function of the standard; some are made of others, and a chain is its links.
    pub fn standard(&mut self, name: &str, args: &[Term]) -> Result<Term> {
        match (name, args) {
            ("=" | ">=" | ">" | "<=" | "<" | "str.<=" | "str.<", [_, _, _, ..]) => {
                let links = all(args.windows(2).map(|pair| self.standard(name, pair)))?;
                self.app("and", &links)
            }
            ("=>", [init @ .., last]) if !init.is_empty() => {
                let mut parts = self.each("not", init)?;
                parts.push(*last);
                self.app("or", &parts)
            }
            ("distinct", [_, _, ..]) => {
                let pairs = (1..args.len()).flat_map(|i| (0..i).map(move |j| [args[j], args[i]]));
                let same = all(pairs.map(|pair| self.app("=", &pair)))?;
                let parts = self.each("not", &same)?;
                self.standard("and", &parts)
            }
            ("re.loop", &[r, low, ref high @ ..]) => {
                // As it was written before 2.6.
                let bound = |t: &Term| {
                    let n = self.int_value(*t).and_then(|n| usize::try_from(n).ok());
                    n.ok_or("a bound that is no numeral")
                };
                let op = Op::ReLoop(bound(&low)?, high.first().map(bound).transpose()?);
                self.app(op, &[r])
            }
            ("str.indexof", &[a, b]) => {
                let start = self.int(0);
                self.app("str.indexof", &[a, b, start])
            }
            _ => match Op::of_name(name) {
                Some(op) => {
                    let t = self.app(op, args)?;
                    let joins = ["str.++", "re.++", "re.union", "re.inter", "and", "or"];
                    Ok(if args.len() == 1 && joins.contains(&name) { args[0] } else { t })
                }
                None => match negative(name).filter(|_| args.is_empty()) {
                    Some(n) => Ok(self.int(n)),
                    None => self.defined(name, args, false),
                },
            },
        }
    }

    /// `body` with arguments for parameters.
    pub fn substitute(&mut self, params: &[Term], args: &[Term], body: Term) -> Result<Term> {
        if params.is_empty() && args.is_empty() {
            return Ok(body);
        }
        refuse_if(
            !params.iter().map(|&p| self.sort(p)).eq(args.iter().map(|&a| self.sort(a))),
            "the arguments of a definition do not fit",
        )?;
        let (params, args) = (self.images(params), self.images(args));
        let mut map: Map<Term, Term> = params.into_iter().zip(args).collect();
        for t in self.post_order(&[body], |_| false) {
            if !map.contains_key(&t) {
                let parts: Vec<Term> = self.args(t).iter().map(|a| map[a]).collect();
                let image = self.app(self.op(t).clone(), &parts)?;
                map.insert(t, image);
            }
        }
        Ok(map[&body])
    }
}

/// A negative number as z3 and cvc5 read it: `-1`.
fn negative(name: &str) -> Option<BigInt> {
    let digits = name.strip_prefix('-')?;
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| name.parse().ok())?
}
