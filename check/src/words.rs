//! Bit-vectors and sequences of them, read as integers and strings.
//!
//! A term of such a sort is a *wrapped* one: what it is as a number, a string or a language of strings, with its sort around it. Functions
//! are applied to what is inside: those of bit-vectors as the table `words.smt2` says, those of sequences as the functions of
//! strings that do the same with letters. An element is the letter of its number: the map is one to one, so a model of the problem
//! is a model of what is read.
//!
//! Elements that are no numbers of letters, as there are too many, are letters of an alphabet of their own. What holds of strings because
//! of their letters (codes, order, ranges, numerals) does not hold of these, so *wide* sequences are not mixed with strings:
//! in proofs, too, functions take them as sequences, and give sequences.

use crate::error::{Refusal, refuse};
use crate::hash::Map;
use crate::paper::{between, current, of_empty, of_paper};
use crate::read::{Names, substitute};
use crate::sets::{of_set, sets};
use crate::sexpr::{Atom, Command, Id, Reader};
use crate::term::{Declaration, Op, Sort, Store, Term};
use num_bigint::BigInt;
use std::rc::Rc;

/// The functions of bit-vectors.
const WORDS: &str = include_str!("../words.smt2");

/// The functions of sequences that are those of strings.
const SEQUENCES: &[(&str, &str)] = &[
    ("seq.++", "str.++"),
    ("seq.len", "str.len"),
    ("seq.at", "str.at"),
    ("seq.extract", "str.substr"),
    ("seq.contains", "str.contains"),
    ("seq.prefixof", "str.prefixof"),
    ("seq.suffixof", "str.suffixof"),
    ("seq.indexof", "str.indexof"),
    ("seq.replace", "str.replace"),
    ("seq.update", "str.update"),
    ("seq.rev", "str.rev"),
    ("seq.replace_all", "str.replace_all"),
    ("seq.in.re", "str.in_re"),
    ("seq.in_re", "str.in_re"),
    ("seq.to.re", "str.to_re"),
    ("seq.to_re", "str.to_re"),
];

/// As elements, bit-vectors have at most so many bits: no more than letters.
const NARROW: u32 = 17;

/// Words of more bits are not read.
const MAX_WIDTH: u32 = 65_536;

/// A function of the table.
#[derive(Debug)]
pub(crate) struct Definition {
    params: Vec<Term>,
    result: String,
    body: Term,
}

/// What a term of this sort is inside; none if it is not wrapped.
pub fn inside(sort: &Sort) -> Option<Sort> {
    match sort {
        Sort::Bits(_) => Some(Sort::Int),
        Sort::Seq(_) => Some(Sort::Str),
        Sort::RegEx(_) => Some(Sort::Re),
        _ => None,
    }
}

/// The number of letters for elements of this sort, if they are letters.
pub(crate) fn size(element: &Sort) -> Option<u32> {
    match *element {
        Sort::Bool => Some(2),
        Sort::Bits(width @ 1..=NARROW) => Some(1 << width),
        _ => None,
    }
}

/// Whether this is a sort of sequences, or of languages of them, whose elements are no numbers of letters.
pub(crate) fn is_wide(sort: &Sort) -> bool {
    matches!(sort, Sort::Seq(element) | Sort::RegEx(element) if size(element).is_none())
}

/// A sort that is written with indices or parameters.
pub(crate) fn sort(names: &Names, command: &Command, id: Id) -> Option<Sort> {
    let parts = command.list(id).ok()?;
    match (command.symbol(*parts.first()?).ok()?, &parts[1..]) {
        ("_", &[name, width]) if command.symbol(name) == Ok("BitVec") => {
            let width = u32::try_from(command.number(width).ok()?).ok()?;
            (1..=MAX_WIDTH).contains(&width).then_some(Sort::Bits(width))
        }
        ("Seq", &[element]) => Some(Sort::Seq(Rc::new(names.sort(command, element).ok()?))),
        ("RegEx", &[of]) => match names.sort(command, of).ok()? {
            Sort::Seq(element) => Some(Sort::RegEx(element)),
            // As the proposal of 2012 has it.
            element @ (Sort::Bits(_) | Sort::Bool) => Some(Sort::RegEx(Rc::new(element))),
            _ => None,
        },
        // A set of letters is a language.
        ("Array", &[of, truth]) if names.sort(command, truth) == Ok(Sort::Bool) => {
            let element = names.sort(command, of).ok()?;
            size(&element).map(|_| Sort::RegEx(Rc::new(element)))
        }
        _ => None,
    }
}

/// The term with its sort around it, if it has to be.
pub fn wrap(store: &mut Store, sort: &Sort, t: Term) -> Term {
    if inside(sort).is_some() { store.mk(Op::Wrap(sort.clone()), &[t]) } else { t }
}

/// What the term is inside.
pub fn image(store: &Store, t: Term) -> Term {
    if matches!(store.op(t), Op::Wrap(_)) { store.args(t)[0] } else { t }
}

/// The value of a declared function or of `seq.nth`, as its sort asks for.
pub fn value(store: &mut Store, t: Term) -> Term {
    let sort = store.sort(t).clone();
    if inside(&sort).is_none() {
        return t;
    }
    let image = store.mk(Op::Image, &[t]);
    wrap(store, &sort, image)
}

/// A word.
fn word(store: &mut Store, width: u32, n: Term) -> Result<Term, Refusal> {
    if width > MAX_WIDTH {
        return refuse("a word of too many bits");
    }
    Ok(wrap(store, &Sort::Bits(width), n))
}

/// `#x0f`, `#b01`.
pub(crate) fn literal(store: &mut Store, width: u32, n: &BigInt) -> Result<Term, Refusal> {
    let n = store.int(n.clone());
    word(store, width, n)
}

fn power(exponent: usize) -> BigInt {
    BigInt::from(1) << exponent
}

fn width(store: &Store, t: Term) -> Result<u32, Refusal> {
    match store.sort(t) {
        Sort::Bits(width) => Ok(*width),
        _ => refuse("a bit-vector is expected"),
    }
}

/// The application of a function of bit-vectors or sequences; none if it is something else.
pub(crate) fn apply(
    names: &mut Names,
    store: &mut Store,
    name: &str,
    args: &[Term],
) -> Result<Option<Term>, Refusal> {
    let name = current(name);
    if name == "concat" {
        return joined(store, args).map(Some);
    }
    if name.starts_with("bv") || name.ends_with("bv_to_int") {
        return defined(names, store, name, args);
    }
    let element = args.iter().find_map(|&a| match store.sort(a) {
        Sort::Seq(element) | Sort::RegEx(element) => Some(element.clone()),
        _ => None,
    });
    match (name, args, element) {
        ("seq.unit", &[a], _) => unit(store, a).map(Some),
        ("seq-cons", &[a, s], Some(element)) | ("seq-rev-cons", &[s, a], Some(element)) => {
            let one = unit(store, a)?;
            let both = if name == "seq-cons" { [one, s] } else { [s, one] };
            over(store, "seq.++", &both, &element, false)
        }
        ("seq-head", &[s], Some(_)) => {
            let first = store.int(0);
            function(store, "seq.nth", &[s, first])
        }
        ("seq-subseq-of", &[part, whole], Some(element)) => {
            over(store, "seq.contains", &[whole, part], &element, false)
        }
        ("seq-extract", &[s, low, high], Some(element)) => between(store, s, low, high, &element),
        ("seq-tail" | "seq-first" | "seq-last", &[s], Some(_)) => of_paper(store, name, s),
        ("re-loop", &[low, high, r], Some(element)) => {
            over(store, "re.loop", &[r, low, high], &element, false)
        }
        ("re-range", &[a, b], _) => {
            let ends = [a, b].map(|t| match store.sort(t) {
                Sort::Seq(_) => Ok(t),
                _ => unit(store, t),
            });
            let [low, high] = ends;
            let (low, high) = (low?, high?);
            match store.sort(low).clone() {
                Sort::Seq(element) => over(store, "re.range", &[low, high], &element, false),
                _ => refuse("a range of what is no sequence"),
            }
        }
        ("seq.write", &[s, i, a], Some(element)) => {
            let last = unit(store, a)?;
            over(store, "seq.update", &[s, i, last], &element, false)
        }
        (_, _, Some(_)) if FUNCTIONS.iter().any(|f| f.0 == name) => function(store, name, args),
        ("select" | "store", &[set, a, ..], Some(_)) => {
            sets(store, name, set, a, &args[2..]).map(Some)
        }
        ("re.of.pred", &[p], Some(element)) if matches!(store.sort(p), Sort::RegEx(_)) => {
            of_set(store, p, &element).map(Some)
        }
        (_, _, Some(element)) => over(store, name, args, &element, names.is_proof),
        _ => Ok(None),
    }
}

/// A function of bit-vectors by the table; of more than two arguments, it is applied from the left.
fn defined(
    names: &mut Names,
    store: &mut Store,
    name: &str,
    args: &[Term],
) -> Result<Option<Term>, Refusal> {
    let Some(definition) = definition(&mut names.words, store, name)? else { return Ok(None) };
    let arity = definition.params.len() - 3;
    let chains = matches!(name, "bvand" | "bvor" | "bvxor" | "bvadd" | "bvmul");
    if args.len() < arity || (args.len() > arity && !chains) {
        return refuse(format!("{name} of so many arguments"));
    }
    let width = width(store, args[0])?;
    if args.iter().any(|&a| *store.sort(a) != Sort::Bits(width)) {
        return refuse("words of different widths");
    }
    let bits = width as usize;
    let constants = [power(bits), power(bits - 1), bits.into()].map(|n| store.int(n));
    let images: Vec<Term> = args.iter().map(|&a| image(store, a)).collect();
    let (mut out, mut rest) = (images[0], images[1..].iter());
    loop {
        let mut actual = vec![out];
        actual.extend(rest.next());
        actual.extend(constants);
        out = substitute(store, &definition.params, &actual, definition.body)?;
        if rest.len() == 0 {
            break;
        }
    }
    Ok(Some(match definition.result.as_str() {
        "W" => word(store, width, out)?,
        "B" => word(store, 1, out)?,
        _ => out,
    }))
}

/// `(define NAME (x*) RESULT TERM)`.
fn definition(
    known: &mut Map<String, Rc<Definition>>,
    store: &mut Store,
    name: &str,
) -> Result<Option<Rc<Definition>>, Refusal> {
    if let Some(definition) = known.get(name) {
        return Ok(Some(definition.clone()));
    }
    let Some(at) = WORDS.find(&format!("\n(define {name} ")) else { return Ok(None) };
    let Some(command) = Reader::new(&WORDS[at..]).command()? else { return Ok(None) };
    let &[_, _, params, result, body] = command.list(command.root())? else { return Ok(None) };
    let mut names = Names::default();
    let mut formal = Vec::new();
    let params: Result<Vec<&str>, Refusal> =
        command.list(params)?.iter().map(|&p| command.symbol(p)).collect();
    for p in params?.into_iter().chain(["M", "H", "N"]) {
        let (name, params) = (p.to_owned(), Vec::new());
        let fun = store.declare(Declaration { name, params, sort: Sort::Int });
        formal.push(store.app(Op::Fun(fun), &[])?);
        names.abbreviate(p, formal[formal.len() - 1]);
    }
    let body = names.term(store, &command, body)?;
    let result = command.symbol(result)?.to_owned();
    let definition = Rc::new(Definition { params: formal, result, body });
    known.insert(name.to_owned(), definition.clone());
    Ok(Some(definition))
}

/// `(concat a b ...)`.
fn joined(store: &mut Store, args: &[Term]) -> Result<Term, Refusal> {
    let Some((&first, rest)) = args.split_first() else { return refuse("a word of nothing") };
    let (mut all, mut out) = (width(store, first)?, image(store, first));
    for &a in rest {
        let more = width(store, a)?;
        let shift = store.int(power(more as usize));
        let high = store.app(Op::Mul, &[out, shift])?;
        out = store.app(Op::Add, &[high, image(store, a)])?;
        all = all.saturating_add(more);
    }
    word(store, all, out)
}

/// A function with indices.
pub(crate) fn indexed(
    store: &mut Store,
    name: &str,
    indices: &[usize],
    args: &[Term],
) -> Result<Option<Term>, Refusal> {
    if let (Some(digits), &[w], []) = (name.strip_prefix("bv"), indices, args)
        && let (Ok(n), Ok(w)) = (digits.parse::<BigInt>(), u32::try_from(w))
    {
        return if w > 0 && w <= MAX_WIDTH && n.bits() <= w.into() {
            literal(store, w, &n).map(Some)
        } else {
            refuse("no word of this width")
        };
    }
    let &[a] = args else { return Ok(None) };
    if let ("int_to_bv" | "int2bv", &[w]) = (name, indices) {
        let fits = (1..=MAX_WIDTH as usize).contains(&w) && *store.sort(a) == Sort::Int;
        return if fits { modulo(store, a, w, w).map(Some) } else { refuse("no word") };
    }
    let Ok(n) = width(store, a) else { return Ok(None) };
    let (n, number) = (n as usize, image(store, a));
    if indices.iter().any(|&i| i > MAX_WIDTH as usize) {
        return refuse("a word of too many bits");
    }
    Ok(Some(match (name, indices) {
        ("extract", &[high, low]) if low <= high && high < n => {
            let divisor = store.int(power(low));
            let rest = store.app(Op::Div, &[number, divisor])?;
            modulo(store, rest, high - low + 1, high - low + 1)?
        }
        ("zero_extend", &[k]) => word(store, (n + k) as u32, number)?,
        ("sign_extend", &[k]) => {
            let (half, all) = (store.int(power(n - 1)), store.int(power(n)));
            let negative = store.app(Op::Ge, &[number, half])?;
            let less = store.app(Op::Sub, &[number, all])?;
            let signed = store.app(Op::Ite, &[negative, less, number])?;
            modulo(store, signed, n + k, n + k)?
        }
        ("rotate_left", &[k]) => rotated(store, number, n, k % n)?,
        ("rotate_right", &[k]) => rotated(store, number, n, (n - k % n) % n)?,
        ("repeat", &[k]) if k > 0 && n * k <= MAX_WIDTH as usize => joined(store, &vec![a; k])?,
        _ => return Ok(None),
    }))
}

/// The remainder by a power of two, as a word.
fn modulo(store: &mut Store, n: Term, bits: usize, width: usize) -> Result<Term, Refusal> {
    let divisor = store.int(power(bits));
    let rest = store.app(Op::Mod, &[n, divisor])?;
    word(store, width as u32, rest)
}

fn rotated(store: &mut Store, a: Term, width: usize, k: usize) -> Result<Term, Refusal> {
    let [up, down, all] = [k, width - k, width].map(|k| store.int(power(k)));
    let left = store.app(Op::Mul, &[a, up])?;
    let left = store.app(Op::Mod, &[left, all])?;
    let right = store.app(Op::Div, &[a, down])?;
    let both = store.app(Op::Add, &[left, right])?;
    word(store, width as u32, both)
}

/// The letter of an element, as a sequence.
pub(crate) fn unit(store: &mut Store, a: Term) -> Result<Term, Refusal> {
    let element = store.sort(a).clone();
    if size(&element).is_none() {
        let t = store.app(Op::Any("seq.unit", Sort::Seq(Rc::new(element))), &[a])?;
        return Ok(value(store, t));
    }
    let letter = if element == Sort::Bool {
        let [no, yes] = [0, 1].map(|c| store.text(&[c]));
        store.app(Op::Ite, &[a, yes, no])?
    } else {
        store.app(Op::FromCode, &[image(store, a)])?
    };
    Ok(wrap(store, &Sort::Seq(Rc::new(element)), letter))
}

/// What an argument or a value is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Sequence,
    Element,
    Index,
}

/// The functions of sequences over any elements of which the table of axioms speaks. Outside of a sequence, `seq.read` is always the same,
/// and `seq.nth` nobody knows what; `seq.diff` is an index at which two sequences of one length differ, if they do.
const FUNCTIONS: &[(&str, &[Kind], Kind)] = &[
    ("seq.nth", &[Kind::Sequence, Kind::Index], Kind::Element),
    ("seq.read", &[Kind::Sequence, Kind::Index], Kind::Element),
    ("seq.diff", &[Kind::Sequence, Kind::Sequence], Kind::Index),
];

/// One of these functions; the first argument is a sequence.
pub(crate) fn function(
    store: &mut Store,
    name: &str,
    args: &[Term],
) -> Result<Option<Term>, Refusal> {
    let Some(&(name, params, result)) = FUNCTIONS.iter().find(|f| f.0 == name) else {
        return Ok(None);
    };
    let Sort::Seq(element) = store.sort(args[0]).clone() else { return refuse("no sequence") };
    let sort = |kind: Kind| match kind {
        Kind::Sequence => Sort::Seq(element.clone()),
        Kind::Element => (*element).clone(),
        Kind::Index => Sort::Int,
    };
    let fits = params.iter().zip(args).all(|(&kind, &a)| *store.sort(a) == sort(kind));
    if !fits || params.len() != args.len() {
        return refuse("the sorts of arguments do not fit");
    }
    let t = store.app(Op::Any(name, sort(result)), args)?;
    Ok(Some(value(store, t)))
}

/// Whether a string has letters of elements only, whatever its parts are; or the words of a language do, whatever the letters are.
fn is_over(store: &Store, element: &Sort, t: Term) -> bool {
    let size = size(element).unwrap_or(0);
    let strings = |&&t: &&Term| matches!(store.sort(t), Sort::Str | Sort::Re);
    let mut open = vec![t];
    let mut seen = crate::hash::Set::default();
    while let Some(t) = open.pop() {
        if !seen.insert(t) {
            continue;
        }
        let args = store.args(t);
        let is_word = match store.op(t) {
            Op::Image => {
                matches!(store.sort(args[0]), Sort::Seq(e) | Sort::RegEx(e) if **e == *element)
            }
            Op::Text(word) => word.iter().all(|&c| c < size),
            Op::ReNone | Op::ReAll | Op::ReAllChar => true,
            Op::FromCode => is_number_of(store, element, args[0], size),
            Op::ReConcat
            | Op::ReUnion
            | Op::ReInter
            | Op::ReStar
            | Op::ReComp
            | Op::ReDiff
            | Op::RePlus
            | Op::ReOpt
            | Op::ReLoop(..)
            | Op::ToRe
            | Op::Concat
            | Op::At
            | Op::Substr
            | Op::Rev
            | Op::Update
            | Op::Ite
            | Op::Replace
            | Op::ReplaceAll => {
                open.extend(args.iter().filter(strings));
                true
            }
            _ => false,
        };
        if !is_word {
            return false;
        }
    }
    true
}

/// Whether an integer is the number of an element of this sort: the image of one, a number that is small enough, or a remainder.
fn is_number_of(store: &Store, element: &Sort, n: Term, size: u32) -> bool {
    let is_below = |n: &BigInt, most: u32| *n >= BigInt::ZERO && *n <= most.into();
    match (store.op(n), store.args(n)) {
        (Op::Image, &[of]) => store.sort(of) == element,
        (Op::Int(n), _) => size > 0 && is_below(n, size - 1),
        (Op::Mod, &[_, by]) => {
            store.int_value(by).is_some_and(|by| *by > BigInt::ZERO && is_below(by, size))
        }
        _ => false,
    }
}

/// In proofs, what stands for a wrapped term, with its sort around it: a number, a string, or a language that tells no letters apart.
pub(crate) fn fitting(store: &mut Store, sort: &Sort, t: Term) -> Term {
    let fits = match sort {
        Sort::Bits(_) => *store.sort(t) == Sort::Int,
        Sort::Seq(element) => *store.sort(t) == Sort::Str && is_over(store, element, t),
        Sort::RegEx(element) if is_wide(sort) => {
            *store.sort(t) == Sort::Re && is_over(store, element, t)
        }
        _ => false,
    };
    if fits { wrap(store, sort, t) } else { t }
}

/// In proofs, strings and languages beside wide sequences are sequences and languages of them, if they can be.
pub(crate) fn alike(store: &mut Store, args: &[Term], element: &Rc<Sort>) -> Vec<Term> {
    let sorts = [Sort::Seq(element.clone()), Sort::RegEx(element.clone())];
    let mut fit = |&a: &Term| sorts.iter().fold(a, |a, sort| fitting(store, sort, a));
    args.iter().map(&mut fit).collect()
}

/// The elements of the first argument that is a wide sequence, or a language of them.
pub(crate) fn wide_element(store: &Store, args: &[Term]) -> Option<Rc<Sort>> {
    args.iter().map(|&a| store.sort(a)).filter(|sort| is_wide(sort)).find_map(|sort| match sort {
        Sort::Seq(element) | Sort::RegEx(element) => Some(element.clone()),
        _ => None,
    })
}

/// A function of sequences over `element`. Wide ones are no strings in proofs, so there the names of functions of strings are theirs, too.
pub(crate) fn over(
    store: &mut Store,
    name: &str,
    args: &[Term],
    element: &Rc<Sort>,
    is_proof: bool,
) -> Result<Option<Term>, Refusal> {
    let is_wide = size(element).is_none();
    let fit = if is_proof && is_wide { alike(store, args, element) } else { args.to_vec() };
    let args = &fit[..];
    let fits = |t: &Term| match store.sort(*t) {
        Sort::Seq(e) | Sort::RegEx(e) => e == element,
        sort => *sort == Sort::Int,
    };
    let is_called = |of: &&(&str, &str)| of.0 == name || (is_proof && is_wide && of.1 == name);
    let name = match SEQUENCES.iter().find(is_called) {
        Some((_, name)) => name,
        None if name == "re.range" && is_wide => return refuse("a range of elements"),
        None if name.starts_with("re.") => name,
        None => return Ok(None),
    };
    let is_bare = |t: &Term| matches!(store.sort(*t), Sort::Str | Sort::Re);
    if is_proof && !is_wide && args.iter().any(is_bare) {
        return Ok(None);
    }
    if !args.iter().all(fits) {
        return refuse("sequences of different elements");
    }
    let images: Vec<Term> = args.iter().map(|&a| image(store, a)).collect();
    let mut out = crate::read::standard(store, name, &images)?;
    if name == "re.comp" {
        let words = all_words(store, element)?;
        out = store.app(Op::ReInter, &[words, out])?;
    }
    Ok(Some(match store.sort(out) {
        Sort::Str => wrap(store, &Sort::Seq(element.clone()), out),
        Sort::Re => wrap(store, &Sort::RegEx(element.clone()), out),
        _ => out,
    }))
}

/// Constants of a sort of sequences, and `seq.nth` and `seq.unit` of elements that proofs have as letters.
pub(crate) fn qualified(
    store: &mut Store,
    name: &str,
    sort: &Sort,
    args: &[Term],
) -> Result<Option<Term>, Refusal> {
    let t = match (current(name), sort, args) {
        ("seq.empty", Sort::Seq(_), []) => store.text(&[]),
        ("seq-tail" | "seq-first" | "seq-last", Sort::Seq(element), []) => {
            return of_empty(store, name, element).map(Some);
        }
        ("re-empty-seq", Sort::RegEx(_), []) => {
            let empty = store.text(&[]);
            store.app(Op::ToRe, &[empty])?
        }
        ("re.none", Sort::RegEx(_), []) => store.mk(Op::ReNone, &[]),
        ("re.all", Sort::RegEx(element), []) => all_words(store, element)?,
        ("re.allchar", Sort::RegEx(element), []) => all_letters(store, element)?,
        ("const", Sort::RegEx(element), &[is_in]) => {
            let (all, none) = (all_letters(store, element)?, store.mk(Op::ReNone, &[]));
            store.app(Op::Ite, &[is_in, all, none])?
        }
        ("seq.nth" | "seq.read", element, &[s, i]) => {
            let s = fitting(store, &Sort::Seq(Rc::new(element.clone())), s);
            return function(store, current(name), &[s, i]);
        }
        ("seq.unit", _, &[a]) => return unit(store, a).map(Some),
        ("seq.element", element, &[s]) if size(element).is_none() => {
            let first = store.int(0);
            let s = fitting(store, &Sort::Seq(Rc::new(element.clone())), s);
            return function(store, "seq.nth", &[s, first]);
        }
        // The element that a letter is: for proofs.
        ("seq.element", &Sort::Bits(n @ 1..=NARROW), &[s]) => {
            let code = store.app(Op::ToCode, &[image(store, s)])?;
            return modulo(store, code, n as usize, n as usize).map(Some);
        }
        _ => return Ok(None),
    };
    Ok(Some(wrap(store, sort, t)))
}

pub(crate) fn all_letters(store: &mut Store, element: &Sort) -> Result<Term, Refusal> {
    let Some(size) = size(element) else { return Ok(store.mk(Op::ReAllChar, &[])) };
    let ends = [0, size - 1].map(|c| store.text(&[c]));
    store.app(Op::ReRange, &ends)
}

fn all_words(store: &mut Store, element: &Sort) -> Result<Term, Refusal> {
    if size(element).is_none() {
        return Ok(store.mk(Op::ReAll, &[]));
    }
    let letter = all_letters(store, element)?;
    store.app(Op::ReStar, &[letter])
}

/// What holds of a term by its sort, or by its head: a sequence has letters that are elements, a word is a number so large, and the
/// element at an index is the letter there.
pub(crate) fn facts(store: &mut Store, t: Term) -> Result<Vec<Term>, Refusal> {
    let (zero, i) = (store.int(0), image(store, t));
    let mut facts = match store.sort(t).clone() {
        Sort::Seq(element) if size(&element).is_some() => {
            let words = all_words(store, &element)?;
            vec![store.app(Op::InRe, &[i, words])?]
        }
        Sort::Bits(width) => {
            let size = store.int(power(width as usize));
            vec![store.app(Op::Ge, &[i, zero])?, store.app(Op::Lt, &[i, size])?]
        }
        _ => Vec::new(),
    };
    let inner = if *store.op(i) == Op::Image { store.args(i)[0] } else { i };
    if let (Op::Any("seq.nth", _), &[s, at]) = (store.op(inner), store.args(inner)) {
        let s = image(store, s);
        let letter = unit(store, t)?;
        let length = store.app(Op::Len, &[s])?;
        let below = store.app(Op::Lt, &[at, zero])?;
        let above = store.app(Op::Ge, &[at, length])?;
        let there = store.app(Op::At, &[s, at])?;
        let same = store.eq(there, image(store, letter));
        facts.push(store.app(Op::Or, &[below, above, same])?);
    }
    Ok(facts)
}

/// The word that a literal is.
pub(crate) fn word_of(digits: &str) -> Option<Atom> {
    let (radix, bits, digits) = match digits.split_at_checked(1)? {
        ("x", digits) => (16, 4, digits),
        ("b", digits) => (2, 1, digits),
        _ => return None,
    };
    if digits.is_empty() || !digits.bytes().all(|b| (b as char).is_digit(radix)) {
        return None;
    }
    let n = BigInt::parse_bytes(digits.as_bytes(), radix)?;
    Some(Atom::Word { width: u32::try_from(digits.len()).ok()?.checked_mul(bits)?, n })
}
