//! String and regex operators: a function for each, which the table of operators names.

use super::pure::{Args, Pure};
use super::regex::find;
use super::regex::matcher::Matcher;
use super::rope::Text;
use super::{Datum, EvalError, Evaluator, ILL_SORTED, MAX_DIGITS, MAX_LEN, Outcome, strings};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::Term;
use crate::value::{Value, Word};
use base::Int;
use smallvec::SmallVec;

fn truth(b: bool) -> Outcome {
    Ok(Datum::Plain(Value::Bool(b)))
}

fn number(n: impl Into<Int>) -> Outcome {
    Ok(Datum::Plain(Value::Int(n.into())))
}

fn flat(w: Word) -> Outcome {
    Ok(Datum::Text(Text::Flat(w)))
}

pub(super) fn constant(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let word = e.terms.str_value(t).unwrap_or_default();
    e.budget.reserve(std::mem::size_of_val(word) as u64)?;
    flat(word.into())
}

pub(super) fn concat(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let args = e.terms.args(t);
    e.concat(args)
}

pub(super) fn at(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let args = e.terms.args(t);
    let s = e.word(args[0])?;
    e.part(&s, |e| Ok(strings::at(&s, e.int(args[1])?)))
}

pub(super) fn substr(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let args = e.terms.args(t);
    let s = e.word(args[0])?;
    e.part(&s, |e| Ok(strings::substr(&s, e.int(args[1])?, e.int(args[2])?)))
}

/// `str.replace`: an empty pattern occurs at the front.
pub(super) fn replace(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let args = e.terms.args(t);
    let (s, t) = (e.scanned(args[0])?, e.scanned(args[1])?);
    let found = super::search::find(&s, &t, 0);
    e.splice(&s, found.into_iter().map(|i| (i, i + t.len())).collect(), args[2])
}

pub(super) fn replace_all(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let args = e.terms.args(t);
    let (s, t) = (e.scanned(args[0])?, e.scanned(args[1])?);
    let found = strings::occurrences(&s, &t);
    let spans = found.into_iter().map(|i| (i, i + t.len())).collect();
    e.splice(&s, spans, args[2])
}

pub(super) fn replace_re(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let args = e.terms.args(t);
    let (s, r) = (e.scanned(args[0])?, e.regex(args[1])?);
    let found = find::first_match(&mut e.regexes, r, &s, e.budget)?;
    e.splice(&s, found.into_iter().collect(), args[2])
}

pub(super) fn replace_re_all(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let args = e.terms.args(t);
    let (s, r) = (e.scanned(args[0])?, e.regex(args[1])?);
    let found = find::non_empty_matches(&mut e.regexes, r, &s, e.budget)?;
    e.splice(&s, found, args[2])
}

pub(super) fn from_code(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    flat(strings::from_code(e.int(e.terms.arg(t, 0))?).into_iter().collect())
}

pub(super) fn from_int(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    e.decimal(e.terms.arg(t, 0))
}

pub(super) fn rev(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    e.mapped(e.terms.arg(t, 0), |s| s.iter().rev().copied().collect())
}

pub(super) fn to_lower(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    e.mapped(e.terms.arg(t, 0), |s| s.iter().map(|&c| strings::lower(c)).collect())
}

pub(super) fn to_upper(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    e.mapped(e.terms.arg(t, 0), |s| s.iter().map(|&c| strings::upper(c)).collect())
}

pub(super) fn update(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let args = e.terms.args(t);
    let (s, new) = (e.word(args[0])?, e.word(args[2])?);
    e.pay_for(s.len())?;
    flat(strings::update(&s, e.int(args[1])?, &new).into())
}

pub(super) fn len(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    number(e.text(e.terms.arg(t, 0))?.len())
}

pub(super) fn index_of_re(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let args = e.terms.args(t);
    e.index_of_regex(args)
}

pub(super) fn to_code(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    number(strings::to_code(&e.word(e.terms.arg(t, 0))?))
}

pub(super) fn to_int(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let s = e.scanned(e.terms.arg(t, 0))?;
    let Some(digits) = strings::significant_digits(&s) else { return number(-1) };
    if digits.len() > MAX_DIGITS {
        return Err(EvalError::TooLarge);
    }
    e.charge_conversion(digits.len())?;
    number(strings::digits_to_int(digits))
}

pub(super) fn lt(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    e.chain_words(t, |a, b| a < b)
}

pub(super) fn le(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    e.chain_words(t, |a, b| a <= b)
}

pub(super) fn prefix_of(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let args = e.terms.args(t);
    let (t, s) = (e.scanned(args[0])?, e.word(args[1])?);
    truth(s.starts_with(&t))
}

pub(super) fn suffix_of(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let args = e.terms.args(t);
    let (t, s) = (e.scanned(args[0])?, e.word(args[1])?);
    truth(s.ends_with(&t))
}

pub(super) fn is_digit(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    truth(strings::is_digit(&e.word(e.terms.arg(t, 0))?))
}

pub(super) fn in_re(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    let args = e.terms.args(t);
    let (s, r) = (e.scanned(args[0])?, e.regex(args[1])?);
    truth(Matcher::new(&e.regexes, &s, e.budget).is_match(r)?)
}

pub(super) fn empty(_: &mut Evaluator<'_>, _: Term) -> Outcome {
    flat([].into())
}

pub(super) fn unit(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    e.unit(t)
}

pub(super) fn nth(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    e.nth(t)
}

pub(super) fn select(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    e.select(t)
}

pub(super) fn bound(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    e.bound_value(t)
}

pub(super) fn lambda(_: &mut Evaluator<'_>, t: Term) -> Outcome {
    Ok(Datum::Predicate(t))
}

/// All operators that build regexes.
pub(super) fn regex(e: &mut Evaluator<'_>, t: Term) -> Outcome {
    e.apply_regex(t)
}

impl Evaluator<'_> {
    /// A function of the words and numbers that the arguments of `t` are.
    pub(super) fn pure(&mut self, t: Term, function: Pure) -> Outcome {
        let mut args = SmallVec::new();
        for &a in self.terms.args(t) {
            args.push(match self.terms.sort(a) {
                // Of sequences, the functions see the numbers of the elements.
                Sort::String | Sort::Seq(_) => Value::Str(self.scanned(a)?),
                Sort::Int => Value::Int(self.int(a)?.clone()),
                _ => return Err(ILL_SORTED),
            });
        }
        let args = Args(args);
        match function {
            Pure::Truth(f) => truth(f(&args)),
            Pure::Number(f) => number(f(&args)),
            Pure::Word(f) => {
                let word = f(&args);
                self.pay_for(word.len())?;
                flat(word.into())
            }
        }
    }

    fn apply_regex(&mut self, t: Term) -> Outcome {
        let terms = self.terms;
        if terms.sort(t) != Sort::RegLan {
            return Ok(Datum::Over(t));
        }
        let args = terms.args(t);
        let constant = |a: &Term| terms.str_value(*a).is_some() || terms.is_ground(*a);
        let (r, ground) = match terms.op(t) {
            Op::StrToRe => {
                let w = self.word(args[0])?;
                (self.regexes.lit(w), args.iter().all(constant))
            }
            Op::ReRange => {
                let (lo, hi) = (self.word(args[0])?, self.word(args[1])?);
                (self.regexes.range(&lo, &hi), args.iter().all(constant))
            }
            op => {
                let mut ground = true;
                let mut rs = Vec::with_capacity(args.len());
                for &a in args {
                    ground &= matches!(self.known(a)?, Datum::Regex(_, true));
                    rs.push(self.regex(a)?);
                }
                self.budget.charge(args.len() as u64)?;
                let made = self.regexes.apply(op, &rs);
                (made.ok_or(EvalError::Unsupported("an unknown operator"))?, ground)
            }
        };
        if ground {
            self.regexes.set_origin(r, t);
        }
        Ok(Datum::Regex(r, ground))
    }

    /// The characters of an argument that will be looked through.
    fn scanned(&mut self, t: Term) -> Result<Word, EvalError> {
        let w = self.word(t)?;
        self.budget.charge_ahead(w.len() as u64 / 16)?;
        Ok(w)
    }

    fn concat(&mut self, args: &[Term]) -> Outcome {
        let parts = args.iter().map(|&a| self.text(a).cloned()).collect::<Result<Vec<_>, _>>()?;
        self.budget.charge(args.len() as u64)?;
        let len = parts.iter().map(Text::len).try_fold(0, usize::checked_add);
        if len.is_none_or(|len| len > MAX_LEN) {
            return Err(EvalError::TooLarge);
        }
        Ok(Datum::Text(self.ropes.concat(parts)))
    }

    /// A part of `whole`; all of it is not copied.
    fn part<'w>(
        &mut self,
        whole: &'w Word,
        select: impl FnOnce(&Self) -> Result<&'w [u32], EvalError>,
    ) -> Outcome {
        let part = select(self)?;
        if part.len() == whole.len() {
            return flat(whole.clone());
        }
        self.pay_for(part.len())?;
        flat(part.into())
    }

    fn mapped(&mut self, t: Term, map: impl FnOnce(&[u32]) -> Word) -> Outcome {
        let s = self.word(t)?;
        self.pay_for(s.len())?;
        flat(map(&s))
    }

    /// `s` with the words at `spans`, which ascend, replaced by `new`.
    fn splice(&mut self, s: &Word, spans: Vec<(usize, usize)>, new: Term) -> Outcome {
        if spans.is_empty() {
            return flat(s.clone());
        }
        let removed: usize = spans.iter().map(|(start, end)| end - start).sum();
        let added = self.text(new)?.len().checked_mul(spans.len());
        let len = added.and_then(|added| added.checked_add(s.len() - removed));
        let len = len.ok_or(EvalError::TooLarge)?;
        self.pay_for(len)?;
        let new = self.word(new)?;
        let mut out = Vec::with_capacity(len);
        let mut copied = 0;
        for (start, end) in spans {
            out.extend_from_slice(&s[copied..start]);
            out.extend_from_slice(&new);
            copied = end;
        }
        out.extend_from_slice(&s[copied..]);
        flat(out.into())
    }

    fn decimal(&mut self, n: Term) -> Outcome {
        let digits = self.int(n)?.approx_digits();
        if self.int(n)?.is_negative() {
            return flat([].into());
        }
        self.charge_conversion(digits)?;
        flat(self.int(n)?.to_string().chars().map(u32::from).collect())
    }

    /// Converting between numerals and integers costs more than linear time.
    fn charge_conversion(&self, digits: usize) -> Result<(), EvalError> {
        let n = digits as u64;
        Ok(self.budget.charge_ahead(1 + n / 16 + n * n.isqrt() / 4096)?)
    }

    /// Start of the leftmost match that starts at the given position or later.
    fn index_of_regex(&mut self, args: &[Term]) -> Outcome {
        let (s, r) = (self.scanned(args[0])?, self.regex(args[1])?);
        let from = self.int(args[2])?.to_usize().filter(|&i| i <= s.len());
        let Some(from) = from else { return number(-1) };
        if self.regexes.nullable(r) {
            return number(from);
        }
        let starts = find::starts(&mut self.regexes, r, &s[from..], self.budget)?;
        number(starts.min().map_or(Int::from(-1), |i| Int::from(from + i)))
    }

    fn chain_words(&mut self, t: Term, holds: fn(&Word, &Word) -> bool) -> Outcome {
        let mut all = true;
        for pair in self.terms.args(t).windows(2) {
            let (a, b) = (self.scanned(pair[0])?, self.word(pair[1])?);
            all &= holds(&a, &b);
        }
        truth(all)
    }
}
