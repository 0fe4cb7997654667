//! String and regex operators.

use super::regex::find;
use super::regex::matcher::Matcher;
use super::rope::Text;
use super::{Datum, EvalError, Evaluator, MAX_DIGITS, MAX_LEN, Outcome, strings};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::Term;
use crate::value::{Value, Word};
use base::Int;

fn truth(b: bool) -> Outcome {
    Ok(Datum::Plain(Value::Bool(b)))
}

fn number(n: impl Into<Int>) -> Outcome {
    Ok(Datum::Plain(Value::Int(n.into())))
}

fn flat(w: Word) -> Outcome {
    Ok(Datum::Text(Text::Flat(w)))
}

impl Evaluator<'_> {
    pub(super) fn apply_text(&mut self, t: Term) -> Outcome {
        match self.terms.sort(t) {
            Sort::String => self.string_function(t),
            Sort::Int => self.measure(t),
            _ => self.predicate(t),
        }
    }

    /// The operators that return a string.
    fn string_function(&mut self, t: Term) -> Outcome {
        let terms = self.terms;
        let args = terms.args(t);
        match terms.op(t) {
            Op::StrConst(_) => flat(terms.str_value(t).unwrap_or_default().into()),
            Op::StrConcat => self.concat(args),
            Op::StrAt => {
                let s = self.word(args[0])?;
                self.part(&s, |e| Ok(strings::at(&s, e.int(args[1])?)))
            }
            Op::StrSubstr => {
                let s = self.word(args[0])?;
                self.part(&s, |e| Ok(strings::substr(&s, e.int(args[1])?, e.int(args[2])?)))
            }
            Op::StrReplace => self.replace(args),
            Op::StrReplaceAll => {
                let (s, t) = (self.scanned(args[0])?, self.scanned(args[1])?);
                let found = strings::occurrences(&s, &t);
                let spans = found.into_iter().map(|i| (i, i + t.len())).collect();
                self.splice(&s, spans, args[2])
            }
            Op::StrReplaceRe => {
                let (s, r) = (self.scanned(args[0])?, self.regex(args[1])?);
                let found = find::first_match(&mut self.regexes, r, &s, self.budget)?;
                self.splice(&s, found.into_iter().collect(), args[2])
            }
            Op::StrReplaceReAll => {
                let (s, r) = (self.scanned(args[0])?, self.regex(args[1])?);
                let found = find::non_empty_matches(&mut self.regexes, r, &s, self.budget)?;
                self.splice(&s, found, args[2])
            }
            Op::StrFromCode => flat(strings::from_code(self.int(args[0])?).into_iter().collect()),
            Op::StrFromInt => self.decimal(args[0]),
            Op::StrRev => self.mapped(args[0], |s| s.iter().rev().copied().collect()),
            Op::StrToLower => {
                self.mapped(args[0], |s| s.iter().map(|&c| strings::lower(c)).collect())
            }
            Op::StrToUpper => {
                self.mapped(args[0], |s| s.iter().map(|&c| strings::upper(c)).collect())
            }
            Op::StrUpdate => {
                let (s, new) = (self.word(args[0])?, self.word(args[2])?);
                self.pay_for(s.len())?;
                flat(strings::update(&s, self.int(args[1])?, &new).into())
            }
            _ => Err(EvalError::Unsupported("an unknown operator")),
        }
    }

    /// The operators on strings that return an integer.
    fn measure(&mut self, t: Term) -> Outcome {
        let terms = self.terms;
        let args = terms.args(t);
        match terms.op(t) {
            Op::StrLen => number(self.text(args[0])?.len()),
            Op::StrIndexOf => {
                let (s, t) = (self.scanned(args[0])?, self.scanned(args[1])?);
                number(strings::index_of(&s, &t, self.int(args[2])?))
            }
            Op::StrLastIndexOf => {
                let (s, t) = (self.scanned(args[0])?, self.scanned(args[1])?);
                number(strings::last_index_of(&s, &t))
            }
            Op::StrIndexOfRe => self.index_of_regex(args),
            Op::StrToCode => number(strings::to_code(&self.word(args[0])?)),
            Op::StrToInt => {
                let s = self.scanned(args[0])?;
                let Some(digits) = strings::significant_digits(&s) else { return number(-1) };
                if digits.len() > MAX_DIGITS {
                    return Err(EvalError::TooLarge);
                }
                self.charge_conversion(digits.len())?;
                number(strings::digits_to_int(digits))
            }
            _ => Err(EvalError::Unsupported("an unknown operator")),
        }
    }

    /// The operators on strings that return a Boolean.
    fn predicate(&mut self, t: Term) -> Outcome {
        let terms = self.terms;
        let args = terms.args(t);
        match terms.op(t) {
            Op::StrLt => self.chain_words(args, |a, b| a < b),
            Op::StrLe => self.chain_words(args, |a, b| a <= b),
            Op::StrPrefixOf => {
                let (t, s) = (self.scanned(args[0])?, self.word(args[1])?);
                truth(s.starts_with(&t))
            }
            Op::StrSuffixOf => {
                let (t, s) = (self.scanned(args[0])?, self.word(args[1])?);
                truth(s.ends_with(&t))
            }
            Op::StrContains => {
                let (s, t) = (self.scanned(args[0])?, self.scanned(args[1])?);
                truth(super::search::find(&s, &t, 0).is_some())
            }
            Op::StrIsDigit => truth(strings::is_digit(&self.word(args[0])?)),
            Op::StrInRe => {
                let (s, r) = (self.scanned(args[0])?, self.regex(args[1])?);
                truth(Matcher::new(&self.regexes, &s, self.budget).is_match(r)?)
            }
            _ => Err(EvalError::Unsupported("an unknown operator")),
        }
    }

    pub(super) fn apply_regex(&mut self, t: Term) -> Outcome {
        let terms = self.terms;
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
        self.budget.charge(w.len() as u64 / 16)?;
        Ok(w)
    }

    fn concat(&mut self, args: &[Term]) -> Outcome {
        let parts = args.iter().map(|&a| self.text(a).cloned()).collect::<Result<Vec<_>, _>>()?;
        self.budget.charge(args.len() as u64)?;
        let len = parts.iter().map(Text::len).fold(0, usize::saturating_add);
        if len > MAX_LEN {
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

    /// `str.replace`: an empty pattern occurs at the front.
    fn replace(&mut self, args: &[Term]) -> Outcome {
        let (s, t) = (self.scanned(args[0])?, self.scanned(args[1])?);
        let found = super::search::find(&s, &t, 0);
        self.splice(&s, found.into_iter().map(|i| (i, i + t.len())).collect(), args[2])
    }

    /// `s` with the words at `spans`, which ascend, replaced by `new`.
    fn splice(&mut self, s: &Word, spans: Vec<(usize, usize)>, new: Term) -> Outcome {
        if spans.is_empty() {
            return flat(s.clone());
        }
        let removed: usize = spans.iter().map(|(start, end)| end - start).sum();
        let added = self.text(new)?.len().saturating_mul(spans.len());
        let len = (s.len() - removed).saturating_add(added);
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
        flat(self.int(n)?.to_string().chars().map(|c| c as u32).collect())
    }

    /// Converting between numerals and integers costs more than linear time.
    fn charge_conversion(&self, digits: usize) -> Result<(), EvalError> {
        let n = digits as u64;
        Ok(self.budget.charge(1 + n / 16 + n * n.isqrt() / 4096)?)
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

    fn chain_words(&mut self, args: &[Term], holds: impl Fn(&Word, &Word) -> bool) -> Outcome {
        let mut all = true;
        for pair in args.windows(2) {
            let (a, b) = (self.scanned(pair[0])?, self.word(pair[1])?);
            all &= holds(&a, &b);
        }
        truth(all)
    }
}
