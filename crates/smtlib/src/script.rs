//! Commands: from text to [`Command`], by a table of names.

use crate::apply::Macro;
use crate::command::{Command, Written};
use crate::datatypes::Part;
use crate::error::{ErrorKind, Fault};
use crate::lexer::TokenKind;
use crate::missed::Purpose::{self, Asks, Asserts, Introduces, Names};
use crate::parser::{Parsed, Parser};
use crate::symbols::{Meaning, SortBody, Sym};
use terms::{Sort, Term};

/// More scopes at once are a mistake.
const MOST_SCOPES: u32 = 1 << 20;

type Rule = fn(&mut Parser<'_>) -> Parsed<Command>;

/// Every command: its name, its purpose and what reads its arguments.
pub(crate) const COMMANDS: &[(&str, Purpose, Rule)] = &[
    ("assert", Asserts, |p| {
        let formula = p.asserted()?;
        Ok(Command::Assert(formula, p.label.map(|sym| p.cx.symbols.name(sym).into())))
    }),
    ("check-sat", Asks, |_| Ok(Command::CheckSat)),
    ("check-sat-assuming", Asks, |p| {
        p.written_list(Some(Sort::Bool)).map(Command::CheckSatAssuming)
    }),
    ("declare-const", Names, |p| p.declare_const()),
    ("declare-datatype", Introduces, |p| p.declare_datatype()),
    ("declare-datatypes", Introduces, |p| p.declare_datatypes()),
    ("declare-fun", Names, |p| p.declare_fun()),
    ("declare-sort", Names, |p| p.declare_sort()),
    ("define-const", Names, |p| p.define_const()),
    ("define-fun", Names, |p| p.define_fun()),
    ("define-sort", Names, |p| p.define_sort()),
    ("echo", Asks, |p| p.echo()),
    ("eval", Asks, |p| p.term().map(Command::Eval)),
    ("exit", Asks, |_| Ok(Command::Exit)),
    ("get-assertions", Asks, |_| Ok(Command::GetAssertions)),
    ("get-assignment", Asks, |_| Ok(Command::GetAssignment)),
    ("get-info", Asks, |p| p.keyword().map(Command::GetInfo)),
    ("get-model", Asks, |_| Ok(Command::GetModel)),
    ("get-objectives", Asks, |_| Ok(Command::GetObjectives)),
    ("get-option", Asks, |p| p.keyword().map(Command::GetOption)),
    ("get-proof", Asks, |_| Ok(Command::GetProof)),
    ("get-unsat-assumptions", Asks, |_| Ok(Command::GetUnsatAssumptions)),
    ("get-unsat-core", Asks, |_| Ok(Command::GetUnsatCore)),
    ("get-value", Asks, |p| p.written_list(None).map(Command::GetValue)),
    ("maximize", Asserts, |p| p.objective().map(Command::Maximize)),
    ("minimize", Asserts, |p| p.objective().map(Command::Minimize)),
    ("pop", Asks, |p| p.scopes().map(Command::Pop)),
    ("push", Asks, |p| p.scopes().map(Command::Push)),
    ("reset", Asks, |_| Ok(Command::Reset)),
    ("reset-assertions", Asks, |_| Ok(Command::ResetAssertions)),
    ("set-info", Asks, |p| p.set_info()),
    ("set-logic", Asks, |p| {
        p.symbol("a logic").map(|(s, _)| Command::SetLogic(p.cx.symbols.name(s).into()))
    }),
    ("set-option", Asks, |p| p.set_option()),
    ("simplify", Asks, |p| p.written(Parser::term).map(Command::Simplify)),
    ("declare-codatatype", Introduces, |p| p.unsupported("codatatypes")),
    ("declare-codatatypes", Introduces, |p| p.unsupported("codatatypes")),
    ("declare-sort-parameter", Names, |p| p.unsupported("sort parameters")),
    ("define-fun-rec", Names, |p| p.unsupported("recursive functions")),
    ("define-funs-rec", Introduces, |p| p.unsupported("recursive functions")),
];

impl Parser<'_> {
    /// A whole command.
    pub(crate) fn command(&mut self) -> Parsed<Command> {
        self.expect(TokenKind::Open, "a command in parentheses")?;
        let token = self.next()?;
        if token.kind != TokenKind::Symbol {
            return self.expected("a command", token);
        }
        let name = self.lexer.bytes(token);
        let Some((_, purpose, rule)) = COMMANDS.iter().find(|row| row.0.as_bytes() == name) else {
            let name = String::from_utf8_lossy(name).into_owned();
            let hint = crate::similar::closest(&name, COMMANDS.iter().map(|row| row.0));
            return self.fail(token.start, ErrorKind::UnknownCommand(name, hint));
        };
        // What asks is answered, and what takes away is done, even when there is nothing left to do it with.
        if *purpose != Asks {
            self.budget.tick(1)?;
        }
        let command = rule(self)?;
        self.close()?;
        self.end()?;
        Ok(command)
    }

    fn unsupported<T>(&self, what: &str) -> Parsed<T> {
        self.fail(1, ErrorKind::Unsupported(what.into()))
    }

    pub(crate) fn define(&mut self, sym: Sym, at: usize, meaning: Meaning) -> Parsed<Command> {
        let defined = self.cx.symbols.define(sym, meaning);
        defined.map_err(|kind| Fault::new(at, kind))?;
        Ok(Command::Declaration)
    }

    fn declare_const(&mut self) -> Parsed<Command> {
        let (sym, token) = self.symbol("a name")?;
        let sort = self.sort()?;
        self.declare(sym, token.start, &[], sort)
    }

    fn declare_fun(&mut self) -> Parsed<Command> {
        let (sym, token) = self.symbol("a name")?;
        self.open()?;
        let mut params = Vec::new();
        while self.peek()?.kind != TokenKind::Close {
            params.push(self.sort()?);
        }
        self.close()?;
        let ret = self.sort()?;
        self.declare(sym, token.start, &params, ret)
    }

    fn declare(&mut self, sym: Sym, at: usize, params: &[Sort], ret: Sort) -> Parsed<Command> {
        let fun = self.terms.declare(self.cx.symbols.name(sym), params, ret);
        let takes_apart = params.iter().chain([&ret]).any(|&s| self.cx.datatypes.of(s).is_some());
        let meaning = match (params, takes_apart) {
            ([], false) => Meaning::Term(self.terms.constant(fun)),
            (_, false) => Meaning::Function(fun),
            ([], true) => {
                let taken = self.cx.datatypes.declare(self.terms, fun);
                Meaning::Term(self.cx.datatypes.apply(self.terms, taken, &[]))
            }
            (_, true) => Meaning::Part(Part::Function(self.cx.datatypes.declare(self.terms, fun))),
        };
        self.cx.symbols.declare(fun);
        self.define(sym, at, meaning)
    }

    fn declare_sort(&mut self) -> Parsed<Command> {
        let (sym, token) = self.symbol("a name")?;
        let arity = if self.peek()?.kind == TokenKind::Close { 0 } else { self.numeral()? };
        if arity > 0 {
            let what = "sorts with parameters".to_owned();
            return self.fail(token.start, ErrorKind::Unsupported(what));
        }
        let sort = self.terms.declare_sort(self.cx.symbols.name(sym));
        let defined = self.cx.symbols.define_sort(sym, 0, SortBody::Sort(sort));
        defined.map_err(|kind| Fault::new(token.start, kind))?;
        Ok(Command::Declaration)
    }

    fn define_sort(&mut self) -> Parsed<Command> {
        let (sym, token) = self.symbol("a name")?;
        self.open()?;
        let params = self.sort_parameters()?;
        let sort = self.sort_with(&params)?;
        let body = match &params[..] {
            [] => SortBody::Sort(sort),
            params => {
                let params = params.iter().map(|p| p.1).collect();
                SortBody::Pattern(self.cx.datatypes.add_pattern(params, sort))
            }
        };
        let defined = self.cx.symbols.define_sort(sym, base::id32(params.len()), body);
        defined.map_err(|kind| Fault::new(token.start, kind))?;
        Ok(Command::Declaration)
    }

    fn define_const(&mut self) -> Parsed<Command> {
        let (sym, token) = self.symbol("a name")?;
        let sort = self.sort()?;
        let body = self.term_of_sort(sort, "the body")?;
        self.define(sym, token.start, Meaning::Term(body))
    }

    fn define_fun(&mut self) -> Parsed<Command> {
        let (sym, token) = self.symbol("a name")?;
        let mut params = Vec::new();
        self.open()?;
        while self.peek()?.kind != TokenKind::Close {
            params.push(self.sorted_variable()?);
        }
        self.close()?;
        self.distinct(token.start, params.iter().map(|p| p.0))?;
        let sort = self.sort()?;
        let mark = self.cx.symbols.mark();
        for &(param, value) in &params {
            self.cx.symbols.bind(param, value);
        }
        self.enter_definition(!params.is_empty());
        let body = self.term_of_sort(sort, "the body")?;
        self.cx.symbols.unbind(mark);
        if params.is_empty() {
            return self.define(sym, token.start, Meaning::Term(body));
        }
        let name = self.cx.symbols.name(sym).into();
        let params = params.into_iter().map(|(_, value)| value).collect();
        let binds = self.has_predicate(&[body]);
        let binds = binds.map_err(|kind| Fault::new(token.start, kind))?;
        let id = self.cx.macros.define(Macro { name, params, body, binds });
        self.define(sym, token.start, Meaning::Macro(id))
    }

    /// `(x S)`, as new constants that stand for the parameter.
    fn sorted_variable(&mut self) -> Parsed<(Sym, Term)> {
        self.open()?;
        let (sym, _) = self.symbol("a parameter")?;
        let sort = self.sort()?;
        self.close()?;
        Ok((sym, self.cx.datatypes.unknown(self.terms, sort)))
    }

    fn echo(&mut self) -> Parsed<Command> {
        let token = self.expect(TokenKind::String, "a string literal")?;
        Ok(Command::Echo(self.text(token.start, token.end).into()))
    }

    fn objective(&mut self) -> Parsed<Written> {
        let at = self.peek()?.start;
        let objective = self.written(|p| p.term_of_sort(Sort::Int, "an objective"))?;
        if self.cx.datatypes.is_boxed(self.terms, objective.term) {
            let what = "objectives over elements that are datatypes".to_owned();
            return self.fail(at, ErrorKind::Unsupported(what));
        }
        Ok(objective)
    }

    fn scopes(&mut self) -> Parsed<usize> {
        match self.peek()?.kind {
            TokenKind::Close => Ok(1),
            _ => self.numeral_up_to(MOST_SCOPES).map(|n| n as usize),
        }
    }

    fn set_info(&mut self) -> Parsed<Command> {
        let keyword = self.keyword()?;
        let value = self.value()?;
        if &*keyword == ":smt-lib-version" {
            self.cx.set_version(&value);
        }
        Ok(Command::SetInfo(keyword, value))
    }

    fn set_option(&mut self) -> Parsed<Command> {
        let keyword = self.keyword()?;
        Ok(Command::SetOption(keyword, self.value()?))
    }

    /// The value of an attribute: none before `)`, the characters of a literal, else the text.
    fn value(&mut self) -> Parsed<Box<str>> {
        let token = self.peek()?;
        if token.kind == TokenKind::Close {
            return Ok("".into());
        }
        let (start, end) = self.skip()?;
        let text = self.text(start, end);
        match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(inner) if token.kind == TokenKind::String => {
                Ok(inner.replace("\"\"", "\"").into())
            }
            _ => Ok(text.into()),
        }
    }

    /// `(t1 t2 ...)`, at least one of them unless they are assumptions.
    fn written_list(&mut self, sort: Option<Sort>) -> Parsed<Vec<Written>> {
        self.open()?;
        let mut list = Vec::new();
        loop {
            let token = self.peek()?;
            if token.kind == TokenKind::Close && (sort.is_some() || !list.is_empty()) {
                self.close()?;
                return Ok(list);
            }
            list.push(self.written(|p| match sort {
                Some(_) => p.formula("an assumption"),
                None => p.term(),
            })?);
        }
    }

    /// A formula, with what holds of the elements in it that are values of datatypes.
    fn formula(&mut self, place: &str) -> Parsed<Term> {
        let formula = self.term_of_sort(Sort::Bool, place)?;
        Ok(self.cx.datatypes.with_axioms(self.terms, formula, self.budget)?)
    }

    /// What is asserted, with its text if somebody wants it.
    fn asserted(&mut self) -> Parsed<Written> {
        let read = |p: &mut Self| p.formula("an assertion");
        match self.cx.assertions_with_texts {
            true => self.written(read),
            false => Ok(Written { term: read(self)?, text: "".into() }),
        }
    }

    /// What `read` reads, with its text.
    fn written(&mut self, read: impl FnOnce(&mut Self) -> Parsed<Term>) -> Parsed<Written> {
        let start = self.peek()?.start;
        let term = read(self)?;
        Ok(Written { term, text: self.text(start, self.lexer.pos()).into() })
    }

    fn text(&self, start: usize, end: usize) -> String {
        let token = crate::lexer::Token { kind: TokenKind::Symbol, start, end };
        String::from_utf8_lossy(self.lexer.bytes(token)).into_owned()
    }
}
