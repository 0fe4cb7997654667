//! A membership of a string of known length, letter by letter.
//!
//! The solver states such a membership as a circuit over the elements that the letters are (`regex.letters`). Here its equality with the
//! membership is proven from the last letter to the first: `t_i`, what is left of the string from letter `i` on, is letter `c_i` and
//! `t_{i+1}`, and it leads from a state of the automaton to a final one if `c_i` is in the guard of an edge and `t_{i+1}` leads on from
//! there (Brzozowski, *Derivatives of regular expressions*, 1964). Each of these steps is about one edge, so `lang` decides it; and that a
//! letter is in a range is a comparison of the element that it is. To try all words, one clause for each, would be exponential.

use crate::axioms::Instance;
use crate::noodles::{language, paths};
use crate::proof::{Literal, Proof};
use automata::CharSet;
use automata::nfa::{Nfa, State};
use base::FxHashMap;
use solver::trace::Image;
use terms::op::BitOp;
use terms::{Op, Sort, Term};

/// Letters of a string.
const MAX_LETTERS: usize = 24;

/// What one edge costs, as so many commands.
const EDGE_COMMANDS: usize = 10;

/// A membership that is unfolded.
struct Unfolding {
    /// The string, and that it does not have so many letters.
    s: Term,
    other_length: Literal,
    count: usize,
    dfa: Nfa,
    ends: Vec<State>,
}

/// A letter of the string, with what is known of it.
struct Letter {
    /// The letter, and what is left from there on and after it.
    this: Term,
    from: Term,
    after: Term,
    /// Facts that hold at this length, negated; and what gives them.
    known: Vec<Literal>,
    hints: Vec<String>,
    /// The element that it is.
    element: Option<Element>,
}

/// A bit-vector that is a letter: the letter has this code.
#[derive(Clone, Copy)]
struct Element {
    this: Term,
    width: u32,
}

/// A state at a letter: the formula that says that the rest leads from there to the end, and that this is the membership of the rest.
#[derive(Clone)]
struct Gate {
    meaning: Term,
    hints: Vec<String>,
}

impl Proof<'_> {
    /// A clause that says what a membership means, for one length of its string.
    pub(crate) fn by_unfolding(&mut self, lits: &[Literal]) -> Option<String> {
        let (other_length, s, count) = lits.iter().find_map(|&l| self.other_length(l))?;
        let is_equation = |&&(t, positive): &&Literal| positive && self.terms.op(t) == Op::Eq;
        let &(equation, _) = lits.iter().find(is_equation)?;
        let sides = [0, 1].map(|i| self.terms.arg(equation, i));
        let is_member =
            |t: &&Term| self.terms.op(**t) == Op::StrInRe && self.terms.arg(**t, 0) == s;
        let &member = sides.iter().find(is_member)?;
        let meaning = if sides[0] == member { sides[1] } else { sides[0] };
        let dfa = self.automaton(self.terms.arg(member, 1))?;
        let ends = dfa.states().filter(|&q| dfa.is_final(q)).collect();
        let whole = Unfolding { s, other_length, count, dfa, ends };
        let (unfolded, mut hints) = self.unfold(&whole, member, meaning)?;
        for positive in [true, false] {
            hints.push(self.attempt(&[(meaning, positive), (unfolded, !positive)])?);
            hints.push(
                self.step(&[(equation, true), (member, positive), (meaning, positive)], "taut")?,
            );
        }
        // Propagation needs to know one side.
        hints.push(self.rup(&with(lits, &[(member, true)]), &hints)?);
        self.rup(lits, &hints)
    }

    /// The string and the number of a literal that says that the string has not so many letters.
    fn other_length(&self, lit: Literal) -> Option<(Literal, Term, usize)> {
        if lit.1 || self.terms.op(lit.0) != Op::Eq {
            return None;
        }
        let (a, b) = (self.terms.arg(lit.0, 0), self.terms.arg(lit.0, 1));
        let (length, number) = if self.terms.op(a) == Op::StrLen { (a, b) } else { (b, a) };
        let count = self.terms.int_value(number)?.to_string().parse().ok()?;
        let is_length = self.terms.op(length) == Op::StrLen && (1..=MAX_LETTERS).contains(&count);
        is_length.then(|| (lit, self.terms.arg(length, 0), count))
    }

    /// A formula over letters, and clauses by which it is the membership at this length.
    fn unfold(
        &mut self,
        whole: &Unfolding,
        member: Term,
        meaning: Term,
    ) -> Option<(Term, Vec<String>)> {
        let mut layers = vec![whole.dfa.initial().to_vec()];
        for _ in 0..whole.count {
            let states = layers.last()?;
            let mut next: Vec<State> =
                states.iter().flat_map(|&q| whole.dfa.edges(q)).map(|e| e.1).collect();
            next.sort_unstable();
            next.dedup();
            layers.push(next);
        }
        let mut gates = FxHashMap::default();
        for &q in layers.last()? {
            let meaning = self.terms.bool(whole.dfa.is_final(q));
            gates.insert(q, Gate { meaning, hints: Vec::new() });
        }
        let nothing = self.terms.string(&[]);
        gates = self.ends(whole, nothing, gates)?;
        for i in (0..whole.count).rev() {
            let letter = self.letter(whole, i, meaning)?;
            let mut layer = FxHashMap::default();
            for &q in &layers[i] {
                if let Some(gate) = self.gate(whole, &letter, q, &gates)? {
                    layer.insert(q, gate);
                }
            }
            gates = layer;
        }
        self.of_string(whole, member, &gates)
    }

    /// After the last letter, the empty string is left.
    fn ends(
        &mut self,
        whole: &Unfolding,
        nothing: Term,
        mut gates: FxHashMap<State, Gate>,
    ) -> Option<FxHashMap<State, Gate>> {
        let mut states: Vec<State> = gates.keys().copied().collect();
        states.sort_unstable();
        for q in states {
            let gate = gates.get_mut(&q)?;
            if let Some(r) = paths(self.terms, &whole.dfa, q, &whole.ends) {
                let member = self.terms.in_re(nothing, r);
                let is_final = whole.dfa.is_final(q);
                let holds = self.step(&[(member, is_final)], "norm");
                gate.hints.push(holds.or_else(|| self.step(&[(member, is_final)], "lang"))?);
            }
            let truth = self.terms.tt();
            gate.hints.push(self.step(&[(truth, true)], "taut")?);
        }
        Some(gates)
    }

    /// From the first letter on, it is the string itself.
    fn of_string(
        &mut self,
        whole: &Unfolding,
        member: Term,
        gates: &FxHashMap<State, Gate>,
    ) -> Option<(Term, Vec<String>)> {
        let start = *whole.dfa.initial().first()?;
        let Some(gate) = gates.get(&start) else {
            let nothing = self.terms.ff();
            return Some((
                nothing,
                vec![self.step(&[whole.other_length, (member, false)], "lang")?],
            ));
        };
        let (zero, count) = (self.terms.int(0), self.terms.int(whole.count as u64));
        let args = vec![whole.s, zero, count];
        let rest = self.terms.mk(Op::StrSubstr, &args);
        let same = (self.terms.eq(rest, whole.s), true);
        let given = (whole.other_length.0, true);
        let instance = Instance { name: "substr-whole", args };
        let mut hints = self.by_instance(&instance, &[given], &[same])?;
        let language = paths(self.terms, &whole.dfa, start, &whole.ends)?;
        let of_rest = self.terms.in_re(rest, language);
        for positive in [true, false] {
            let clause = [(same.0, false), (member, !positive), (of_rest, positive)];
            hints.push(self.step(&clause, "lang")?);
        }
        hints.extend(gate.hints.iter().cloned());
        Some((gate.meaning, hints))
    }

    /// What is known of letter `i`.
    fn letter(&mut self, whole: &Unfolding, i: usize, meaning: Term) -> Option<Letter> {
        let left = whole.count - i;
        let [at, next, one, rest, others] =
            [i, i + 1, 1, left, left - 1].map(|n| self.terms.int(n as u64));
        let this = self.terms.mk(Op::StrSubstr, &[whole.s, at, one]);
        let from = self.terms.mk(Op::StrSubstr, &[whole.s, at, rest]);
        let mut letter =
            Letter { this, from, after: this, known: Vec::new(), hints: Vec::new(), element: None };
        let length = self.terms.len_of(this);
        let single = (self.terms.eq(length, one), true);
        let given = (whole.other_length.0, true);
        let instance = Instance { name: "substr-length", args: vec![whole.s, at, one] };
        letter.hints.extend(self.by_instance(&instance, &[given], &[single])?);
        letter.known.push((single.0, false));
        if left > 1 {
            letter.after = self.terms.mk(Op::StrSubstr, &[whole.s, next, others]);
            let parts = self.terms.mk(Op::StrConcat, &[this, letter.after]);
            let same = (self.terms.eq(from, parts), true);
            let instance = Instance { name: "substr-join", args: vec![whole.s, at, one, others] };
            letter.hints.push(self.axiom(&[same], &instance)?);
            letter.known.push((same.0, false));
        } else {
            letter.after = self.terms.string(&[]);
        }
        letter.element = self.element(whole, at, meaning);
        if let Some(element) = letter.element {
            self.code(whole, at, element, &mut letter)?;
        }
        Some(letter)
    }

    /// The element at a place that the formula speaks of.
    fn element(&self, whole: &Unfolding, at: Term, meaning: Term) -> Option<Element> {
        self.terms.post_order(&[meaning]).into_iter().find_map(|t| {
            let Some(Image::Nth(Sort::BitVec(width))) = self.image(t) else { return None };
            (*self.terms.args(t) == [whole.s, at]).then_some(Element { this: t, width })
        })
    }

    /// The code of a letter is the number that its element is.
    fn code(
        &mut self,
        whole: &Unfolding,
        at: Term,
        element: Element,
        letter: &mut Letter,
    ) -> Option<()> {
        let sort = Sort::BitVec(element.width);
        let refutation = self.refutation.clone();
        let mut images = refutation.images.iter();
        let (&fun, _) =
            images.find(|(_, image)| matches!(image, Image::Letter(s) if *s == sort))?;
        let unit = self.terms.mk(Op::Apply(fun), &[element.this]);
        let (zero, length) = (self.terms.int(0), self.terms.len_of(whole.s));
        let outside = [self.terms.lt(at, zero), self.terms.ge(at, length)];
        let there = self.terms.mk(Op::StrAt, &[whole.s, at]);
        let is_unit = self.terms.eq(there, unit);
        let fact = self.terms.or(&[outside[0], outside[1], is_unit]);
        letter.hints.push(self.by_sort(&[(fact, true)], element.this)?);
        let same = self.terms.eq(letter.this, unit);
        letter.hints.push(self.step(&[(fact, false), whole.other_length, (same, true)], "norm")?);
        let [of_unit, of_this] = [unit, letter.this].map(|t| self.terms.mk(Op::StrToCode, &[t]));
        let number = self.terms.mk(Op::Bits(BitOp::ToInt), &[element.this]);
        let mut coded = vec![(same, false)];
        for (fact, name) in self.letter_facts(unit, element.width)? {
            letter.hints.push(name);
            if fact.0 == self.terms.eq(of_unit, number) {
                coded.push((fact.0, false));
            } else {
                letter.known.push((fact.0, !fact.1));
            }
        }
        let code = self.terms.eq(of_this, number);
        coded.push((code, true));
        letter.hints.push(self.congruent(&coded)?);
        letter.known.push((code, false));
        Some(())
    }

    /// Whether the rest from a letter on leads from a state to the end; none if nothing leads there.
    fn gate(
        &mut self,
        whole: &Unfolding,
        letter: &Letter,
        q: State,
        next: &FxHashMap<State, Gate>,
    ) -> Option<Option<Gate>> {
        let Some(r) = paths(self.terms, &whole.dfa, q, &whole.ends) else { return Some(None) };
        let member = self.terms.in_re(letter.from, r);
        let (mut cases, mut hints) = (Vec::new(), letter.hints.clone());
        let mut inside = vec![(member, false)];
        for (guard, target) in whole.dfa.edges(q).to_vec() {
            let Some(rest) = paths(self.terms, &whole.dfa, target, &whole.ends) else { continue };
            let Some(gate) = next.get(&target) else { continue };
            if !self.may(EDGE_COMMANDS) {
                return None;
            }
            let on = self.terms.in_re(letter.after, rest);
            let (read, is_read) = self.read(whole, letter, &guard, &mut hints)?;
            hints.extend(gate.hints.iter().cloned());
            for positive in [true, false] {
                let edge = [(read, false), (member, !positive), (on, positive)];
                hints.push(self.step(&with(&edge, &letter.known), "lang")?);
            }
            inside.push((read, true));
            cases.push((read, self.terms.and(&[is_read, gate.meaning]), [is_read, gate.meaning]));
        }
        hints.push(self.step(&with(&inside, &letter.known), "lang")?);
        let all: Vec<Term> = cases.iter().map(|c| c.1).collect();
        let meaning = self.terms.or(&all);
        let mut forth = Vec::new();
        for (read, case, parts) in cases {
            let clause = [(parts[0], false), (parts[1], false), (case, true)];
            hints.push(self.step(&clause, "taut")?);
            hints.push(self.step(&[(case, false), (meaning, true)], "taut")?);
            hints.extend(
                parts.iter().filter_map(|&p| self.step(&[(case, false), (p, true)], "taut")),
            );
            let clause = [whole.other_length, (member, false), (read, false), (meaning, true)];
            forth.push(self.rup(&clause, &hints)?);
            let clause = [whole.other_length, (member, true), (case, false)];
            forth.push(self.rup(&clause, &hints)?);
        }
        let some: Vec<Literal> = all.iter().map(|&c| (c, true)).chain([(meaning, false)]).collect();
        forth.push(self.step(&some, "taut")?);
        hints.extend(forth);
        let names = [false, true].map(|positive| {
            self.rup(&[whole.other_length, (member, positive), (meaning, !positive)], &hints)
        });
        let names: Option<Vec<String>> = names.into_iter().collect();
        Some(Some(Gate { meaning, hints: names? }))
    }

    /// That a letter is in a set, as a membership and as a formula over its element, and why they are the same.
    fn read(
        &mut self,
        whole: &Unfolding,
        letter: &Letter,
        guard: &CharSet,
        hints: &mut Vec<String>,
    ) -> Option<(Term, Term)> {
        let set = language(self.terms, guard);
        let read = self.terms.in_re(letter.this, set);
        if guard.is_full() {
            hints.push(self.step(&with(&[(read, true)], &letter.known), "lang")?);
            return Some((read, self.terms.tt()));
        }
        let Some(element) = letter.element else { return Some((read, read)) };
        let code = self.terms.mk(Op::StrToCode, &[letter.this]);
        let (mut ranges, mut spans) = (Vec::new(), vec![(read, false)]);
        for &(low, high) in guard.ranges() {
            let span = language(self.terms, &CharSet::range(low, high));
            let span = self.terms.in_re(letter.this, span);
            let between = self.between(element, (low, high));
            let ends = [self.terms.int(low), self.terms.int(high)];
            let bounds = [self.terms.ge(code, ends[0]), self.terms.ge(ends[1], code)];
            let inside = [(bounds[0], false), (bounds[1], false)];
            hints.push(self.step(&[inside[0], inside[1], (span, true)], "lang")?);
            let clause = with(&[inside[0], inside[1], (between, true)], &letter.known);
            hints.push(self.step(&clause, "norm")?);
            for bound in bounds {
                hints.push(self.step(&[(span, false), (bound, true)], "lang")?);
                let clause = with(&[(between, false), (bound, true)], &letter.known);
                hints.push(self.step(&clause, "norm")?);
            }
            if span != read {
                hints.push(self.step(&[(span, false), (read, true)], "lang")?);
            }
            ranges.push(between);
            spans.push((span, true));
        }
        let is_read = self.terms.or(&ranges);
        for &between in &ranges {
            hints.push(self.step(&[(between, false), (is_read, true)], "taut")?);
        }
        let some: Vec<Literal> =
            ranges.iter().map(|&b| (b, true)).chain([(is_read, false)]).collect();
        hints.push(self.step(&some, "taut")?);
        if spans.len() > 2 {
            hints.push(self.step(&spans, "lang")?);
        }
        // Range by range, as propagation does not distinguish cases.
        let other = whole.other_length;
        for (&(span, _), &between) in spans[1..].iter().zip(&ranges) {
            for clause in [[(between, false), (read, true)], [(span, false), (between, true)]] {
                let name = self.rup(&with(&[other], &clause), hints)?;
                hints.push(name);
            }
        }
        for positive in [true, false] {
            let name = self.rup(&[other, (read, positive), (is_read, !positive)], hints)?;
            hints.push(name);
        }
        Some((read, is_read))
    }

    /// Whether an element is a number in a range.
    fn between(&mut self, element: Element, (low, high): (u32, u32)) -> Term {
        let most = (1 << element.width) - 1;
        if low > most {
            return self.terms.ff();
        }
        let [from, to] = [low, high.min(most)].map(|c| self.terms.bits(element.width, &c.into()));
        let above = self.terms.mk(Op::Bits(BitOp::Ule), &[from, element.this]);
        let below = self.terms.mk(Op::Bits(BitOp::Ule), &[element.this, to]);
        self.terms.and(&[above, below])
    }
}

/// A clause with more literals.
fn with(clause: &[Literal], more: &[Literal]) -> Vec<Literal> {
    [clause, more].concat()
}
