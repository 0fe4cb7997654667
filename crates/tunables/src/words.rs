//! The tunables of word equations (`crates/words`).

tunables! {
    /// The tunables of word equations.
    Words words {
    single_length: usize = 10_000, "words.single.length", "letters" in 0..=100_000,
        "The only variable of an equation is longer: the equation is left to the procedures.",
        "The word is written down letter by letter, which is not worth it where lengths are only large by chance.";
    single_period: usize = 256, "words.single.period", "letters" in 0..=2_000,
        "Longer words `u` and `v` of `u x = x v` are left to the procedures.",
        "All rotations of `u` are compared with `v`, and each that fits is an alternative of a regex.";
    emptiness_steps: u64 = 50_000, "words.languages.emptiness-steps", "steps" in 0..=10_000_000,
        "Simplification does not find out whether the language of a variable is empty.",
        "Enough for a few large intersections; the procedures find out anyway.";
    growth_symbols: usize = 512, "words.definitions.growth", "symbols" in 0..=10_000_000,
        "Variables are no longer replaced by the words that they are equal to.",
        "Small systems may grow by more than a multiple of what they are.";
    growth_share: usize = 256, "words.definitions.growth-share", "symbols for each symbol" in 0..=10_000,
        "Variables are no longer replaced by the words that they are equal to.",
        "A string that is cut at 256 separators is as many times as long when all its rests are written out.";
    closed_steps: u64 = 200, "words.implied.closed-steps", "steps" in 0..=10_000_000,
        "A language does not count as one of all words over some letters.",
        "Such a language has one state; what takes longer is not one.";
    implied_steps: u64 = 2_000, "words.implied.steps", "steps" in 0..=10_000_000,
        "A constraint of a variable that is equal to a word is kept, and the variable with it.",
        "What a program asks of a string that it puts together, or takes apart, follows at once or not at all.";
    avoidance_steps: u64 = 2_000, "words.separators.avoidance-steps", "steps" in 0..=10_000_000,
        "The language of a variable is taken to have words with the separator.",
        "It is asked for each variable and letter, and is easy in nearly all formulas that were written with a separator in mind.";
    equal_length_questions: usize = 12, "words.equal-lengths.questions", "questions to arithmetic" in 0..=10_000,
        "No more cuts of equations are looked for in this round.",
        "A question costs as much as a check of arithmetic, and the models of earlier ones rule most candidates out.";
    longest_word: usize = 20_000_000, "words.longest-word", "letters" in 0..=50_000_000,
        "Solutions with longer words, or with more letters in sum, are given up.",
        "80 MB of letters: some copies of them fit into the memory of common machines.";
    ilp_steps: u64 = 2_000_000, "words.ilp.steps", "steps" in 0..=1_000_000_000,
        "A question to the arithmetic of the words' own has no answer.",
        "Some hundred times what questions take.";
    ilp_branches: u64 = 20_000, "words.ilp.branches", "branches" in 0..=10_000_000,
        "A question to the arithmetic of the words' own has no answer.",
        "Far more than questions take that are answered at all.";
    core_questions: usize = 24, "words.core-questions", "questions to arithmetic" in 0..=10_000,
        "A conflict of arithmetic keeps the parts that were not tried.",
        "A conflict of more parts is rarely made small enough to be worth its questions.";
    length_share: u64 = 20, "words.length.share", "percent of what is left" in 1..=100,
        "The length procedure gives up.",
        "It is fast where it is good; four fifths are for what follows.";
    length_comparisons: usize = 20_000, "words.length.comparisons", "pairs of letters" in 0..=1_000_000,
        "The length procedure and the search for small words leave the system to others.",
        "Each pair is a part of a formula, and arithmetic does not cope with more.";
    length_exact_rounds: usize = 8, "words.length.exact-rounds", "models" in 0..=10_000,
        "The length procedure gives up on a system of the exact shape.",
        "Without disequations one is enough; each disequation can spoil one.";
    length_first_rounds: usize = 2, "words.length.first-rounds", "models" in 0..=10_000,
        "The length procedure leaves a system of another shape to others, unless few lengths are possible.",
        "Lengths that arithmetic likes are seldom right if the first two were not.";
    length_overlaps: usize = 100_000, "words.length.overlaps", "pairs of runs" in 0..=10_000_000,
        "Further runs of letters that overlap, in words that are equal to the same word, are not compared.",
        "Comparing all of them with one model takes no longer than the question that the model came from.";
    clash_models: usize = 64, "words.clashes.models", "models" in 0..=10_000,
        "Of letters that clash through several equations only the lengths are excluded.",
        "Thirty constants in nested strings take two dozen.";
    clashes: usize = 32, "words.clashes", "pairs of runs" in 1..=10_000,
        "Further clashes in one model are left to the next.",
        "With the first pairs apart most others are, too.";
    clash_crossings: usize = 24, "words.clashes.crossings", "equations" in 0..=10_000,
        "A clash on a longer way is not explained.",
        "Each equation on the way adds two cases, and the more there are, the less they say.";
    clash_letters: usize = 20_000, "words.clashes.letters", "letters" in 0..=50_000_000,
        "Clashes in longer words are not looked for, unless the next row allows more.",
        "Each letter is visited for each model.";
    clash_share: usize = 100, "words.clashes.share", "letters for each symbol of an equation" in 0..=1_000_000,
        "Clashes in longer words are not looked for.",
        "Many symbols meet at many places; few in long words rarely do.";
    length_finite_rounds: usize = 100, "words.length.finite-rounds", "models" in 0..=10_000,
        "The length procedure gives up on a system with few possible lengths.",
        "All combinations of a few short words can be tried.";
    length_finite: u64 = 40, "words.length.finite", "letters" in 0..=10_000,
        "If the words can be longer in sum, their lengths do not count as few.",
        "Beyond it there are more combinations of lengths than are tried.";
    length_bounded_rounds: usize = 24, "words.length.bounded-rounds", "models" in 0..=10_000,
        "The search for small words gives up.",
        "It is the last procedure and refutes nothing, so some patience is all that pays.";
    length_first_bound: u64 = 8, "words.length.first-bound", "letters" in 0..=10_000,
        "Small words have this length in sum at first, then 4 and 16 times as much.",
        "Solutions of systems that nothing else decides are mostly very short.";
    cell_steps: u64 = 60_000, "words.fixed.steps", "steps" in 0..=100_000_000,
        "Whether there are words of the chosen lengths stays open.",
        "Lengths are tried by the dozen, so a stubborn choice must not use up the allowance of all.";
    reading_steps: u64 = 1_500, "words.fixed.reading-steps", "steps" in 0..=100_000_000,
        "Letters are chosen by looking at all words at once, no longer word by word.",
        "Reading word by word finds letters nearly at once or runs into the same dead end again and again.";
    reading_share: u64 = 20, "words.fixed.reading-share", "steps a letter" in 0..=1_000_000,
        "As the row before, which comes on top.",
        "A long word needs a few steps for each letter even if no choice is wrong.";
    cells: usize = 400, "words.fixed.cells", "letters" in 0..=100_000,
        "Longer words are not looked at all at once.",
        "Propagation passes over all letters for each one chosen.";
    alike_letters: usize = 40, "words.fixed.alike-letters", "letters" in 1..=10_000,
        "Of letters that nothing tells apart no more are tried, and a failure proves nothing.",
        "Only words that must differ need several, one each.";
    fixed_core_questions: usize = 40, "words.fixed.core-questions", "searches for letters" in 0..=10_000,
        "The reason why lengths are impossible keeps the constraints that were not tried.",
        "Halving needs a dozen to find one of a thousand constraints.";
    fixed_core_letters: usize = 4_000, "words.fixed.core-letters", "letters" in 0..=1_000_000,
        "The reason why longer words are impossible is not made smaller.",
        "Each attempt passes over all letters.";
    quick_steps: u64 = 20_000, "words.quick-steps", "steps" in 0..=1_000_000_000,
        "Stabilization of circular equations stops until the other procedures had their turn.",
        "What it decides of them it decides early; for the rest Nielsen graphs are better.";
    surely_share: u64 = 40, "words.stabilization.share", "percent of what is left" in 1..=100,
        "Stabilization gives up on a system that it can decide.",
        "It is the best procedure for these, but some explode.";
    otherwise_share: u64 = 60, "words.stabilization.late-share", "percent of what is left" in 1..=100,
        "Stabilization gives up on a system that Nielsen graphs did not decide.",
        "Little comes after it.";
    shrink_least_steps: u64 = 5_000, "words.stabilization.core-steps", "steps" in 0..=100_000_000,
        "A conflict of stabilization is used as it is, if the next row does not allow more.",
        "A conflict that was found at once would otherwise not be made smaller at all.";
    shrink_factor: u64 = 4, "words.stabilization.core-factor", "times what finding it took" in 0..=1_000,
        "A conflict of stabilization is used as it is.",
        "A smaller conflict excludes more assignments, but all of them together should cost a few solved systems at most.";
    shrink_literals: usize = 24, "words.stabilization.core-literals", "literals" in 0..=10_000,
        "Conflicts of more literals are used as they are.",
        "Each literal takes an attempt.";
    split_states: u64 = 4_000, "words.split.states", "states of a product" in 0..=50_000,
        "Larger products are not built to choose the equation to split, unless there is no other.",
        "Building the product is the cost of splitting, and all but one are thrown away.";
    split_equations: usize = 6, "words.split.equations", "equations" in 1..=1_000,
        "No more equations are compared to choose the one to split.",
        "They are sorted by an estimate; the best is among the first.";
    split_linear: u64 = 4, "words.split.linear-weight", "times the noodles" in 0..=1_000,
        "An equation whose variables differ is split after one that has a variable of no other equation and fewer times so many noodles.",
        "Splitting it leaves one equation less, but moves boundaries in others.";
    split_repeating: u64 = 64, "words.split.repeating-weight", "times the noodles" in 0..=100_000,
        "An equation with a variable twice is split after all others that have not so many times its noodles.",
        "Its noodles are equations again, so it should come last.";
    minimized_states: usize = 64, "words.languages.minimized-states", "states" in 0..=10_000,
        "Larger automata are made smaller by bisimulation only.",
        "Determinisation can be exponential, and languages of this size are those that come again.";
    minimize_steps: u64 = 20_000, "words.languages.minimize-steps", "steps" in 0..=100_000_000,
        "The automaton is made smaller by bisimulation only.",
        "Minimising automata of 64 states takes far less, if it does not explode.";
    progressions: usize = 2, "words.stabilization.progressions", "progressions" in 0..=10_000,
        "Of a language with more of them arithmetic hears bounds only, as long as there are equations.",
        "Each is a case for arithmetic, and branches with equations are asked about most often.";
    nielsen_share: u64 = 60, "words.nielsen.share", "percent of what is left" in 1..=100,
        "Nielsen graphs give up.",
        "For what gets here they are the best procedure; little comes after.";
    nielsen_quadratic: usize = 30_000, "words.nielsen.quadratic-nodes", "nodes of a graph" in 0..=1_000_000,
        "The graph of a quadratic system stays incomplete, and proves nothing if no solution was found.",
        "Such a graph is finite, so patience pays; a node takes about a kilobyte.";
    nielsen_nodes: usize = 5_000, "words.nielsen.nodes", "nodes of a graph" in 0..=1_000_000,
        "The graph stays incomplete, and proves nothing if no solution was found.",
        "The graph can be infinite, or every path through it must be listed.";
    nielsen_splits: usize = 64, "words.nielsen.splits", "ways to split" in 0..=10_000,
        "The membership of a variable that is cut in two leaves the graph incomplete.",
        "Each way is a successor of the node.";
    nielsen_paths: usize = 128, "words.nielsen.paths", "paths" in 0..=100_000,
        "No more paths of a part are listed, and its lengths are not refuted.",
        "Each path is a formula for arithmetic.";
    nielsen_questions: usize = 256, "words.nielsen.questions", "questions to arithmetic" in 0..=100_000,
        "The combination of paths is given up.",
        "About all pairs of a dozen paths.";
    cycle_symbols: usize = 4_000, "words.nielsen.cycle-symbols", "symbols" in 0..=1_000_000,
        "A loop whose words get longer has no closed form, and lengths are not refuted.",
        "Words of loops that have a closed form are short.";
    cycle_rounds: usize = 6, "words.nielsen.cycle-rounds", "rounds" in 0..=100,
        "A loop that has not given every variable back its place has no closed form.",
        "Permutations of three variables, and of few more, are the identity after at most 6 rounds.";
    matching_share: u64 = 10, "words.matching.share", "percent of what is left" in 1..=100,
        "Pieces of constants are no longer tried.",
        "Where the first lengths that match will not do, others are seldom found this way.";
    matching_letters: usize = 64, "words.matching.letters", "letters" in 0..=1_000_000,
        "Equations with a constant that is shorter are left to the other procedures.",
        "They decide those as quickly, and learn why there is no solution.";
    matching_attempts: usize = 64, "words.matching.attempts", "matches" in 0..=1_000_000,
        "No further match is checked against memberships and lengths.",
        "Each may ask arithmetic.";
    separator_share: u64 = 20, "words.separator.share", "percent of what is left" in 1..=100,
        "The search for solutions with a separator gives up.",
        "It refutes nothing, and what it finds it finds at once.";
    separator_letters: usize = 3, "words.separator.letters", "letters" in 0..=1_000,
        "No other letter is tried as a separator.",
        "Each costs a quarter of what is left, and formulas of this kind have one.";
    components_share: u64 = 30, "words.components.share", "percent of what is left" in 1..=100,
        "The components of a system are solved together.",
        "Each is easy, or the others need not be asked before it.";
    components_least: usize = 4, "words.components.least", "components" in 2..=1_000_000,
        "Components are not solved one by one where there are fewer.",
        "Few components cost little together.";
    components_orders: usize = 4, "words.components.orders", "orders" in 0..=1_000,
        "The components of a system are solved together.",
        "Where so many have no words of the lengths that others left, lengths are what is hard.";
    disequation_share: u64 = 60, "words.disequations.share", "percent of what is left" in 1..=100,
        "Splitting disequations gives up.",
        "What comes after looks for small words only.";
    disequation_cases: usize = 200, "words.disequations.cases", "systems" in 0..=100_000,
        "Splitting disequations gives up.",
        "Each is solved from scratch by the other procedures.";
    disequation_part_share: u64 = 25, "words.disequations.part-share", "percent of what is left" in 1..=100,
        "The component of a violated disequation is split with the whole system.",
        "A component is small, or as hard as the whole.";
    disequation_lengthenings: usize = 3, "words.disequations.lengthenings", "times" in 0..=1_000,
        "Words that are too few to differ are not asked to be longer; the cases are split.",
        "Each letter makes words many times as many.";
    other_letters: usize = 32, "words.positions.letters", "letters of a class" in 0..=1_000_000,
        "No other letter is tried for a position.",
        "More words than that which differ in one position only are better told apart by another one.";
    unary_share: u64 = 20, "words.unary.share", "percent of what is left" in 1..=100,
        "The translation to one letter gives up.",
        "It is one question to arithmetic, which is answered soon or not at all.";
    unary_steps: u64 = 20_000, "words.unary.inclusion-steps", "steps" in 0..=100_000_000,
        "Replacing all letters by one is taken to lead out of a language.",
        "Inclusions in languages that allow it are easy.";
    }
}
