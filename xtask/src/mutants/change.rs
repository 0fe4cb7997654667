//! Small changes of the text of a step.

use base::SplitMix64 as Rng;

/// Symbols that are put in place of each other.
const ALIKE: &[&[&str]] = &[
    &["str.prefixof", "str.suffixof", "str.contains", "str.<=", "str.<"],
    &["and", "or", "=>", "xor"],
    &[">=", "<=", ">", "<"],
    &["+", "-", "*"],
    &["div", "mod"],
    &["re.*", "re.+", "re.opt", "re.comp"],
    &["re.union", "re.inter", "re.++", "re.diff"],
    &["str.replace", "str.replace_all"],
    &["str.len", "str.to_int", "str.to_code"],
    &["str.from_int", "str.from_code"],
    &["re.all", "re.allchar", "re.none"],
    &["true", "false"],
];

/// Rules that are put in place of each other.
const RULES: &[&str] = &["taut", "norm", "lang", "net"];

/// The clause and the rule of a step.
pub fn step(line: &str) -> Option<(&str, &str)> {
    let [_, clause, rule] = parts(line, "(step ")?;
    Some((clause, rule.trim()))
}

/// What is before the clause of a command, the clause, and what comes after it without the last parenthesis.
pub fn parts<'a>(line: &'a str, command: &str) -> Option<[&'a str; 3]> {
    let rest = line.strip_prefix(command)?.strip_suffix(')')?;
    let begin = rest.find(' ')? + 1;
    let head = &line[..command.len() + begin];
    let rest = &rest[begin..];
    let (mut depth, mut at) = (0, 0);
    for token in tokens(rest) {
        at += rest[at..].find(token)? + token.len();
        depth += i32::from(token == "(") - i32::from(token == ")");
        if depth == 0 {
            return Some([head, &rest[..at], &rest[at..]]);
        }
    }
    None
}

/// The tokens of a text: parentheses, strings, words.
pub fn tokens(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '(' | ')' => 1,
            '"' => string_end(rest),
            '|' => rest[1..].find('|').map_or(rest.len(), |i| i + 2),
            _ => {
                rest.find(|c: char| c.is_whitespace() || "()\"|".contains(c)).unwrap_or(rest.len())
            }
        };
        out.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    out
}

/// Where a literal ends: two quotes in it are one.
fn string_end(text: &str) -> usize {
    let mut at = 1;
    while let Some(next) = text[at..].find('"') {
        at += next + 1;
        if !text[at..].starts_with('"') {
            return at;
        }
        at += 1;
    }
    text.len()
}

pub fn pick<'a, T>(items: &'a [T], random: &mut Rng) -> Option<&'a T> {
    (!items.is_empty()).then(|| &items[random.below(items.len())])
}

/// A clause, or its rule, with one change; none if there was nothing to change.
pub fn changed(
    clause: &str,
    rule: &str,
    names: &[String],
    random: &mut Rng,
) -> Option<(String, String)> {
    match random.below(8) {
        0 => Some((clause.to_owned(), (*pick(RULES, random)?).to_owned())),
        1 if rule.starts_with('(') => {
            let (head, rest) = rule.split_at(rule.find(' ')?);
            let rest = other_token(rest.strip_suffix(')')?, names, random)?;
            Some((clause.to_owned(), format!("{head} {rest})")))
        }
        2 | 3 => other_literals(clause, random).map(|clause| (clause, rule.to_owned())),
        _ => other_token(clause, names, random).map(|clause| (clause, rule.to_owned())),
    }
}

/// A literal is dropped or negated.
fn other_literals(clause: &str, random: &mut Rng) -> Option<String> {
    if random.below(2) == 0 { dropped(clause, random) } else { negated(clause, random) }
}

/// A literal is dropped.
pub fn dropped(clause: &str, random: &mut Rng) -> Option<String> {
    let mut literals = literals(clause)?;
    let i = (!literals.is_empty()).then(|| random.below(literals.len()))?;
    literals.remove(i);
    Some(format!("({})", literals.join(" ")))
}

/// A literal is negated.
pub fn negated(clause: &str, random: &mut Rng) -> Option<String> {
    let mut literals = literals(clause)?;
    let i = (!literals.is_empty()).then(|| random.below(literals.len()))?;
    literals[i] = format!("(not {})", literals[i]);
    Some(format!("({})", literals.join(" ")))
}

/// The literals of a clause, with single spaces between tokens.
pub fn literals(clause: &str) -> Option<Vec<String>> {
    let inside = clause.strip_prefix('(')?.strip_suffix(')')?;
    let mut literals: Vec<String> = Vec::new();
    let mut depth = 0;
    for token in tokens(inside) {
        if depth == 0 {
            literals.push(String::new());
        }
        depth += i32::from(token == "(") - i32::from(token == ")");
        let last = literals.last_mut()?;
        if !last.is_empty() && token != ")" && !last.ends_with('(') {
            last.push(' ');
        }
        last.push_str(token);
    }
    Some(literals)
}

/// A token is another one, or two are exchanged.
pub fn other_token(text: &str, names: &[String], random: &mut Rng) -> Option<String> {
    if random.below(6) == 0 {
        return exchanged(text, random);
    }
    replaced(text, random, |token, random| {
        other_number(token, random)
            .or_else(|| other_letters(token, random))
            .or_else(|| other_symbol(token, random))
            .or_else(|| pick(names, random).cloned())
    })
}

/// Two tokens that are no parentheses are exchanged.
pub fn exchanged(text: &str, random: &mut Rng) -> Option<String> {
    let mut all = tokens(text);
    let words: Vec<usize> = (0..all.len()).filter(|&i| all[i] != "(" && all[i] != ")").collect();
    let (&i, &j) = (pick(&words, random)?, pick(&words, random)?);
    all.swap(i, j);
    Some(all.join(" "))
}

/// One of the tokens for which there is another one is that one.
pub fn replaced(
    text: &str,
    random: &mut Rng,
    other: impl Fn(&str, &mut Rng) -> Option<String>,
) -> Option<String> {
    let mut all: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    let is_word = |t: &str| t != "(" && t != ")";
    let others: Vec<(usize, String)> = (0..all.len())
        .filter(|&i| is_word(&all[i]))
        .filter_map(|i| Some((i, other(&all[i], random)?)))
        .collect();
    let (i, other) = pick(&others, random)?;
    all[*i].clone_from(other);
    Some(all.join(" "))
}

/// A number that is one more or less.
pub fn other_number(token: &str, random: &mut Rng) -> Option<String> {
    let n = token.parse::<u64>().ok()?;
    Some(if random.below(2) == 0 { n + 1 } else { n.saturating_sub(1) }.to_string())
}

/// A function of the same sort.
pub fn other_symbol(token: &str, random: &mut Rng) -> Option<String> {
    let alike = ALIKE.iter().find(|alike| alike.contains(&token))?;
    pick(alike, random).map(|&other| other.to_owned())
}

/// A string with a letter more or less.
pub fn other_letters(token: &str, random: &mut Rng) -> Option<String> {
    token.starts_with('"').then(|| other_string(token, random))?
}

fn other_string(literal: &str, random: &mut Rng) -> Option<String> {
    let inside = literal.strip_prefix('"')?.strip_suffix('"')?;
    if inside.contains(['\\', '"']) {
        return Some("\"\"".to_owned());
    }
    let mut letters: Vec<char> = inside.chars().collect();
    let at = random.below(letters.len() + 1);
    if at < letters.len() && random.below(2) == 0 {
        letters.remove(at);
    } else {
        letters.insert(at, *pick(&['a', 'b', '0', '1'], random)?);
    }
    Some(format!("\"{}\"", letters.into_iter().collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_has_a_clause_and_a_rule() {
        let line = r#"(step s1 ((not (= x "a ""(b")) p) (ax len-zero x))"#;
        assert_eq!(step(line), Some((r#"((not (= x "a ""(b")) p)"#, "(ax len-zero x)")));
        assert_eq!(step("(qed s1)"), None);
    }

    #[test]
    fn changes_are_other_texts() {
        let mut random = Rng::new(3);
        let names = ["y".to_owned()];
        let clause = r#"((not (= x "ab")) (>= (str.len x) 2))"#;
        let count = (0..200)
            .filter_map(|_| changed(clause, "norm", &names, &mut random))
            .filter(|(c, r)| c != clause || r != "norm")
            .count();
        assert!(count > 100, "{count}");
    }
}
