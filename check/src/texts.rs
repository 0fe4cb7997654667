//! The normal form of an operator applied to normal forms: strings and languages.

use crate::base::*;
use crate::eval;
use crate::poly::Poly;
use crate::regex::{Form, Regexes};
use crate::simplify::LETTERS;

impl Store {
    /// The normal form of an application.
    pub fn simplified_text(&mut self, op: Op, args: &[Term]) -> Result<Term> {
        match (op.head(), args) {
            ("str.++", _) => {
                let letters = args.iter().filter_map(|&a| self.text_value(a)).map(<[u32]>::len);
                self.charge(letters.sum::<usize>() / LETTERS)?;
                Ok(self.concat(args))
            }
            ("str.len", &[s]) => Ok(self.length(&self.parts(s))),
            ("str.substr", &[s, start, count]) => self.slice(s, start, count),
            ("str.in_re" | "str.has", &[s, r]) => self.membership(s, r),
            // A letter is in one part or in another.
            ("str.replace_all", &[s, from, to])
                if self.text_value(from).is_some_and(|w| w.len() == 1)
                    && (self.is_value(s) || self.head(s) == "str.++") =>
            {
                let mut images = Vec::new();
                for part in self.letters(s) {
                    images.push(match self.is_value(part) {
                        true if part == from => to,
                        true => part,
                        false => self.make("str.replace_all", &[part, from, to])?,
                    });
                }
                Ok(self.concat(&images))
            }
            ("str.rev", &[s]) if self.parts(s).iter().all(|&p| self.element(p).is_some()) => {
                let elements: Vec<Term> = self.parts(s).into_iter().rev().collect();
                Ok(self.concat(&elements))
            }
            ("seq.nth" | "seq.read", &[s, at]) => {
                // The element, if it and those before it are written one by one.
                let at = self.int_value(at).and_then(|i| usize::try_from(i).ok());
                let parts = self.parts(self.image(s)).into_iter();
                let known = at.and_then(|at| parts.map_while(|p| self.element(p)).nth(at));
                Ok(known.unwrap_or_else(|| self.mk(op, args)))
            }
            ("image", &[of]) if self.head(of) == "wrap" => Ok(self.image(of)),
            _ => Ok(self.language_of(&op, args).unwrap_or_else(|| self.mk(op, args))),
        }
    }

    /// The parts of a concatenation in normal form.
    pub fn parts(&self, t: Term) -> Vec<Term> {
        match self.head(t) {
            "str.++" => self.args(t).to_vec(),
            _ if self.size(t) == Some(0) => Vec::new(),
            _ => vec![t],
        }
    }

    /// The same, of constants the letters.
    fn letters(&mut self, t: Term) -> Vec<Term> {
        let mut out = Vec::new();
        for p in self.parts(t) {
            match self.text_value(p).map(<[u32]>::to_vec) {
                Some(w) => out.extend(w.into_iter().map(|c| self.text(&[c]))),
                None => out.push(p),
            }
        }
        out
    }

    /// The element of a sequence of one, if it is written so.
    pub fn element(&self, t: Term) -> Option<Term> {
        let ("image", &[of]) = self.at(t) else { return None };
        (self.head(of) == "seq.unit").then(|| self.args(of)[0])
    }

    /// How many letters a part has, if it is a constant or one element.
    fn size(&self, part: Term) -> Option<usize> {
        self.text_value(part).map(<[u32]>::len).or(self.element(part).map(|_| 1))
    }

    /// A concatenation: flat, no part empty, constants that meet together.
    fn concat(&mut self, args: &[Term]) -> Term {
        let all: Vec<Term> = args.iter().flat_map(|&a| self.parts(a)).collect();
        let meet = |&p: &Term, &q: &Term| self.is_value(p) && self.is_value(q);
        let groups: Vec<&[Term]> = all.chunk_by(meet).collect();
        let mut flat = Vec::with_capacity(groups.len());
        for group in groups {
            let words: Vec<&[u32]> = group.iter().filter_map(|&p| self.text_value(p)).collect();
            flat.push(if group.len() > 1 { self.text(&words.concat()) } else { group[0] });
        }
        match flat[..] {
            [] => self.text(&[]),
            [t] => t,
            _ => self.mk("str.++", &flat),
        }
    }

    fn length(&mut self, parts: &[Term]) -> Term {
        let mut sum = Poly::default();
        for &p in parts {
            sum = match self.size(p) {
                Some(size) => sum.plus_number(size),
                None => {
                    let length = self.mk("str.len", &[p]);
                    let length = self.replaced(length);
                    sum.plus(1, &self.poly(length))
                }
            };
        }
        self.sum(&sum)
    }

    /// A piece of a concatenation that begins with constants, at constant places. What is cut out of its parts, and what is left then.
    fn slice(&mut self, s: Term, from: Term, most: Term) -> Result<Term> {
        let all = self.parts(s);
        let (mut rest, mut pieces) = (&all[..], Vec::new());
        let [mut start, mut count] = [from, most].map(|t| self.int_value(t).cloned());
        let is_below = |t: &Option<BigInt>, n: i32| t.as_ref().is_some_and(|t| *t < n.into());
        while !rest.is_empty() && !is_below(&start, 0) && !is_below(&count, 1) {
            let left = count.clone().map_or(most, |count| self.int(count));
            if start == Some(BigInt::ZERO) {
                self.charge(rest.len())?;
                let whole = self.length(rest);
                if self.replaced(whole) == left {
                    pieces.extend(rest);
                    break;
                }
            }
            match (&start, &count, self.size(rest[0])) {
                (Some(from), _, Some(size)) if *from >= size.into() => start = Some(from - size),
                (Some(from), Some(most), Some(_)) => {
                    let word = self.text_value(rest[0]);
                    let piece = word.map(|w| eval::substr(w, from, most).to_vec());
                    count = Some(most - piece.as_ref().map_or(1, Vec::len));
                    pieces.push(piece.map_or(rest[0], |piece| self.text(&piece)));
                    start = Some(BigInt::ZERO);
                }
                _ => {
                    let start = start.map_or(from, |start| self.int(start));
                    let whole = self.concat(rest);
                    let slice = self.mk("str.substr", &[whole, start, left]);
                    pieces.push(self.replaced(slice));
                    break;
                }
            }
            rest = &rest[1..];
        }
        Ok(self.concat(&pieces))
    }

    /// `s in r`.
    fn membership(&mut self, s: Term, language: Term) -> Result<Term> {
        let Some(r) = self.language(language) else {
            return match self.at(language) {
                ("str.to_re", &[word]) => self.make("=", &[s, word]),
                _ => Ok(self.mk("str.in_re", &[s, language])),
            };
        };
        if let Some(w) = self.text_value(s).map(<[u32]>::to_vec) {
            let left = self.regexes.after(r, &w)?;
            return Ok(self.bool(self.regexes.is_nullable(left)));
        }
        let (mut r, mut language, mut negative) = (r, language, false);
        if let Form::Comp(inner) = *self.regexes.form(r) {
            language = self.written_as(inner, &"re.comp".into(), &[language]);
            (r, negative) = (inner, true);
        }
        let member = match (r, self.regexes.single_word(r)) {
            (Regexes::ALL, _) => self.bool(true),
            (Regexes::NONE, _) => self.bool(false),
            (_, Some(word)) => {
                let word = self.text(&word);
                self.make("=", &[s, word])?
            }
            _ => {
                let t = self.mk("str.in_re", &[s, language]);
                self.replaced(t)
            }
        };
        Ok(if negative { self.not(member) } else { member })
    }

    /// `a = b` between strings: equal ends go, constants that differ clash, what must be empty is.
    pub fn equal_texts(&mut self, a: Term, b: Term) -> Result<Term> {
        let has_text = |t: Term| self.parts(t).iter().any(|&p| self.is_value(p));
        let both = has_text(a) && has_text(b);
        let mut sides = [a, b].map(|t| if both { self.letters(t) } else { self.parts(t) });
        let mut each = Vec::new();
        // From the front, then from the end.
        for _ in 0..2 {
            let mut count = 0;
            while let (Some(&p), Some(&q)) = (sides[0].get(count), sides[1].get(count)) {
                match (self.element(p), self.element(q)) {
                    _ if p == q => {}
                    (Some(x), Some(y)) => {
                        let (x, y) = (self.image(x), self.image(y));
                        each.push(self.make("=", &[x, y])?);
                    }
                    _ if self.is_value(p) && self.is_value(q) => return Ok(self.bool(false)),
                    _ => break,
                }
                count += 1;
            }
            for side in &mut sides {
                side.drain(..count);
                side.reverse();
            }
        }
        if sides.iter().any(Vec::is_empty) {
            // So is all that is left on the other side.
            let (left, empty) = (sides.concat(), self.text(&[]));
            if left.iter().any(|&p| self.size(p).is_some()) {
                return Ok(self.bool(false));
            }
            each.extend(left.into_iter().map(|p| self.mk("=", &[p, empty])));
        } else {
            let [a, b] = sides.map(|side| self.concat(&side));
            each.push(self.mk("=", &[a, b]));
        }
        let each: Vec<Term> = each.into_iter().map(|same| self.replaced(same)).collect();
        Ok(self.junction(true, &each))
    }
}
