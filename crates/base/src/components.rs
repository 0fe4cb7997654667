//! Strongly connected components of a graph.

/// The strongly connected component of each node that can be reached from `roots`, where `targets` are the ends of each node's edges:
/// nodes have the same number if there is a way from each to the other. A component has a smaller number than those from which it
/// can be reached. (R. Tarjan, *Depth-First Search and Linear Graph Algorithms*, SIAM Journal on Computing 1972, with an explicit stack.)
///
/// `tick` is called for each step.
///
/// # Errors
/// Those of `tick`.
///
/// # Panics
/// If an edge ends at no node.
///
/// ```
/// let targets = [vec![1], vec![2, 3], vec![0], vec![]];
/// let found = base::components::<()>(&targets, [0], || Ok(())).unwrap();
/// assert_eq!(found, [Some(1), Some(1), Some(1), Some(0)]);
/// ```
pub fn components<E>(
    targets: &[Vec<usize>],
    roots: impl IntoIterator<Item = usize>,
    mut tick: impl FnMut() -> Result<(), E>,
) -> Result<Vec<Option<usize>>, E> {
    let n = targets.len();
    let (mut order, mut low) = (vec![None; n], vec![0; n]);
    let mut component: Vec<Option<usize>> = vec![None; n];
    let (mut open, mut found, mut count) = (Vec::new(), 0, 0);
    // Nodes being visited, and which edge comes next.
    let mut calls: Vec<(usize, usize)> = Vec::new();
    for root in roots {
        if component[root].is_none() {
            calls.push((root, 0));
        }
        while let Some(&mut (v, ref mut at)) = calls.last_mut() {
            tick()?;
            if order[v].is_none() {
                (order[v], low[v]) = (Some(found), found);
                found += 1;
                open.push(v);
            }
            if let Some(&t) = targets[v].get(*at) {
                if order[t].is_none() {
                    calls.push((t, 0));
                    continue;
                }
                if component[t].is_none() {
                    low[v] = low[v].min(low[t]);
                }
                *at += 1;
                continue;
            }
            calls.pop();
            if Some(low[v]) == order[v] {
                while let Some(w) = open.pop() {
                    component[w] = Some(count);
                    if w == v {
                        break;
                    }
                }
                count += 1;
            }
        }
    }
    debug_assert!(open.is_empty(), "a node is in no component");
    Ok(component)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;

    /// Which nodes can be reached from which, by the definition.
    fn reachable(targets: &[Vec<usize>]) -> Vec<Vec<bool>> {
        let n = targets.len();
        let mut reach: Vec<Vec<bool>> =
            (0..n).map(|v| (0..n).map(|w| v == w || targets[v].contains(&w)).collect()).collect();
        for k in 0..n {
            for v in 0..n {
                for w in 0..n {
                    reach[v][w] |= reach[v][k] && reach[k][w];
                }
            }
        }
        reach
    }

    #[test]
    fn components_are_those_of_the_definition() {
        let mut random = SplitMix64::new(7);
        for _ in 0..300 {
            let n = 1 + random.below(7);
            let edges = random.below(2 * n);
            let mut targets = vec![Vec::new(); n];
            for _ in 0..edges {
                targets[random.below(n)].push(random.below(n));
            }
            let reach = reachable(&targets);
            let found = components::<()>(&targets, 0..n, || Ok(())).unwrap();
            for v in 0..n {
                for w in 0..n {
                    assert_eq!(found[v] == found[w], reach[v][w] && reach[w][v], "{targets:?}");
                    assert!(!reach[v][w] || found[w] <= found[v], "{targets:?}");
                }
            }
            let from_first = components::<()>(&targets, [0], || Ok(())).unwrap();
            assert!((0..n).all(|v| from_first[v].is_some() == reach[0][v]));
        }
    }
}
