//! Sequences of elements that are no numbers of letters, as the checker reads them.
//!
//! The solver has characters for these elements, too: some that stand for constants, and functions between elements and characters. For the
//! checker such sequences are no strings, as there may be more elements than characters. So a character in one of them is written as the
//! sequence of the constant that it stands for, and a constant of the solver that is one is declared as one. Which words are such
//! sequences follows from functions that have them as arguments or values. The alternative, letters for constants in the format, would
//! make its rules about letters depend on which ones a problem has.

use base::FxHashMap;
use smtlib::printer;
use solver::trace::{Image, Refutation};
use terms::{Fun, Op, Sort, Term, Terms};

/// A fact: bit-vectors of so many bits are letters themselves.
pub(crate) const NARROW: u32 = 17;

/// Which words are sequences of what.
#[derive(Debug, Default)]
pub(crate) struct Alphabets {
    /// The elements of the sequences that functions have as arguments, and as values.
    functions: FxHashMap<Fun, (Vec<Option<Sort>>, Option<Sort>)>,
    /// The constants that characters stand for.
    constants: FxHashMap<(Sort, u32), Term>,
    /// The elements of terms that are such sequences.
    known: FxHashMap<Term, Sort>,
    /// The elements of all words, if there is one kind only.
    only: Option<Sort>,
}

/// The elements of a sort of sequences.
fn elements(terms: &Terms, sort: Sort) -> Option<Sort> {
    let Sort::Seq(element) = sort else { return None };
    Some(terms.element_sort(element))
}

/// Whether elements are no letters.
fn is_wide(element: &Sort) -> bool {
    !matches!(element, Sort::Bool | Sort::BitVec(..=NARROW))
}

impl Alphabets {
    /// What a refutation says of its functions and characters.
    pub(crate) fn new(terms: &Terms, refutation: &Refutation, roots: &[Term]) -> Alphabets {
        let mut new = Alphabets::default();
        for (&fun, &image) in &refutation.images {
            new.functions.extend(signature(terms, image).map(|signature| (fun, signature)));
        }
        new.functions.retain(|_, (params, value)| value.is_some() || !params.is_empty());
        if new.functions.is_empty() {
            return new;
        }
        for &t in &terms.post_order(&all_formulas(refutation)) {
            new.note_constant(terms, refutation, t);
        }
        let mut sorts: Vec<Sort> = Vec::new();
        for (params, value) in new.functions.values() {
            sorts.extend(params.iter().chain([value]).flatten().filter(|&sort| is_wide(sort)));
        }
        let is_string = |&t: &Term| {
            matches!(terms.op(t), Op::Apply(f) if !terms.fun(f).internal)
                && terms.sort(t) == Sort::String
        };
        let mixed = terms.post_order(roots).iter().any(is_string);
        let alike = sorts.windows(2).all(|w| w[0] == w[1]);
        new.only = sorts.first().copied().filter(|_| alike && !mixed);
        new
    }

    /// That the element of a character is a constant.
    fn note_constant(&mut self, terms: &Terms, refutation: &Refutation, t: Term) {
        if terms.op(t) != Op::Eq {
            return;
        }
        for (side, other) in [(0, 1), (1, 0)] {
            let (of, value) = (terms.arg(t, side), terms.arg(t, other));
            let Op::Apply(fun) = terms.op(of) else { continue };
            let Some(&Image::Element(sort)) = refutation.images.get(&fun) else { continue };
            if terms.op(value).is_const()
                && let Some(&[letter]) = terms.str_value(terms.arg(of, 0))
            {
                self.constants.insert((sort, letter), value);
            }
        }
    }

    /// The elements of the sequence that a constant of the solver is.
    pub(crate) fn of_constant(&mut self, t: Term, value: Option<Term>) -> Option<Sort> {
        let of = value.and_then(|v| self.known.get(&v).copied());
        let sort = if value.is_some() { of } else { self.only };
        self.known.extend(sort.map(|sort| (t, sort)));
        sort
    }

    /// Learns what `t` is; returns the elements of its arguments that are characters, or none where they are characters.
    pub(crate) fn arguments(
        &mut self,
        terms: &Terms,
        t: Term,
        opaque: Option<Op>,
    ) -> Vec<Option<Sort>> {
        let args = terms.args(t);
        if self.functions.is_empty() {
            return vec![None; args.len()];
        }
        let op = opaque.unwrap_or(terms.op(t));
        if let Op::Apply(fun) = op {
            let Some((params, value)) = self.functions.get(&fun) else {
                return vec![None; args.len()];
            };
            self.known.extend(value.map(|sort| (t, sort)));
            return params
                .iter()
                .copied()
                .chain(std::iter::repeat(None))
                .take(args.len())
                .collect();
        }
        let is_word = |t: &Term| matches!(terms.sort(*t), Sort::String | Sort::RegLan);
        let of = args.iter().filter(|a| is_word(a)).find_map(|a| self.known.get(a).copied());
        let of = of.or(self.only);
        if is_word(&t) && !args.is_empty() {
            self.known.extend(of.map(|sort| (t, sort)));
        }
        args.iter().map(|a| of.filter(|_| is_word(a))).collect()
    }

    /// The words among these terms, where others are sequences, as sequences.
    pub(crate) fn words(&self, terms: &Terms, all: &[Term]) -> Vec<Option<String>> {
        let of = all.iter().find_map(|t| self.known.get(t).copied());
        all.iter().map(|&t| of.and_then(|element| self.word(terms, element, t))).collect()
    }

    /// A word as a sequence of such elements, none if a character stands for no constant; or a language without parts as one of these.
    pub(crate) fn word(&self, terms: &Terms, element: Sort, t: Term) -> Option<String> {
        if matches!(terms.op(t), Op::ReAll | Op::ReAllChar | Op::ReNone) && is_wide(&element) {
            let (head, element) = (printer::head(terms, t), smtlib::sort_name(terms, element));
            return Some(format!("(as {head} (RegEx (Seq {element})))"));
        }
        let letters = terms.str_value(t)?;
        let mut units = Vec::with_capacity(letters.len());
        for &c in letters {
            if !is_wide(&element) {
                units.push(letter(element, c)?);
                continue;
            }
            let value = *self.constants.get(&(element, c))?;
            let inner = match element {
                Sort::Seq(_) => elements(terms, element).filter(is_wide),
                _ => None,
            };
            let text = match inner {
                // A sequence in a sequence in a sequence has no constants.
                Some(inner) => self.plain_word(terms, inner, value)?,
                None => printer::term(terms, value),
            };
            units.push(format!("(seq.unit {text})"));
        }
        Some(joined(terms, element, &units))
    }

    fn plain_word(&self, terms: &Terms, element: Sort, t: Term) -> Option<String> {
        let mut units = Vec::new();
        for &c in terms.str_value(t)? {
            let value = *self.constants.get(&(element, c))?;
            units.push(format!("(seq.unit {})", printer::term(terms, value)));
        }
        Some(joined(terms, element, &units))
    }
}

/// The sequence of the element that is a letter of this code.
fn letter(element: Sort, code: u32) -> Option<String> {
    match element {
        Sort::BitVec(width) if code >> width == 0 => {
            Some(format!("(seq.unit (_ bv{code} {width}))"))
        }
        Sort::Bool if code < 2 => Some(format!("(seq.unit {})", code == 1)),
        _ => None,
    }
}

fn joined(terms: &Terms, element: Sort, units: &[String]) -> String {
    match units {
        [] => format!("(as seq.empty (Seq {}))", smtlib::sort_name(terms, element)),
        [unit] => unit.clone(),
        _ => format!("(str.++ {})", units.join(" ")),
    }
}

fn all_formulas(refutation: &Refutation) -> Vec<Term> {
    let formula = |step: &solver::trace::Step| match *step {
        solver::trace::Step::Rewrite(_, after) => after,
        solver::trace::Step::Definition(formula, ..) => formula,
        solver::trace::Step::Substituted(_, after) => after,
    };
    refutation.steps.iter().map(formula).collect()
}

/// The elements of the sequences among the arguments of a function, and of its value, if they are no letters.
fn signature(terms: &Terms, image: Image) -> Option<(Vec<Option<Sort>>, Option<Sort>)> {
    let wide = |sort: Sort| Some(sort).filter(is_wide);
    let values = |sort: Sort| elements(terms, sort).filter(is_wide);
    Some(match image {
        Image::Function(f) => {
            let fun = terms.fun(f);
            let params: Vec<Option<Sort>> =
                fun.params.iter().map(|&s| elements(terms, s)).collect();
            let params = if params.iter().any(Option::is_some) { params } else { Vec::new() };
            (params, values(fun.ret))
        }
        Image::Nth(sort) => (vec![Some(sort)], values(sort)),
        Image::Letter(sort) => (Vec::new(), wide(sort)),
        Image::Element(sort) => {
            (wide(sort).map(|s| vec![Some(s)]).unwrap_or_default(), values(sort))
        }
        _ => return None,
    })
}
