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

use crate::base::*;
use crate::read::Names;
use crate::sexpr::{Command, table};
use std::rc::Rc;
use std::sync::OnceLock;

/// The functions of bit-vectors, and others of sequences.
const WORDS: &str = concat!(include_str!("../words.smt2"), include_str!("../sequences.smt2"));

/// The functions of sequences that are those of strings, without `seq.`.
const SEQUENCES: &str = " ++ len at substr contains prefixof suffixof indexof replace update rev \
    replace_all in_re has to_re ";

/// Functions of the tables that may have more arguments than there.
const LEFT: [&str; 8] = ["xor", "re.diff", "concat", "bvand", "bvor", "bvxor", "bvadd", "bvmul"];

/// As elements, bit-vectors have at most so many bits: no more than letters.
const NARROW: u32 = 17;

/// Words of more bits are not read.
pub const MAX_WIDTH: usize = 65_536;

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

    /// How many sequences are around what is no sequence.
    pub fn depth(&self) -> usize {
        std::iter::successors(self.element(), |of| of.element()).count()
    }

    /// The sort of sequences over this one, of languages of these, or of sets of it; none if it is not known.
    pub fn within(self, kind: &str) -> Option<Sort> {
        match (kind, self) {
            ("Seq", of) => Some(Sort::Seq(of.into())),
            ("RegEx", Sort::Seq(element)) => Some(Sort::RegEx(element)),
            // As the proposal of 2012 has it.
            ("RegEx", of @ (Sort::Bits(_) | Sort::Bool)) => Some(Sort::RegEx(of.into())),
            ("Array", of) if of.letters().is_some() => Some(Sort::RegEx(of.into())),
            _ => None,
        }
    }
}

/// `(define NAME (x*) RESULT TERM)`.
fn definition(name: &str) -> Option<&'static Command<'static>> {
    static TABLE: OnceLock<Map<&str, Command<'_>>> = OnceLock::new();
    TABLE.get_or_init(|| table(WORDS)).get(name)
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
        refuse_if(!(1..=MAX_WIDTH).contains(&width), "a word of so many bits")?;
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

    /// How many bits a word has.
    pub fn width(&self, t: Term) -> Option<usize> {
        if let Sort::Bits(width) = self.sort(t) { Some(*width as usize) } else { None }
    }

    /// The application of a function that no script declares: of bit-vectors, of sequences, or of the standard.
    pub fn apply(&mut self, name: &str, args: &[Term], is_proof: bool) -> Result<Term> {
        let is_plain = args.iter().all(|&a| self.sort(a).inside().is_none());
        if is_plain && !matches!(name, "seq.unit" | "re-range" | "2^" | "image") {
            return self.standard(name, args);
        }
        let element = args.iter().find_map(|&a| self.sort(a).element()).cloned();
        let mut args = args.to_vec();
        match (name, &args[..], &element) {
            ("2^", &[n], _) => {
                let exponent = self.small(n).filter(|n| *n <= 2 * MAX_WIDTH);
                return Ok(self.power(exponent.ok_or("a power of another number")?));
            }
            ("seq.unit", &[a], _) => return self.unit(a),
            ("seq.nth" | "seq.read" | "seq.diff", _, Some(_)) => return self.function(name, &args),
            ("image", &[a], _) => return Ok(self.image(a)),
            ("re-range", [_, _], _) => {
                for a in &mut args {
                    *a = if let Sort::Seq(_) = self.sort(*a) { *a } else { self.unit(*a)? };
                }
            }
            _ => {}
        }
        match definition(name) {
            Some(_) => self.defined(name, &args, is_proof),
            None => self.on_wrapped(name, &args, is_proof),
        }
    }

    /// A function that is applied to what is inside of its arguments: one of sequences, one of any sort, and in proofs each. There the
    /// names of functions of strings are those of sequences, too, where no string is beside these.
    fn on_wrapped(&mut self, name: &str, args: &[Term], is_proof: bool) -> Result<Term> {
        let element = args.iter().find_map(|&a| self.sort(a).element()).cloned();
        let suffix = name.strip_prefix("seq.");
        let suffix = suffix.or_else(|| name.strip_prefix("str.").filter(|_| is_proof));
        let is_bare = |t: &Term| matches!(self.sort(*t), Sort::Str | Sort::Re);
        let beside = is_proof && args.iter().any(is_bare);
        let of_strings = match suffix {
            Some(suffix) if SEQUENCES.contains(&format!(" {suffix} ")) => {
                Some(format!("str.{suffix}"))
            }
            _ => name.starts_with("re.").then(|| name.to_owned()),
        };
        if let (Some(element), Some(name), false) = (element, of_strings, beside) {
            return self.on_sequences(&name, args, &element);
        }
        let compared = if name == "ite" { args.get(1..).unwrap_or(&[]) } else { args };
        let is_any = matches!(name, "=" | "distinct" | "ite")
            && compared.windows(2).all(|w| self.sort(w[0]) == self.sort(w[1]));
        refuse_if(self.is_wide(args) && is_proof && !is_any, "sequences beside strings")?;
        if !is_proof && !is_any {
            return self.standard(name, args);
        }
        let sort = compared.first().filter(|_| name == "ite" && is_any);
        let sort = sort.map_or(Sort::Bool, |&t| self.sort(t).clone());
        let out = self.standard(name, &self.images(args))?;
        Ok(self.wrap(&sort, out))
    }

    /// A function of sequences over `element`, under the name of that of strings.
    fn on_sequences(&mut self, name: &str, args: &[Term], element: &Rc<Sort>) -> Result<Term> {
        let is_wide = element.letters().is_none();
        refuse_if(name == "re.range" && is_wide, "a range of elements")?;
        let fits = |&t: &Term| match self.sort(t).element() {
            Some(of) => of == element,
            None => *self.sort(t) == Sort::Int,
        };
        refuse_if(!args.iter().all(fits), "sequences of different elements")?;
        let mut out = self.standard(name, &self.images(args))?;
        if name == "re.comp" {
            let words = self.all_words(element)?;
            out = self.app("re.inter", &[words, out])?;
        }
        let sorts = [Sort::Seq(element.clone()), Sort::RegEx(element.clone())];
        let sort = sorts.iter().find(|s| s.inside().as_ref() == Some(self.sort(out)));
        Ok(sort.map_or(out, |sort| self.wrap(sort, out)))
    }

    /// A function by the table; some functions of more than two arguments are applied from the left.
    pub fn defined(&mut self, name: &str, args: &[Term], is_proof: bool) -> Result<Term> {
        if let (true, [a, b, rest @ ..]) = (args.len() > 2 && LEFT.contains(&name), args) {
            let first = self.defined(name, &[*a, *b], is_proof)?;
            let mut rest = rest.iter();
            return rest.try_fold(first, |all, &c| self.defined(name, &[all, c], is_proof));
        }
        let of = definition(name).ok_or_else(|| format!("unknown: {name}"))?;
        let &[_, _, params, result, body] = of.list(of.root())? else { return refuse("no table") };
        let params = all(of.list(params)?.iter().map(|&p| of.symbol(p)))?;
        if args.len() != params.len() {
            return refuse(format!("{name} of so many arguments"));
        }
        let kind = of.symbol(result).unwrap_or_default();
        if kind == "S" {
            let mut names = Names::of_table(is_proof);
            names.set_sort("E", self.sort(args[0]).element().map(|element| (**element).clone()));
            let pairs: Vec<_> = params.into_iter().zip(args.iter().copied()).collect();
            return names.term(self, (of, body), &pairs);
        }
        let words = params.iter().zip(args).filter(|(p, _)| matches!(**p, "a" | "b"));
        let widths =
            all(words.map(|(_, &a)| Ok(self.width(a).ok_or("a bit-vector is expected")?)))?;
        let is_same = name == "concat" || widths.windows(2).all(|w| w[0] == w[1]);
        refuse_if(!is_same, "words of different widths")?;
        let mut pairs: Vec<_> = params.into_iter().zip(self.images(args)).collect();
        if let [first, .., last] | [first @ last] = widths[..] {
            let half = self.power(first - 1);
            pairs.extend([("M", self.power(first)), ("H", half)]);
            pairs.extend([("N", self.int(first)), ("P", self.int(last))]);
        }
        let out = Names::of_table(false).term(self, (of, body), &pairs)?;
        if let "Bool" | "Int" = kind {
            return Ok(out);
        }
        let width = Names::of_table(false).term(self, (of, result), &pairs)?;
        self.word(self.small(width).unwrap_or(0), out)
    }

    /// The small number that an expression of numbers is.
    fn small(&self, t: Term) -> Option<usize> {
        let values = self.values(&self.post_order(&[t], |_| false), |_| None);
        usize::try_from(values.get(&t)?.number()?).ok()
    }

    /// The letter of an element, as a sequence.
    pub fn unit(&mut self, a: Term) -> Result<Term> {
        let element = self.sort(a).clone();
        refuse_if(element.depth() >= MAX_DEPTH, "a sort is nested too deep")?;
        let sequence = Sort::Seq(element.clone().into());
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
    fn function(&mut self, name: &str, args: &[Term]) -> Result<Term> {
        let sorts: Vec<&Sort> = args.iter().map(|&a| self.sort(a)).collect();
        let op = match (name, &sorts[..]) {
            ("seq.nth", [Sort::Seq(element), Sort::Int]) => Op::Any("seq.nth", (**element).clone()),
            ("seq.read", [Sort::Seq(element), Sort::Int]) => {
                Op::Any("seq.read", (**element).clone())
            }
            ("seq.diff", [s @ Sort::Seq(_), t]) if s == t => Op::Any("seq.diff", Sort::Int),
            _ => return refuse("the sorts of arguments do not fit"),
        };
        let t = self.app(op, args)?;
        Ok(self.opened(t))
    }

    fn unknown(&mut self, name: &'static str, sort: Sort) -> Result<Term> {
        let t = self.mk(Op::Any(name, sort), &[]);
        Ok(self.opened(t))
    }

    /// Whether there is a wide sequence, or a language of them: its elements are no numbers of letters.
    pub fn is_wide(&self, args: &[Term]) -> bool {
        args.iter().any(|&a| self.sort(a).element().is_some_and(|e| e.letters().is_none()))
    }

    /// Constants of a sort of sequences, and functions whose arguments have said which. What `seq-tail`, `seq-first` and
    /// `seq-last` are of the empty sequence, nobody knows.
    pub fn qualified(&mut self, name: &str, sort: &Sort, args: &[Term]) -> Result<Term> {
        let t = match (name, sort, args) {
            ("seq.empty", Sort::Seq(_), []) => self.text(&[]),
            ("seq-tail", Sort::Seq(_), []) => return self.unknown("seq-tail", sort.clone()),
            ("seq-first", Sort::Seq(_), []) => return self.unknown("seq-first", sort.clone()),
            ("seq-last", Sort::Seq(of), []) => return self.unknown("seq-last", (**of).clone()),
            ("re-empty-seq", Sort::RegEx(_), []) => self.written("(str.to_re \"\")", &[])?,
            ("re.none", Sort::RegEx(_), []) => self.mk("re.none", &[]),
            ("re.all", Sort::RegEx(element), []) => self.all_words(element)?,
            ("re.allchar", Sort::RegEx(element), []) => self.all_letters(element)?,
            ("const", Sort::RegEx(element), &[is_in]) => {
                let letters = self.all_letters(element)?;
                self.written("(ite b l re.none)", &[("b", is_in), ("l", letters)])?
            }
            ("seq.nth" | "seq.read" | "seq.unit", _, [_, ..]) => {
                return self.apply(name, args, false);
            }
            _ => return refuse(format!("unknown: {name}")),
        };
        Ok(self.wrap(sort, t))
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
}
