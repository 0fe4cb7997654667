//! The tunables of regexes and automata (`crates/automata`).

tunables! {
    /// The tunables of regexes and automata.
    Automata automata {
    pairwise: usize = 12, "automata.regex.pairwise", "members" in 0..=64,
        "Longer unions and intersections are not searched for members that include one another.",
        "Each pair is looked at whenever such a regex is built; derivatives build many.";
    one_letter_depth: u32 = 6, "automata.regex.one-letter-depth", "levels" in 0..=12,
        "What is nested deeper in an intersection is not searched for words of one letter.",
        "Unions at each level multiply what is looked at.";
    included_tail: usize = 16, "automata.include.tail", "members" in 0..=1_000,
        "A concatenation is found to end in another regex no further from its front.",
        "It is asked for each pair of members, and derivatives take off a few members at a time.";
    included_branches: usize = 64, "automata.include.branches", "members" in 0..=10_000,
        "Longer unions are only searched for the very regex that is to be included.",
        "Each member may be a proof of its own.";
    included_pairs: usize = 400, "automata.include.pairs", "pairs of regexes" in 0..=10_000,
        "Inclusion is not proved by the form of two regexes.",
        "Those that are included by their form take some dozens; the others are left to searches.";
    included_depth: u32 = 40, "automata.include.depth", "levels" in 0..=100,
        "Inclusion of what is nested deeper is not proved by the form of two regexes.",
        "The proof recurses so deep.";
    affix: usize = 256, "automata.regex.affix", "letters" in 0..=4_096,
        "Of the words with which all members of a language begin and end, no more is read.",
        "They are compared with other such words, which differ in the first letters or not at all.";
    reversed_steps: u64 = 100_000, "automata.regex.reversed-steps", "steps" in 0..=10_000_000,
        "No word is known with which all members of a language end.",
        "It is read from the mirror image of the last members, which seldom have more than some hundred parts.";
    moves_pairwise: usize = 6, "automata.derivatives.pairwise", "moves" in 0..=64,
        "The moves of a regex are not searched for targets that include one another, if there are more.",
        "Most regexes have fewer, and each pair is looked at.";
    longest_word: u64 = 16_777_216, "automata.search.longest-word", "letters" in 0..=67_108_864,
        "A longer word is not written down: it is only found out that there is one, or none.",
        "64 MB of letters; a model with such a word could hardly be printed.";
    unwritable_steps: u64 = 200_000, "automata.search.unwritable-steps", "steps" in 0..=1_000_000_000,
        "Where all words are too long to be written down, it is not found out that there are none.",
        "An empty language shows at once in most cases, and otherwise the answer is of little use.";
    first_slice: u64 = 20_000, "automata.search.first-slice", "steps" in 1..=10_000_000,
        "A search for a word gives way to one for its mirror image; the turns get longer by a factor of two.",
        "Most searches take less, and what the other direction needs is lost at most.";
    search_pairwise: usize = 12, "automata.search.pairwise", "regexes" in 0..=64,
        "Goals of more regexes are not searched for those that include one another.",
        "Each pair is looked at for each state of a search.";
    sized_attempts: u32 = 2, "automata.search.sized-attempts", "goals" in 0..=1_000,
        "No more goals of a search are tried to satisfy by a word of the wanted length that shows in the form of the regex.",
        "If two in a row show none, the others of that search seldom do.";
    repetition_counts: usize = 4_096, "automata.search.repetition-counts", "counts" in 0..=1_000_000,
        "No further count of a repetition is tried to find a word of the wanted length by its form.",
        "The first that fits is mostly among the first ten; each costs a division.";
    counted_nodes: usize = 10_000, "automata.search.alphabet-nodes", "nodes" in 0..=1_000_000,
        "Larger regexes count as using all letters.",
        "The letters decide whether a bounded repetition constrains anything, which is asked once for a search.";
    equivalence_steps: u64 = 100_000, "automata.search.equivalence-steps", "steps" in 0..=1_000_000_000,
        "Whether two regexes are equivalent is not decided by a walk over pairs of states, but by two inclusions.",
        "A walk is fast where both have few derivatives, and endless where one has many.";
    levels_pairwise: usize = 64, "automata.lengths.pairwise", "goals" in 0..=1_000,
        "Levels of more goals are not searched for those that include one another.",
        "What is left out shortens a level, and the comparison is by subsets of small lists.";
    simulation_states: usize = 160, "automata.nfa.simulation-states", "states" in 0..=2_000,
        "Larger automata are reduced by bisimulation, not by simulation.",
        "Simulation compares all pairs of states.";
    simulation_edges: usize = 800, "automata.nfa.simulation-edges", "edges" in 0..=20_000,
        "Automata with more edges are reduced by bisimulation, not by simulation.",
        "Each pair of edges can be looked at many times.";
    noodle_states: usize = 50_000, "automata.nfa.noodle-states", "states" in 0..=1_000_000,
        "The product of two sides of an equation is given up.",
        "It has more noodles than can be tried, and one pass over it takes longer than a deadline may be missed by.";
    noodle_partials: usize = 1_000_000, "automata.nfa.noodle-partials", "beginnings of noodles" in 0..=100_000_000,
        "No more noodles of a product are built.",
        "All are kept until the last noodle is built: 100 MB, where a minute of search made gigabytes.";
    network_written: usize = 1_048_576, "automata.network.written", "letters" in 0..=16_777_216,
        "A function that could write more at one letter of the common argument is given up.",
        "Of thirty functions in a row that double each letter no value can be written down.";
    network_value: usize = 16_777_216, "automata.network.value", "letters" in 0..=67_108_864,
        "No longer value of a function is written down.",
        "64 MB of letters, as for words.";
    }
}
