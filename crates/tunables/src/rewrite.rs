//! The tunables of rewriting and entailment (`crates/rewrite`).

tunables! {
    /// The tunables of rewriting and entailment.
    Rewrite rewrite {
    helper_depth: u8 = 3, "rewrite.helper-depth", "levels" in 1..=5,
        "Helper terms of helper terms of rules are not rewritten.",
        "Rules ask about a smaller term, and seldom does the answer need a rule that asks again.";
    longest_word: usize = 1_048_576, "rewrite.longest-word", "letters" in 0..=16_777_216,
        "No rule makes a longer constant.",
        "A replacement in a constant can square its length.";
    unfolded_word: usize = 4_096, "rewrite.unfolded-word", "letters" in 0..=65_536,
        "A derived function that applies itself to the rest of its argument is not computed for a longer constant.",
        "All the rests would be written down.";
    matching_words: usize = 1_048_576, "rewrite.matching-words", "words of 64 bits" in 0..=16_777_216,
        "A constant is not matched with a regex of terms.",
        "8 MB: a matrix for each part of the regex.";
    power_word: usize = 64, "rewrite.power-word", "letters" in 0..=65_536,
        "A constant to a power that is longer stays a repetition.",
        "Automata count repetitions, and read words letter by letter.";
    contains_letters: usize = 8, "rewrite.contains.letters", "letters or parts" in 0..=1_000,
        "A longer constant is not taken apart into equalities with its letters, and a longer needle not into its parts.",
        "A disjunction of more cases is worse than one atom.";
    equation_cuts: usize = 64, "rewrite.equations.cuts", "places" in 0..=10_000,
        "No more places of a side are compared with places of the other.",
        "Each pair is a question about lengths.";
    indexof_parts: usize = 8, "rewrite.indexof.parts", "parts" in 0..=1_000,
        "Longer concatenations are not searched for an occurrence that is sure.",
        "Each end of the concatenation is a question of its own.";
    replace_parts: usize = 8, "rewrite.replace.parts", "parts" in 0..=1_000,
        "Longer concatenations are not searched for an occurrence that is sure.",
        "Each end of the concatenation is a question of its own.";
    clip_terms: usize = 8, "rewrite.slices.clip", "terms" in 0..=65_536,
        "A slice of so many letters keeps this number, where the string ends and the length of that is a longer sum.",
        "What is asked of the slice is asked of the sum.";
    replaced_parts: usize = 256, "rewrite.replace-all.parts", "parts" in 0..=65_536,
        "A replacement in a constant that makes more parts stays a function.",
        "Equations with more parts are harder than the function.";
    context_size: usize = 64, "rewrite.context.size", "terms" in 0..=10_000,
        "Larger parts of a junction are not simplified by what the others say.",
        "Each part is walked for each fact.";
    context_parts: usize = 1_024, "rewrite.context.parts", "parts" in 0..=100_000,
        "In longer junctions no part is simplified by what the others say.",
        "What is asserted about one thing mostly stands in a small junction.";
    context_values: usize = 8, "rewrite.context.values", "values" in 0..=1_000,
        "A disjunction of more values of a term is not tried out in the other parts.",
        "Each value is put into each part.";
    context_pairs: usize = 1_024, "rewrite.context.pairs", "pairs" in 0..=1_000_000,
        "Values of terms are not tried out in more parts of one junction.",
        "The rule is tried again whenever a part changes.";
    junction_parts: usize = 1_024, "rewrite.junctions.parts", "parts" in 0..=100_000,
        "In longer junctions bounds and memberships of one term are not joined.",
        "The solver joins them as well, when they are assigned.";
    junction_pairs: usize = 64, "rewrite.junctions.pairs", "pairs" in 0..=10_000,
        "Containments that hold and that fail are not compared.",
        "Each pair is a question whether one string contains another.";
    enumerated_words: usize = 8, "rewrite.functions.words", "words" in 0..=1_000,
        "An equality of a function with a constant does not become a choice between more words.",
        "A disjunction of more cases is worse than one atom.";
    equation_size: usize = 24, "rewrite.functions.size", "terms" in 0..=10_000,
        "An equality with a larger function is not taken apart by cases.",
        "The cases repeat the arguments.";
    bit_arguments: usize = 256, "rewrite.bits.arguments", "arguments" in 0..=10_000,
        "Longer sums, products and the like of bit-vectors stay nested.",
        "Argument lists are sorted anew when one changes.";
    bit_parts: usize = 256, "rewrite.bits.parts", "parts" in 0..=10_000,
        "Longer concatenations of bit-vectors stay nested.",
        "Slices of a concatenation look at all of its parts.";
    bit_copies: u32 = 64, "rewrite.bits.copies", "copies" in 0..=1_000,
        "A repetition of more copies of a bit-vector is left to the circuit.",
        "The circuit has no gates for it, while each copy is a part for the rules.";
    alphabet_terms: usize = 64, "rewrite.entail.alphabet-terms", "terms" in 0..=4_096,
        "The letters that a string can have are not known.",
        "Terms of which they are known are concatenations of a few constants and functions of them.";
    length_functions: usize = 64, "rewrite.entail.length-functions", "functions" in 0..=1_024,
        "Functions that keep lengths are not looked through further.",
        "A deep nest is met again at each of its levels.";
    proof_steps: u32 = 60, "rewrite.entail.proof-steps", "steps" in 0..=1_000,
        "An inequality is not proved.",
        "Real proofs take fewer than ten.";
    proof_terms: usize = 32, "rewrite.entail.proof-terms", "terms" in 0..=256,
        "An inequality between longer sums is only proved by constant bounds.",
        "Each term is approximated in several ways.";
    proof_depth: u32 = 8, "rewrite.entail.proof-depth", "levels" in 0..=16,
        "Approximations of approximations are not approximated further.",
        "The search recurses so deep, and real proofs take two or three.";
    bound_depth: u32 = 6, "rewrite.entail.bound-depth", "levels" in 0..=32,
        "What is nested deeper in a term counts as unbounded.",
        "The search recurses so deep, and bounds are asked for at each level of a term.";
    bound_terms: u32 = 128, "rewrite.entail.bound-terms", "terms" in 0..=1_024,
        "What else is in a term counts as unbounded.",
        "Bounds are asked for whenever a rule looks at a length.";
    bound_digits: usize = 100, "rewrite.entail.bound-digits", "digits" in 0..=1_000,
        "Longer numerals do not bound their number.",
        "Arithmetic gets slow with longer numbers.";
    facts: usize = 48, "rewrite.entail.facts", "inequalities" in 0..=128,
        "A contradiction between inequalities is not found.",
        "Elimination of one term can square their number.";
    fact_terms: usize = 12, "rewrite.entail.fact-terms", "terms" in 0..=64,
        "Longer inequalities are no facts.",
        "Elimination makes longer ones of them.";
    fact_leaves: usize = 10, "rewrite.entail.fact-leaves", "terms" in 0..=64,
        "Of no more terms is looked up what is known about them.",
        "Each brings some facts that bring more terms.";
    }
}
