//! The sorts of applications, without a store.

use super::elements::{element_sort, unit};
use terms::op::Signature;
use terms::sort::Element;
use terms::{Op, Sort, SortError};

/// The sort of an operator on arguments of these sorts.
pub(crate) fn sort_of(op: Op, args: &[Sort]) -> Result<Sort, SortError> {
    if let Op::Bits(op) = op {
        return op.sort(args);
    }
    let over =
        args.iter().find_map(|sort| sort.alphabet()).filter(|_| op.row().sequences.is_some());
    let actual = |sort: Sort| over.map_or(sort, |element| sort.over(element));
    match op.signature() {
        Signature::Fixed(params, ret) => {
            let params: Vec<Sort> = params.iter().map(|&sort| actual(sort)).collect();
            fits(&params, args).map(|()| actual(ret))
        }
        Signature::Ite => {
            let sort = args.get(1).copied().unwrap_or(Sort::Bool);
            fits(&[Sort::Bool, sort, sort], args).map(|()| sort)
        }
        Signature::Special => special(op, args),
        _ if args.is_empty() => Err(SortError::Arity(1, 0)),
        Signature::Assoc(sort) => all(actual(sort), args).map(|()| actual(sort)),
        Signature::Chain(sort) => all(actual(sort), args).map(|()| Sort::Bool),
        Signature::Compare => all(args[0], args).map(|()| Sort::Bool),
    }
}

/// The operators over sequences that have no signature; the others of that kind belong to a store.
fn special(op: Op, args: &[Sort]) -> Result<Sort, SortError> {
    let made = |params: &[Sort], ret: Sort| fits(params, args).map(|()| ret);
    if op == Op::SeqNth {
        let e = sequence(args)?;
        return made(&[Sort::Seq(e), Sort::Int], element_sort(e));
    }
    if let Op::SeqUnit(e) = op {
        return made(&[element_sort(e)], Sort::Seq(e));
    }
    if let Op::SeqEmpty(e) = op {
        return made(&[], Sort::Seq(e));
    }
    if let Op::ReOver(_, e) = op {
        return made(&[], Sort::RegEx(e));
    }
    Err(SortError::Arity(0, args.len()))
}

fn sequence(args: &[Sort]) -> Result<Element, SortError> {
    match args.first() {
        Some(&Sort::Seq(e)) => Ok(e),
        _ => Err(SortError::NoSequence),
    }
}

/// The operator that makes a sequence of one element.
pub(crate) fn unit_of(element: Sort) -> Result<Op, SortError> {
    unit(element).ok_or(SortError::NoSequence)
}

/// Whether these are the sorts of the arguments.
pub(crate) fn fits(params: &[Sort], args: &[Sort]) -> Result<(), SortError> {
    if params.len() != args.len() {
        return Err(SortError::Arity(params.len(), args.len()));
    }
    let mut pairs = params.iter().zip(args).enumerate();
    pairs.try_for_each(|(i, (&want, &found))| fits_one(i, want, found))
}

fn all(want: Sort, args: &[Sort]) -> Result<(), SortError> {
    args.iter().enumerate().try_for_each(|(i, &found)| fits_one(i, want, found))
}

/// Whether this is the sort of the argument with that position.
pub(crate) fn fits_one(i: usize, want: Sort, found: Sort) -> Result<(), SortError> {
    if want == found { Ok(()) } else { Err(SortError::Argument(i, want, found)) }
}
