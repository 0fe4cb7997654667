//! Sorts: names, abbreviations, and the two ways to write them as sequences.

use crate::error::{ErrorKind, Fault};
use crate::lexer::{Token, TokenKind};
use crate::parser::{Parsed, Parser};
use crate::sort_name::unfit_for_elements;
use crate::symbols::{SortBody, SortMeaning, Sym};
use terms::sort::MAX_WIDTH;
use terms::{Element, Sort};

/// Sorts nested deeper are refused; no sort that exists needs more than two levels.
const DEEPEST: usize = 100;

impl Parser<'_> {
    /// A sort.
    pub(crate) fn sort(&mut self) -> Parsed<Sort> {
        self.sort_over(&[], DEEPEST)
    }

    /// A sort in which `params` may occur, for which there are sorts.
    pub(crate) fn sort_with(&mut self, params: &[(Sym, Sort)]) -> Parsed<Sort> {
        self.sort_over(params, DEEPEST)
    }

    /// Names of parameters up to the next parenthesis that closes, with sorts that stand for them.
    pub(crate) fn sort_parameters(&mut self) -> Parsed<Vec<(Sym, Sort)>> {
        let at = self.peek()?.start;
        let mut params = Vec::new();
        while self.peek()?.kind != TokenKind::Close {
            let (sym, _) = self.symbol("a sort parameter")?;
            let name = self.cx.symbols.name(sym);
            params.push((sym, self.terms.declare_sort(name)));
        }
        self.close()?;
        self.distinct(at, params.iter().map(|&(sym, _)| sym))?;
        Ok(params)
    }

    fn sort_over(&mut self, params: &[(Sym, Sort)], depth: usize) -> Parsed<Sort> {
        let token = self.peek()?;
        if token.kind != TokenKind::Open {
            let (sym, token) = self.symbol("a sort")?;
            if let Some(&(_, sort)) = params.iter().find(|p| p.0 == sym) {
                return Ok(sort);
            }
            return self.known_sort(sym, token, &[]);
        }
        if depth == 0 {
            return self.fail(token.start, ErrorKind::TooLarge("the nesting of sorts".into()));
        }
        self.open()?;
        let head = self.next()?;
        match self.lexer.bytes(head) {
            b"_" => self.indexed_sort(),
            b"Seq" => self.sequence_sort(params, depth - 1),
            b"Array" => self.predicate_sort(params, depth - 1),
            b"RegEx" => self.regex_sort(params, depth - 1),
            _ => {
                self.lexer.rewind(head);
                let (sym, token) = self.symbol("a sort")?;
                let mut args = Vec::new();
                while self.peek()?.kind != TokenKind::Close {
                    args.push(self.sort_over(params, depth - 1)?);
                }
                self.close()?;
                self.known_sort(sym, token, &args)
            }
        }
    }

    fn known_sort(&mut self, sym: Sym, token: Token, args: &[Sort]) -> Parsed<Sort> {
        let name = self.cx.symbols.name(sym).to_owned();
        match self.cx.symbols.sort_meaning(sym) {
            SortMeaning::Known(arity, body) if arity as usize == args.len() => match body {
                SortBody::Sort(sort) => Ok(sort),
                SortBody::Pattern(pattern) => {
                    let sort = self.cx.datatypes.instance_of_pattern(self.terms, pattern, args);
                    sort.map_err(|kind| Fault::new(token.start, kind))
                }
                SortBody::Generic(id) => {
                    let sort = self.cx.datatypes.instantiate(self.terms, id, args);
                    sort.map_err(|kind| Fault::new(token.start, kind))
                }
            },
            SortMeaning::Known(arity, _) => {
                let message = format!("sort `{name}` has {arity} parameters, not {}", args.len());
                self.fail(token.start, ErrorKind::IllSorted(message))
            }
            SortMeaning::Unsupported(what) => {
                self.fail(token.start, ErrorKind::Unsupported(what.into()))
            }
            SortMeaning::Unknown => {
                let hint = self.cx.suggest(&name, true);
                self.fail(token.start, ErrorKind::UnknownSort(name, hint))
            }
        }
    }

    fn indexed_sort(&mut self) -> Parsed<Sort> {
        let (sym, token) = self.symbol("a sort")?;
        if self.lexer.bytes(token) == b"BitVec" {
            return self.bit_vectors();
        }
        let what = match self.cx.symbols.sort_meaning(sym) {
            SortMeaning::Unsupported(what) => what.to_owned(),
            _ => format!("the indexed sort `{}`", self.cx.symbols.name(sym)),
        };
        self.fail(token.start, ErrorKind::Unsupported(what))
    }

    /// The rest of `(_ BitVec n)`.
    fn bit_vectors(&mut self) -> Parsed<Sort> {
        let at = self.peek()?.start;
        let width = self.numeral_up_to(MAX_WIDTH)?;
        self.close()?;
        if width == 0 {
            let message = "a bit-vector has at least one bit".to_owned();
            return self.fail(at, ErrorKind::IllSorted(message));
        }
        Ok(Sort::BitVec(width))
    }

    /// `(Seq A)`; `(Seq Char)` is another name of String in z3, unless the script has a sort `Char`.
    fn sequence_sort(&mut self, params: &[(Sym, Sort)], depth: usize) -> Parsed<Sort> {
        let token = self.peek()?;
        if matches!(self.lexer.bytes(token), b"Char" | b"Unicode") {
            let (sym, _) = self.symbol("a sort")?;
            // A script may have a sort of that name.
            if !matches!(self.cx.symbols.sort_meaning(sym), SortMeaning::Known(..)) {
                self.close()?;
                return Ok(Sort::String);
            }
            self.lexer.rewind(token);
        }
        let element = self.element_sort(params, depth, "sequences")?;
        self.close()?;
        Ok(Sort::Seq(element))
    }

    /// The sort of the elements of `what`.
    fn element_sort(
        &mut self,
        params: &[(Sym, Sort)],
        depth: usize,
        what: &'static str,
    ) -> Parsed<Element> {
        let at = self.peek()?.start;
        let sort = self.sort_over(params, depth)?;
        match unfit_for_elements(sort) {
            Some(bad) => self.fail(at, ErrorKind::Unsupported(format!("{what} of {bad}"))),
            None => Ok(self.terms.element(sort)),
        }
    }

    /// `(RegEx (Seq A))`; also `(RegEx A)` of elements, as the first proposal of the format has it.
    /// `(RegEx String)` is the legacy name of RegLan.
    fn regex_sort(&mut self, params: &[(Sym, Sort)], depth: usize) -> Parsed<Sort> {
        let start = self.peek()?;
        let over = self.sort_over(params, depth)?;
        let sort = match over {
            Sort::String => Sort::RegLan,
            Sort::Seq(element) => Sort::RegEx(element),
            _ => {
                self.lexer.rewind(start);
                Sort::RegEx(self.element_sort(params, depth, "regexes over sequences")?)
            }
        };
        self.close()?;
        Ok(sort)
    }

    /// `(Array A Bool)`
    fn predicate_sort(&mut self, params: &[(Sym, Sort)], depth: usize) -> Parsed<Sort> {
        let element = self.element_sort(params, depth, "arrays")?;
        let at = self.peek()?.start;
        if self.cx.datatypes.of(self.terms.element_sort(element)).is_some() {
            return self.fail(at, ErrorKind::Unsupported("arrays of datatypes".into()));
        }
        if self.sort_over(params, depth)? != Sort::Bool {
            let what = "arrays of values other than Bool".to_owned();
            return self.fail(at, ErrorKind::Unsupported(what));
        }
        self.close()?;
        Ok(Sort::Predicate(element))
    }
}
