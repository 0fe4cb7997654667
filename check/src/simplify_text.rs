//! The normal form of an operator of strings applied to normal forms.

use crate::error::Result;
use crate::eval;
use crate::norm::Norm;
use crate::poly::Poly;
use crate::regex::{Form, Regex, Regexes};
use crate::simplify::junction;
use crate::term::{Op, Sort, Term};
use crate::words;
use num_bigint::BigInt;
use std::collections::VecDeque;

/// So many letters that are copied cost as much as a visit of a term.
pub const LETTERS: usize = 8;

/// The normal form of an application.
pub fn application(n: &mut Norm<'_>, op: Op, args: &[Term]) -> Result<Term> {
    match op {
        Op::Concat => {
            let letters =
                args.iter().filter_map(|&a| n.store.text_value(a)).map(<[u32]>::len).sum::<usize>();
            n.charge(letters / LETTERS)?;
            Ok(concat(n, args))
        }
        Op::Len => {
            let all = parts(n, args[0]);
            Ok(length(n, &all))
        }
        Op::Substr => substr(n, args),
        Op::InRe => membership(n, args[0], args[1]),
        Op::Prefix | Op::Suffix | Op::Contains => Ok(predicate(n, op, args)),
        Op::Replace | Op::ReplaceAll => replacement(n, op, args),
        Op::Rev => reversed(n, args[0]),
        Op::Any("seq.nth" | "seq.read", _) => Ok(element(n, op, args)),
        Op::Image if matches!(n.store.op(args[0]), Op::Wrap(_)) => Ok(n.store.args(args[0])[0]),
        _ => {
            let t = n.store.mk(op, args);
            // A ground language is the first term that it was read from.
            let is_language = *n.store.sort(t) == Sort::Re;
            let r = if is_language { n.regexes.of_term(n.store, t) } else { None };
            Ok(r.and_then(|r| n.regexes.representative(r)).unwrap_or(t))
        }
    }
}

/// The parts of a concatenation in normal form.
pub fn parts(n: &Norm<'_>, t: Term) -> Vec<Term> {
    match n.store.op(t) {
        Op::Concat => n.store.args(t).to_vec(),
        Op::Text(w) if w.is_empty() => Vec::new(),
        _ => vec![t],
    }
}

/// The element of a sequence of one, if it is written so.
pub fn unit(n: &Norm<'_>, t: Term) -> Option<Term> {
    let (Op::Image, &[of]) = (n.store.op(t), n.store.args(t)) else { return None };
    matches!(n.store.op(of), Op::Any("seq.unit", _)).then(|| n.store.args(of)[0])
}

/// The element at an index, if it and those before it are written one by one.
fn element(n: &mut Norm<'_>, op: Op, args: &[Term]) -> Term {
    let at = n.store.int_value(args[1]).and_then(|i| usize::try_from(i).ok());
    let known = at.and_then(|at| {
        let parts = parts(n, words::image(n.store, args[0])).into_iter();
        parts.map_while(|p| unit(n, p)).nth(at)
    });
    known.unwrap_or_else(|| n.store.mk(op, args))
}

/// A concatenation: flat, no part empty, constants that meet together.
pub fn concat(n: &mut Norm<'_>, args: &[Term]) -> Term {
    let mut flat: Vec<Term> = Vec::new();
    let mut word: Vec<u32> = Vec::new();
    for &a in args {
        for p in parts(n, a) {
            match n.store.text_value(p) {
                Some(w) => word.extend_from_slice(w),
                None => {
                    if !word.is_empty() {
                        flat.push(n.store.text(&word));
                        word.clear();
                    }
                    flat.push(p);
                }
            }
        }
    }
    if !word.is_empty() {
        flat.push(n.store.text(&word));
    }
    match flat[..] {
        [] => n.store.text(&[]),
        [t] => t,
        _ => n.store.mk(Op::Concat, &flat),
    }
}

fn length(n: &mut Norm<'_>, parts: &[Term]) -> Term {
    let mut sum = Poly::default();
    for &p in parts {
        match n.store.text_value(p) {
            Some(w) => sum.constant += w.len(),
            None if unit(n, p).is_some() => sum.constant += 1,
            None => {
                let of = if *n.store.op(p) == Op::Rev { n.store.args(p)[0] } else { p };
                let length = n.store.mk(Op::Len, &[of]);
                let length = n.replaced(length);
                sum.add(&Poly::of_term(n.store, length), &BigInt::from(1));
            }
        }
    }
    sum.to_term(n.store)
}

/// The parts of a concatenation from the last one on, each reversed.
fn reversed(n: &mut Norm<'_>, s: Term) -> Result<Term> {
    let all = parts(n, s);
    let mut images = Vec::with_capacity(all.len());
    for &p in all.iter().rev() {
        images.push(match n.store.op(p) {
            Op::Rev => n.store.args(p)[0],
            _ if unit(n, p).is_some() => p,
            _ if all.len() > 1 => n.make(Op::Rev, &[p])?,
            _ => n.store.mk(Op::Rev, &[p]),
        });
    }
    Ok(concat(n, &images))
}

/// A piece of a concatenation that begins with constants, at constant places. What is cut out of its parts, and what is left then.
fn substr(n: &mut Norm<'_>, args: &[Term]) -> Result<Term> {
    let all = parts(n, args[0]);
    let (mut rest, mut pieces) = (&all[..], Vec::new());
    let [mut start, mut count] = [args[1], args[2]].map(|t| n.store.int_value(t).cloned());
    loop {
        let is_none =
            |t: &Option<BigInt>, least: i32| t.as_ref().is_some_and(|t| *t < least.into());
        if rest.is_empty() || is_none(&start, 0) || is_none(&count, 1) {
            break;
        }
        let left = count.clone().map_or(args[2], |count| n.store.int(count));
        if start == Some(BigInt::ZERO) {
            n.charge(rest.len())?;
            let whole = length(n, rest);
            if n.replaced(whole) == left {
                pieces.extend(rest);
                break;
            }
        }
        let word = n.store.text_value(rest[0]).map(<[u32]>::to_vec);
        let size = word.as_ref().map(Vec::len).or(unit(n, rest[0]).map(|_| 1));
        match (&start, &count, size) {
            (Some(from), _, Some(size)) if *from >= size.into() => start = Some(from - size),
            (Some(from), Some(most), Some(_)) => {
                let piece = word.map(|w| eval::substr(&w, from, most).to_vec());
                count = Some(most - piece.as_ref().map_or(1, Vec::len));
                pieces.push(piece.map_or(rest[0], |piece| n.store.text(&piece)));
                start = Some(BigInt::ZERO);
            }
            _ => {
                let start = start.map_or(args[1], |start| n.store.int(start));
                let whole = concat(n, rest);
                let slice = n.store.mk(Op::Substr, &[whole, start, left]);
                pieces.push(n.replaced(slice));
                break;
            }
        }
        rest = &rest[1..];
    }
    Ok(concat(n, &pieces))
}

fn predicate(n: &mut Norm<'_>, op: Op, args: &[Term]) -> Term {
    let needle = if op == Op::Contains { args[1] } else { args[0] };
    if args[0] == args[1] || n.store.text_value(needle).is_some_and(<[u32]>::is_empty) {
        return n.store.bool(true);
    }
    n.store.mk(op, args)
}

fn replacement(n: &mut Norm<'_>, op: Op, args: &[Term]) -> Result<Term> {
    if args[1] == args[2] {
        return Ok(args[0]);
    }
    match (&op, n.store.text_value(args[1])) {
        (Op::Replace, Some([])) => Ok(concat(n, &[args[2], args[0]])),
        (Op::ReplaceAll, Some([])) => Ok(args[0]),
        // A letter is in one part or in another.
        (Op::ReplaceAll, Some(&[c]))
            if n.store.is_value(args[0]) || *n.store.op(args[0]) == Op::Concat =>
        {
            let mut images = Vec::new();
            for part in letters(n, args[0]) {
                images.push(match n.store.text_value(part) {
                    Some(&[d]) if c == d => args[2],
                    Some(_) => part,
                    None => n.make(Op::ReplaceAll, &[part, args[1], args[2]])?,
                });
            }
            Ok(concat(n, &images))
        }
        _ if args[0] == args[1] && op == Op::Replace => Ok(args[2]),
        _ => Ok(n.store.mk(op, args)),
    }
}

/// `s in r`.
fn membership(n: &mut Norm<'_>, s: Term, language: Term) -> Result<Term> {
    let Some(r) = n.regexes.of_term(n.store, language) else {
        return match (n.store.op(language), n.store.args(language)) {
            (Op::ToRe, &[word]) => n.make(Op::Eq, &[s, word]),
            _ => Ok(n.store.mk(Op::InRe, &[s, language])),
        };
    };
    if let Some(w) = n.store.text_value(s).map(<[u32]>::to_vec) {
        let inside = n.regexes.accepts(r, &w)?;
        return Ok(n.store.bool(inside));
    }
    let (r, negative) = match *n.regexes.form(r) {
        Form::Comp(inner) => {
            // There is a term for it now.
            let other = n.store.mk(Op::ReComp, &[language]);
            n.regexes.of_term(n.store, other);
            (inner, true)
        }
        _ => (r, false),
    };
    let member = match (r, single_word(n.regexes, r)) {
        (Regexes::ALL, _) => n.store.bool(true),
        (Regexes::NONE, _) => n.store.bool(false),
        (Regexes::ANY, _) => {
            let (length, one) = (n.make(Op::Len, &[s])?, n.store.int(1));
            n.make(Op::Eq, &[length, one])?
        }
        (_, Some(word)) => {
            let word = n.store.text(&word);
            n.make(Op::Eq, &[s, word])?
        }
        _ => {
            let language = n.regexes.representative(r).unwrap_or(language);
            let t = n.store.mk(Op::InRe, &[s, language]);
            n.replaced(t)
        }
    };
    Ok(if negative { n.store.not(member) } else { member })
}

/// The word of a language that is written as one.
fn single_word(regexes: &Regexes, r: Regex) -> Option<Vec<u32>> {
    let letter = |part: &Regex| match regexes.form(*part) {
        Form::Letters(letters) => letters.single(),
        _ => None,
    };
    let parts = if r == Regexes::EMPTY { Vec::new() } else { regexes.parts(r) };
    parts.iter().map(letter).collect()
}

/// The parts of a concatenation in normal form, of constants the letters.
fn letters(n: &mut Norm<'_>, t: Term) -> VecDeque<Term> {
    let mut out = VecDeque::new();
    for p in parts(n, t) {
        match n.store.text_value(p).map(<[u32]>::to_vec) {
            Some(w) => out.extend(w.into_iter().map(|c| n.store.text(&[c]))),
            None => out.push_back(p),
        }
    }
    out
}

/// `a = b` between strings: equal ends go, constants that differ clash, what must be empty is.
pub fn equation(n: &mut Norm<'_>, a: Term, b: Term) -> Result<Term> {
    let has_text = |t: Term| parts(n, t).iter().any(|&p| n.store.is_value(p));
    let both = has_text(a) && has_text(b);
    let mut sides = [a, b].map(|t| if both { letters(n, t) } else { parts(n, t).into() });
    let mut each = Vec::new();
    for from_end in [false, true] {
        let end =
            |s: &VecDeque<Term>| if from_end { s.back().copied() } else { s.front().copied() };
        while let [Some(p), Some(q)] = [end(&sides[0]), end(&sides[1])] {
            match (unit(n, p), unit(n, q)) {
                _ if p == q => {}
                (Some(x), Some(y)) => {
                    let (x, y) = (words::image(n.store, x), words::image(n.store, y));
                    each.push(n.make(Op::Eq, &[x, y])?);
                }
                _ if n.store.is_value(p) && n.store.is_value(q) => return Ok(n.store.bool(false)),
                _ => break,
            }
            for side in &mut sides {
                if from_end {
                    side.pop_back()
                } else {
                    side.pop_front()
                };
            }
        }
    }
    let [left, right] = sides.map(Vec::from);
    if !each.is_empty() {
        let (a, b) = (concat(n, &left), concat(n, &right));
        each.push(n.make(Op::Eq, &[a, b])?);
        return Ok(junction(n, true, &each));
    }
    if left.is_empty() || right.is_empty() {
        return all_empty(n, left.into_iter().chain(right).collect());
    }
    let (a, b) = (concat(n, &left), concat(n, &right));
    Ok(n.store.eq(a, b))
}

fn all_empty(n: &mut Norm<'_>, parts: Vec<Term>) -> Result<Term> {
    if parts.iter().any(|&p| n.store.text_value(p).is_some() || unit(n, p).is_some()) {
        return Ok(n.store.bool(false));
    }
    let empty = n.store.text(&[]);
    let mut each = Vec::with_capacity(parts.len());
    for p in parts {
        let same = n.store.eq(p, empty);
        each.push(n.replaced(same));
    }
    Ok(junction(n, true, &each))
}
