//! The tunables of the theory of strings (`crates/solver/src/strings`).

tunables! {
    /// The tunables of the theory of strings.
    Strings strings {
    system_steps: u64 = 200_000_000, "strings.equations.steps", "steps" in 0..=1_000_000_000,
        "A system of equations is given up, and with it the assignment.",
        "Some ten seconds: whoever waits longer has a harder limit in mind.";
    conflict_length: usize = 10, "strings.equations.core-literals", "literals" in 0..=1_000,
        "Conflicts of no more literals are used as they are.",
        "They are short enough.";
    conflict_share: u64 = 16, "strings.equations.core-share", "times what finding it took" in 0..=1_000,
        "A conflict is used as it is, if the next row does not allow more.",
        "A long conflict comes again in a thousand shapes, so one short one is worth many times its cost.";
    conflict_steps: u64 = 50_000, "strings.equations.core-steps", "steps" in 0..=100_000_000,
        "A conflict is used as it is.",
        "A contradiction that was found at once may have a long explanation.";
    conflict_first: u32 = 3, "strings.equations.core-first", "conflicts" in 0..=1_000,
        "Later ones are made shorter.",
        "Most checks have no more.";
    conflict_doublings: u32 = 10, "strings.equations.core-doublings", "failures" in 0..=30,
        "After so many in a row the pauses between attempts no longer grow.",
        "A thousand conflicts are a long pause.";
    oracle_spare: usize = 500, "strings.oracle.spare", "variables" in 0..=1_000_000,
        "The arithmetic behind the equations begins anew, if the next row allows no more.",
        "Small problems would begin anew all the time otherwise.";
    oracle_ratio: usize = 2, "strings.oracle.ratio", "times its own variables" in 0..=1_000,
        "The arithmetic behind the equations begins anew.",
        "What questions left behind then costs more than what they are about.";
    few_splits: u32 = 8, "strings.tell-apart.words", "fixed words" in 0..=1_000,
        "From so many on disequations are looked at together, and after each failure from twice as many on.",
        "Most disequations hold after a word or two was fixed.";
    many_lengths: usize = 8, "strings.lengths.memberships", "memberships" in 1..=1_000_000,
        "Lengths of the strings in fewer are left to the procedures for equations.",
        "Those tell one contradiction at a time; of a few there are soon none left, and each round counts.";
    unfolded_length: usize = 48, "strings.unfolding.length", "characters" in 0..=10_000,
        "Memberships of longer strings in declared languages stay open.",
        "Tables are cubic in the length.";
    unfolding_steps: u64 = 100_000, "strings.unfolding.steps", "steps" in 0..=100_000_000,
        "A membership in a declared language stays open.",
        "Regexes of ten operators at the greatest length.";
    unfolding_preference: u32 = 100, "strings.unfolding.preference", "percent of a conflict" in 0..=1_000,
        "How much the length at which a membership is unfolded is preferred to others.",
        "A search that tries the next length instead meets the same membership there.";
    counting_steps: u64 = 20_000, "strings.counting.steps", "steps" in 0..=100_000_000,
        "The words of a language are not listed: it has as many as anybody needs.",
        "Automata of a few hundred states; languages with few words seldom need more.";
    counting_match_steps: u64 = 1_000_000, "strings.counting.match-steps", "steps" in 0..=100_000_000,
        "A clique of disequations is not matched with words.",
        "Enough for a hundred strings and as many words.";
    counting_cliques: usize = 100, "strings.counting.cliques", "cliques" in 0..=10_000,
        "No more cliques of disequations are looked at.",
        "What people call distinct is one clique.";
    counting_languages: usize = 1_000, "strings.counting.languages", "languages" in 0..=100_000,
        "All lists of words are forgotten.",
        "Each has up to some thousand states.";
    longest_word: u64 = 16_777_216, "strings.regular.longest-word", "letters" in 0..=16_777_216,
        "A class of longer words is not decided.",
        "64 MB of letters.";
    length_set_steps: u64 = 200_000, "strings.lengths.steps", "steps" in 0..=100_000_000,
        "Not all lengths of a language are learned, but those between the bounds at present.",
        "It is asked for each new conjunction of languages.";
    length_window_steps: u64 = 2_000_000, "strings.lengths.window-steps", "steps" in 0..=100_000_000,
        "The lengths between the present bounds are not learned either, but a gap around the one that was proposed.",
        "Gaps are learned one by one, so what replaces many of them may cost more.";
    length_core_steps: u64 = 100_000, "strings.lengths.core-steps", "steps" in 0..=100_000_000,
        "A conflict of memberships is used as it is.",
        "Half of what the lengths may cost.";
    arrangement_depth: u32 = 12, "strings.arrangements.depth", "parts" in 0..=100,
        "Deeper parts are not arranged.",
        "Each level has three cases.";
    arrangement_first_steps: u64 = 20_000_000, "strings.arrangements.first-steps", "steps" in 0..=1_000_000_000,
        "The procedures for equations stop until something was arranged, unless the next row allows more.",
        "A tenth of their allowance: most of what they decide at all they decide within that.";
    arrangement_first_share: u64 = 500_000, "strings.arrangements.first-share", "steps for each equation and disequation" in 0..=10_000_000,
        "The procedures for equations stop until something was arranged.",
        "A question to arithmetic takes about as many steps for each of a hundred equations, and arranging so many one by one takes more.";
    simplify_share: u64 = 200_000, "strings.equations.simplify-share", "steps for each equation and disequation" in 0..=10_000_000,
        "Systems are not simplified for longer until something was arranged, unless the row before allows it.",
        "Arithmetic takes a number of steps for each equation that grows with their number; a thousand of them are simplified within that.";
    arrangement_steps: u64 = 500_000, "strings.arrangements.steps", "steps for each arrangement" in 0..=100_000_000,
        "The procedures for equations stop until more was arranged.",
        "So that they and the splits get about the same time.";
    arrangement_symbols: usize = 10_000, "strings.arrangements.symbols", "symbols" in 0..=1_000_000,
        "Longer sides of equations are not arranged.",
        "Definitions that are put in could make them exponentially long.";
    arrangement_equal: u32 = 50, "strings.arrangements.equal", "percent of a conflict" in 0..=1_000,
        "How much the core prefers an arrangement without a new part.",
        "The value of the paper on Z3str3.";
    arrangement_constant: u32 = 20, "strings.arrangements.constant", "percent of a conflict" in 0..=1_000,
        "How much the core prefers that a part is a constant.",
        "The value of the paper on Z3str3.";
    arrangement_sliced: u32 = 10, "strings.arrangements.sliced", "percent of a conflict" in 0..=1_000,
        "How much the core prefers other arrangements.",
        "The value of the paper on Z3str3.";
    sums_all_steps: u64 = 20_000_000, "strings.sums.all-steps", "steps of a check" in 0..=100_000_000,
        "Equations of numerals are left to bounds.",
        "Ten questions that are as hard as can be.";
    sums_steps: u64 = 2_000_000, "strings.sums.steps", "steps" in 0..=100_000_000,
        "A question about numerals has no answer.",
        "The sum of two numerals of 2,048 digits takes 1.3 million.";
    sums_numerals: usize = 6, "strings.sums.numerals", "numerals" in 0..=20,
        "Equations of more are left to bounds.",
        "The states of the search are tuples with a state for each numeral.";
    sums_drops: usize = 50, "strings.sums.core-questions", "questions" in 0..=1_000,
        "The other memberships stay in the conflict.",
        "Each is as hard as the question was.";
    transducer_all_steps: u64 = 75_000_000, "strings.transducers.all-steps", "steps of a check" in 0..=1_000_000_000,
        "Functions of one string are left to reductions; guesses have as much again.",
        "Three guesses that are as hard as can be.";
    transducer_first_steps: u64 = 3_000_000, "strings.transducers.first-steps", "steps" in 0..=100_000_000,
        "From so many steps on, functions of one string take turns with all else.",
        "Most questions take less; where other strings take part, they have more to say.";
    transducer_models: usize = 5_000, "strings.transducers.models", "models of a check" in 0..=1_000_000,
        "No more words are guessed.",
        "Each is evaluated in all that was asserted.";
    transducer_nested: usize = 4, "strings.transducers.nested", "replacements" in 1..=1_000_000,
        "From so many replacements of a first occurrence in each other on, they are read as functions, not as equations.",
        "Each is two cases of an equation; the cases of three are still few.";
    transducer_steps: u64 = 2_000_000, "strings.transducers.steps", "steps" in 0..=100_000_000,
        "A question about functions of one string has no answer.",
        "Enough for products of some thousand states.";
    transducer_guess_steps: u64 = 25_000_000, "strings.transducers.guess-steps", "steps" in 0..=100_000_000,
        "The guesses of this final check end.",
        "A third of what all have.";
    transducer_drops: usize = 16, "strings.transducers.core-literals", "literals" in 0..=1_000,
        "Conflicts of more literals are used as they are.",
        "Each literal takes a question.";
    transducer_bound: u32 = 16_384, "strings.transducers.length", "letters" in 0..=100_000,
        "Larger bounds on lengths are left to arithmetic.",
        "A bound is a counter in the states of the search.";
    transducer_observed: usize = 4, "strings.transducers.observed", "values" in 0..=100,
        "Whether more values must be equal is not asked.",
        "Each pair is a question.";
    proposals: usize = 16, "strings.transducers.proposals", "words of a check" in 0..=1_000,
        "No more words are proposed for the string that functions are applied to.",
        "If so many were wrong, something else contradicts them.";
    proposal_steps: u64 = 200_000, "strings.transducers.proposal-steps", "steps" in 0..=100_000_000,
        "No word is proposed.",
        "A word that is hard to find is a poor guess.";
    instance_preference: u32 = 10, "strings.instances.preference", "percent of a conflict" in 0..=1_000,
        "How much the core prefers arguments for which a function was evaluated.",
        "As little as the least liked arrangement.";
    proposal_preference: u32 = 50, "strings.transducers.preference", "percent of a conflict" in 0..=1_000,
        "How much the core prefers such a word.",
        "As much as the arrangement that it likes best.";
    small_patience: u32 = 5, "strings.small.rounds", "final checks" in 0..=1_000,
        "After so many, small words are tried.",
        "Most formulas with a model that is found by other means have had it by then.";
    small_steps: u64 = 500_000, "strings.small.steps", "steps" in 0..=100_000_000,
        "The trial of small words ends.",
        "Some hundredth of a second, as it is done once.";
    small_constants: usize = 4, "strings.small.constants", "constants" in 0..=20,
        "With more of them the candidate is repaired instead.",
        "All combinations of their values are tried.";
    small_letters: usize = 3, "strings.small.letters", "different letters" in 0..=5,
        "No more occur in words that are made up.",
        "There are so many to the power of the next row.";
    small_length: usize = 3, "strings.small.length", "letters" in 0..=4,
        "Longer words are not made up.",
        "39 words; formulas that take longer ones usually spell them.";
    small_literals: usize = 6, "strings.small.literals", "literals" in 0..=50,
        "No more literals of the formula are tried as words.",
        "Each comes with six more, with a letter before or after it.";
    small_literal_length: usize = 12, "strings.small.literal-length", "letters" in 0..=1_000,
        "Longer literals are not tried as words.",
        "Keywords have at most so many.";
    repair_patience: u32 = 2, "strings.repair.rounds", "final checks" in 0..=1_000,
        "After so many, the candidate is repaired.",
        "It is cheap, and no candidate gets better by waiting.";
    repair_steps: u64 = 30_000, "strings.repair.steps", "steps" in 0..=100_000_000,
        "The repair ends, unless half of what the check has cost is more.",
        "Cheap enough to be tried nearly always.";
    repair_after: u64 = 500_000, "strings.repair.after", "steps of a check" in 0..=1_000_000_000,
        "When a check has cost so much, another candidate is repaired.",
        "Some hundredth of a second.";
    repair_again: u64 = 8, "strings.repair.again", "times what it had cost" in 2..=1_000,
        "When a check has cost so many times as much, it is done again.",
        "All repairs together cost less than the check.";
    repair_constants: usize = 40, "strings.repair.constants", "constants" in 0..=1_000,
        "Candidates with more are repaired only when a check has cost much (`strings.repair.after`).",
        "A change looks at all values of all constants of a clause.";
    repair_tabu: usize = 2, "strings.repair.tabu", "changes" in 0..=100,
        "So many changes later a constant may be changed again.",
        "The least that keeps two constants from changing to and fro.";
    repair_ideas: usize = 24, "strings.repair.ideas", "terms" in 0..=1_000,
        "No more terms of an assertion are values that a constant may get.",
        "Each is a trial, and those nearest to the root come first.";
    lemma_word: usize = 10_000, "strings.functions.lemma-word", "letters" in 0..=1_000_000,
        "Longer words do not go into lemmas.",
        "A lemma that says what one long word is mapped to is hardly of use again.";
    filler: usize = 1_048_576, "strings.functions.filler", "letters" in 0..=16_777_216,
        "Longer words are not made up for candidates, so functions of them are not compared.",
        "4 MB of letters.";
    match_length_steps: u64 = 50_000, "strings.functions.match-length-steps", "steps" in 0..=100_000_000,
        "The matches of a regex are taken to differ in length.",
        "Regexes of one length are simple.";
    order_letters: usize = 24, "strings.order.letters", "letters" in 0..=500,
        "Longer strings are compared by their common prefix.",
        "Each letter is a variable.";
    order_times: u32 = 4, "strings.order.lengths", "pairs of lengths" in 0..=1_000,
        "After so many the strings are compared by their common prefix.",
        "That holds for all lengths, but is harder.";
    order_constant: usize = 1_000, "strings.order.constant", "letters" in 0..=10_000,
        "Longer constants are compared like variables.",
        "The regex of what is less has a part for each letter.";
    order_chain: usize = 200, "strings.order.chain", "strings" in 0..=10_000,
        "Longer chains of strings in order are refuted with all memberships and bounds on them.",
        "Each is left out once, for a walk along the chain.";
    order_clashes: u32 = 100, "strings.order.clashes", "combinations of lengths of a check" in 0..=10_000,
        "No more are excluded because words of these lengths are not in order: letters are compared.",
        "Where lengths have no bounds there is no end of them.";
    order_pairs: usize = 16, "strings.order.prefixes", "pairs of prefixes" in 0..=1_000,
        "No more prefixes of two strings are compared.",
        "All pairs are, so their number is quadratic.";
    copies: u32 = 50, "strings.regexes.copies", "copies" in 0..=300,
        "Repetitions of a regex that has a variable in it are not written out, and stay undecided.",
        "Each number of copies is a regex of so many parts.";
    cut_position: i64 = 100_000, "strings.cuts.position", "letters" in 0..=1_000_000,
        "Positions beyond it are left to variables.",
        "Far positions are seldom meant to be reached.";
    cuts: usize = 4_096, "strings.cuts.count", "cuts" in 0..=10_000,
        "A string is not cut at more fixed positions from one end.",
        "Each cut is a part of the string, with a length of its own; letters at fixed positions are read one by one in long strings.";
    series_rounds: u32 = 4, "strings.functions.series-rounds", "final checks" in 0..=10_000,
        "Containments and numbers of numerals are told about along with the wrong ones, as many as were before.",
        "A few are wrong by chance; what goes on is a chain or a sum, whose parts are wrong one after the other.";
    refined_first: u32 = 3, "strings.functions.refined-first", "refinements" in 0..=1_000,
        "Functions of equal arguments are compared before a wrong function is refined again.",
        "The bounds around a number and a word, and around what came of them, settle most of them; more can go on for ever.";
    bounds_first: u32 = 3, "strings.numerals.bounds-first", "refinements" in 0..=1_000,
        "After so many by bounds a numeral is written digit by digit.",
        "Bounds hold for all lengths, digits for one.";
    counted_digits: usize = 2, "strings.numerals.counted", "powers of ten" in 0..=30,
        "From which of the first so many on a number has a digit more is said when its numeral is wrong; of others, where they are met.",
        "Most numbers in texts are counts, lengths, bytes or codes.";
    slope_digits: usize = 20, "strings.numerals.slope", "digits" in 1..=1_000,
        "The bound of longer numerals by their length is that of a numeral with so many digits.",
        "64-bit numbers have at most 20.";
    written_digits: usize = 40, "strings.numerals.digits", "digits" in 0..=1_000,
        "Longer numerals are not written digit by digit.",
        "128-bit numbers have at most 39.";
    summed_digits: usize = 3, "strings.numerals.summed", "digits" in 0..=30,
        "Strings that can be longer are no sums of digits from the start.",
        "Fields of dates and addresses have at most three; longer ones are seldom cut further.";
    prefixes: usize = 500, "strings.affixes.length", "letters" in 0..=5_000,
        "What is a prefix or a suffix of a longer constant is reduced by variables.",
        "The regex has a part for each letter.";
    length_comparisons: usize = 8, "strings.lengths.comparisons", "strings" in 0..=1_000_000,
        "The length of a string is not compared with those of further strings that it differs from in any case.",
        "That lengths differ decides a disequation or two; among a hundred distinct strings there are five thousand pairs.";
    factors_few: usize = 8, "strings.factors.few", "words" in 0..=1_000,
        "For a string that must contain no more words, a word is searched for.",
        "The search decides few at once, and finds a shortest word.";
    factors_steps: u64 = 20_000_000, "strings.factors.steps", "steps" in 0..=1_000_000_000,
        "No word is proposed for a string that must contain many.",
        "Enough for some thousand words, each of which is looked for in the one proposed.";
    factors_preference: u32 = 100, "strings.factors.preference", "percent of what a conflict adds" in 0..=10_000,
        "A word that contains many others is tried later.",
        "It is seldom wrong.";
    factors: usize = 24, "strings.affixes.factor-length", "letters" in 0..=200,
        "What is a factor of a longer constant is reduced by variables.",
        "The regex grows with the square of the length.";
    spelled: usize = 48, "strings.chars.length", "letters" in 0..=1_000,
        "Longer arguments of functions of letters are not written out.",
        "Each letter is a variable, and holds for one length only.";
    leading_digits: usize = 6, "strings.magnitude.digits", "digits" in 0..=50,
        "Numbers that differ after more digits only are not told apart by the first of them.",
        "With few digits a lemma excludes most.";
    magnitude_length: usize = 4, "strings.magnitude.length", "digits" in 0..=1_000,
        "Shorter numerals are left to bounds and digits.",
        "They have at most a thousand values.";
    magnitude_far: i64 = 20, "strings.magnitude.far", "digits" in 1..=200,
        "Numerals that differ in length by more are not compared.",
        "The factors and constants beside numerals fit into 64 bits, which is 20 digits.";
    }
}
