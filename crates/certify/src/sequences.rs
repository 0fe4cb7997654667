//! Bit-vectors and sequences of them.
//!
//! The checker reads them as numbers and strings, as it says in `docs/proofs.md`, and so does the solver with sequences before it
//! begins. What is left to say is what holds of a term by its sort: that a sequence is a word of its alphabet, that a number is one of so
//! many bits, and that an element at an index is the letter there.

use crate::alphabets::NARROW;
use crate::axioms::Instance;
use crate::formulas::literal;
use crate::proof::{Literal, Proof};
use base::{FxHashSet, Int};
use smtlib::printer::{self, symbol};
use smtlib::sort_name;
use solver::trace::Image;
use terms::op::BitOp;
use terms::{Op, Sort, Term, Terms};

/// Whether there are bit-vectors, sequences or regexes over them.
pub(crate) fn has_words(terms: &Terms, roots: &[Term]) -> bool {
    let is_one = |&t: &Term| {
        matches!(terms.sort(t), Sort::BitVec(_) | Sort::Seq(_) | Sort::RegEx(_))
            || matches!(terms.op(t), Op::Bits(_))
    };
    terms.post_order(roots).iter().any(is_one)
}

/// A fact: what an axiom about vectors says of a term has it at most so many levels below a literal.
const AXIOM_DEPTH: usize = 4;

/// At most so many facts about sorts are supposed at a time.
const MAX_FACTS: usize = 40;

impl Proof<'_> {
    /// Functions of strings that are images have the names of what they are images of.
    pub(crate) fn name_images(&mut self) {
        let refutation = self.refutation.clone();
        for (&fun, &image) in &refutation.images {
            let head = match image {
                Image::Function(f) if let Some(head) = self.of_empty(f) => {
                    self.abstraction.spell(f, head.clone());
                    head
                }
                Image::Function(f) => symbol(&self.terms.fun(f).name).into_owned(),
                Image::Nth(_) => "seq.nth".to_owned(),
                Image::Element(Sort::BitVec(width @ ..=NARROW)) => {
                    format!("(_ seq.element {width})")
                }
                Image::Element(_) => "seq.element".to_owned(),
                Image::Read(_) => "seq.read".to_owned(),
                Image::Length => "seq.len".to_owned(),
                Image::Write => "seq.write".to_owned(),
                Image::Unit | Image::Letter(_) => "seq.unit".to_owned(),
                Image::Empty(sort) => {
                    format!("(as seq.empty (Seq {}))", sort_name(self.terms, sort))
                }
                Image::Difference(..) => continue,
            };
            self.abstraction.spell(fun, head);
        }
    }

    /// What one of the solver's own constants is of the empty sequence.
    fn of_empty(&self, fun: terms::Fun) -> Option<String> {
        let declared = self.terms.fun(fun);
        let name = declared.name.split('!').next()?;
        let is_own = declared.internal && matches!(name, "tail" | "first");
        is_own.then(|| format!("(as seq-{name} {})", sort_name(self.terms, declared.ret)))
    }

    /// An assertion with a predicate is written as a whole, as the variable has no meaning outside.
    pub(crate) fn abbreviate_assertion(&mut self, f: Term) {
        let is_bound = |t: &Term| matches!(self.terms.op(*t), Op::Lambda(_));
        if self.terms.post_order(&[f]).iter().any(is_bound) {
            let (name, text) = (self.texts.fresh(), printer::term(self.terms, f));
            if self.accept(&format!("(term {name} {text})")) {
                self.texts.spell(f, name);
            }
        }
    }

    pub(crate) fn image(&self, t: Term) -> Option<Image> {
        let Op::Apply(fun) = self.terms.op(t) else { return None };
        self.refutation.images.get(&fun).copied()
    }

    /// The clause holds by what sorts say of terms.
    pub(crate) fn by_sorts(&mut self, lits: &[Literal]) -> Option<String> {
        if !self.has_words {
            return None;
        }
        let roots: Vec<Term> = lits.iter().map(|l| l.0).collect();
        let all = self.terms.post_order(&roots);
        for &t in all.iter().rev() {
            if self.image(t).is_some() {
                let name = self.by_sort(lits, t);
                if name.is_some() {
                    return name;
                }
            }
        }
        let (mut clause, mut hints) = (Vec::new(), Vec::new());
        for &t in &all {
            if let Some(Image::Letter(Sort::BitVec(width @ ..=NARROW))) = self.image(t) {
                for fact in self.letter_facts(t, width)? {
                    clause.push((fact.0.0, !fact.0.1));
                    hints.push(fact.1);
                }
            }
        }
        if hints.is_empty() || hints.len() > MAX_FACTS {
            return None;
        }
        clause.extend(lits);
        let step = ["norm", "lang"].iter().find_map(|rule| self.step(&clause, rule));
        hints.push(step.or_else(|| self.by_arithmetic(&clause))?);
        self.rup(lits, &hints)
    }

    /// A step by what holds of the image `t` by its sort, or because it is an element.
    pub(crate) fn by_sort(&mut self, lits: &[Literal], t: Term) -> Option<String> {
        let text = self.text(t);
        let names: &[&str] = match self.terms.sort(t) {
            Sort::BitVec(_) => &["word-least", "word-most"],
            Sort::String => &["seq-letters"],
            _ => &[],
        };
        let mut rules: Vec<String> =
            names.iter().map(|name| format!("(ax {name} {text})")).collect();
        if let Some(Image::Nth(_)) = self.image(t) {
            let args = self.terms.args(t).to_vec();
            rules.push(format!("(ax seq-letter {text} {})", self.texts_of(&args)));
        }
        rules.iter().find_map(|rule| self.step(lits, rule))
    }

    /// The index at which two vectors differ is a term for the checker.
    pub(crate) fn difference(&mut self, t: Term) -> Option<String> {
        let Some(Image::Difference(a, b)) = self.image(t) else { return None };
        let (a, b) = (self.text(a), self.text(b));
        Some(format!("(seq.diff {a} {b})"))
    }

    /// The clause by one axiom about sequences of any elements.
    pub(crate) fn by_arrays(&mut self, lits: &[Literal]) -> Option<String> {
        if !self.refutation.images.values().any(|i| matches!(i, Image::Length)) {
            return None;
        }
        let roots: Vec<Term> = lits.iter().map(|l| l.0).collect();
        self.introduce(&roots);
        let mut clause = Vec::new();
        for &(t, positive) in lits {
            if positive && self.terms.op(t) == Op::Or {
                clause.extend(self.terms.args(t).iter().map(|&p| literal(self.terms, p)));
            } else {
                clause.push((t, positive));
            }
        }
        let mut found = None;
        for t in self.near_top(&clause) {
            if !self.is_axiom_about(&clause, t) {
                continue;
            }
            let rules = self.array_axioms(t);
            found = rules.iter().find_map(|rule| self.step(&clause, rule));
            if found.is_some() {
                break;
            }
        }
        let mut hints = vec![found?];
        for &(t, positive) in lits {
            if positive && self.terms.op(t) == Op::Or {
                for p in self.terms.args(t).to_vec() {
                    let (p, positive) = literal(self.terms, p);
                    hints.push(self.step(&[(t, true), (p, !positive)], "taut")?);
                }
            }
        }
        if hints.len() == 1 { hints.pop() } else { self.rup(lits, &hints) }
    }

    /// Whether a clause has the form of an axiom about `t`.
    fn is_axiom_about(&self, clause: &[Literal], t: Term) -> bool {
        let is_side = |&(f, positive): &Literal| {
            let sides =
                if positive && self.terms.op(f) == Op::Eq { self.terms.args(f) } else { &[] };
            sides.iter().any(|&s| s == t || self.terms.args(s).first() == Some(&t))
        };
        match self.image(t) {
            Some(Image::Length) => clause.len() == 1,
            Some(Image::Difference(..)) => clause.iter().any(|l| self.terms.op(l.0) == Op::And),
            Some(_) => clause.iter().any(is_side),
            None => false,
        }
    }

    /// The terms at the top of a clause, each once: axioms are about no others, and vectors are written deep inside of each other.
    fn near_top(&self, clause: &[Literal]) -> Vec<Term> {
        let mut layer: Vec<Term> = clause.iter().map(|l| l.0).collect();
        let (mut all, mut seen) = (Vec::new(), FxHashSet::default());
        for _ in 0..AXIOM_DEPTH {
            layer.retain(|&t| seen.insert(t));
            all.extend(&layer);
            layer = layer.iter().flat_map(|&t| self.terms.args(t)).copied().collect();
        }
        all
    }

    /// What the table of axioms says of a function of arrays.
    fn array_axioms(&mut self, t: Term) -> Vec<String> {
        let args = self.terms.args(t).to_vec();
        match self.image(t) {
            Some(Image::Length) => {
                let s = self.text(args[0]);
                let mut out = vec![format!("(ax seq-length {s})")];
                match self.image(args[0]) {
                    Some(Image::Empty(_)) => out.push(format!("(ax seq-empty {s})")),
                    Some(Image::Unit) => {
                        let v = self.text(self.terms.arg(args[0], 0));
                        out.push(format!("(ax seq-unit-length {v})"));
                    }
                    _ => {}
                }
                out
            }
            Some(Image::Nth(_)) => vec![format!("(ax seq-read {})", self.texts_of(&args))],
            Some(Image::Write) => {
                let args = self.texts_of(&args);
                let names = ["seq-write-length", "seq-write-read", "seq-write-outside"];
                names.iter().map(|name| format!("(ax {name} {args})")).collect()
            }
            Some(Image::Read(_)) => {
                let inner = self.terms.args(args[0]).to_vec();
                match self.image(args[0]) {
                    Some(Image::Write) => {
                        let (inner, j) = (self.texts_of(&inner), self.text(args[1]));
                        vec![format!("(ax seq-write-other {inner} {j})")]
                    }
                    Some(Image::Unit) => {
                        vec![format!("(ax seq-unit-read {})", self.texts_of(&inner))]
                    }
                    _ => Vec::new(),
                }
            }
            Some(Image::Difference(a, b)) => {
                vec![format!("(ax seq-differ {})", self.texts_of(&[a, b]))]
            }
            _ => Vec::new(),
        }
    }

    fn texts_of(&mut self, args: &[Term]) -> String {
        let texts: Vec<String> = args.iter().map(|&a| self.text(a)).collect();
        texts.join(" ")
    }

    /// What holds of the letter `t` of a bit-vector, with the names of the steps: its code is the number, which is one of so many bits.
    pub(crate) fn letter_facts(&mut self, t: Term, width: u32) -> Option<Vec<(Literal, String)>> {
        let a = self.terms.arg(t, 0);
        let number = self.terms.mk(Op::Bits(BitOp::ToInt), &[a]);
        let (zero, size) = (self.terms.int(0), self.terms.int(Int::from(2).pow(width)));
        let (low, high) = (self.terms.ge(number, zero), self.terms.lt(number, size));
        let mut facts = Vec::new();
        for fact in [low, high] {
            let fact = literal(self.terms, fact);
            if self.terms.bool_value(fact.0).is_none() {
                let mut name = self.by_sort(&[fact], a);
                name = name.or_else(|| self.step(&[fact], "norm"));
                facts.push((fact, name?));
            }
        }
        for fact in self.letter_code(t, number, &facts)? {
            facts.push(fact);
        }
        let rest = self.terms.mk(Op::Mod, &[number, size]);
        let same = (self.terms.eq(rest, number), true);
        let whole = self.step(&[same], "norm").or_else(|| self.by_orders(&[same]));
        facts.extend(whole.map(|name| (same, name)));
        Some(facts)
    }

    /// The length and the code of the letter `t` of a number, of which these facts are known.
    fn letter_code(
        &mut self,
        t: Term,
        number: Term,
        known: &[(Literal, String)],
    ) -> Option<Vec<(Literal, String)>> {
        let (zero, most) = (self.terms.int(0), self.terms.int(terms::sort::MAX_CHAR));
        let bounds = [self.terms.ge(number, zero), self.terms.ge(most, number)];
        let instance = Instance { name: "char-code", args: vec![number] };
        let code = self.instance_formula(&instance)?;
        let mut clause = vec![(code, false)];
        let mut hints = vec![self.axiom(&[(code, true)], &instance)?];
        for bound in bounds {
            let bound = literal(self.terms, bound);
            let mut reasons: Vec<Literal> = known.iter().map(|&((t, p), _)| (t, !p)).collect();
            reasons.push(bound);
            if self.terms.bool_value(bound.0).is_none() {
                hints.push(self.by_arithmetic(&reasons)?);
                clause.push((bound.0, !bound.1));
            }
        }
        hints.extend(known.iter().map(|(_, name)| name.clone()));
        let (of_letter, one) = (self.terms.mk(Op::StrToCode, &[t]), self.terms.int(1));
        let length = self.terms.len_of(t);
        let mut facts = Vec::new();
        for fact in [self.terms.eq(of_letter, number), self.terms.eq(length, one)] {
            let fact = literal(self.terms, fact);
            let step = self.step(&[clause.as_slice(), &[fact]].concat(), "norm")?;
            let name = self.rup(&[fact], &[hints.as_slice(), &[step]].concat())?;
            facts.push((fact, name));
        }
        Some(facts)
    }
}
