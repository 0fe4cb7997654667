//! The promises of the interface, one test each.

use base::Budget;
use egraph::{EGraph, Halt, Node, Reason};

fn propagate(g: &mut EGraph) -> Result<(), Halt> {
    g.propagate(&Budget::unlimited())
}

fn conflict(reasons: &[u32]) -> Result<(), Halt> {
    Err(Halt::Conflict(reasons.iter().map(|&r| Reason(r)).collect()))
}

fn explained(g: &EGraph, a: Node, b: Node) -> Vec<u32> {
    let mut reasons = Vec::new();
    if g.same(a, b) {
        g.explain_equal(a, b, &mut reasons);
    } else {
        g.explain_distinct(a, b, &mut reasons);
    }
    reasons.iter().map(|r| r.0).collect()
}

#[test]
fn different_values_and_disequalities_conflict() {
    let mut g = EGraph::new();
    let n: Vec<Node> = (0..4).map(|_| g.add_leaf()).collect();
    g.set_value(n[0], 10);
    g.set_value(n[1], 11);
    assert!(g.distinct(n[0], n[1]));
    assert_eq!(explained(&g, n[0], n[1]), []);
    g.push();
    g.merge(n[0], n[2], Reason(1));
    g.merge(n[2], n[1], Reason(2));
    assert_eq!(propagate(&mut g), conflict(&[1, 2]));
    assert_eq!(propagate(&mut g), conflict(&[1, 2]));
    g.pop(1);
    g.merge(n[2], n[3], Reason(3));
    assert_eq!(propagate(&mut g), Ok(()));
    g.assert_distinct(n[3], n[2], Reason(4));
    assert_eq!(propagate(&mut g), conflict(&[3, 4]));
}

#[test]
fn nodes_outlive_their_scope_and_are_congruent_outside() {
    let mut g = EGraph::new();
    let (a, b) = (g.add_leaf(), g.add_leaf());
    g.merge(a, b, Reason(0));
    propagate(&mut g).unwrap();
    g.push();
    let (fa, fb) = (g.add_app(5, &[a]), g.add_app(5, &[b]));
    g.set_value(fa, 1);
    propagate(&mut g).unwrap();
    assert_eq!(g.value(fb), Some((1, fa)));
    g.pop(1);
    propagate(&mut g).unwrap();
    assert_eq!(g.value(fb), Some((1, fa)));
    assert_eq!(explained(&g, fa, fb), [0]);
}

#[test]
fn a_later_way_to_differ_is_not_blamed() {
    let mut g = EGraph::new();
    let n: Vec<Node> = (0..3).map(|_| g.add_leaf()).collect();
    g.assert_distinct(n[2], n[1], Reason(0));
    g.assert_distinct(n[0], n[1], Reason(1));
    assert_eq!(explained(&g, n[0], n[1]), [1]);
    g.merge(n[0], n[2], Reason(2));
    propagate(&mut g).unwrap();
    assert_eq!(explained(&g, n[0], n[1]), [1]);
}

#[test]
fn applications_are_found_by_the_classes_of_their_arguments() {
    let mut g = EGraph::new();
    let (a, b) = (g.add_leaf(), g.add_leaf());
    let f = g.add_app(1, &[a, b]);
    assert_eq!(g.find_app(1, &[b, a]), None);
    g.merge(a, b, Reason(0));
    propagate(&mut g).unwrap();
    assert_eq!(g.find_app(1, &[b, a]), Some(f));
    assert_eq!(g.find_app(2, &[b, a]), None);
}

#[test]
fn towers_need_no_stack() {
    let mut g = EGraph::new();
    let (mut x, mut y) = (g.add_leaf(), g.add_leaf());
    let (a, b) = (x, y);
    for _ in 0..100_000 {
        (x, y) = (g.add_app(0, &[x]), g.add_app(0, &[y]));
    }
    g.push();
    g.merge(a, b, Reason(0));
    propagate(&mut g).unwrap();
    assert_eq!(explained(&g, x, y), [0]);
    g.pop(1);
    assert!(!g.same(x, y));
}

#[test]
fn a_congruence_of_many_classes_takes_linear_space_to_explain() {
    // f(x, x) = f(y, y) at every floor: 2^40 paths, 41 edges.
    let mut g = EGraph::new();
    let (mut x, mut y) = (g.add_leaf(), g.add_leaf());
    g.merge(x, y, Reason(0));
    for _ in 0..40 {
        (x, y) = (g.add_app(0, &[x, x]), g.add_app(0, &[y, y]));
    }
    propagate(&mut g).unwrap();
    assert_eq!(explained(&g, x, y), [0]);
}

#[test]
fn applications_over_a_newly_valued_side_are_told() {
    let mut g = EGraph::new();
    let n: Vec<Node> = (0..3).map(|_| g.add_leaf()).collect();
    let apps: Vec<Node> = n.iter().map(|&a| g.add_app(0, &[a])).collect();
    g.merge(n[0], n[1], Reason(1));
    propagate(&mut g).unwrap();
    let first = g.drain_merges().to_vec();
    assert!(g.newly_valued(&first[0]).is_empty());
    g.set_value(n[2], 7);
    g.merge(n[2], n[1], Reason(2));
    propagate(&mut g).unwrap();
    let merges = g.drain_merges().to_vec();
    let told: Vec<Node> = merges.iter().flat_map(|m| g.newly_valued(m).to_vec()).collect();
    assert!(apps[..2].iter().all(|a| told.contains(a)), "{told:?}");
}

/// Reasons that rest on others are replaced by these, in all pairs at once.
#[test]
fn reasons_that_rest_on_others() {
    let mut g = EGraph::new();
    let n: Vec<Node> = (0..5).map(|_| g.add_leaf()).collect();
    g.merge(n[0], n[1], Reason(1));
    g.merge(n[1], n[2], Reason(2));
    g.merge(n[2], n[3], Reason(100));
    g.merge(n[3], n[4], Reason(101));
    propagate(&mut g).unwrap();
    let rest = |r: Reason| match r.0 {
        100 => Some(vec![(n[0], n[1])]),
        101 => Some(vec![(n[0], n[2]), (n[2], n[3])]),
        _ => None,
    };
    let mut told = Vec::new();
    g.explain_all([(n[2], n[3])], rest, &mut told);
    assert_eq!(told, [Reason(1)]);
    told.clear();
    g.explain_all([(n[3], n[4]), (n[2], n[4])], rest, &mut told);
    assert_eq!(told, [Reason(1), Reason(2)]);
}
