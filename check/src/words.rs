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

use crate::base::{Map, Result, refuse, refuse_if};
use crate::read::Names;
use crate::sexpr::{Command, Id, Reader};
use crate::term::{Op, Sort, Store, Term};
use num_bigint::BigInt;
use std::rc::Rc;
use std::sync::OnceLock;

/// The functions of bit-vectors, and others of sequences.
const WORDS: &str = concat!(include_str!("../words.smt2"), include_str!("../sequences.smt2"));

/// The functions of sequences that are those of strings, without `seq.`; `seq.extract` is `str.substr`.
const SEQUENCES: &str = " ++ len at extract contains prefixof suffixof indexof replace update rev replace_all in_re to_re ";

/// The functions of strings or languages that make no letters that their arguments do not have.
const KEEPING: &str = " re.++ re.union re.inter re.comp re.loop str.to_re re.none re.all re.allchar str.++ str.substr str.rev str.update ite str.replace str.replace_all ";

/// As elements, bit-vectors have at most so many bits: no more than letters.
const NARROW: u32 = 17;

/// Words of more bits are not read.
const MAX_WIDTH: u32 = 65_536;

/// Sequences of sequences are read to this depth. Sorts are compared, hashed and dropped by functions that call themselves.
pub const MAX_DEPTH: usize = 100;

impl Sort {
    /// The number of letters for elements of this sort, if they are letters.
    pub fn letters(&self) -> Option<u32> {
        match *self {
            Sort::Bool => Some(2),
            Sort::Bits(width @ 1..=NARROW) => Some(1 << width),
            _ => None,
        }
    }

    /// The sort of the elements of sequences of this sort, or of languages of these.
    pub fn element(&self) -> Option<&Rc<Sort>> {
        if let Sort::Seq(of) | Sort::RegEx(of) = self { Some(of) } else { None }
    }

    /// `(_ BitVec n)`
    pub fn of_bits(command: &Command, id: Id) -> Option<Sort> {
        let ("_", &[name, width]) = command.headed(id).ok()? else { return None };
        let width = u32::try_from(command.number(width).ok()?).ok()?;
        let fits = (1..=MAX_WIDTH).contains(&width) && command.symbol(name) == Ok("BitVec");
        fits.then_some(Sort::Bits(width))
    }

    /// The sort of sequences over this one, of languages of these, or of sets of it; none if it is not known.
    pub fn within(self, kind: &str) -> Result<Option<Sort>> {
        let (mut inner, mut depth) = (&self, 0);
        while let Some(of) = inner.element() {
            (inner, depth) = (of, depth + 1);
        }
        refuse_if(depth >= MAX_DEPTH, "a sort is nested too deep")?;
        Ok(match (kind, self) {
            ("Seq", of) => Some(Sort::Seq(of.into())),
            ("RegEx", Sort::Seq(element)) => Some(Sort::RegEx(element)),
            // As the proposal of 2012 has it.
            ("RegEx", of @ (Sort::Bits(_) | Sort::Bool)) => Some(Sort::RegEx(of.into())),
            ("Array", of) if of.letters().is_some() => Some(Sort::RegEx(of.into())),
            _ => None,
        })
    }
}

/// `(define NAME (x*) RESULT TERM)`.
pub fn definition(name: &str) -> Option<&'static Command<'static>> {
    static TABLE: OnceLock<Map<&str, Command<'_>>> = OnceLock::new();
    let read = || {
        let mut reader = Reader::new(WORDS);
        let commands = std::iter::from_fn(|| reader.command().ok().flatten());
        commands.filter_map(|of| Some((of.symbol(of.list(of.root()).ok()?[1]).ok()?, of))).collect()
    };
    TABLE.get_or_init(read).get(name)
}

impl Store {
    /// The term with its sort around it, if it has to be.
    pub fn wrap(&mut self, sort: &Sort, t: Term) -> Term {
        if sort.inside().is_some() { self.mk(Op::Wrap(sort.clone()), &[t]) } else { t }
    }

    /// What the term is inside.
    pub fn image(&self, t: Term) -> Term {
        if self.head(t) == "wrap" { self.args(t)[0] } else { t }
    }

    /// What these terms are inside.
    pub fn images(&self, of: &[Term]) -> Vec<Term> {
        of.iter().map(|&t| self.image(t)).collect()
    }

    /// The value of a declared function or of `seq.nth`, as its sort asks for.
    pub fn opened(&mut self, t: Term) -> Term {
        let sort = self.sort(t).clone();
        let inside = if sort.inside().is_some() { self.mk(Op::Image, &[t]) } else { t };
        self.wrap(&sort, inside)
    }

    /// A word.
    fn word(&mut self, width: usize, n: Term) -> Result<Term> {
        refuse_if(width > MAX_WIDTH as usize, "a word of too many bits")?;
        Ok(self.wrap(&Sort::Bits(width as u32), n))
    }

    /// `#x0f`, `#b01`.
    pub fn word_of(&mut self, width: u32, n: BigInt) -> Result<Term> {
        let n = self.int(n);
        self.word(width as usize, n)
    }

    /// Two to this power.
    fn power(&mut self, exponent: usize) -> Term {
        self.int(BigInt::from(1) << exponent)
    }

    fn width(&self, t: Term) -> Result<usize> {
        match self.sort(t) {
            Sort::Bits(width) => Ok(*width as usize),
            _ => refuse("a bit-vector is expected"),
        }
    }

    /// The application of a function of bit-vectors or sequences; none if it is something else.
    pub fn on_wrapped(
        &mut self,
        name: &str,
        args: &[Term],
        is_proof: bool,
    ) -> Result<Option<Term>> {
        let is_plain = |&a: &Term| self.sort(a).inside().is_none();
        if !matches!(name, "seq.unit" | "re-range") && args.iter().all(is_plain) {
            return Ok(None);
        }
        let element = args.iter().find_map(|&a| self.sort(a).element()).cloned();
        let (mut name, mut args) = (name, args.to_vec());
        match (name, &args[..], &element) {
            ("concat", ..) => return self.joined(&args).map(Some),
            ("seq.unit", &[a], _) => return self.unit(a).map(Some),
            ("seq.nth" | "seq.read" | "seq.diff", _, Some(_)) => return self.function(name, &args),
            ("re.of.pred", &[p], Some(element)) if self.sort(p).inside() == Some(Sort::Re) => {
                let set = self.image(p);
                if matches!(self.head(set), "re.range" | "re.union" | "re.none") {
                    return Ok(Some(p));
                }
                // A set of letters has no other words.
                let letters = self.all_letters(element)?;
                let both = self.app("re.inter", &[letters, set])?;
                return Ok(Some(self.wrap(&self.sort(p).clone(), both)));
            }
            ("seq-extract", &[s, low, high], Some(_)) => {
                args = vec![s, self.image(low), self.image(high)];
                if self.int_value(args[1]).is_none_or(|n| *n < BigInt::ZERO) {
                    name = "seq-extract from anywhere";
                }
            }
            ("re-range", [_, _], _) => {
                for a in &mut args {
                    *a = if let Sort::Seq(_) = self.sort(*a) { *a } else { self.unit(*a)? };
                }
            }
            _ => {}
        }
        match (definition(name), element) {
            (Some(of), _) => self.defined(name, &args, of, is_proof).map(Some),
            (None, Some(element)) => self.over(name, &args, &element, is_proof),
            (None, None) => Ok(None),
        }
    }

    /// A function by the table; a function of bits of more than two arguments is applied from the left.
    pub fn defined(
        &mut self,
        name: &str,
        args: &[Term],
        of: &'static Command<'static>,
        is_proof: bool,
    ) -> Result<Term> {
        let &[_, _, params, result, body] = of.list(of.root())? else { return refuse("no table") };
        let params = of.list(params)?.iter().map(|&p| of.symbol(p)).collect::<Result<Vec<_>>>()?;
        let chains = matches!(name, "bvand" | "bvor" | "bvxor" | "bvadd" | "bvmul");
        if args.len() < params.len() || (args.len() > params.len() && !chains) {
            return refuse(format!("{name} of so many arguments"));
        }
        let bind = |args: &[Term]| params.iter().copied().zip(args.iter().copied()).collect();
        let (mut pairs, mut names): (Vec<_>, Names) = (bind(args), Names::default());
        if of.symbol(result)? == "S" {
            let unknown = self.sort(args[0]).element().cloned();
            pairs.extend(unknown.and_then(|e| self.of_empty(name, &e)).map(|u| ("U", u)));
            names.is_proof = is_proof;
            return names.term(self, of, body, &pairs);
        }
        let bits = self.width(args[0])?;
        let is_other = |&a: &Term| *self.sort(a) != Sort::Bits(bits as u32);
        refuse_if(args.iter().any(is_other), "words of different widths")?;
        let constants =
            [("M", self.power(bits)), ("H", self.power(bits - 1)), ("N", self.int(bits))];
        let mut images = self.images(args);
        loop {
            pairs = bind(&images);
            pairs.extend(constants);
            let out = names.term(self, of, body, &pairs)?;
            images.splice(..params.len(), [out]);
            if images.len() < params.len() || images.len() == 1 {
                break;
            }
        }
        match of.symbol(result)? {
            "W" => self.word(bits, images[0]),
            "B" => self.word(1, images[0]),
            _ => Ok(images[0]),
        }
    }

    /// What `seq-tail`, `seq-first` or `seq-last` is for the empty sequence over some elements: nobody knows.
    fn of_empty(&mut self, name: &str, element: &Rc<Sort>) -> Option<Term> {
        let sequence = Sort::Seq(element.clone());
        let op = match name {
            "seq-tail" => Op::Any("seq-tail.of-empty", sequence),
            "seq-first" => Op::Any("seq-first.of-empty", sequence),
            "seq-last" => Op::Any("seq-last.of-empty", (**element).clone()),
            _ => return None,
        };
        let t = self.mk(op, &[]);
        Some(self.opened(t))
    }

    /// `(concat a b ...)`.
    fn joined(&mut self, args: &[Term]) -> Result<Term> {
        let (&first, rest) = args.split_first().ok_or("a word of nothing")?;
        let (mut bits, mut out) = (self.width(first)?, self.image(first));
        for &b in rest {
            let more = self.width(b)?;
            let pairs = [("a", out), ("b", self.image(b)), ("p", self.power(more))];
            out = self.written("(+ (* a p) b)", &pairs)?;
            bits += more;
        }
        self.word(bits, out)
    }

    /// A function with indices.
    pub fn indexed(
        &mut self,
        name: &str,
        indices: &[usize],
        args: &[Term],
    ) -> Result<Option<Term>> {
        const MOST: usize = MAX_WIDTH as usize;
        if let (Some(digits), &[width @ 1..=MOST], []) = (name.strip_prefix("bv"), indices, args) {
            let n = digits.parse::<BigInt>().ok().filter(|n| n.bits() <= width as u64);
            let n = n.filter(|_| digits.bytes().all(|b| b.is_ascii_digit()));
            return self.word_of(width as u32, n.ok_or("no word of this width")?).map(Some);
        }
        let &[a] = args else { return Ok(None) };
        if let ("int_to_bv" | "int2bv", &[width @ 1..=MOST]) = (name, indices) {
            return self.modulo(a, width).map(Some);
        }
        let Ok(n) = self.width(a) else { return Ok(None) };
        refuse_if(indices.iter().any(|&i| i > MOST), "a word of too many bits")?;
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
            ("repeat", &[k]) if k > 0 && n * k <= MOST => {
                return self.joined(&vec![a; k]).map(Some);
            }
            _ => return Ok(None),
        };
        let [p, q, r] = exponents.map(|k| self.power(k));
        let out = self.written(text, &[("a", self.image(a)), ("p", p), ("q", q), ("r", r)])?;
        self.word(width, out).map(Some)
    }

    /// The remainder by a power of two, as a word.
    fn modulo(&mut self, n: Term, bits: usize) -> Result<Term> {
        let divisor = self.power(bits);
        let rest = self.app("mod", &[n, divisor])?;
        self.word(bits, rest)
    }

    /// The letter of an element, as a sequence.
    pub fn unit(&mut self, a: Term) -> Result<Term> {
        let element = self.sort(a).clone();
        let sequence = element.clone().within("Seq")?.ok_or("no sequence")?;
        if element.letters().is_none() {
            let t = self.app(Op::Any("seq.unit", sequence), &[a])?;
            return Ok(self.opened(t));
        }
        let is_bool = element == Sort::Bool;
        let text = if is_bool { r#"(ite a "\u{1}" "\u{0}")"# } else { "(str.from_code a)" };
        let letter = self.written(text, &[("a", self.image(a))])?;
        Ok(self.wrap(&sequence, letter))
    }

    /// The functions of sequences over any elements of which the table of axioms speaks; the first argument is a sequence. Outside of
    /// it, `seq.read` is always the same, and `seq.nth` nobody knows what; `seq.diff` is an index at which two sequences of one length
    /// differ, if they do.
    fn function(&mut self, name: &str, args: &[Term]) -> Result<Option<Term>> {
        let &[s, other] = args else { return refuse("arguments of another number") };
        let Sort::Seq(element) = self.sort(s).clone() else { return refuse("no sequence") };
        let (name, sort, second) = match name {
            "seq.nth" => ("seq.nth", (*element).clone(), &Sort::Int),
            "seq.read" => ("seq.read", (*element).clone(), &Sort::Int),
            _ => ("seq.diff", Sort::Int, self.sort(s)),
        };
        refuse_if(self.sort(other) != second, "the sorts of arguments do not fit")?;
        let t = self.app(Op::Any(name, sort), args)?;
        Ok(Some(self.opened(t)))
    }

    /// Whether a string has letters of elements only, whatever its parts are; or the words of a language do, whatever the letters are.
    fn is_over(&self, element: &Sort, t: Term) -> bool {
        let size = element.letters().unwrap_or(0);
        let is_string = |&t: &Term| matches!(self.sort(t), Sort::Str | Sort::Re);
        let is_leaf = |t: Term| !is_string(&t) || matches!(self.head(t), "image" | "str.from_code");
        let is_word = |t: Term| match (self.op(t), self.args(t)) {
            (Op::Image, &[of]) => self.sort(of).element().is_some_and(|e| **e == *element),
            (Op::Text(word), _) => word.iter().all(|&c| c < size),
            (Op::Std("str.from_code"), &[n]) => self.is_number_of(element, n, size),
            (op, _) => KEEPING.contains(&format!(" {} ", op.head())),
        };
        self.post_order(&[t], is_leaf).into_iter().filter(is_string).all(is_word)
    }

    /// Whether an integer is the number of an element of this sort: the image of one, a number that is small enough, or a remainder.
    fn is_number_of(&self, element: &Sort, n: Term, size: u32) -> bool {
        match (self.op(n), self.args(n)) {
            (Op::Image, &[of]) => self.sort(of) == element,
            (Op::Int(n), _) => *n >= BigInt::ZERO && *n < size.into(),
            (Op::Std("mod"), &[_, by]) => self.positive(by).is_some_and(|by| *by <= size.into()),
            _ => false,
        }
    }

    /// In proofs, what stands for a wrapped term, with its sort around it: a number, a string, or a language that tells no letters apart.
    pub fn fitting(&mut self, sort: &Sort, t: Term) -> Term {
        let is_inside = sort.inside().as_ref() == Some(self.sort(t));
        let fits = match sort {
            Sort::RegEx(element) if element.letters().is_some() => false,
            Sort::Seq(element) | Sort::RegEx(element) => is_inside && self.is_over(element, t),
            _ => is_inside,
        };
        if fits { self.wrap(sort, t) } else { t }
    }

    /// In proofs, strings and languages beside wide sequences are sequences and languages of them, if they can be.
    pub fn alike(&mut self, args: &[Term], element: &Rc<Sort>) -> Vec<Term> {
        let sorts = [Sort::Seq(element.clone()), Sort::RegEx(element.clone())];
        let fit = |&a: &Term| sorts.iter().fold(a, |a, sort| self.fitting(sort, a));
        args.iter().map(fit).collect()
    }

    /// The elements of the first argument that is a wide sequence, or a language of them: these are no numbers of letters.
    pub fn wide_element(&self, args: &[Term]) -> Option<Rc<Sort>> {
        let mut elements = args.iter().filter_map(|&a| self.sort(a).element());
        elements.find(|e| e.letters().is_none()).cloned()
    }

    /// A function of sequences over `element`. Wide ones are no strings in proofs, so there the names of functions of strings are theirs, too.
    fn over(
        &mut self,
        name: &str,
        args: &[Term],
        element: &Rc<Sort>,
        is_proof: bool,
    ) -> Result<Option<Term>> {
        let is_wide = element.letters().is_none();
        let args = if is_proof && is_wide { self.alike(args, element) } else { args.to_vec() };
        let suffix = name.strip_prefix("seq.");
        let suffix = suffix.or_else(|| name.strip_prefix("str.").filter(|_| is_proof && is_wide));
        let name = match suffix {
            Some("extract" | "substr") => "str.substr".to_owned(),
            Some(suffix) if SEQUENCES.contains(&format!(" {suffix} ")) => format!("str.{suffix}"),
            _ if name == "re.range" && is_wide => return refuse("a range of elements"),
            _ if name.starts_with("re.") => name.to_owned(),
            _ => return Ok(None),
        };
        let is_bare = |t: &Term| matches!(self.sort(*t), Sort::Str | Sort::Re);
        if is_proof && !is_wide && args.iter().any(is_bare) {
            return Ok(None);
        }
        let fits = |&t: &Term| match self.sort(t).element() {
            Some(of) => of == element,
            None => *self.sort(t) == Sort::Int,
        };
        refuse_if(!args.iter().all(fits), "sequences of different elements")?;
        let mut out = self.standard(&name, &self.images(&args))?;
        if name == "re.comp" {
            let words = self.all_words(element)?;
            out = self.app("re.inter", &[words, out])?;
        }
        let sorts = [Sort::Seq(element.clone()), Sort::RegEx(element.clone())];
        let sort = sorts.iter().find(|s| s.inside().as_ref() == Some(self.sort(out)));
        Ok(Some(sort.map_or(out, |sort| self.wrap(sort, out))))
    }

    /// Constants of a sort of sequences, and `seq.nth` and `seq.unit` of elements that proofs have as letters.
    pub fn qualified(&mut self, name: &str, sort: &Sort, args: &[Term]) -> Result<Option<Term>> {
        let t = match (name, sort, args) {
            ("seq.empty", Sort::Seq(_), []) => self.text(&[]),
            (_, Sort::Seq(element), []) => return Ok(self.of_empty(name, element)),
            ("re-empty-seq", Sort::RegEx(_), []) => self.written("(str.to_re \"\")", &[])?,
            ("re.none", Sort::RegEx(_), []) => self.mk("re.none", &[]),
            ("re.all", Sort::RegEx(element), []) => self.all_words(element)?,
            ("re.allchar", Sort::RegEx(element), []) => self.all_letters(element)?,
            ("const", Sort::RegEx(element), &[is_in]) => {
                let letters = self.all_letters(element)?;
                self.written("(ite b l re.none)", &[("b", is_in), ("l", letters)])?
            }
            ("seq.nth" | "seq.read", element, &[s, i]) => {
                let s = self.fitting(&Sort::Seq(element.clone().into()), s);
                return self.function(name, &[s, i]);
            }
            ("seq.unit", _, &[a]) => return self.unit(a).map(Some),
            // The element that a letter is: for proofs.
            ("seq.element", &Sort::Bits(n @ 1..=NARROW), &[s]) => {
                let code = self.app("str.to_code", &[self.image(s)])?;
                return self.modulo(code, n as usize).map(Some);
            }
            ("seq.element", element, &[_]) if element.letters().is_none() => {
                let first = self.int(0);
                return self.qualified("seq.nth", sort, &[args[0], first]);
            }
            _ => return Ok(None),
        };
        Ok(Some(self.wrap(sort, t)))
    }

    /// The language of the letters that elements are.
    pub fn all_letters(&mut self, element: &Sort) -> Result<Term> {
        let Some(size) = element.letters() else { return Ok(self.mk("re.allchar", &[])) };
        let ends = [0, size - 1].map(|c| self.text(&[c]));
        self.app("re.range", &ends)
    }

    fn all_words(&mut self, element: &Sort) -> Result<Term> {
        if element.letters().is_none() {
            return Ok(self.mk("re.all", &[]));
        }
        let letter = self.all_letters(element)?;
        self.app(Op::ReLoop(0, None), &[letter])
    }

    /// What holds of a term by its sort, or by its head: a sequence has letters that are elements, a word is a number so large, and the
    /// element at an index is the letter there.
    pub fn sort_facts(&mut self, t: Term) -> Result<Vec<Term>> {
        let i = self.image(t);
        let mut facts = match self.sort(t).clone() {
            Sort::Seq(element) if element.letters().is_some() => {
                let words = self.all_words(&element)?;
                vec![self.app("str.in_re", &[i, words])?]
            }
            Sort::Bits(width) => {
                let pairs = [("i", i), ("m", self.power(width as usize))];
                vec![self.written("(>= i 0)", &pairs)?, self.written("(< i m)", &pairs)?]
            }
            _ => Vec::new(),
        };
        let inner = if self.head(i) == "image" { self.args(i)[0] } else { i };
        if let ("seq.nth", &[s, at]) = self.at(inner) {
            let letter = self.unit(t)?;
            let pairs = [("s", self.image(s)), ("i", at), ("u", self.image(letter))];
            let text = "(or (< i 0) (>= i (str.len s)) (= (str.at s i) u))";
            facts.push(self.written(text, &pairs)?);
        }
        Ok(facts)
    }
}
