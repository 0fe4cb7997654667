//! Which classes must have different words, as a graph: its core and its cliques.

use base::{Budget, FxHashSet, Interrupted};

/// The neighbours of each vertex, ascending, none of them itself.
pub(super) type Graph = [Vec<usize>];

/// The vertices in an order in which each can be served after all that come later: those with more words than
/// neighbours that are not served before them, if their number is known. Then the others, the core.
pub(super) fn peel(graph: &Graph, words: &[Option<usize>]) -> (Vec<usize>, Vec<usize>) {
    debug_assert!(
        graph.iter().enumerate().all(|(v, near)| near.is_sorted() && !near.contains(&v)),
        "neighbours out of order, or a vertex beside itself"
    );
    let mut degree: Vec<usize> = graph.iter().map(Vec::len).collect();
    let is_free = |v: usize, degree: &[usize]| words[v].is_none_or(|n| n > degree[v]);
    let mut peeled: Vec<usize> = (0..graph.len()).filter(|&v| is_free(v, &degree)).collect();
    let mut is_peeled: Vec<bool> = (0..graph.len()).map(|v| is_free(v, &degree)).collect();
    let mut next = 0;
    while let Some(&v) = peeled.get(next) {
        next += 1;
        for &w in graph[v].iter().filter(|&&w| !is_peeled[w]).collect::<Vec<_>>() {
            degree[w] -= 1;
            if is_free(w, &degree) {
                is_peeled[w] = true;
                peeled.push(w);
            }
        }
    }
    debug_assert!(
        is_peeled.iter().filter(|p| **p).count() == peeled.len(),
        "a vertex is peeled twice"
    );
    let core = (0..graph.len()).filter(|&v| !is_peeled[v]).collect();
    (peeled, core)
}

/// Cliques of at least two vertices of the `core` such that each edge between them is in one, but no more than `most`.
/// They are grown greedily, from vertices with few words to those with many.
pub(super) fn cliques(
    graph: &Graph,
    core: &[usize],
    words: &[Option<usize>],
    most: usize,
    budget: &Budget,
) -> Result<Vec<Vec<usize>>, Interrupted> {
    let mut order = core.to_vec();
    base::order::sort_by_key(&mut order, |&v| (words[v], v));
    let mut covered: FxHashSet<(usize, usize)> = FxHashSet::default();
    let mut cliques: Vec<Vec<usize>> = Vec::new();
    for &v in &order {
        for &w in &order {
            if cliques.len() == most {
                return Ok(cliques);
            }
            if graph[v].binary_search(&w).is_err() || covered.contains(&(v, w)) {
                continue;
            }
            let clique = grow(graph, &order, [v, w], budget)?;
            covered.extend(clique.iter().flat_map(|&a| clique.iter().map(move |&b| (a, b))));
            cliques.push(clique);
        }
    }
    Ok(cliques)
}

/// A clique with both ends of an edge.
fn grow(
    graph: &Graph,
    order: &[usize],
    edge: [usize; 2],
    budget: &Budget,
) -> Result<Vec<usize>, Interrupted> {
    let mut clique = edge.to_vec();
    for &v in order {
        budget.charge(1)?;
        if !clique.contains(&v) && clique.iter().all(|w| graph[v].binary_search(w).is_ok()) {
            clique.push(v);
        }
    }
    base::order::sort(&mut clique);
    debug_assert!(clique.is_sorted_by(|a, b| a < b), "a vertex twice in a clique");
    Ok(clique)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(vertices: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let mut graph = vec![Vec::new(); vertices];
        for &(a, b) in edges {
            graph[a].push(b);
            graph[b].push(a);
        }
        graph.iter_mut().for_each(|n| n.sort_unstable());
        graph
    }

    #[test]
    fn what_can_be_served_last_is_peeled() {
        // A triangle, and a path that ends at it.
        let g = graph(5, &[(0, 1), (1, 2), (0, 2), (2, 3), (3, 4)]);
        assert_eq!(peel(&g, &[Some(2); 5]), (vec![4, 3], vec![0, 1, 2]));
        assert_eq!(
            peel(&g, &[Some(2), Some(2), None, Some(2), Some(2)]),
            (vec![2, 4, 0, 1, 3], vec![])
        );
        assert_eq!(peel(&g, &[Some(1); 5]), (vec![], vec![0, 1, 2, 3, 4]));
    }

    #[test]
    fn every_edge_is_in_a_clique() {
        let g = graph(5, &[(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)]);
        let budget = Budget::unlimited();
        let all = |most| cliques(&g, &[0, 1, 2, 3, 4], &[Some(1); 5], most, &budget).unwrap();
        assert_eq!(all(9), [vec![0, 1, 2], vec![2, 3, 4]]);
        assert_eq!(all(1), [vec![0, 1, 2]]);
        let part = cliques(&g, &[0, 2, 3], &[Some(1); 5], 9, &budget).unwrap();
        assert_eq!(part, [vec![0, 2], vec![2, 3]]);
    }
}
