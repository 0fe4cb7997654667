//! Applications: what stands at the head of one, and the term it makes.

use crate::datatypes::{Datatypes, GenericPart, Part};
use crate::error::ErrorKind;
use crate::lexer::{Token, TokenKind};
use crate::names::Form;
use crate::parser::{Parsed, Parser};
use crate::sequences;
use crate::sort_name::sort_name;
use crate::symbols::Meaning;
use base::{Budget, FxHashMap, Int, Interrupted};
use terms::collect::Visitor;
use terms::op::Signature;
use terms::store::SortError;
use terms::{Fun, Op, Sort, Term, Terms};

/// What is applied.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Head {
    /// An operator.
    Op(Op),
    /// An operator whose arguments need rearranging.
    Form(Form),
    /// A declared function.
    Function(Fun),
    /// A function that a datatype brings along.
    Part(Part),
    /// A function that a datatype with parameters brings along.
    Generic(GenericPart),
    /// A defined function.
    Macro(u32),
}

/// A defined function: a body over parameters, which are constants that nobody else knows.
#[derive(Debug)]
pub(crate) struct Macro {
    pub(crate) name: Box<str>,
    pub(crate) params: Box<[Term]>,
    pub(crate) body: Term,
    /// Whether there is a predicate in the body.
    pub(crate) binds: bool,
}

/// The defined functions, and which applications have been expanded already.
#[derive(Debug, Default)]
pub(crate) struct Macros {
    pub(crate) defined: Vec<Macro>,
    expanded: FxHashMap<(u32, Box<[Term]>), Term>,
}

impl Macros {
    /// Adds a definition and returns its number.
    pub(crate) fn define(&mut self, definition: Macro) -> u32 {
        self.defined.push(definition);
        base::id32(self.defined.len()) - 1
    }

    /// Keeps the first `len` definitions.
    pub(crate) fn truncate(&mut self, len: usize) {
        if len < self.defined.len() {
            self.defined.truncate(len);
            self.expanded.retain(|(id, _), _| (*id as usize) < len);
        }
    }

    /// Shows all terms to `visitor`.
    pub(crate) fn visit(&mut self, visitor: &mut dyn Visitor) {
        self.expanded.clear();
        for Macro { params, body, .. } in &mut self.defined {
            params.iter_mut().for_each(|t| visitor.term(t));
            visitor.term(body);
        }
    }

    /// The body of macro `id` with `args`, which have the right sorts, for its parameters.
    fn expand(
        &mut self,
        terms: &mut Terms,
        datatypes: &Datatypes,
        id: u32,
        args: &[Term],
        budget: &Budget,
    ) -> Result<Term, Interrupted> {
        let key = (id, Box::from(args));
        if let Some(&known) = self.expanded.get(&key) {
            return Ok(known);
        }
        let Macro { params, body, .. } = &self.defined[id as usize];
        let leaves = |ts: &[Term]| -> Vec<Term> {
            ts.iter().flat_map(|&t| datatypes.take_apart(terms, t)).collect()
        };
        let mut memo = leaves(params).into_iter().zip(leaves(args)).collect();
        let result =
            terms.map_bottom_up_within(*body, &mut memo, budget, |terms, t| match terms.op(t) {
                Op::Neg => negate(terms, terms.arg(t, 0)),
                Op::Select => sequences::selected(terms, t),
                _ => t,
            })?;
        self.expanded.insert(key, result);
        Ok(result)
    }
}

/// `(- n)` of a literal is the negative constant, so that what is printed is what was read.
fn negate(terms: &mut Terms, arg: Term) -> Term {
    match terms.int_value(arg) {
        Some(n) if !n.is_negative() => {
            let n = -n;
            terms.int(n)
        }
        _ => terms.mk(Op::Neg, &[arg]),
    }
}

impl Parser<'_> {
    /// The head that a symbol names.
    #[inline]
    pub(crate) fn head(&mut self, token: Token) -> Parsed<Head> {
        let name = self.symbol_text(token)?;
        let sym = self.cx.symbols.intern(name);
        let kind = match self.cx.symbols.meaning(sym) {
            Meaning::Theory(op) | Meaning::Extension(op) => return Ok(Head::Op(op)),
            Meaning::Form(form) => return Ok(Head::Form(form)),
            Meaning::Function(fun) => return Ok(Head::Function(fun)),
            Meaning::Part(part) => return Ok(Head::Part(part)),
            Meaning::Generic(part) => return Ok(Head::Generic(part)),
            Meaning::Macro(id) => return Ok(Head::Macro(id)),
            Meaning::Term(_) => ErrorKind::IllSorted(format!("`{name}` is not a function")),
            Meaning::Unsupported(what) => ErrorKind::Unsupported(what.into()),
            Meaning::Unknown => match self.tester(name) {
                Some(head) => return Ok(head),
                None => {
                    let hint = self.cx.suggest(name, false);
                    ErrorKind::UnknownSymbol(name.to_owned(), hint)
                }
            },
        };
        self.fail(token.start, kind)
    }

    /// `((_ f i) ...` or `((as f S) ...`, after the second parenthesis.
    pub(crate) fn compound_head(&mut self) -> Parsed<Head> {
        let token = self.next()?;
        match (token.kind, self.lexer.bytes(token)) {
            (TokenKind::Symbol, b"_") => self.indexed_head(),
            (TokenKind::Symbol, b"as") => self.qualified_head(),
            _ => self.expected("`_` or `as`", token),
        }
    }

    /// `(_ f i j)`, after the underscore.
    pub(crate) fn indexed_head(&mut self) -> Parsed<Head> {
        let token = self.next()?;
        let op = match self.lexer.bytes(token) {
            b"is" => {
                let tester = self.tester_of_constructor()?;
                self.close()?;
                return Ok(tester);
            }
            // cvc5's name and z3's.
            b"update" | b"update-field" => {
                let updater = self.updater_of_selector()?;
                self.close()?;
                return Ok(updater);
            }
            b"re.^" => Op::RePower(self.numeral()?),
            b"re.loop" | b"re-loop" => {
                let low = self.numeral()?;
                if self.peek()?.kind == TokenKind::Close {
                    self.close()?;
                    return Ok(Head::Form(Form::LoopFrom(low)));
                }
                Op::ReLoop(low, self.numeral()?)
            }
            b"divisible" => {
                let token = self.expect(TokenKind::Numeral, "a numeral")?;
                match String::from_utf8_lossy(self.lexer.bytes(token)).parse::<Int>() {
                    Ok(n) if n.is_positive() => Op::Divisible(self.terms.intern_int(n)),
                    _ => return self.expected("a positive numeral", token),
                }
            }
            _ if !matches!(token.kind, TokenKind::Symbol | TokenKind::Quoted) => {
                return self.expected("an indexed function", token);
            }
            name => {
                let name = String::from_utf8_lossy(name).into_owned();
                if let Some(head) = self.indexed_bit_op(&name)? {
                    return Ok(head);
                }
                let what = format!("the indexed function `{name}`");
                return self.fail(token.start, ErrorKind::Unsupported(what));
            }
        };
        self.close()?;
        Ok(Head::Op(op))
    }

    fn qualified_head(&mut self) -> Parsed<Head> {
        let token = self.next()?;
        if !matches!(token.kind, TokenKind::Symbol | TokenKind::Quoted) {
            return self.expected("a function", token);
        }
        if self.lexer.bytes(token) == b"const" {
            return self.constant_predicate(token);
        }
        let head = self.head(token)?;
        let want = self.sort()?;
        self.close()?;
        if let Some(part) = self.made_to_sort(head, want) {
            return Ok(Head::Part(part));
        }
        let found = match head {
            Head::Function(fun) => self.terms.fun(fun).ret,
            Head::Part(part) => self.cx.datatypes.signature(self.terms, part).1,
            Head::Macro(id) => self.terms.sort(self.cx.macros.defined[id as usize].body),
            // The operators that are not overloaded need no qualification; the check of the arguments stays.
            Head::Op(_) | Head::Form(_) => want,
            Head::Generic(part) => {
                let kind = self.cx.datatypes.unclear(part);
                return self.fail(token.start, kind);
            }
        };
        if found == want {
            return Ok(head);
        }
        let [found, want] = [found, want].map(|s| sort_name(self.terms, s));
        self.fail(token.start, ErrorKind::IllSorted(format!("this has sort {found}, not {want}")))
    }

    /// The application of `head` to `args`.
    pub(crate) fn apply(&mut self, head: Head, args: &[Term]) -> Result<Term, ErrorKind> {
        if !self.cx.has_bare_empty {
            return self.apply_to_sorted(head, args);
        }
        let args = self.with_clear_sorts(head, args)?;
        self.apply_to_sorted(head, &args)
    }

    fn apply_to_sorted(&mut self, head: Head, args: &[Term]) -> Result<Term, ErrorKind> {
        match head {
            Head::Op(op) => self.apply_op(op, args),
            Head::Form(form) => self.apply_form(form, args),
            Head::Part(part) => self.apply_part(part, args),
            Head::Generic(part) => {
                let part = self.cx.datatypes.specify(self.terms, part, args)?;
                self.apply_part(part, args)
            }
            Head::Function(fun) => {
                let applied = self.terms.app(Op::Apply(fun), args);
                applied.map_err(|e| ill_sorted(self.terms, &self.terms.fun(fun).name, &e))
            }
            Head::Macro(id) => {
                let m = &self.cx.macros.defined[id as usize];
                let params: Vec<Sort> = m.params.iter().map(|&p| self.terms.sort(p)).collect();
                check_sorts(self.terms, &params, args)
                    .map_err(|e| ill_sorted(self.terms, &m.name, &e))?;
                let binds = m.binds;
                if binds && self.depend_on_an_element(args)? {
                    return Err(sequences::nested());
                }
                let Parser { cx, terms, budget, .. } = self;
                let expanded = cx.macros.expand(terms, &cx.datatypes, id, args, budget);
                let expanded = expanded.map_err(ErrorKind::Interrupted)?;
                if binds { self.unless_nested(expanded) } else { Ok(expanded) }
            }
        }
    }

    fn apply_op(&mut self, op: Op, args: &[Term]) -> Result<Term, ErrorKind> {
        let terms = &mut *self.terms;
        match (op, args) {
            (Op::Sub, &[arg]) if terms.sort(arg) == Sort::Int => Ok(negate(terms, arg)),
            (Op::ReRange, &[lo, hi]) => {
                let ends = [lo, hi].map(|end| self.sequence_of_character(end));
                self.check_order(ends[0])?;
                self.applied(op, &ends)
            }
            (Op::SeqNth, &[s, i]) => {
                let i = self.number_of_index(i)?;
                self.applied(op, &[s, i])
            }
            // z3 lets the start be left out.
            (Op::StrIndexOf, &[s, t]) => {
                let zero = terms.int(0);
                self.applied(op, &[s, t, zero])
            }
            (_, &[arg]) if !self.cx.datatypes.is_tuple(terms, arg) => {
                let applied = apply_to_one(terms, op, arg);
                applied.map_err(|e| ill_sorted(self.terms, &op_name(op), &e))
            }
            _ => self.applied(op, args),
        }
    }

    /// The application of an operator of the table. Values of datatypes are compared by components, and are elements of sequences.
    pub(crate) fn applied(&mut self, op: Op, args: &[Term]) -> Result<Term, ErrorKind> {
        let Parser { terms, cx, .. } = self;
        if !args.last().is_some_and(|&last| cx.datatypes.is_tuple(terms, last)) && op != Op::SeqNth
        {
            let applied = terms.app(op, args).map_err(|e| ill_sorted(terms, &op_name(op), &e))?;
            return Ok(if op == Op::Select {
                sequences::selected(terms, applied)
            } else {
                applied
            });
        }
        if let Op::Eq | Op::Distinct | Op::Ite = op {
            terms.app(op, args).map_err(|e| ill_sorted(terms, &op_name(op), &e))?;
            if cx.datatypes.is_too_much(terms, op, args) {
                return Err(ErrorKind::TooLarge("this `distinct`".into()));
            }
            return Ok(cx.datatypes.operate(terms, op, args));
        }
        let elements: Vec<Term> = args.iter().map(|&t| cx.datatypes.boxed(terms, t)).collect();
        let applied = terms.app(op, &elements);
        let applied = applied.map_err(|e| ill_sorted(terms, &op_name(op), &e))?;
        let is_value = cx.datatypes.is_tuple(terms, applied);
        if self.in_predicate && (is_value || elements != args) {
            return Err(ErrorKind::Unsupported(
                "elements that are datatypes in a predicate".into(),
            ));
        }
        Ok(self.cx.datatypes.unboxed(self.terms, applied))
    }

    fn apply_part(&mut self, part: Part, args: &[Term]) -> Result<Term, ErrorKind> {
        let (params, _) = self.cx.datatypes.signature(self.terms, part);
        check_sorts(self.terms, &params, args).map_err(|e| {
            ill_sorted(self.terms, &self.cx.datatypes.part_name(self.terms, part), &e)
        })?;
        Ok(self.cx.datatypes.apply_part(self.terms, part, args))
    }

    fn apply_form(&mut self, form: Form, args: &[Term]) -> Result<Term, ErrorKind> {
        match (form, args) {
            (Form::Sequence(form), _) => self.apply_to_sequences(form, args),
            (Form::LoopLast, &[lo, hi, r]) => self.apply_form(Form::Loop, &[r, lo, hi]),
            (Form::Loop, &[r, lo]) => {
                let lo = self.bound(lo)?;
                self.loop_from(r, lo)
            }
            (Form::LoopFrom(low), &[r]) => self.loop_from(r, low),
            (Form::Loop, &[r, lo, hi]) => {
                let op = Op::ReLoop(self.bound(lo)?, self.bound(hi)?);
                self.apply_op(op, &[r])
            }
            (Form::Power, &[a, b]) => {
                let (r, n) = if self.terms.sort(b) == Sort::Int { (a, b) } else { (b, a) };
                let op = Op::RePower(self.bound(n)?);
                self.apply_op(op, &[r])
            }
            (Form::SymmetricDifference, &[a, b]) => self.symmetric_difference(a, b),
            _ => Err(ErrorKind::IllSorted("wrong number of arguments".into())),
        }
    }

    /// A repetition count, which must be a literal.
    fn bound(&self, t: Term) -> Result<u32, ErrorKind> {
        let n = self.terms.int_value(t).and_then(|n| u32::try_from(n.to_i64()?).ok());
        n.ok_or_else(|| {
            // exact: what fits.
            ErrorKind::IllSorted(format!("a repetition must be a numeral up to {}", u32::MAX))
        })
    }

    /// At least `low` times.
    fn loop_from(&mut self, r: Term, low: u32) -> Result<Term, ErrorKind> {
        let power = self.apply_op(Op::RePower(low), &[r])?;
        let star = self.apply_op(Op::ReStar, &[r])?;
        self.apply_op(Op::ReConcat, &[power, star])
    }

    fn symmetric_difference(&mut self, a: Term, b: Term) -> Result<Term, ErrorKind> {
        let union = self.apply_op(Op::ReUnion, &[a, b])?;
        let inter = self.apply_op(Op::ReInter, &[a, b])?;
        self.apply_op(Op::ReDiff, &[union, inter])
    }
}

/// One argument where the standard wants two or more, which some tools write: the argument itself,
/// or for comparisons the truth.
fn apply_to_one(terms: &mut Terms, op: Op, arg: Term) -> Result<Term, SortError> {
    let applied = terms.app(op, &[arg])?;
    Ok(match op.signature() {
        Signature::Assoc(_) => arg,
        Signature::Chain(_) | Signature::Compare => terms.tt(),
        _ => applied,
    })
}

fn check_sorts(terms: &Terms, params: &[Sort], args: &[Term]) -> Result<(), SortError> {
    if params.len() != args.len() {
        return Err(SortError::Arity(params.len(), args.len()));
    }
    for (i, (&want, &arg)) in params.iter().zip(args).enumerate() {
        let found = terms.sort(arg);
        if want != found {
            return Err(SortError::Argument(i, want, found));
        }
    }
    Ok(())
}

fn op_name(op: Op) -> String {
    match (op, op.name()) {
        (Op::SeqUnit(_), _) => "seq.unit".into(),
        (_, Some(name)) => name.into(),
        (Op::Bits(op), _) => op.head(),
        (Op::RePower(n), _) => format!("(_ re.^ {n})"),
        (Op::ReLoop(lo, hi), _) => format!("(_ re.loop {lo} {hi})"),
        _ => "(_ divisible n)".into(),
    }
}

fn ill_sorted(terms: &Terms, name: &str, error: &SortError) -> ErrorKind {
    ErrorKind::IllSorted(match *error {
        SortError::NoSequence => format!("`{name}`: argument 1 is no sequence"),
        SortError::NoPredicate => {
            format!("`{name}`: argument 1 is no predicate, which has sort (Array A Bool)")
        }
        SortError::NoBits(i, found) => {
            let found = sort_name(terms, found);
            format!("`{name}`: argument {} has sort {found}, expected a bit-vector", i + 1)
        }
        SortError::NoSuchBits => format!("`{name}`: the argument does not have these bits"),
        SortError::Width(width) => format!("`{name}`: there are no bit-vectors of {width} bits"),
        SortError::Arity(want, found) => {
            format!("`{name}` takes {want} arguments, found {found}")
        }
        SortError::Argument(i, want, found) => {
            let hint = match want {
                Sort::Seq(e) if terms.element_sort(e) == found => ": write `(seq.unit ...)`",
                _ => "",
            };
            let [want, found] = [want, found].map(|s| sort_name(terms, s));
            format!("`{name}`: argument {} has sort {found}, expected {want}{hint}", i + 1)
        }
    })
}
