//! The options of a subcommand: a table of names and of what they do to the settings.
//!
//! The command line of the solver itself has more styles than one, see [`crate::args`].

use crate::near;

/// What an option does.
pub enum Flag<S> {
    /// Stands alone.
    Switch(fn(&mut S)),
    /// A number follows.
    Number(fn(&mut S, u64)),
    /// A number other than 0 follows.
    Positive(fn(&mut S, u64)),
    /// A text follows.
    Text(fn(&mut S, &str)),
    /// A text follows that may be wrong.
    Checked(fn(&mut S, &str) -> Result<(), String>),
}

/// The words that are no options.
#[derive(Debug, Default)]
pub struct Plain<'w> {
    /// Those before `--`.
    pub before: Vec<&'w str>,
    /// Those after it.
    pub after: &'w [String],
}

/// Applies the options among `words`: `--name`, `--name value` or `--name=value`. A word that begins with one hyphen is
/// plain unless the table has it.
///
/// # Errors
/// For an unknown option, a missing value or a wrong one.
pub fn read<'w, S>(
    settings: &mut S,
    table: &[(&str, Flag<S>)],
    words: &'w [String],
) -> Result<Plain<'w>, String> {
    let mut plain = Plain::default();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        at += 1;
        let (name, inline) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value)),
            _ => (word.as_str(), None),
        };
        if name == "--" {
            plain.after = &words[at..];
            break;
        }
        let Some((_, flag)) = table.iter().find(|(known, _)| *known == name) else {
            if name.starts_with("--") {
                return Err(near::unknown("option", name, table.iter().map(|(name, _)| *name)));
            }
            plain.before.push(word);
            continue;
        };
        let mut value = || match inline {
            Some(value) => Ok(value),
            None => {
                at += 1;
                let next = words.get(at - 1).map(String::as_str);
                next.ok_or_else(|| format!("{name}: a value is missing"))
            }
        };
        match flag {
            Flag::Switch(set) if inline.is_none() => set(settings),
            Flag::Switch(_) => return Err(format!("{name}: takes no value")),
            Flag::Number(set) => set(settings, number(name, value()?, 0)?),
            Flag::Positive(set) => set(settings, number(name, value()?, 1)?),
            Flag::Text(set) => set(settings, value()?),
            Flag::Checked(set) => set(settings, value()?).map_err(|e| format!("{name}: {e}"))?,
        }
    }
    Ok(plain)
}

fn number(name: &str, text: &str, least: u64) -> Result<u64, String> {
    let n = text.parse::<u64>().ok().filter(|&n| n >= least);
    let kind = if least > 0 { "positive number" } else { "number" };
    n.ok_or_else(|| format!("{name}: expected a {kind}, found {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[(&str, Flag<Vec<String>>)] = &[
        ("--loud", Flag::Switch(|s| s.push("loud".into()))),
        ("-n", Flag::Positive(|s, n| s.push(n.to_string()))),
        ("--seed", Flag::Number(|s, n| s.push(n.to_string()))),
        ("--out", Flag::Text(|s, text| s.push(text.into()))),
    ];

    fn told(line: &str) -> Result<String, String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let mut settings = Vec::new();
        let plain = read(&mut settings, TABLE, &words)?;
        Ok(format!("{settings:?} {:?} {:?}", plain.before, plain.after))
    }

    #[test]
    fn words_and_options() {
        let want = "[\"loud\", \"7\", \"a=b\"] [\"x\", \"-y\"] [\"--loud\"]";
        assert_eq!(told("x --loud -y -n 7 --out=a=b -- --loud").as_deref(), Ok(want));
    }

    #[test]
    fn mistakes() {
        let is = |line, message: &str| assert_eq!(told(line), Err(message.to_owned()), "{line}");
        is("--lout", "unknown option --lout, did you mean --loud?");
        is("--out", "--out: a value is missing");
        is("-n 0", "-n: expected a positive number, found 0");
        is("--seed=-1", "--seed: expected a number, found -1");
        is("--loud=1", "--loud: takes no value");
    }
}
