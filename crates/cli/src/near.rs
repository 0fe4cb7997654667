//! Complaints about words that nobody knows: they name the one that was probably meant.

/// `unknown WHAT WORD`, and the nearest of `known` if one is near.
pub fn unknown<'a>(what: &str, word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let near = stringent::closest(word, known);
    let hint = near.map(|near| format!(", did you mean {near}?"));
    format!("unknown {what} {word}{}", hint.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_and_far() {
        let known = ["--time", "--jobs"];
        let told = |word| unknown("option", word, known.into_iter());
        assert_eq!(told("--tiem"), "unknown option --tiem, did you mean --time?");
        assert_eq!(told("--frobnicate"), "unknown option --frobnicate");
    }
}
