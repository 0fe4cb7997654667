//! The oracle: congruence closure by repeating all rules until nothing changes. Beside it, the scenario that
//! the tests run on fixed sequences of choices and `fuzz/` on inputs guided by coverage.

pub mod script;

use egraph::Reason;

/// A node, by its number.
#[derive(Clone, Default)]
pub struct Definition {
    pub app: Option<(u32, Vec<usize>)>,
    pub value: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Equal,
    Distinct,
}

#[derive(Clone, Copy)]
pub struct Assertion {
    pub kind: Kind,
    pub a: usize,
    pub b: usize,
    pub reason: Reason,
}

/// All that follows from some definitions and assertions.
pub struct Known {
    classes: Vec<usize>,
    /// Pairs of classes that differ.
    apart: Vec<(usize, usize)>,
    pub conflict: bool,
}

impl Known {
    pub fn same(&self, a: usize, b: usize) -> bool {
        self.classes[a] == self.classes[b]
    }

    pub fn distinct(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.classes[a], self.classes[b]);
        self.apart.contains(&(a, b)) || self.apart.contains(&(b, a))
    }
}

pub fn closure(definitions: &[Definition], assertions: &[Assertion]) -> Known {
    let mut classes: Vec<usize> = (0..definitions.len()).collect();
    let equations = assertions.iter().filter(|x| x.kind == Kind::Equal);
    equations.for_each(|x| union(&mut classes, x.a, x.b));
    let pairs = || (0..definitions.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    loop {
        let before = classes.clone();
        for (a, b) in pairs() {
            let (x, y) = (&definitions[a], &definitions[b]);
            if congruent(&classes, x, y) || (x.value.is_some() && x.value == y.value) {
                union(&mut classes, a, b);
            }
        }
        if classes == before {
            break;
        }
    }
    let differing = |&(a, b): &(usize, usize)| {
        let (x, y) = (definitions[a].value, definitions[b].value);
        x.is_some() && y.is_some() && x != y
    };
    let asserted = assertions.iter().filter(|x| x.kind == Kind::Distinct).map(|x| (x.a, x.b));
    let apart: Vec<(usize, usize)> =
        pairs().filter(differing).chain(asserted).map(|(a, b)| (classes[a], classes[b])).collect();
    let conflict = apart.iter().any(|(a, b)| a == b);
    Known { classes, apart, conflict }
}

fn congruent(classes: &[usize], x: &Definition, y: &Definition) -> bool {
    let (Some((f, xs)), Some((g, ys))) = (&x.app, &y.app) else { return false };
    f == g && xs.len() == ys.len() && xs.iter().zip(ys).all(|(&a, &b)| classes[a] == classes[b])
}

fn union(classes: &mut [usize], a: usize, b: usize) {
    let (a, b) = (classes[a], classes[b]);
    classes.iter_mut().filter(|c| **c == a).for_each(|c| *c = b);
}
