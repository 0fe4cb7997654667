//! The tunables of linear arithmetic (`crates/simplex`).

tunables! {
    /// The tunables of linear arithmetic.
    Simplex simplex {
    sweep_rows: usize = 32, "simplex.sweep-rows", "rows" in 0..=100_000,
        "In a smaller tableau, rows that no bound needs are kept.",
        "They take part in every pivot, but looking for them costs as much as a few pivots.";
    sparse_pivots: u64 = 64, "simplex.sparse-pivots", "pivots, and twice the rows" in 0..=10_000,
        "From here on Bland's rule chooses the pivots, which ends for sure.",
        "The rule before it keeps rows short, and seldom takes longer.";
    sample: usize = 8, "simplex.sample", "columns" in 1..=1_000,
        "The cheapest pivot is sought for no more columns that violate a bound.",
        "The choice is repeated for each pivot.";
    cheap_fill: usize = 1_024, "simplex.cheap-fill", "entries" in 0..=1_000_000,
        "A pivot that adds more is compared with others.",
        "A cheaper one is worth looking for if a pivot costs more than the search.";
    elimination_cost: u64 = 256, "simplex.elimination-cost", "steps" in 0..=1_000_000_000,
        "Before a pivot that takes more, fixed columns leave the basis if that is cheaper.",
        "Once the tableau is full, each of them costs the square of the rows; to look for them costs the number of rows.";
    repair_share: u64 = 4, "simplex.repair-share", "of the steps of costly pivots" in 1..=1_000,
        "Moves of columns without pivots take no more than one part in so many.",
        "They often find nothing, and then should cost little.";
    costly_pivot: u64 = 2_000, "simplex.costly-pivot", "steps" in 0..=1_000_000_000,
        "After a pivot that takes more, values are sought by moves of columns without pivots.",
        "Pivots find conflicts sooner, and values at bounds; a chain of 256 sums fills the tableau up to a hundred times that.";
    sparse_steps: u64 = 64, "simplex.optima.sparse-steps", "steps, and twice the rows" in 0..=10_000,
        "From here on Bland's rule chooses the steps towards an optimum.",
        "The rule before it keeps rows short, and seldom takes longer.";
    separate_tries: usize = 8, "simplex.separate-tries", "values" in 0..=1_000,
        "A column that has a value that a disequality excludes stays there after so many others that cross a bound.",
        "Bounds that exclude the nearest values often exclude those behind them, and the disequality can be split.";
    derivations_per_bound: usize = 2, "simplex.propagation.derivations-per-bound", "times" in 0..=1_000,
        "What follows from a bound that is derived more often at a time is not derived.",
        "Rows that derive from each other can go on forever; the places of a number follow from its value one by one, each once.";
    equation_rounds: u32 = 4, "simplex.integers.equation-rounds", "rounds" in 0..=50,
        "Equalities are not solved again after they tightened bounds.",
        "What a few rounds do not tighten goes on in small steps.";
    equation_steps: u64 = 400_000, "simplex.integers.equation-steps", "steps" in 0..=1_000_000_000,
        "Equalities between integers are not solved, if the next row does not allow more.",
        "Coefficients that grow make it slow, and mean that the solution is of little use.";
    equation_share: u64 = 16, "simplex.integers.equation-share", "of the steps of the query" in 1..=1_000_000,
        "Equalities between integers are not solved.",
        "Where branches go on for long, hundreds of equalities are worth more steps than where there were none.";
    dive_branches: u64 = 16, "simplex.integers.dive-branches", "branches" in 0..=1_000_000_000,
        "Variables are bounded one after another without asking the SAT core.",
        "Most problems need fewer branches, and where they need more a check for each costs too much.";
    dive_steps: u64 = 400_000, "simplex.integers.dive-steps", "steps" in 0..=1_000_000_000,
        "Variables are not bounded one after another without asking the SAT core, if the next row does not allow more.",
        "A dive over a hundred numbers in order takes as many as some fifty checks, which would be branches without it.";
    dive_share: u64 = 8, "simplex.integers.dive-share", "of the steps of the query" in 1..=1_000_000,
        "Variables are not bounded one after another without asking the SAT core.",
        "Where all depends on all, branches that are not learned from lead nowhere.";
    cube_steps: u64 = 50_000, "simplex.integers.cube-steps", "steps" in 0..=1_000_000_000,
        "No cube of solutions is sought.",
        "A cube is found in as many pivots as the rational solution, or bounds are too narrow for one.";
    cut_rounds: u32 = 2, "simplex.cuts.rounds", "rounds" in 0..=10,
        "Values that are no integers become branches.",
        "Cuts of cuts get long, and cut off little.";
    cut_rows: usize = 4, "simplex.cuts.rows", "rows" in 0..=32,
        "No more rows are cut in a round.",
        "Each cut is a new row, and the first few change all values.";
    cut_coefficient: i64 = 65_536, "simplex.cuts.coefficient", "size" in 0..=1_000_000_000,
        "Cuts with larger coefficients are left out.",
        "They grow from round to round, and the vertices they make lie far out.";
    cut_terms: usize = 60, "simplex.cuts.terms", "terms" in 0..=1_000,
        "Cuts with more terms are left out.",
        "Each takes part in all later pivots.";
    far_value: i64 = 65_536, "simplex.far-value", "distance from 0" in 0..=1_000_000_000_000,
        "A larger value that no bound asks for is not kept for the next check.",
        "Words of such lengths are costly, so that smaller values are better to start from.";
    ilp_nodes: u64 = 64, "simplex.ilp.nodes", "nodes" in 1..=1_000_000,
        "The search starts over: in a small box with 8 times the nodes, a medium one (32), none (32), a large one (128), none.",
        "Small conjunctions have a solution at once, or none.";
    ilp_small_box: i64 = 16, "simplex.ilp.small-box", "distance from 0" in 0..=1_000_000,
        "How large the first box is.",
        "Counts of letters and loops are mostly so small.";
    ilp_medium_box: i64 = 1_024, "simplex.ilp.medium-box", "distance from 0" in 0..=1_000_000_000,
        "How large the second box is.",
        "Lengths of strings that people write are mostly so small.";
    ilp_large_box: i64 = 16_777_216, "simplex.ilp.large-box", "distance from 0" in 0..=1_000_000_000_000,
        "How large the third box is.",
        "Longer words are not written down.";
    shrink_steps: u64 = 5_000, "simplex.ilp.shrink-steps", "steps" in 0..=1_000_000_000,
        "A core is not made smaller any further, if the next row allows no more.",
        "Enough for a dozen small questions.";
    shrink_share: u64 = 4, "simplex.ilp.shrink-share", "times the search" in 0..=1_000,
        "A core is not made smaller any further.",
        "A smaller core saves searches as long as the first.";
    }
}
