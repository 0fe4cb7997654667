//! Arguments that come in pairs of a name and a value.

/// Hands each pair to `set`; an odd number of arguments is answered by `usage`.
pub fn read(
    args: &[&str],
    usage: &str,
    mut set: impl FnMut(&str, &str) -> Result<(), String>,
) -> Result<(), String> {
    args.chunks(2).try_for_each(|pair| match pair {
        [name, value] => set(name, value),
        _ => Err(usage.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_odd_argument_is_a_mistake() {
        let mut seen = Vec::new();
        let mut read = |args: &[&str]| {
            super::read(args, "usage", |name, value| {
                seen.push(format!("{name}={value}"));
                Ok(())
            })
        };
        assert_eq!(read(&["a", "1", "b", "2"]), Ok(()));
        assert_eq!(read(&["a", "1", "b"]), Err("usage".to_owned()));
        assert_eq!(seen, ["a=1", "b=2", "a=1"]);
    }
}
