//! Literals as bits: a gate is a new variable, defined by clauses (Tseitin, "On the complexity of derivation in propositional
//! calculus", 1968).
//!
//! Constants fold, and equal gates are one: inputs are sorted, and where a negation can be moved from inputs to the output, it is.
//! Multiplexers, parities and majorities are gates of their own, as their clauses propagate more than those of their definitions by
//! conjunctions would (Eén and Sörensson, "Translating pseudo-Boolean constraints into SAT", JSAT 2006). Every gate is
//! defined in both directions: what is built may be asserted or denied later.
//!
//! All clauses are definitions of new variables, so they never exclude a value of the old ones; they may stay for good.

use crate::Gates;
use base::FxHashMap;
use std::hash::Hash;
use std::ops::Not;

/// Where variables come from and clauses go to.
pub trait ClauseSink {
    /// A literal.
    type Lit: Copy + Ord + Hash + Not<Output = Self::Lit>;
    /// The literal of a new variable.
    fn new_lit(&mut self) -> Self::Lit;
    /// Adds a clause.
    fn add_clause(&mut self, clause: &[Self::Lit]);
}

/// A gate by its inputs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Gate<L> {
    And(L, L),
    All(Box<[L]>),
    Xor(L, L),
    Mux(L, L, L),
    Parity(L, L, L),
    Majority(L, L, L),
}

/// The gates that were defined. It belongs to one set of variables, and outlives the [`Encoder`]s that work on it.
#[derive(Clone, Debug)]
pub struct Circuit<L> {
    top: Option<L>,
    gates: FxHashMap<Gate<L>, L>,
}

impl<L> Default for Circuit<L> {
    fn default() -> Circuit<L> {
        Circuit { top: None, gates: FxHashMap::default() }
    }
}

impl<L> Circuit<L> {
    /// How many gates were defined.
    pub fn size(&self) -> usize {
        self.gates.len()
    }
}

/// Gates over the literals of a sink.
pub struct Encoder<'a, S: ClauseSink + ?Sized> {
    circuit: &'a mut Circuit<S::Lit>,
    sink: &'a mut S,
}

impl<'a, S: ClauseSink + ?Sized> Encoder<'a, S> {
    /// Gates that are added to `circuit`, with their clauses going to `sink`.
    pub fn new(circuit: &'a mut Circuit<S::Lit>, sink: &'a mut S) -> Encoder<'a, S> {
        Encoder { circuit, sink }
    }

    /// A new bit.
    pub fn input(&mut self) -> S::Lit {
        self.sink.new_lit()
    }

    /// The output of a gate, which `define` gives clauses when it is new.
    fn gate(
        &mut self,
        gate: Gate<S::Lit>,
        define: impl FnOnce(&mut S, S::Lit, &Gate<S::Lit>),
    ) -> S::Lit {
        if let Some(&out) = self.circuit.gates.get(&gate) {
            return out;
        }
        let out = self.sink.new_lit();
        define(self.sink, out, &gate);
        self.circuit.gates.insert(gate, out);
        out
    }

    fn top(&mut self) -> S::Lit {
        if let Some(top) = self.circuit.top {
            return top;
        }
        let top = self.sink.new_lit();
        self.sink.add_clause(&[top]);
        self.circuit.top = Some(top);
        top
    }

    /// A gate whose output, when `value` is known for one of its inputs, is given by the other two.
    fn split(&self, inputs: [S::Lit; 3]) -> Option<(bool, S::Lit, S::Lit)> {
        let [a, b, c] = inputs;
        [(a, b, c), (b, a, c), (c, a, b)]
            .into_iter()
            .find_map(|(one, x, y)| Some((self.known(one)?, x, y)))
    }
}

/// The literal without its sign, of whatever sign the order of literals puts first, and whether it had one.
fn unsigned<L: Copy + Ord + Not<Output = L>>(lit: L) -> (L, bool) {
    if !lit < lit { (!lit, true) } else { (lit, false) }
}

fn when<L: Not<Output = L>>(lit: L, flip: bool) -> L {
    if flip { !lit } else { lit }
}

impl<S: ClauseSink + ?Sized> Gates for Encoder<'_, S> {
    type Bit = S::Lit;

    fn constant(&mut self, value: bool) -> S::Lit {
        let top = self.top();
        when(top, !value)
    }

    fn not(&mut self, a: S::Lit) -> S::Lit {
        !a
    }

    fn known(&self, a: S::Lit) -> Option<bool> {
        let top = self.circuit.top?;
        if a == top {
            Some(true)
        } else if a == !top {
            Some(false)
        } else {
            None
        }
    }

    fn and(&mut self, a: S::Lit, b: S::Lit) -> S::Lit {
        match (self.known(a), self.known(b)) {
            (Some(false), _) | (_, Some(true)) => return a,
            (_, Some(false)) | (Some(true), _) => return b,
            _ if a == b => return a,
            _ if a == !b => return self.constant(false),
            _ => {}
        }
        self.gate(Gate::And(a.min(b), a.max(b)), |sink, out, _| define_all(sink, out, &[a, b]))
    }

    fn xor(&mut self, a: S::Lit, b: S::Lit) -> S::Lit {
        match (self.known(a), self.known(b)) {
            (Some(flip), _) => return when(b, flip),
            (_, Some(flip)) => return when(a, flip),
            _ if a == b => return self.constant(false),
            _ if a == !b => return self.constant(true),
            _ => {}
        }
        let ((a, flip_a), (b, flip_b)) = (unsigned(a), unsigned(b));
        let out = self.gate(Gate::Xor(a.min(b), a.max(b)), |sink, out, _| {
            define_mux(sink, out, a, !b, b);
        });
        when(out, flip_a != flip_b)
    }

    fn mux(&mut self, c: S::Lit, a: S::Lit, b: S::Lit) -> S::Lit {
        if let Some(c) = self.known(c) {
            return if c { a } else { b };
        }
        if a == b {
            return a;
        }
        if a == !b {
            return self.iff(c, a);
        }
        // Where it is looked at, the condition is true of the first and false of the second.
        match (self.known(a), self.known(b)) {
            (Some(true), _) => return self.or(c, b),
            (Some(false), _) => return self.and(!c, b),
            (_, Some(true)) => return self.or(!c, a),
            (_, Some(false)) => return self.and(c, a),
            _ if a == c => return self.or(c, b),
            _ if a == !c => return self.and(!c, b),
            _ if b == c => return self.and(c, a),
            _ if b == !c => return self.or(!c, a),
            _ => {}
        }
        let (c, swapped) = unsigned(c);
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        let flip = unsigned(a).1;
        let (a, b) = (when(a, flip), when(b, flip));
        let out = self.gate(Gate::Mux(c, a, b), |sink, out, _| define_mux(sink, out, c, a, b));
        when(out, flip)
    }

    fn parity(&mut self, a: S::Lit, b: S::Lit, c: S::Lit) -> S::Lit {
        if let Some((flip, x, y)) = self.split([a, b, c]) {
            let out = self.xor(x, y);
            return when(out, flip);
        }
        let flip = [a, b, c].iter().filter(|&&lit| unsigned(lit).1).count() % 2 == 1;
        let mut inputs = [a, b, c].map(|lit| unsigned(lit).0);
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        if a == b || b == c {
            return when(if a == b { c } else { a }, flip);
        }
        let out =
            self.gate(Gate::Parity(a, b, c), |sink, out, _| define_parity(sink, out, [a, b, c]));
        when(out, flip)
    }

    fn majority(&mut self, a: S::Lit, b: S::Lit, c: S::Lit) -> S::Lit {
        if let Some((one, x, y)) = self.split([a, b, c]) {
            return if one { self.or(x, y) } else { self.and(x, y) };
        }
        for (x, y, other) in [(a, b, c), (a, c, b), (b, c, a)] {
            if x == y || x == !y {
                return if x == y { x } else { other };
            }
        }
        let mut inputs = [a, b, c];
        inputs.sort_unstable_by_key(|&lit| unsigned(lit).0);
        let flip = unsigned(inputs[0]).1;
        let [a, b, c] = inputs.map(|lit| when(lit, flip));
        let out = self
            .gate(Gate::Majority(a, b, c), |sink, out, _| define_majority(sink, out, [a, b, c]));
        when(out, flip)
    }

    fn all(&mut self, bits: &[S::Lit]) -> S::Lit {
        let mut inputs: Vec<S::Lit> =
            bits.iter().copied().filter(|&bit| self.known(bit) != Some(true)).collect();
        inputs.sort_unstable();
        inputs.dedup();
        let is_false =
            |lit: &S::Lit| self.known(*lit) == Some(false) || inputs.binary_search(&!*lit).is_ok();
        if inputs.iter().any(is_false) {
            return self.constant(false);
        }
        match inputs[..] {
            [] => self.constant(true),
            [a] => a,
            [a, b] => self.and(a, b),
            _ => self.gate(Gate::All(inputs.into()), |sink, out, gate| {
                if let Gate::All(inputs) = gate {
                    define_all(sink, out, inputs);
                }
            }),
        }
    }
}

/// `out` iff all of `inputs`.
fn define_all<S: ClauseSink + ?Sized>(sink: &mut S, out: S::Lit, inputs: &[S::Lit]) {
    let mut long = vec![out];
    for &input in inputs {
        sink.add_clause(&[!out, input]);
        long.push(!input);
    }
    sink.add_clause(&long);
}

/// `out` iff (`a` if `c`, else `b`). The last two clauses follow from the others, but not by propagation; a parity has none of them.
fn define_mux<S: ClauseSink + ?Sized>(sink: &mut S, out: S::Lit, c: S::Lit, a: S::Lit, b: S::Lit) {
    for clause in [[!out, !c, a], [!out, c, b], [out, !c, !a], [out, c, !b]] {
        sink.add_clause(&clause);
    }
    if a != !b {
        sink.add_clause(&[out, !a, !b]);
        sink.add_clause(&[!out, a, b]);
    }
}

/// `out` iff an odd number of the inputs.
fn define_parity<S: ClauseSink + ?Sized>(sink: &mut S, out: S::Lit, inputs: [S::Lit; 3]) {
    for row in 0..8_u32 {
        let [a, b, c] = [0, 1, 2].map(|i| when(inputs[i], row >> i & 1 == 1));
        sink.add_clause(&[a, b, c, when(out, row.count_ones() % 2 == 0)]);
    }
}

/// `out` iff two of the inputs, or more.
fn define_majority<S: ClauseSink + ?Sized>(sink: &mut S, out: S::Lit, inputs: [S::Lit; 3]) {
    let [a, b, c] = inputs;
    for (x, y) in [(a, b), (a, c), (b, c)] {
        sink.add_clause(&[!x, !y, out]);
        sink.add_clause(&[x, y, !out]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{add, compare, divide, mul, shift};
    use base::Budget;

    /// Counts variables and clauses.
    #[derive(Default)]
    struct Count(i32, usize);

    impl ClauseSink for Count {
        type Lit = i32;
        fn new_lit(&mut self) -> i32 {
            self.0 += 1;
            self.0
        }
        fn add_clause(&mut self, _: &[i32]) {
            self.1 += 1;
        }
    }

    type Build = fn(&mut Encoder<'_, Count>, &[i32], &[i32]);

    /// How many clauses there are for two words of 8 bits.
    fn clauses(build: Build) -> usize {
        let (mut circuit, mut sink) = (Circuit::default(), Count::default());
        let mut encoder = Encoder::new(&mut circuit, &mut sink);
        let inputs: Vec<i32> = (0..16).map(|_| encoder.input()).collect();
        build(&mut encoder, &inputs[..8], &inputs[8..]);
        sink.1
    }

    #[test]
    fn sizes() {
        let all: [Build; 5] = [
            |g, a, b| drop(add::add(g, a, b)),
            |g, a, b| drop(mul::mul(g, a, b, &Budget::unlimited())),
            |g, a, b| drop(divide::unsigned(g, a, b, &Budget::unlimited())),
            |g, a, b| drop(shift::shl(g, a, b)),
            |g, a, b| assert_eq!(compare::ult(g, a, b), !compare::ule(g, b, a)),
        ];
        assert_eq!(all.map(clauses), [106, 452, 707, 154, 46], "and the opposite of `<` is free");
    }
}
