//! The families: what grows, and a function that writes the script of a size. A new one is a row here and its function, in
//! [`shapes`](super::shapes) if it is about an operator, in [`tools`](super::tools) if it is about an application, in
//! [`loops`](super::loops) if it is what a loop does, in [`walks`](super::walks) if a text is taken apart piece by piece, and in
//! [`texts`](super::texts) if it is put together. Many small texts at once are in [`names`](super::names), those
//! that stand for something else in [`codes`](super::codes), what validators and formatters do in [`checks`](super::checks), and
//! programs that read letter by letter in [`readers`](super::readers).

use super::{checks, codes, counts, loops, names, readers, shapes, texts, tools, walks};

/// Scripts of one kind, one for each size.
pub struct Family {
    /// What `--only` and the page call it: a name for a file.
    pub name: &'static str,
    /// What is asked, and what its size counts.
    pub about: &'static str,
    /// Writes the script of a size of at least 4.
    pub script: fn(usize) -> String,
}

const fn row(name: &'static str, about: &'static str, script: fn(usize) -> String) -> Family {
    Family { name, about, script }
}

/// All of them.
pub const FAMILIES: &[Family] = &[
    row("parser", "n numbers cut off a text one by one by `indexof` and `substr`", shapes::parser),
    row("at", "n letters given one by one, and the sum of their codes", shapes::at),
    row("caesar", "n letters, each shifted by the same unknown key", shapes::caesar),
    row("pigeons", "n letters out of n - 1, all different", shapes::pigeons),
    row("order", "n words of three letters, each smaller than the next", shapes::order),
    row(
        "literal",
        "a literal of 64 n letters cut in three, the first part equal to the last",
        shapes::literal_parts,
    ),
    row("nested", "n replacements, each in the result of the one before", shapes::nested),
    row("chain", "n equations, each puts a letter at both ends of the next string", shapes::chain),
    row("members", "a word of 2 n letters that contains n given factors", shapes::members),
    row("numerals", "two numerals of n digits and their sum", shapes::numerals),
    row("csv", "a line of n fields, cut at its commas by `indexof`", tools::csv),
    row(
        "query",
        "n parameters of a URL: does one of the values bring a parameter of its own?",
        tools::query,
    ),
    row("json", "an object of n strings with quoted quotes: can a string end early?", tools::json),
    row("dates", "n dates of a month and a day each, in order", tools::dates),
    row("sql", "n values with doubled quotes: can one of them end its literal?", tools::sql),
    row(
        "shell",
        "n arguments, quoted unless they are plain: can one start a command?",
        tools::shell,
    ),
    row(
        "paths",
        "n segments of a path, none of them `..`: can the path leave its folder?",
        tools::paths,
    ),
    row("mail", "n different addresses of one domain", tools::mail),
    row("versions", "n versions of two numbers each, in order", tools::versions),
    row("digits", "n digits, the last one checks the others", tools::digits),
    row("palindromes", "a palindrome of n letters with a given factor", tools::palindromes),
    row("hexadecimal", "n bytes in hexadecimal digits that decode to a text", tools::hexadecimal),
    row("records", "n fields of a text, each with a name and a number", loops::records),
    row("trim", "a loop that takes n blanks off a text", loops::trim),
    row("alphanumeric", "a text of at most n letters, read up to its end", loops::alphanumeric),
    row("growing", "n texts, each contains the one before and is another", loops::growing),
    row("users", "n different addresses of one domain, put together", loops::users),
    row("cards", "a card number of n digits with a checksum after Luhn", loops::cards),
    row(
        "quotes",
        "a text of n letters that ends in a quotation, read letter by letter",
        loops::quotes,
    ),
    row(
        "mirrored",
        "n letters, put together from either end, are the same text: can it contain `ab` and not `ba`?",
        loops::mirrored,
    ),
    row("netstrings", "n texts, each with its length in front, put together", loops::netstrings),
    row("template", "a template with n places that are replaced one by one", loops::template),
    row(
        "palindrome-loop",
        "letters are compared from both ends inwards, n / 2 times; the length is not given",
        walks::palindrome_loop,
    ),
    row("halves", "a text of n / 2 letters, and behind it the same one backwards", walks::halves),
    row("containing", "n texts, each contains the one before and is longer", walks::containing),
    row("places", "n places of a template are replaced, each result has a name", walks::places),
    row("split", "n fields are cut off a line, each differs from the next", walks::split),
    row("lookup", "n values are looked up behind their keys", walks::lookup),
    row("url", "scheme, host, path and n parameters of a URL", walks::url),
    row("strip", "an unknown prefix is taken off n times", walks::strip),
    row("clash", "n letters one by one, which are not a prefix of n letters", walks::clash),
    row("parity", "n even digits, and an odd sum with weights", walks::parity),
    row("times", "n areas that are the products of lengths", walks::times),
    row("join", "n pairs put together: can a value bring a pair?", walks::join),
    row("prefixes", "n texts, each a proper prefix of the next", walks::prefixes),
    row(
        "builder",
        "a letter of two is appended n times, then some words are missing",
        texts::builder,
    ),
    row("brackets", "n brackets of two kinds in each other, never twice the same", texts::brackets),
    row("branches", "n times one of two words, each on a path of its own", texts::branches),
    row("tags", "n tags of three names: can one begin with something else?", texts::tags),
    row("ends", "n letters at either end: can those stand before these?", texts::ends),
    row("ellipsis", "n texts that are cut if they are long, of a given length", texts::ellipsis),
    row("flags", "n flags of three letters, whose length is no multiple of 3", texts::flags),
    row("pairs", "n pairs of different keys and their values, one of them given", texts::pairs),
    row("endings", "n texts, each a proper end of the next, without a word", texts::endings),
    row("log", "n lines of a log with dates and messages, one of them given", texts::log),
    row("odd", "n digits 0, 2 or 4, and an odd number", texts::odd),
    row("positions", "n fields of a line by the positions of its commas", walks::positions),
    row("sized", "n fields of a text, each with its length in two digits in front", walks::sized),
    row("unbalanced", "n + 1 brackets, and no depth in the end", loops::unbalanced),
    row("unescape", "a text of n letters that is unescaped letter by letter", loops::unescape),
    row("markup", "a text of n letters, read by a machine whose state is a string", loops::markup),
    row("runs", "n runs of letters and their lengths as numerals", walks::runs),
    row("octets", "two addresses of n numbers: the same text, other numbers", texts::octets),
    row("sorts", "n letters, each a digit or small: are the counts of both n?", counts::sorts),
    row("distances", "three texts of n letters against the triangle inequality", counts::distances),
    row("found", "a text in which a word is found n times, one behind the other", counts::found),
    row(
        "balanced",
        "n + 1 brackets, no prefix closes too many, and none is left open",
        counts::balanced,
    ),
    row("remainder", "a number of n digits, and its remainder by 97", counts::remainder),
    row("bits", "n binary digits, read after Horner, that make a given number", counts::bits),
    row("base64", "n groups of base64 that decode to small letters", counts::base64),
    row("counters", "n numerals in a row, of which only the length is given", texts::counters),
    row("capitals", "a word in the small letters of n names", names::capitals),
    row(
        "initials",
        "n different names with given first letters, within 3 n letters",
        names::initials,
    ),
    row("globs", "a path that contains n parts", names::globs),
    row("keys", "n keys of two letters, at which a table has five values", names::keys),
    row("stack", "n numbers are put on a stack, a sequence, or taken off", names::stack),
    row("mirror", "a palindrome of n letters and one in the middle, put together", codes::mirror),
    row("decoded", "n characters of a URL, decoded by cases", codes::decoded),
    row("clock", "n times of day in order, with texts that differ", codes::clock),
    row("columns", "n lines of two columns that change places twice", names::columns),
    row(
        "parameters",
        "n parameters of a URL, half of them read behind their names",
        tools::parameters,
    ),
    row("dotted", "n versions that are cut at their dots, in order", names::dotted),
    row("morse", "n letters in Morse code of a given length", codes::morse),
    row("inverse", "a table of n names and their codes, and one back", codes::inverse),
    row("atoi", "a number of at most n digits that is read by cases", readers::atoi),
    row(
        "successor",
        "two hexadecimal numbers of n digits, one after the other",
        readers::successor,
    ),
    row("sextets", "two texts of n letters of base64 that decode to the same", readers::sextets),
    row("undone", "n letters are shifted by an unknown key, and back", readers::undone),
    row("widths", "n lines with fields of a fixed width that count up", readers::widths),
    row("skipped", "a loop that takes at most n digits off a text", readers::skipped),
    row("stripped", "a loop that takes at most n zeros off both ends of a text", readers::stripped),
    row("replayed", "n steps of a program that runs on a known text", readers::replayed),
    row("account", "an account number of n letters and its remainder by 97", checks::account),
    row(
        "padded",
        "n numbers of four digits, filled up with zeros and put together",
        checks::padded,
    ),
    row("joined", "n names joined to a path: are there two slashes in a row?", checks::joined),
    row("folded", "a palindrome of n letters but for the capital ones", checks::folded),
    row("rotated", "n times the first field of a line goes to its end", checks::rotated),
    row("camel", "a name of n letters loses its underscores", checks::camel),
    row("vigenere", "n letters, each shifted by one of three of a key", checks::vigenere),
    row("anagrams", "two texts of n letters with as many of each kind", checks::anagrams),
    row("roman", "n Roman digits and their value", checks::roman),
    row("policy", "n rules about paths, of which one was made wider", checks::policy),
    row(
        "latin",
        "two numbers with a check digit by a table, n digits of which one differs",
        checks::latin,
    ),
    row("crc", "two texts of n bits with a check sum, of which one is flipped", checks::crc),
    row("common", "n names, each begins as the next one does", checks::common),
    row(
        "prefix-code",
        "n letters of a prefix code, and the number of their bits",
        codes::prefix_code,
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use smtlib::{CommandReader, Context};
    use std::collections::BTreeSet;
    use terms::Terms;

    fn parse(script: String) -> Result<usize, String> {
        let (mut context, mut terms) = (Context::new(), Terms::new());
        let mut reader = CommandReader::from_bytes(script.into_bytes());
        let mut commands = 0;
        while let Some(chunk) = reader.next_chunk().map_err(|e| format!("{e:?}"))? {
            context.command(chunk, &mut terms).map_err(|e| e.to_string())?;
            commands += 1;
        }
        Ok(commands)
    }

    #[test]
    fn every_script_is_read() {
        for Family { name, script, .. } in FAMILIES {
            for n in [4, 8] {
                assert!(
                    parse(script(n)).is_ok_and(|commands| commands > 3),
                    "{name} {n}: {:?}",
                    parse(script(n))
                );
            }
        }
        assert!(parse("(assert (= x y))".to_owned()).is_err());
    }

    #[test]
    fn scripts_grow() {
        for Family { name, script, .. } in FAMILIES {
            assert_ne!(script(4), script(8), "{name}");
        }
    }

    #[test]
    fn names_are_unique() {
        let names: BTreeSet<&str> = FAMILIES.iter().map(|family| family.name).collect();
        assert_eq!(names.len(), FAMILIES.len());
    }
}
