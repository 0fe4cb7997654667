//! Character sets as short text, in the notation of patterns.

use automata::CharSet;

/// Longer labels are cut.
const MAX_LENGTH: usize = 24;

/// `a`, `[a-z_]`, `[^"]`, `.` for every character.
pub(crate) fn label(set: &CharSet) -> String {
    if set.is_full() {
        return ".".into();
    }
    if let Some(c) = set.as_single() {
        return character(c, ".\\");
    }
    let complement = set.complement();
    let (negation, shown) =
        if complement.ranges().len() < set.ranges().len() { ("^", &complement) } else { ("", set) };
    let mut text = format!("[{negation}");
    for &(lo, hi) in shown.ranges() {
        if text.chars().count() > MAX_LENGTH {
            text.push('…');
            break;
        }
        text.push_str(&character(lo, "]-^\\"));
        match hi - lo {
            0 => continue,
            1 => {}
            _ => text.push('-'),
        }
        text.push_str(&character(hi, "]-^\\"));
    }
    text.push(']');
    text
}

/// A character as a pattern has it; those of `special` are escaped.
fn character(c: u32, special: &str) -> String {
    match char::from_u32(c) {
        Some('\n') => "\\n".into(),
        Some('\r') => "\\r".into(),
        Some('\t') => "\\t".into(),
        Some(' ') => "\\u{20}".into(),
        Some(c) if special.contains(c) => format!("\\{c}"),
        Some(c) if c.is_ascii_graphic() || c.is_alphanumeric() => c.into(),
        _ => format!("\\u{{{c:x}}}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_read_like_patterns() {
        let set = |ranges: &[(u32, u32)]| CharSet::from_ranges(ranges.iter().copied());
        assert_eq!(label(&CharSet::full()), ".");
        assert_eq!(label(&set(&[(97, 97)])), "a");
        assert_eq!(label(&set(&[(46, 46)])), "\\.");
        assert_eq!(label(&set(&[(97, 122), (48, 49), (93, 93)])), "[01\\]a-z]");
        assert_eq!(label(&set(&[(10, 10)]).complement()), "[^\\n]");
        assert_eq!(label(&set(&[(0, 32)])), "[\\u{0}-\\u{20}]");
        let many: CharSet = (0..100).map(|i| 2 * i + 300).collect();
        assert!(label(&many).ends_with("…]") && label(&many).chars().count() < 40);
    }
}
