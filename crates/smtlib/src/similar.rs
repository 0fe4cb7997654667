//! Suggestions for misspelt names.

/// Longer names are not compared.
const LONGEST: usize = 40;

/// So many names of about the same length are compared, in milliseconds: a script with more was not written by hand.
const MOST: usize = 10_000;

/// The candidate nearest to a misspelt `name` among the first of them, if one is near; the first of several.
pub fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    let allowed = (name.len() / 3).min(3);
    if allowed == 0 || name.len() > LONGEST {
        return None;
    }
    let near = candidates.filter(|c| c.len().abs_diff(name.len()) <= allowed).take(MOST);
    let scored = near.map(|c| (distance(name.as_bytes(), c.as_bytes()), c));
    scored.filter(|&(d, _)| d <= allowed).min_by_key(|&(d, _)| d).map(|(_, c)| c.to_owned())
}

/// The edit distance, a swap of neighbours counting 1.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let width = b.len() + 1;
    let mut d = vec![0; (a.len() + 1) * width];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            let at = i * width + j;
            if i == 0 || j == 0 {
                d[at] = i + j;
                continue;
            }
            let change = usize::from(!a[i - 1].eq_ignore_ascii_case(&b[j - 1]));
            d[at] = (d[at - width] + 1).min(d[at - 1] + 1).min(d[at - width - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                d[at] = d[at].min(d[at - 2 * width - 2] + 1);
            }
        }
    }
    d[a.len() * width + b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_and_far() {
        let names = ["str.len", "str.in_re", "str.at", "and"];
        let suggest = |name| closest(name, names.into_iter());
        assert_eq!(suggest("str.inre").as_deref(), Some("str.in_re"));
        assert_eq!(suggest("str.lne").as_deref(), Some("str.len"));
        assert_eq!(suggest("AND").as_deref(), Some("and"));
        assert_eq!(suggest("frobnicate"), None);
        assert_eq!(suggest("x"), None);
    }

    #[test]
    fn some_of_very_many() {
        let names: Vec<String> = (0..2 * MOST).map(|i| format!("name{i:06}")).collect();
        let suggest = |name| closest(name, names.iter().map(String::as_str));
        assert_eq!(suggest("nane000000").as_deref(), Some("name000000"));
        assert_eq!(suggest("mame019999").as_deref(), Some("name009999"));
    }
}
