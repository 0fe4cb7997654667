//! Where the states of a drawing go: layers from left to right.
//!
//! A state's layer is its distance from the initial one, so an edge leads to the next layer, stays, or goes back,
//! and no edge to the right ever passes a state on its way. That is what makes the picture of an automaton
//! easy, and why the general method for layered graphs (Sugiyama, Tagawa and Toda 1981), with its removal of
//! cycles and its dummy states, would be too much. Its second step is kept: the order within a layer is
//! improved by moving each state to the mean of its neighbours, back and forth.

use crate::automaton::Automaton;
use crate::label::label;

/// Radius of a state.
pub(crate) const RADIUS: f64 = 18.0;

/// Distance of two states of a layer.
const ROW: f64 = 84.0;

/// Least distance of two layers.
const COLUMN: f64 = 90.0;

/// Width of a character of a label.
pub(crate) const LETTER: f64 = 7.4;

/// Rounds of the ordering within layers.
const SWEEPS: usize = 6;

/// The places of all states.
pub(crate) struct Layout {
    /// The layer of each state.
    pub layer: Vec<usize>,
    /// The centre of each state.
    pub at: Vec<(f64, f64)>,
}

impl Layout {
    /// Places the states of `automaton`.
    pub fn new(automaton: &Automaton) -> Layout {
        let layer = layers(automaton);
        let order = ordered(automaton, &layer);
        let column = columns(automaton, &layer, order.len());
        let mut at = vec![(0.0, 0.0); automaton.len()];
        for (i, states) in order.iter().enumerate() {
            let top = -(states.len() as f64 - 1.0) / 2.0;
            for (j, &s) in states.iter().enumerate() {
                at[s] = (column[i], (top + j as f64) * ROW);
            }
        }
        Layout { layer, at }
    }

    /// How far the states in the layers from `a` to `b` reach down (`side` 1) or up (`side` -1).
    pub fn extent(&self, side: f64, a: usize, b: usize) -> f64 {
        let between = self.at.iter().zip(&self.layer).filter(|(_, l)| (a..=b).contains(l));
        between.map(|((_, y), _)| side * y).fold(f64::MIN, f64::max)
    }

    /// How many states are above and how many below two others, in the layers of these.
    pub fn in_the_way(&self, a: usize, b: usize) -> (usize, usize) {
        let count = |end: usize, side: f64| {
            let same = (0..self.at.len()).filter(|&s| self.layer[s] == self.layer[end]);
            same.filter(|&s| side * self.at[s].1 > side * self.at[end].1).count()
        };
        (count(a, -1.0) + count(b, -1.0), count(a, 1.0) + count(b, 1.0))
    }
}

/// States are numbered in the order in which they are reached, so a state's layer is settled before its edges
/// are looked at.
fn layers(automaton: &Automaton) -> Vec<usize> {
    let mut layer: Vec<Option<usize>> = vec![None; automaton.len()];
    layer[0] = Some(0);
    for edge in automaton.edges() {
        let next = layer[edge.from].map(|l| l + 1);
        layer[edge.to] = layer[edge.to].into_iter().chain(next).min();
    }
    layer.into_iter().map(Option::unwrap_or_default).collect()
}

fn ordered(automaton: &Automaton, layer: &[usize]) -> Vec<Vec<usize>> {
    let depth = layer.iter().max().map_or(0, |l| l + 1);
    let mut order = vec![Vec::new(); depth];
    layer.iter().enumerate().for_each(|(s, &l)| order[l].push(s));
    let mut neighbours = vec![Vec::new(); automaton.len()];
    for edge in automaton.edges().iter().filter(|e| layer[e.from] != layer[e.to]) {
        neighbours[edge.from].push(edge.to);
        neighbours[edge.to].push(edge.from);
    }
    let mut place = vec![0.0; automaton.len()];
    let settle = |states: &[usize], place: &mut [f64]| {
        let middle = (states.len() as f64 - 1.0) / 2.0;
        states.iter().enumerate().for_each(|(i, &s)| place[s] = i as f64 - middle);
    };
    order.iter().for_each(|states| settle(states, &mut place));
    for sweep in 0..SWEEPS {
        for i in 0..depth {
            let i = if sweep % 2 == 0 { i } else { depth - 1 - i };
            let mean = |s: &usize| {
                let near = &neighbours[*s];
                let sum: f64 = near.iter().map(|&n| place[n]).sum();
                if near.is_empty() { place[*s] } else { sum / near.len() as f64 }
            };
            base::order::sort_by(&mut order[i], |a, b| mean(a).total_cmp(&mean(b)));
            settle(&order[i], &mut place);
        }
    }
    order
}

/// The columns of the layers: the labels between two of them need room.
fn columns(automaton: &Automaton, layer: &[usize], depth: usize) -> Vec<f64> {
    let mut gap = vec![COLUMN; depth];
    for edge in automaton.edges().iter().filter(|e| layer[e.to] > layer[e.from]) {
        let width = label(&edge.chars).chars().count() as f64 * LETTER + 4.0 * RADIUS;
        let gap = &mut gap[layer[edge.to]];
        *gap = gap.max(width);
    }
    let mut x = 0.0;
    gap.iter()
        .enumerate()
        .map(|(i, gap)| {
            if i == 0 {
                x
            } else {
                x += gap;
                x
            }
        })
        .collect()
}
