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

use crate::error::{Result, all, refuse, refuse_if};
use crate::hash::Map;
use crate::read::{Names, standard, written};
use crate::sets::{of_set, sets};
use crate::sexpr::{Atom, Command, Id, Reader};
use crate::term::{Op, Sort, Store, Term};
use num_bigint::BigInt;
use std::rc::Rc;
use std::sync::OnceLock;

/// The functions of bit-vectors, and others of sequences.
const WORDS: &str = concat!(include_str!("../words.smt2"), include_str!("../sequences.smt2"));

/// The functions of sequences that are those of strings, without `seq.`; `seq.extract` is `str.substr`.
const SEQUENCES: &str = " ++ len at extract contains prefixof suffixof indexof replace update rev replace_all in_re to_re ";

/// As elements, bit-vectors have at most so many bits: no more than letters.
const NARROW: u32 = 17;

/// Words of more bits are not read.
const MAX_WIDTH: u32 = 65_536;

/// Sequences of sequences are read to this depth. Sorts are compared, hashed and dropped by functions that call themselves.
pub(crate) const MAX_DEPTH: usize = 100;

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

/// What makes a sort of another one.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Seq,
    RegEx,
    /// A set of letters is a language.
    Set,
}

/// What a sort that is written is made of, and how.
pub(crate) fn kind(names: &Names, command: &Command, id: Id) -> Option<(Kind, Id)> {
    let parts = command.list(id).ok()?;
    match (command.symbol(*parts.first()?).ok()?, &parts[1..]) {
        ("Seq", &[of]) => Some((Kind::Seq, of)),
        ("RegEx", &[of]) => Some((Kind::RegEx, of)),
        ("Array", &[of, truth]) => {
            let is_set = names.named_sort(command.symbol(truth).ok()?) == Sort::Bool;
            is_set.then_some((Kind::Set, of))
        }
        _ => None,
    }
}

/// The sort that is made of another one; none if it is not known.
pub(crate) fn sort(kind: Kind, of: &Sort) -> Result<Option<Sort>> {
    let (mut inner, mut depth) = (of, 0);
    while let Sort::Seq(of) | Sort::RegEx(of) = inner {
        (inner, depth) = (of, depth + 1);
    }
    refuse_if(depth >= MAX_DEPTH, "a sort is nested too deep")?;
    Ok(match (kind, of) {
        (Kind::Seq, _) => Some(Sort::Seq(Rc::new(of.clone()))),
        (Kind::RegEx, Sort::Seq(element)) => Some(Sort::RegEx(element.clone())),
        // As the proposal of 2012 has it.
        (Kind::RegEx, Sort::Bits(_) | Sort::Bool) => Some(Sort::RegEx(Rc::new(of.clone()))),
        (Kind::Set, _) if size(of).is_some() => Some(Sort::RegEx(Rc::new(of.clone()))),
        _ => None,
    })
}

/// `(_ BitVec n)`
pub(crate) fn bits(command: &Command, id: Id) -> Option<Sort> {
    let &[head, name, width] = command.list(id).ok()? else { return None };
    let is_this = command.symbol(head) == Ok("_") && command.symbol(name) == Ok("BitVec");
    let width = command.number(width).ok().and_then(|width| u32::try_from(width).ok())?;
    (is_this && (1..=MAX_WIDTH).contains(&width)).then_some(Sort::Bits(width))
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
    if inside(store.sort(t)).is_none() {
        return t;
    }
    let sort = store.sort(t).clone();
    let image = store.mk(Op::Image, &[t]);
    wrap(store, &sort, image)
}

/// A word.
fn word(store: &mut Store, width: u32, n: Term) -> Result<Term> {
    refuse_if(width > MAX_WIDTH, "a word of too many bits")?;
    Ok(wrap(store, &Sort::Bits(width), n))
}

/// `#x0f`, `#b01`.
pub(crate) fn literal(store: &mut Store, width: u32, n: &BigInt) -> Result<Term> {
    let n = store.int(n.clone());
    word(store, width, n)
}

/// Two to this power.
fn power(store: &mut Store, exponent: usize) -> Term {
    store.int(BigInt::from(1) << exponent)
}

fn width(store: &Store, t: Term) -> Result<u32> {
    match store.sort(t) {
        Sort::Bits(width) => Ok(*width),
        _ => refuse("a bit-vector is expected"),
    }
}

/// The application of a function of bit-vectors or sequences; none if it is something else.
pub(crate) fn apply(
    store: &mut Store,
    name: &str,
    args: &[Term],
    is_proof: bool,
) -> Result<Option<Term>> {
    let is_plain = |&a: &Term| inside(store.sort(a)).is_none();
    if !matches!(name, "seq.unit" | "re-range") && args.iter().all(is_plain) {
        return Ok(None);
    }
    if name == "concat" {
        return joined(store, args).map(Some);
    }
    let element = args.iter().find_map(|&a| match store.sort(a) {
        Sort::Seq(element) | Sort::RegEx(element) => Some(element.clone()),
        _ => None,
    });
    match (name, args, element) {
        ("seq.unit", &[a], _) => unit(store, a).map(Some),
        ("seq-extract", &[s, low, high], Some(element)) => between(store, s, low, high, &element),
        ("re-range", &[a, b], _) => {
            let mut end = |t: Term| match store.sort(t) {
                Sort::Seq(_) => Ok(t),
                _ => unit(store, t),
            };
            let ends = [end(a)?, end(b)?];
            match store.sort(ends[0]).clone() {
                Sort::Seq(element) => over(store, "re.range", &ends, &element, false),
                _ => refuse("a range of what is no sequence"),
            }
        }
        ("seq.nth" | "seq.read" | "seq.diff", _, Some(_)) => function(store, name, args),
        ("select" | "store", &[set, a, ..], Some(_)) => {
            sets(store, name, set, a, &args[2..]).map(Some)
        }
        ("re.of.pred", &[p], Some(element)) if matches!(store.sort(p), Sort::RegEx(_)) => {
            of_set(store, p, &element).map(Some)
        }
        (_, _, element) => match (definition(name), element) {
            (Some(of), _) => defined(store, name, args, (of, is_proof)).map(Some),
            (None, Some(element)) => over(store, name, args, &element, is_proof),
            (None, None) => Ok(None),
        },
    }
}

/// A function by the table; a function of bits of more than two arguments is applied from the left.
pub(crate) fn defined(
    store: &mut Store,
    name: &str,
    args: &[Term],
    (of, is_proof): (&'static Command<'static>, bool),
) -> Result<Term> {
    let &[_, _, params, result, body] = of.list(of.root())? else { return refuse("no function") };
    let params = all(of.list(params)?.iter().map(|&p| of.symbol(p)))?;
    let result = of.symbol(result)?;
    let chains = matches!(name, "bvand" | "bvor" | "bvxor" | "bvadd" | "bvmul");
    if args.len() < params.len() || (args.len() > params.len() && !chains) {
        return refuse(format!("{name} of so many arguments"));
    }
    if result == "S" {
        let mut pairs: Vec<(&str, Term)> = params.into_iter().zip(args.iter().copied()).collect();
        if let Sort::Seq(element) = store.sort(args[0]).clone() {
            pairs.extend(of_empty(store, name, &element).map(|u| ("U", u)));
        }
        let mut names = Names::of(&pairs);
        names.is_proof = is_proof;
        return names.term(store, of, body);
    }
    let width = width(store, args[0])?;
    refuse_if(
        args.iter().any(|&a| *store.sort(a) != Sort::Bits(width)),
        "words of different widths",
    )?;
    let bits = width as usize;
    let constants =
        [("M", power(store, bits)), ("H", power(store, bits - 1)), ("N", store.int(bits))];
    let (mut out, mut rest) = (image(store, args[0]), &args[1..]);
    loop {
        let next = rest.first().map(|&b| image(store, b));
        let pairs = params.iter().copied().zip([out].into_iter().chain(next)).chain(constants);
        out = Names::of(&pairs.collect::<Vec<_>>()).term(store, of, body)?;
        rest = rest.get(1..).unwrap_or(&[]);
        if rest.is_empty() {
            break;
        }
    }
    match result {
        "W" => word(store, width, out),
        "B" => word(store, 1, out),
        _ => Ok(out),
    }
}

/// `(define NAME (x*) RESULT TERM)`.
pub(crate) fn definition(name: &str) -> Option<&'static Command<'static>> {
    static TABLE: OnceLock<Map<&str, Command<'_>>> = OnceLock::new();
    let read = || {
        let (mut table, mut reader) = (Map::default(), Reader::new(WORDS));
        while let Ok(Some(of)) = reader.command() {
            if let Ok(&[_, name, ..]) = of.list(of.root()) {
                table.insert(of.symbol(name).unwrap_or_default(), of);
            }
        }
        table
    };
    TABLE.get_or_init(read).get(name)
}

/// `(seq-extract s low high)`: from one place to another one.
fn between(
    store: &mut Store,
    s: Term,
    low: Term,
    high: Term,
    element: &Rc<Sort>,
) -> Result<Option<Term>> {
    let (low, high) = (image(store, low), image(store, high));
    let from = match store.int_value(low) {
        Some(n) if *n >= BigInt::ZERO => low,
        _ => written(store, "(ite (< i 0) 0 i)", &[("i", low)])?,
    };
    let count = store.app(Op::Sub, &[high, from])?;
    over(store, "seq.extract", &[s, from, count], element, false)
}

/// What `seq-tail`, `seq-first` or `seq-last` is for the empty sequence over some elements: nobody knows.
fn of_empty(store: &mut Store, name: &str, element: &Rc<Sort>) -> Option<Term> {
    let sort = Sort::Seq(element.clone());
    let (head, sort) = match name {
        "seq-tail" => ("seq-tail.of-empty", sort),
        "seq-first" => ("seq-first.of-empty", sort),
        "seq-last" => ("seq-last.of-empty", (**element).clone()),
        _ => return None,
    };
    let t = store.mk(Op::Any(head, sort), &[]);
    Some(value(store, t))
}

/// `(concat a b ...)`.
fn joined(store: &mut Store, args: &[Term]) -> Result<Term> {
    let Some((&first, rest)) = args.split_first() else { return refuse("a word of nothing") };
    let (mut bits, mut out) = (width(store, first)?, image(store, first));
    for &b in rest {
        let more = width(store, b)?;
        let pairs = [("a", out), ("b", image(store, b)), ("p", power(store, more as usize))];
        out = written(store, "(+ (* a p) b)", &pairs)?;
        bits = bits.saturating_add(more);
    }
    word(store, bits, out)
}

/// A function with indices.
pub(crate) fn indexed(
    store: &mut Store,
    name: &str,
    indices: &[usize],
    args: &[Term],
) -> Result<Option<Term>> {
    if let (Some(digits), &[w], []) = (name.strip_prefix("bv"), indices, args)
        && digits.bytes().all(|b| b.is_ascii_digit())
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
        return if fits { modulo(store, a, w).map(Some) } else { refuse("no word") };
    }
    let Ok(n) = width(store, a) else { return Ok(None) };
    let n = n as usize;
    refuse_if(indices.iter().any(|&i| i > MAX_WIDTH as usize), "a word of too many bits")?;
    // The width; the number, where p, q and r are powers of two; and their exponents.
    let turned = "(+ (mod (* a p) r) (div a q))";
    let (width, text, exponents) = match (name, indices) {
        ("extract", &[high, low]) if low <= high && high < n => {
            (high - low + 1, "(mod (div a p) q)", [low, high - low + 1, 0])
        }
        ("zero_extend", &[k]) => (n + k, "a", [0; 3]),
        ("sign_extend", &[k]) => (n + k, "(mod (ite (>= a p) (- a q) a) r)", [n - 1, n, n + k]),
        ("rotate_left", &[k]) => (n, turned, [k % n, n - k % n, n]),
        ("rotate_right", &[k]) => (n, turned, [(n - k % n) % n, n - (n - k % n) % n, n]),
        ("repeat", &[k]) if k > 0 && n * k <= MAX_WIDTH as usize => {
            return joined(store, &vec![a; k]).map(Some);
        }
        _ => return Ok(None),
    };
    let [p, q, r] = exponents.map(|k| power(store, k));
    let pairs = [("a", image(store, a)), ("p", p), ("q", q), ("r", r)];
    let out = written(store, text, &pairs)?;
    word(store, width as u32, out).map(Some)
}

/// The remainder by a power of two, as a word.
fn modulo(store: &mut Store, n: Term, bits: usize) -> Result<Term> {
    let divisor = power(store, bits);
    let rest = store.app(Op::Mod, &[n, divisor])?;
    word(store, bits as u32, rest)
}

/// The letter of an element, as a sequence.
pub(crate) fn unit(store: &mut Store, a: Term) -> Result<Term> {
    let element = store.sort(a).clone();
    let Some(sequence) = sort(Kind::Seq, &element)? else { return refuse("no sequence") };
    if size(&element).is_none() {
        let t = store.app(Op::Any("seq.unit", sequence), &[a])?;
        return Ok(value(store, t));
    }
    let is_bool = element == Sort::Bool;
    let text = if is_bool { r#"(ite a "\u{1}" "\u{0}")"# } else { "(str.from_code a)" };
    let letter = written(store, text, &[("a", image(store, a))])?;
    Ok(wrap(store, &sequence, letter))
}

/// The functions of sequences over any elements of which the table of axioms speaks; the first argument is a sequence. Outside of
/// it, `seq.read` is always the same, and `seq.nth` nobody knows what; `seq.diff` is an index at which two sequences of one length
/// differ, if they do.
fn function(store: &mut Store, name: &str, args: &[Term]) -> Result<Option<Term>> {
    let Sort::Seq(element) = store.sort(args[0]).clone() else { return refuse("no sequence") };
    let (name, sort, second) = match name {
        "seq.nth" => ("seq.nth", (*element).clone(), &Sort::Int),
        "seq.read" => ("seq.read", (*element).clone(), &Sort::Int),
        _ => ("seq.diff", Sort::Int, &Sort::Seq(element)),
    };
    refuse_if(
        args.len() != 2 || store.sort(args[1]) != second,
        "the sorts of arguments do not fit",
    )?;
    let t = store.app(Op::Any(name, sort), args)?;
    Ok(Some(value(store, t)))
}

/// Whether a string has letters of elements only, whatever its parts are; or the words of a language do, whatever the letters are.
fn is_over(store: &Store, element: &Sort, t: Term) -> bool {
    let size = size(element).unwrap_or(0);
    let is_string = |&t: &Term| matches!(store.sort(t), Sort::Str | Sort::Re);
    let is_leaf = |t: Term| !is_string(&t) || matches!(store.op(t), Op::Image | Op::FromCode);
    let is_word = |t: Term| match (store.op(t), store.args(t)) {
        (Op::Image, &[of]) => {
            matches!(store.sort(of), Sort::Seq(e) | Sort::RegEx(e) if **e == *element)
        }
        (Op::Text(word), _) => word.iter().all(|&c| c < size),
        (Op::FromCode, &[n]) => is_number_of(store, element, n, size),
        (op, _) => keeps_letters(op),
    };
    store.order_above(&[t], is_leaf).into_iter().filter(is_string).all(is_word)
}

/// Whether a function of strings or languages makes no letters that its arguments do not have.
fn keeps_letters(op: &Op) -> bool {
    matches!(op, Op::ReConcat | Op::ReUnion | Op::ReInter | Op::ReComp | Op::ReLoop(..) | Op::ToRe)
        || matches!(op, Op::ReNone | Op::ReAll | Op::ReAllChar)
        || matches!(op, Op::Concat | Op::Substr | Op::Rev | Op::Update | Op::Ite)
        || matches!(op, Op::Replace | Op::ReplaceAll)
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
) -> Result<Option<Term>> {
    let is_wide = size(element).is_none();
    let fit = if is_proof && is_wide { alike(store, args, element) } else { args.to_vec() };
    let args = &fit[..];
    let fits = |t: &Term| match store.sort(*t) {
        Sort::Seq(e) | Sort::RegEx(e) => e == element,
        sort => *sort == Sort::Int,
    };
    let suffix = name.strip_prefix("seq.");
    let suffix = suffix.or_else(|| name.strip_prefix("str.").filter(|_| is_proof && is_wide));
    let called;
    let name = match suffix {
        Some("extract" | "substr") => "str.substr",
        Some(suffix) if SEQUENCES.contains(&format!(" {suffix} ")) => {
            called = format!("str.{suffix}");
            &called
        }
        _ if name == "re.range" && is_wide => return refuse("a range of elements"),
        _ if name.starts_with("re.") => name,
        _ => return Ok(None),
    };
    let is_bare = |t: &Term| matches!(store.sort(*t), Sort::Str | Sort::Re);
    if is_proof && !is_wide && args.iter().any(is_bare) {
        return Ok(None);
    }
    refuse_if(!args.iter().all(fits), "sequences of different elements")?;
    let images: Vec<Term> = args.iter().map(|&a| image(store, a)).collect();
    let mut out = standard(store, name, &images)?;
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
) -> Result<Option<Term>> {
    let t = match (name, sort, args) {
        ("seq.empty", Sort::Seq(_), []) => store.text(&[]),
        (_, Sort::Seq(element), []) => return Ok(of_empty(store, name, element)),
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
            return function(store, name, &[s, i]);
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
            return modulo(store, code, n as usize).map(Some);
        }
        _ => return Ok(None),
    };
    Ok(Some(wrap(store, sort, t)))
}

pub(crate) fn all_letters(store: &mut Store, element: &Sort) -> Result<Term> {
    let Some(size) = size(element) else { return Ok(store.mk(Op::ReAllChar, &[])) };
    let ends = [0, size - 1].map(|c| store.text(&[c]));
    store.app(Op::ReRange, &ends)
}

fn all_words(store: &mut Store, element: &Sort) -> Result<Term> {
    if size(element).is_none() {
        return Ok(store.mk(Op::ReAll, &[]));
    }
    let letter = all_letters(store, element)?;
    store.app(Op::ReLoop(0, None), &[letter])
}

/// What holds of a term by its sort, or by its head: a sequence has letters that are elements, a word is a number so large, and the
/// element at an index is the letter there.
pub(crate) fn facts(store: &mut Store, t: Term) -> Result<Vec<Term>> {
    let i = image(store, t);
    let mut facts = match store.sort(t).clone() {
        Sort::Seq(element) if size(&element).is_some() => {
            let words = all_words(store, &element)?;
            vec![store.app(Op::InRe, &[i, words])?]
        }
        Sort::Bits(width) => {
            let pairs = [("i", i), ("m", power(store, width as usize))];
            vec![written(store, "(>= i 0)", &pairs)?, written(store, "(< i m)", &pairs)?]
        }
        _ => Vec::new(),
    };
    let inner = if *store.op(i) == Op::Image { store.args(i)[0] } else { i };
    if let (Op::Any("seq.nth", _), &[s, at]) = (store.op(inner), store.args(inner)) {
        let letter = unit(store, t)?;
        let pairs = [("s", image(store, s)), ("i", at), ("u", image(store, letter))];
        facts.push(written(store, "(or (< i 0) (>= i (str.len s)) (= (str.at s i) u))", &pairs)?);
    }
    Ok(facts)
}

/// The word that a literal is.
pub(crate) fn word_of(digits: &str) -> Option<Atom<'static>> {
    let (radix, bits, digits) = match digits.split_at_checked(2)? {
        ("#x", digits) => (16, 4, digits),
        ("#b", digits) => (2, 1, digits),
        _ => return None,
    };
    if digits.is_empty() || !digits.bytes().all(|b| (b as char).is_digit(radix)) {
        return None;
    }
    let n = BigInt::parse_bytes(digits.as_bytes(), radix)?;
    Some(Atom::Word { width: u32::try_from(digits.len()).ok()?.checked_mul(bits)?, n })
}
