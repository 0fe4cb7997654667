//! Functions of constants that have few values, as decision diagrams.
//!
//! Formulas about integers with few values, about Booleans, and about strings that are compared with few words are functions of finitely
//! many cases. A node chooses by the case of one constant, in one order, and equal nodes are one node, so that equal functions are (R. I.
//! Bahar et al., *Algebraic Decision Diagrams and Their Applications*, Formal Methods in System Design 10, 1997). Leaves are numbers,
//! truth values being 0 and 1. What is not understood, or depends on more than the case, is a leaf of its own, as in Kleene's logic of
//! three values.
//!
//! A function of many constants, as the last state of a machine is of all letters before it, gets a name: a constant behind all it
//! depends on, and a statement that it has that value. So no function is of more than a few constants, and what is computed in steps
//! stays so.

use base::{FxHashMap, FxHashSet, Limits, SliceSet, Stop};

/// A fact: a function of more constants gets a name; diagrams are as deep as this.
const SCOPE: usize = 8;

/// A fact: a function with more values is not known.
const VALUES: usize = 64;

/// A fact: what is not known, which no number is.
pub(super) const UNKNOWN: i64 = i64::MIN; // exact: a mark.

/// A fact: no value, that of a branch not taken.
const NONE: i64 = i64::MIN + 1; // exact: a mark.

/// A fact: a word that is none of those that strings are compared with.
pub(super) const OTHER: i64 = i64::MAX; // exact: a mark.

/// A fact: larger numbers are not known.
pub(super) const LARGE: i64 = 1 << 40;

/// A number for each function.
pub(super) type Function = u32;

/// An operation on two values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Code {
    And,
    Or,
    Eq,
    Ge,
    Add,
    Mul,
    Div,
    Mod,
    /// The second if the first is true.
    When,
    /// The second if the first is not there.
    Otherwise,
    /// Whether both are the same, known or not.
    Same,
}

/// What a constant can be: numbers in these intervals.
pub(super) struct Var {
    /// Its place in the order; names come behind the constants they depend on.
    pub key: (usize, usize),
    pub cells: Vec<(i64, i64)>,
}

/// All functions.
#[derive(Default)]
pub(super) struct Functions {
    pub vars: Vec<Var>,
    /// A leaf is -1 and a value, other nodes are a constant and a function for each of its cells.
    nodes: SliceSet<i64>,
    memo: FxHashMap<(Code, Function, Function), Function>,
    /// That names have their values.
    pub definitions: Vec<Function>,
}

impl Code {
    fn of(self, x: i64, y: i64) -> i64 {
        let is_known = x != UNKNOWN && y != UNKNOWN;
        let small = |n: Option<i64>| n.filter(|n| n.abs() < LARGE).unwrap_or(UNKNOWN);
        match self {
            Code::Same => i64::from(x == y),
            Code::Otherwise if x == NONE => y,
            Code::Otherwise => x,
            Code::And if x == 0 || y == 0 => 0,
            Code::Or if x == 1 || y == 1 => 1,
            Code::When if x == 0 => NONE,
            Code::When if x == 1 => y,
            _ if !is_known => UNKNOWN,
            Code::Eq if x == OTHER && y == OTHER => UNKNOWN,
            Code::Eq => i64::from(x == y),
            Code::And | Code::Or => i64::from(self == Code::And),
            Code::Ge => i64::from(x >= y),
            Code::Add => small(x.checked_add(y)),
            Code::Mul => small(x.checked_mul(y)),
            Code::Div if y > 0 => x.div_euclid(y),
            Code::Mod if y > 0 => x.rem_euclid(y),
            Code::When | Code::Div | Code::Mod => UNKNOWN,
        }
    }
}

impl Functions {
    /// Adds a constant.
    pub fn var(&mut self, key: (usize, usize), cells: Vec<(i64, i64)>) -> usize {
        debug_assert!(!cells.is_empty() && cells.iter().all(|(a, b)| a <= b), "an empty cell");
        self.vars.push(Var { key, cells });
        self.vars.len() - 1
    }

    pub fn leaf(&mut self, value: i64) -> Function {
        self.nodes.insert(&[-1, value]).0
    }

    /// The value, if the function has only one.
    pub fn value(&self, f: Function) -> Option<i64> {
        match self.nodes.get(f) {
            &[-1, value] => Some(value),
            _ => None,
        }
    }

    /// The first constant that a function depends on.
    pub fn first(&self, f: Function) -> Option<usize> {
        usize::try_from(self.nodes.get(f)[0]).ok()
    }

    /// What is left of the function when `var` has this cell.
    pub fn child(&self, f: Function, var: usize, cell: usize) -> Function {
        debug_assert!(cell < self.vars[var].cells.len(), "a constant has no such cell");
        match self.nodes.get(f) {
            [first, cells @ ..] if usize::try_from(*first) == Ok(var) => base::id32(cells[cell]),
            _ => f,
        }
    }

    fn node(&mut self, var: usize, cells: &[Function]) -> Function {
        debug_assert_eq!(cells.len(), self.vars[var].cells.len(), "a cell has no function");
        if cells.iter().all(|f| *f == cells[0]) {
            return cells[0];
        }
        let mut node = vec![i64::try_from(var).unwrap_or_default()];
        node.extend(cells.iter().map(|&f| i64::from(f)));
        self.nodes.insert(&node).0
    }

    /// The value of a constant.
    pub fn identity(&mut self, var: usize) -> Function {
        let cells = self.vars[var].cells.clone();
        let value = |(a, b): (i64, i64)| if a == b { a } else { UNKNOWN };
        let leaves: Vec<_> = cells.into_iter().map(|cell| self.leaf(value(cell))).collect();
        self.node(var, &leaves)
    }

    /// Whether a constant is at least a number.
    pub fn reaches(&mut self, var: usize, number: i64) -> Function {
        debug_assert!(number.abs() < LARGE, "a bound that intervals do not have");
        let cells = self.vars[var].cells.clone();
        let value = |(a, b)| {
            if a >= number {
                1
            } else if b < number {
                0
            } else {
                UNKNOWN
            }
        };
        let leaves: Vec<_> = cells.into_iter().map(|cell| self.leaf(value(cell))).collect();
        self.node(var, &leaves)
    }

    /// The function of two functions. It is at most as deep as both have constants, which are few.
    pub fn apply(
        &mut self,
        code: Code,
        f: Function,
        g: Function,
        limits: &Limits<'_>,
    ) -> Result<Function, Stop> {
        if let Some(&known) = self.memo.get(&(code, f, g)) {
            return Ok(known);
        }
        limits.charge(1)?;
        let result = if let (Some(x), Some(y)) = (self.value(f), self.value(g)) {
            self.leaf(code.of(x, y))
        } else {
            let first =
                [f, g].iter().filter_map(|&h| self.first(h)).min_by_key(|&v| self.vars[v].key);
            let var = first.unwrap_or_default();
            let mut cells = Vec::with_capacity(self.vars[var].cells.len());
            for cell in 0..self.vars[var].cells.len() {
                let (f, g) = (self.child(f, var, cell), self.child(g, var, cell));
                cells.push(self.apply(code, f, g, limits)?);
            }
            self.node(var, &cells)
        };
        self.memo.insert((code, f, g), result);
        Ok(result)
    }

    /// The constants and the values of functions.
    pub fn scope(
        &self,
        mut stack: Vec<Function>,
        limits: &Limits<'_>,
    ) -> Result<(FxHashSet<usize>, Vec<i64>), Stop> {
        let (mut scope, mut values, mut seen) =
            (FxHashSet::default(), Vec::new(), FxHashSet::default());
        while let Some(f) = stack.pop() {
            if !seen.insert(f) {
                continue;
            }
            limits.charge(1)?;
            let [first, rest @ ..] = self.nodes.get(f) else { continue };
            match usize::try_from(*first) {
                Ok(var) => {
                    scope.insert(var);
                    stack.extend(rest.iter().map(|&f| base::id32(f)));
                }
                Err(_) => values.extend(rest),
            }
        }
        Ok((scope, values))
    }

    /// `f`, or its name if it is a function of many constants. Functions of many values are left alone at once: the number that four digits
    /// make has a leaf for each, and every sum of such numbers as many for each of these.
    pub fn named(&mut self, f: Function, limits: &Limits<'_>) -> Result<Function, Stop> {
        self.named_beyond(SCOPE, f, limits)
    }

    /// The same for a function of more constants than `most`.
    pub fn named_beyond(
        &mut self,
        most: usize,
        f: Function,
        limits: &Limits<'_>,
    ) -> Result<Function, Stop> {
        let (scope, mut values) = self.scope(vec![f], limits)?;
        if values.len() > VALUES {
            return Ok(self.leaf(UNKNOWN));
        }
        if scope.len() <= most {
            return Ok(f);
        }
        base::order::sort(&mut values);
        debug_assert!(values.len() > 1, "a function of one value depends on something");
        let place = scope.iter().map(|&var| self.vars[var].key.0).max().unwrap_or_default();
        let name = self.var((place, self.vars.len() + 1), values.iter().map(|&v| (v, v)).collect());
        let name = self.identity(name);
        let definition = self.apply(Code::Same, name, f, limits)?;
        self.definitions.push(definition);
        Ok(name)
    }
}
