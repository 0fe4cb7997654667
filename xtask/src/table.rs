//! Reads the tables that the solver declares as enums or macro calls: inference ids, rewrite rules,
//! options. A row starts, as rustfmt has it, with four spaces and the row's name.

/// The variants of `enum name` in `text`. When a macro generates the enum, the rows of the call of that
/// macro in the same file.
pub fn variants<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let body = body(text, |line| line.trim_start().ends_with(&format!("enum {name} {{")));
    let rows: Vec<&str> = rows(body).map(|(id, _)| id).filter(is_variant).collect();
    if !rows.is_empty() || !text.contains(&format!("enum {name}")) {
        return rows;
    }
    macro_rows(text).map(|(id, _)| id).filter(is_variant).collect()
}

/// The variants in the calls of `macro_name` in `text`, for a table that is a file of its own.
pub fn variants_in_call<'a>(text: &'a str, macro_name: &str) -> Vec<&'a str> {
    let call = format!("{macro_name}! {{");
    rows(body(text, |line| line == call)).map(|(id, _)| id).filter(is_variant).collect()
}

fn is_variant(id: &&str) -> bool {
    id.starts_with(|c: char| c.is_ascii_uppercase())
}

/// An option as its table declares it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionRow<'a> {
    /// The field it is read by.
    pub field: &'a str,
    /// What users write.
    pub name: &'a str,
    /// Whether it is a switch that is on by default.
    pub is_on: bool,
}

/// The rows `field: type = default, "name" ...` of the options table.
pub fn options(text: &str) -> Vec<OptionRow<'_>> {
    macro_rows(text)
        .filter_map(|(field, rest)| {
            let rest = rest.strip_prefix(':')?;
            let name = rest.split(", \"").nth(1)?.split('"').next()?;
            Some(OptionRow { field, name, is_on: rest.trim_start().starts_with("bool = true") })
        })
        .collect()
}

/// The rows of the calls of macros that the file itself defines.
fn macro_rows(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let defined: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("macro_rules! "))
        .filter_map(|rest| rest.split_whitespace().next())
        .collect();
    rows(body(text, |line| line.strip_suffix("! {").is_some_and(|name| defined.contains(&name))))
}

/// The lines after those that open a block, up to the brace that closes it.
fn body(text: &str, opens: impl Fn(&str) -> bool) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if inside && line == "}" {
            inside = false;
        } else if inside {
            lines.push(line);
        } else {
            inside = opens(line);
        }
    }
    lines
}

/// The identifiers that start a row, each with the rest of its line.
fn rows(lines: Vec<&str>) -> impl Iterator<Item = (&str, &str)> {
    lines.into_iter().filter_map(|line| {
        let row = line.strip_prefix("    ")?;
        let end = row.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(row.len());
        let (name, rest) = row.split_at(end);
        (!name.is_empty()).then_some((name, rest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_of_a_plain_enum() {
        let text = "pub enum RuleId {\n    /// Doc.\n    First,\n    Second(u32),\n}\n\
                    enum Other {\n    Third,\n}\n";
        assert_eq!(variants(text, "RuleId"), ["First", "Second"]);
        assert_eq!(variants(text, "Missing"), [""; 0]);
    }

    #[test]
    fn variants_of_a_generated_enum() {
        let text = "macro_rules! ids {\n    ($x:ident) => {\n        pub enum Id { $x }\n    };\n}\n\
                    ids! {\n    /// Doc.\n    First \"a.first\";\n    Second \"a.second\";\n}\n";
        assert_eq!(variants(text, "Id"), ["First", "Second"]);
    }

    #[test]
    fn options_of_the_table() {
        let text = "macro_rules! options {\n}\noptions! {\n    a_b: bool = true, \"a.b\" [],\n        \
                    \"Help: text.\";\n\n    n: u64 = 0, \"n\" [\"m\"] in (0, 3), \"Help.\";\n}\n";
        let row = |field, name, is_on| OptionRow { field, name, is_on };
        assert_eq!(options(text), [row("a_b", "a.b", true), row("n", "n", false)]);
    }
}
