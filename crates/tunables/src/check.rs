//! The tunables of checks as a whole (`crates/solver`, but for strings).

tunables! {
    /// The tunables of checks as a whole.
    Check check {
    preprocess_rounds: usize = 64, "check.preprocess.rounds", "rounds" in 1..=1_000,
        "What is left goes to the solver as it is.",
        "Each round at least halves a chain of definitions, so that real inputs take a handful.";
    preprocess_choices: usize = 32, "check.preprocess.choices", "choices" in 0..=1_000_000,
        "A constant that is one of others by more choices is not replaced by these.",
        "What compares a state with values becomes a formula about all states before; ten steps of a small machine are one formula.";
    values: usize = 256, "check.values", "values" in 0..=100_000,
        "Functions of an integer of more values are not computed in advance.",
        "Letters of ASCII, and bytes.";
    value_pieces: usize = 8, "check.values.pieces", "pieces" in 0..=100_000,
        "A function that consists of more linear pieces stays a sum.",
        "Digits in base 64 have five.";
    diagram_choices: usize = 8, "check.diagrams.choices", "choices" in 1..=1_000_000,
        "Sums of fewer choices between numbers are left to arithmetic.",
        "Of seven choices between two numbers there are 128 cases.";
    diagram_nodes: usize = 2_500_000, "check.diagrams.nodes", "nodes of all diagrams" in 0..=10_000_000,
        "Further comparisons of sums of choices are left to arithmetic.",
        "Each is four clauses; the depths of 1,024 brackets, each compared with 0, take a fifth as many.";
    diagram_alone: usize = 50_000, "check.diagrams.alone", "nodes" in 0..=10_000_000,
        "Of an equation that shares no choice with other comparisons the search is told a solution instead.",
        "Sixty choices between words with numbers up to 11; of more, a solution is found in less time than the nodes are made.";
    diagram_paths: usize = 64, "check.diagrams.paths", "nodes" in 0..=1_000_000,
        "Choices of more paths that share constants are made one after the other.",
        "Three letters are compared in pairs by eight paths, and in four classes each by as many as this.";
    kinds_steps: u64 = 20_000_000, "check.kinds.steps", "steps" in 0..=1_000_000_000,
        "Sums of choices are not counted by kinds of choices.",
        "Twice what 2,048 letters take that are counted in four classes; a system of few unknowns takes some thousands.";
    layers_effort: u64 = 2_000, "check.layers.effort", "steps for each term" in 0..=1_000_000,
        "Choices are not gone through layer by layer, nor if they take more than the steps for counting by kinds.",
        "A walk through tables takes some hundreds, two machines over digits a thousand; where states do not meet, all are in vain.";
    table_steps: u64 = 25_000_000, "check.tables.steps", "steps" in 0..=1_000_000_000,
        "Further formulas about texts with one bounded integer are not evaluated for each of its values.",
        "Enough for 2,048 bytes that are written and read as letters; each step is an operator of a formula.";
    table_measured_steps: u64 = 100_000, "check.tables.measured-steps", "steps" in 0..=1_000_000_000,
        "A formula about the lengths of texts with one integer is evaluated for more only if these are not spelled.",
        "A numeral of two digits that is filled up is little work; one of five has five lengths and 100,000 values.";
    carry_summands: usize = 256, "check.carries.summands", "summands" in 0..=1_000_000,
        "Longer equations are not split at the bases of their numbers.",
        "Two numerals of 64 digits and their sum have fewer; coefficients of hundreds of digits are slow.";
    carry_values: u64 = 16, "check.carries.values", "values" in 1..=1_000_000_000,
        "An equation is not split where more than so many values may be carried.",
        "Six bits against eight carry two or four of them, and a sum of as many numerals as 16 has no more.";
    exclusive_strings: usize = 8, "check.exclusive.strings", "strings" in 0..=1_000_000,
        "Which conditions on one string exclude each other is left to the final check if fewer strings have such.",
        "A few are refuted by as many candidates; of a hundred, each candidate has another one wrong.";
    exclusive_steps: u64 = 500_000, "check.exclusive.steps", "steps" in 0..=1_000_000_000,
        "The languages of further conditions are not compared before the search.",
        "A hundred strings of six conditions each with automata of ten states.";
    slice_cases: usize = 2_000_000, "check.slices.cases", "cases of all strings" in 0..=10_000_000,
        "Further strings that are cut by cases are left to the procedures for words.",
        "As many as 600 tokens of one or two letters have; each is a few gates.";
    occurrence_parts: usize = 20_000_000, "check.occurrences.parts", "parts" in 0..=1_000_000_000,
        "Functions that look for words in concatenations of more parts in sum are left as they are.",
        "The results of 3,000 replacements in a text of as many places, of 80 MB.";
    occurrence_steps: u64 = 500_000, "check.occurrences.steps", "steps" in 0..=1_000_000_000,
        "Further memberships of concatenations are left as they are, whatever the languages of their parts.",
        "A text of a thousand choices between two words, in a language of a dozen states.";
    cuts: usize = 8, "check.cuts", "slices" in 0..=1_000_000,
        "Slices at first occurrences and behind prefixes are left as they are where there are fewer.",
        "A few are decided when a candidate gets them wrong; with each more, all candidates are wrong about some.";
    spelling_steps: u64 = 2_000_000, "check.spelling.steps", "steps" in 0..=1_000_000_000,
        "No string is turned into the codes of its letters, if the effort for each term does not allow more.",
        "Enough for a thousand letters and an automaton of a thousand states.";
    spelling_letters: usize = 16_384, "check.spelling.letters", "letters" in 0..=100_000,
        "Longer strings are not turned into the codes of their letters.",
        "As many integers are a large problem of arithmetic.";
    spelling_bounded: usize = 24, "check.spelling.bounded", "letters" in 0..=100_000,
        "A string of unknown length that may be longer is not turned into the codes of its letters unless enough of them are read.",
        "Longer ones cost more than the procedures for words.";
    spelling_read: usize = 2, "check.spelling.read", "letters" in 1..=1_000_000,
        "Longer strings of unknown length of which fewer than one letter in so many is read are not spelled.",
        "A loop that reads up to the end reads all letters; where half of them are not read, words are put together from parts.";
    spelling_effort: u64 = 4_000, "check.spelling.effort", "steps for each term" in 0..=1_000_000,
        "Only strings of known length are turned into the codes of their letters.",
        "Automata that have more states than the formula has terms are better left to those who search in them.";
    spelling_share: usize = 64, "check.spelling.share", "letters" in 1..=1_000_000,
        "Strings of which fewer than one in so many letters are read are not spelled.",
        "Of long strings that are read here and there most codes would be of no use.";
    spelling_turns: usize = 8, "check.spelling.turns", "turns" in 1..=1_000,
        "An inequality between lengths bounds them no further.",
        "What follows from known lengths follows in two or three turns; the bounds of lengths that differ may push each other on for ever.";
    spelling_digits: usize = 18, "check.spelling.digits", "digits" in 0..=1_000,
        "A string that is a longer numeral is not spelled.",
        "Longer ones have coefficients beyond 64 bits.";
    comparison_steps: u64 = 4_000_000, "check.comparison-steps", "comparisons" in 0..=1_000_000_000,
        "After so many no further comparison of strings is looked for that follows from asserted ones.",
        "Each string that is compared costs a walk along all that is asserted; two thousand of them in a chain take so many.";
    spelling_remainders: usize = 4_096, "check.spelling.remainders", "digits" in 0..=10_000,
        "A string that is a longer numeral is not spelled, even if only remainders of it are asked for.",
        "Each remainder costs the square of the digits, 0.1 s for so many.";
    given_up: u32 = 100, "check.given-up", "assignments" in 0..=10_000,
        "After so many that nobody could decide the check is given up.",
        "The answer can only be sat by then, and is seldom found after so many failures.";
    product_rounds: u32 = 2_000, "check.products.rounds", "rounds of lemmas" in 0..=1_000_000,
        "Products stay undecided.",
        "So many rounds are not going to end.";
    products: usize = 1_000, "check.products.at-once", "products" in 1..=1_000_000,
        "No more wrong products are corrected at a time.",
        "Corrected eight at a time, a chain of 128 products took 800 rounds in place of 6.";
    product_preference: u32 = 10, "check.products.preference", "percent of a conflict" in 0..=1_000,
        "How much the core prefers the value that a factor has.",
        "As little as the least liked arrangement.";
    minterms: usize = 64, "check.minterms", "combinations of predicates" in 0..=4_096,
        "Regexes over more combinations of predicates on elements that are no characters are refuted at most.",
        "Each has a block of some thousands of characters.";
    minterm_elements: usize = 16, "check.minterms.elements", "elements" in 1..=1_000,
        "A combination of predicates that more elements satisfy counts as endless.",
        "Each costs a question about one element, and a model needs one; few problems need more elements that all satisfy the same.";
    minterm_steps: u64 = 200_000, "check.minterms.steps", "steps a question" in 0..=1_000_000_000,
        "Whether an element satisfies a combination of predicates stays open, and predicates are declared languages.",
        "A question about one element seldom takes a tenth of it.";
    minterm_tries: u32 = 1_000, "check.minterms.tries", "elements" in 0..=1_000_000,
        "No further element that satisfies a combination of predicates is found for a model.",
        "Elements that satisfy it are tried in the neighbourhood of those known.";
    longest_filler: usize = 16_777_216, "check.models.filler", "letters" in 0..=67_108_864,
        "A model with a longer word that nothing but its length constrains is not made.",
        "It could not be stored, let alone printed.";
    go_on_terms: usize = 1_000, "check.go-on.terms", "terms" in 0..=1_000_000,
        "Smaller assertions are set up anew for each check.",
        "Setting them up takes less than a millisecond.";
    go_on_steps: u64 = 1_000_000, "check.go-on.steps", "steps" in 0..=1_000_000_000,
        "The attempt to go on from the check before ends, if the next row allows no more.",
        "About a tenth of a second.";
    go_on_share: u64 = 4, "check.go-on.share", "times the last check from scratch" in 0..=1_000,
        "The attempt to go on from the check before ends.",
        "What an old engine does not decide in a few times as long is better begun anew.";
    go_on_failures: u32 = 3, "check.go-on.failures", "attempts" in 0..=1_000,
        "After so many in vain, in a row, there are checks that begin anew, twice as many each time.",
        "Chance spoils one or two, three are a pattern.";
    go_on_ratio: usize = 2, "check.go-on.ratio", "times" in 1..=1_000,
        "What is on top of the kept assertions must be so many times smaller.",
        "Otherwise little is saved.";
    go_on_clauses: usize = 500, "check.go-on.clauses", "clauses" in 0..=1_000_000,
        "The old engine is dropped when it has twice the clauses that it had, and so many more.",
        "Clauses are learned for terms that may be gone.";
    go_on_above: usize = 32, "check.go-on.above", "assertions" in 0..=1_000,
        "When more stay on top of the kept ones, the older half is kept, too.",
        "Each is assumed anew in each check.";
    nearby_ratio: usize = 4, "check.nearby.ratio", "times" in 1..=1_000,
        "A part of the assertions is not solved on its own if all are less than so many times more.",
        "Otherwise little is saved.";
    nearby_reads: usize = 16, "check.nearby.reads", "constants and letters" in 1..=1_000_000,
        "Of what an assertion reads that reads more, only a part is let go at once.",
        "What reads so much is a sum or a long equation, which ties everything to everything.";
    nearby_few: usize = 4, "check.nearby.few", "constants and letters" in 1..=1_000,
        "So many are let go at once of such an assertion.",
        "A few can make up for a change.";
    nearby_moves_steps: u64 = 5_000, "check.nearby.moves.steps", "steps" in 0..=1_000_000_000,
        "The attempt to change single constants ends, if the next row allows no more.",
        "A few ten changes of what ten assertions read: to set up a search costs as much.";
    nearby_moves_share: u64 = 100, "check.nearby.moves.share", "steps" in 0..=1_000_000,
        "The same, with so many more for each assertion.",
        "What is defined in a chain is evaluated again after each change, and reads long texts.";
    nearby_proposals: usize = 128, "check.nearby.moves.proposals", "values" in 1..=1_000,
        "No more values of constants are proposed for an assertion at a time.",
        "A summand for each letter of a text; most are refuted by what reads little.";
    nearby_large: usize = 8, "check.nearby.moves.large", "times" in 0..=1_000_000,
        "No constant is changed any more that an assertion reads which reads more than `check.nearby.reads`.",
        "A letter and another that makes up for it, and a few that do not: more costs as much as to solve what is around a few.";
    nearby_again: usize = 3, "check.nearby.moves.again", "times" in 0..=1_000,
        "Changes do not begin again with another one.",
        "Too many minutes lead nowhere, an hour more leads on to the minutes that are missing.";
    nearby_broken: usize = 8, "check.nearby.moves.broken", "assertions" in 1..=1_000,
        "Changes are not made after which more assertions would not hold.",
        "A definition in a chain has two neighbours; what breaks more is not near.";
    nearby_steps: u64 = 50_000, "check.nearby.steps", "steps" in 0..=1_000_000_000,
        "The attempt to find a model near the one before ends, if `check.nearby.share` allows no more.",
        "Five thousandths of a second: one in vain must not cost far more than the search after it.";
    nearby_ends_steps: u64 = 10_000, "check.nearby.ends.steps", "steps" in 0..=1_000_000_000,
        "The attempt to find a model whose strings begin like those of the one before ends, if the next row allows no more.",
        "A thousandth of a second: all assertions are looked at, which pays against long searches only.";
    nearby_ends_worth: u64 = 50_000, "check.nearby.ends.worth", "steps" in 0..=1_000_000_000,
        "No model whose strings begin like those of the one before is looked for if searches of late took less.",
        "Strings that only grow get long; in five thousandths of a second, short ones are found.";
    nearby_share: u64 = 1, "check.nearby.share", "times a search of late" in 0..=1_000,
        "An attempt to find a model near the one before ends.",
        "What takes longer than a search is better searched.";
    nearby_cuts: usize = 2, "check.nearby.cuts", "times" in 0..=2,
        "So often, letters are cut off the ends of all strings.",
        "What more letters are needed for is better searched.";
    nearby_cut: usize = 4, "check.nearby.cut", "letters" in 1..=100,
        "So many letters may change at the ends of strings if more did not help; then as many as must, from the square to the cube.",
        "What is read in one step is about as long.";
    nearby_letters: usize = 10_000, "check.nearby.letters", "letters" in 0..=1_000_000,
        "A longer word is not kept as the value of a constant.",
        "It would have to be read again and again.";
    nearby_failures: u32 = 4, "check.nearby.failures", "attempts" in 0..=1_000,
        "After so many in vain, in a row, there are checks without, twice as many each time.",
        "Some questions have no model at all.";
    spare_terms: usize = 5_000, "check.memory.spare", "terms and regexes" in 0..=1_000_000,
        "What was derived is forgotten when there are twice as many as one check needs, and so many more.",
        "A megabyte or two.";
    core_steps: u64 = 200_000, "check.cores.steps", "steps" in 0..=100_000_000,
        "A question about an unsat core stays open, if the next row allows no more: what it asks about stays in the core.",
        "About a hundredth of a second.";
    core_share: u64 = 4, "check.cores.share", "times the check" in 0..=1_000,
        "A question about an unsat core stays open.",
        "Fewer assertions can be harder to refute, but seldom that much.";
    optimum_steps: u64 = 2_000_000, "check.optima.steps", "steps" in 0..=1_000_000_000,
        "A question for a better model stays open for now, if the next row allows no more.",
        "Some tenth of a second.";
    optimum_share: u64 = 4, "check.optima.share", "times the check" in 0..=1_000,
        "A question for a better model stays open for now.",
        "A better model is harder to find than any.";
    optimum_easy: u64 = 10, "check.optima.easy", "times less" in 1..=1_000,
        "What is only worth asking if it is easy stays open.",
        "A tenth is lost at most.";
    optimum_growth: u64 = 8, "check.optima.growth", "times" in 2..=1_000,
        "So many times more steps have the questions that stayed open.",
        "What was lost before is an eighth.";
    optimum_rounds: usize = 5, "check.optima.rounds", "rounds" in 1..=100,
        "The best model found is not known to be optimal.",
        "The last round has 4,096 times the steps of the first.";
    optimum_suspicious: i64 = 8, "check.optima.suspicious", "distance" in 2..=1_000,
        "Steps of this length, and of its powers, are a reason to ask whether there is any bound.",
        "That costs about as much as three steps.";
    optimum_longest_step: i64 = 4_096, "check.optima.longest-step", "distance" in 1..=1_000_000,
        "When steps are longer, a bound is sought far away.",
        "What has a model so far away is likely to have no bound.";
    unbounded_steps: u64 = 2_000_000, "check.optima.unbounded-steps", "steps" in 0..=1_000_000_000,
        "That there is no bound is not proved.",
        "As much as a question for a better model.";
    relaxation_steps: u64 = 1_000_000, "check.optima.relaxation-steps", "steps" in 0..=1_000_000_000,
        "No bound is known from the start.",
        "Half of what a question for a better model has.";
    }
}
