//! Sorts: names, abbreviations, and the two ways to write them as sequences.

use crate::error::ErrorKind;
use crate::lexer::{Token, TokenKind};
use crate::parser::{Parsed, Parser};
use crate::symbols::{SortBody, SortMeaning, Sym};
use terms::sort::MAX_WIDTH;
use terms::{Element, Sort, Terms};

/// Sorts nested deeper are refused; no sort that exists needs more than two levels.
const DEEPEST: usize = 100;

impl Parser<'_> {
    /// A sort.
    pub(crate) fn sort(&mut self) -> Parsed<Sort> {
        match self.sort_over(&[], DEEPEST)? {
            SortBody::Sort(sort) => Ok(sort),
            SortBody::Param(_) => unreachable!("there are no parameters"),
        }
    }

    /// A sort in which `params` may occur.
    pub(crate) fn sort_body(&mut self, params: &[Sym]) -> Parsed<SortBody> {
        self.sort_over(params, DEEPEST)
    }

    fn sort_over(&mut self, params: &[Sym], depth: usize) -> Parsed<SortBody> {
        let token = self.peek()?;
        if token.kind != TokenKind::Open {
            let (sym, token) = self.symbol("a sort")?;
            if let Some(i) = params.iter().position(|&p| p == sym) {
                return Ok(SortBody::Param(base::id32(i)));
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

    fn known_sort(&mut self, sym: Sym, token: Token, args: &[SortBody]) -> Parsed<SortBody> {
        let name = self.cx.symbols.name(sym).to_owned();
        match self.cx.symbols.sort_meaning(sym) {
            SortMeaning::Known(arity, body) if arity as usize == args.len() => Ok(match body {
                SortBody::Param(i) => args[i as usize],
                SortBody::Sort(_) => body,
            }),
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

    fn indexed_sort(&mut self) -> Parsed<SortBody> {
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
    fn bit_vectors(&mut self) -> Parsed<SortBody> {
        let at = self.peek()?.start;
        let width = self.numeral_up_to(MAX_WIDTH)?;
        self.close()?;
        if width == 0 {
            let message = "a bit-vector has at least one bit".to_owned();
            return self.fail(at, ErrorKind::IllSorted(message));
        }
        Ok(SortBody::Sort(Sort::BitVec(width)))
    }

    /// `(Seq A)`; `(Seq Char)` is another name of String in z3.
    fn sequence_sort(&mut self, params: &[Sym], depth: usize) -> Parsed<SortBody> {
        let token = self.peek()?;
        if matches!(self.lexer.bytes(token), b"Char" | b"Unicode") {
            self.next()?;
            self.close()?;
            return Ok(SortBody::Sort(Sort::String));
        }
        let element = self.element_sort(params, depth, "sequences")?;
        self.close()?;
        Ok(SortBody::Sort(Sort::Seq(element)))
    }

    /// The sort of the elements of `what`.
    fn element_sort(
        &mut self,
        params: &[Sym],
        depth: usize,
        what: &'static str,
    ) -> Parsed<Element> {
        let at = self.peek()?.start;
        let sort = match self.sort_over(params, depth)? {
            SortBody::Sort(sort) => sort,
            SortBody::Param(_) => {
                let what = format!("{what} of a parameter");
                return self.fail(at, ErrorKind::Unsupported(what));
            }
        };
        let bad = match sort {
            Sort::RegLan | Sort::RegEx(_) => "regexes",
            Sort::Predicate(_) => "arrays",
            _ if self.cx.datatypes.of(sort).is_some() => "datatypes",
            _ => return Ok(self.terms.element(sort)),
        };
        self.fail(at, ErrorKind::Unsupported(format!("{what} of {bad}")))
    }

    /// `(RegEx (Seq A))`; also `(RegEx A)` of elements, as the first proposal of the format has it.
    /// `(RegEx String)` is the legacy name of RegLan.
    fn regex_sort(&mut self, params: &[Sym], depth: usize) -> Parsed<SortBody> {
        let start = self.peek()?;
        let over = self.sort_over(params, depth)?;
        let sort = match over {
            SortBody::Sort(Sort::String) => Sort::RegLan,
            SortBody::Sort(Sort::Seq(element)) => Sort::RegEx(element),
            _ => {
                self.lexer.rewind(start);
                Sort::RegEx(self.element_sort(params, depth, "regexes over sequences")?)
            }
        };
        self.close()?;
        Ok(SortBody::Sort(sort))
    }

    /// `(Array A Bool)`
    fn predicate_sort(&mut self, params: &[Sym], depth: usize) -> Parsed<SortBody> {
        let element = self.element_sort(params, depth, "arrays")?;
        let at = self.peek()?.start;
        if self.sort_over(params, depth)? != SortBody::Sort(Sort::Bool) {
            let what = "arrays of values other than Bool".to_owned();
            return self.fail(at, ErrorKind::Unsupported(what));
        }
        self.close()?;
        Ok(SortBody::Sort(Sort::Predicate(element)))
    }
}

/// The name of a sort, as written in SMT-LIB.
pub fn sort_name(terms: &Terms, sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".into(),
        Sort::Int => "Int".into(),
        Sort::String => "String".into(),
        Sort::RegLan => "RegLan".into(),
        Sort::Uninterpreted(i) => crate::printer::symbol(terms.sort_name(i)).into_owned(),
        Sort::BitVec(width) => format!("(_ BitVec {width})"),
        Sort::Seq(e) => format!("(Seq {})", element_name(terms, e)),
        Sort::RegEx(e) => format!("(RegEx (Seq {}))", element_name(terms, e)),
        Sort::Predicate(e) => format!("(Array {} Bool)", element_name(terms, e)),
    }
}

/// Sorts of elements are nested at most [`DEEPEST`] times.
fn element_name(terms: &Terms, element: Element) -> String {
    sort_name(terms, terms.element_sort(element))
}
