//! The line of an error with a caret under its place, for people at a terminal.
//!
//! Both lines are comments, so that what a terminal shows is still SMT-LIB. What has no width of its own or
//! moves the cursor is replaced before it is measured, and a long line is cut on both sides of the place.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The columns that a line may take.
const ROOM: usize = 76;

/// Draws `line` with a caret under its character number `column`, counted from 0.
pub fn draw(line: &str, column: usize) -> String {
    let line: String = line.trim_end().chars().map(printable).collect();
    let place = line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
    let (before, after) = line.split_at(place);
    let left = ROOM.saturating_sub(after.width()).max(ROOM * 2 / 3);
    let before = &before[before.len() - fitting(before.chars().rev(), left)..];
    let after = &after[..fitting(after.chars(), ROOM.saturating_sub(before.width()))];
    let start = dots(before.len() < place);
    let end = dots(place + after.len() < line.len());
    let indent = " ".repeat(start.width() + before.width());
    format!("; {start}{before}{after}{end}\n; {indent}^")
}

/// A character that takes room where it stands, and no more than its own.
fn printable(c: char) -> char {
    match c {
        c if c.is_whitespace() => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

/// How many bytes of the first of `chars` fit into `room` columns.
fn fitting(chars: impl Iterator<Item = char>, room: usize) -> usize {
    let mut used = 0;
    let fits = |c: &char| {
        used += c.width().unwrap_or(0);
        used <= room
    };
    chars.take_while(fits).map(char::len_utf8).sum()
}

fn dots(cut: bool) -> &'static str {
    if cut { "..." } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_below() {
        assert_eq!(draw("(assert x)", 8), "; (assert x)\n;         ^");
        assert_eq!(draw("(pop 2)\r", 0), "; (pop 2)\n; ^");
        assert_eq!(draw("(assert", 7), "; (assert\n;        ^");
        assert_eq!(draw("", 3), "; \n; ^");
    }

    #[test]
    fn tabs_and_wide_characters_keep_it_there() {
        assert_eq!(draw("\t(= s\t\"日本\" x)", 12), ";  (= s \"日本\" x)\n;               ^");
        assert_eq!(draw("\"e\u{301}\" x", 5), "; \"e\u{301}\" x\n;     ^");
        // Nothing that a script contains moves the cursor.
        assert_eq!(draw("\u{1b}[2J x", 5), "; \u{fffd}[2J x\n;      ^");
    }

    /// Wherever the place is, the caret stands under its character and the line fits.
    #[test]
    fn long_lines_are_cut() {
        let line: String = (0..300).map(|i| char::from(b'a' + (i % 26) as u8)).collect();
        for column in 0..300 {
            let drawn = draw(&line, column);
            let [text, caret] = drawn.lines().collect::<Vec<_>>()[..] else { panic!("{drawn}") };
            assert!(text.len() <= 2 + 3 + ROOM + 3, "{drawn}");
            let below = caret.find('^').unwrap();
            assert_eq!(text.as_bytes()[below], line.as_bytes()[column], "{drawn}");
        }
        assert!(draw(&line[..ROOM], ROOM - 1).contains(&line[..ROOM]));
        assert!(draw(&"日".repeat(100), 50).lines().next().unwrap().width() <= 2 + 3 + ROOM + 3);
    }
}
