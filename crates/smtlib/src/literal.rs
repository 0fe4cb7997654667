//! String literals: text to code points and back.

use crate::error::{ErrorKind, Fault};
use std::fmt::Write;
use terms::sort::MAX_CHAR;

/// Which escape sequences a literal may contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Escapes {
    /// SMT-LIB 2.6: exactly `\ud3d2d1d0` and `\u{...}` with 1 to 5 hexadecimal digits up to
    /// 2FFFF; any other backslash stands for itself.
    #[default]
    Unicode,
    /// The convention of files written for SMT-LIB 2.5: `\x41`, octal `\101`, and the letters of C.
    C,
}

/// Appends the code points that the literal `source` (with its quotes) denotes.
pub(crate) fn decode(
    source: &[u8],
    at: usize,
    escapes: Escapes,
    out: &mut Vec<u32>,
) -> Result<(), Box<Fault>> {
    let body = &source[1..source.len() - 1];
    out.reserve(body.len());
    let mut pos = 0;
    while let Some(&b) = body.get(pos) {
        let (c, len) = match b {
            b'"' => (u32::from(b), 2),
            b'\\' => escape(&body[pos..], escapes).unwrap_or((u32::from(b), 1)),
            0..0x80 => (u32::from(b), 1),
            _ => utf8(&body[pos..]).map_err(|kind| Fault::new(at + 1 + pos, kind))?,
        };
        out.push(c);
        pos += len;
    }
    Ok(())
}

/// The code point at the start of `bytes` and how many bytes it takes.
fn utf8(bytes: &[u8]) -> Result<(u32, usize), ErrorKind> {
    let head = &bytes[..bytes.len().min(4)];
    let c = head.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    let c = c.ok_or(ErrorKind::InvalidUtf8)?;
    if u32::from(c) > MAX_CHAR {
        return Err(ErrorKind::OutsideAlphabet(c));
    }
    Ok((u32::from(c), c.len_utf8()))
}

/// The escape sequence that `text` starts with, if it is one, and its length.
fn escape(text: &[u8], escapes: Escapes) -> Option<(u32, usize)> {
    match escapes {
        Escapes::Unicode => unicode_escape(text),
        Escapes::C => c_escape(text),
    }
}

fn hex(digits: &[u8]) -> Option<u32> {
    let mut value = 0;
    for &d in digits {
        value = value * 16 + char::from(d).to_digit(16)?;
    }
    Some(value)
}

fn unicode_escape(text: &[u8]) -> Option<(u32, usize)> {
    let rest = text.strip_prefix(b"\\u")?;
    let Some(braced) = rest.strip_prefix(b"{") else {
        return Some((hex(rest.get(..4)?)?, 6));
    };
    let digits = braced.iter().take(6).position(|&b| b == b'}')?;
    let value = hex(&braced[..digits])?;
    (digits > 0 && value <= MAX_CHAR).then_some((value, digits + 4))
}

fn c_escape(text: &[u8]) -> Option<(u32, usize)> {
    let letter = |c: u32| Some((c, 2));
    match text.get(1)? {
        b'\\' => letter(0x5C),
        b'a' => letter(0x07),
        b'b' => letter(0x08),
        b'e' => letter(0x1B),
        b'f' => letter(0x0C),
        b'n' => letter(0x0A),
        b'r' => letter(0x0D),
        b't' => letter(0x09),
        b'v' => letter(0x0B),
        b'x' => Some((hex(text.get(2..4)?)?, 4)),
        b'0'..=b'7' => {
            let digits = text[1..].iter().take(3).take_while(|b| matches!(b, b'0'..=b'7'));
            let (value, len) =
                digits.fold((0, 1), |(v, n), &d| (v * 8 + u32::from(d - b'0'), n + 1));
            Some((value, len))
        }
        b'u' => unicode_escape(text),
        _ => None,
    }
}

/// Writes code points as a literal: printable ASCII as is, but `"` doubled and the backslash
/// always as `\u{5c}`, so that no reader takes it for the start of an escape sequence.
pub fn write_string(out: &mut String, chars: &[u32]) {
    out.push('"');
    for &c in chars {
        match char::from_u32(c) {
            Some('"') => out.push_str("\"\""),
            Some(ascii @ ' '..='~') if ascii != '\\' => out.push(ascii),
            // Writing to a string cannot fail.
            _ => {
                let _ = write!(out, "\\u{{{c:x}}}");
            }
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(literal: &str, escapes: Escapes) -> Result<String, ErrorKind> {
        let mut out = Vec::new();
        decode(literal.as_bytes(), 0, escapes, &mut out).map_err(|f| f.kind)?;
        Ok(out.iter().map(|&c| char::from_u32(c).unwrap_or('\u{FFFD}')).collect())
    }

    #[test]
    fn escapes_of_2_6() {
        let same = [
            "\\u{}",
            "\\u{30000}",
            "\\x41",
            "\\n",
            "\\u41",
            "\\u{41",
            "\\u{4g}",
            "\\u{000041}",
            "\\",
        ];
        for text in same {
            assert_eq!(read(&format!("\"{text}\""), Escapes::Unicode).as_deref(), Ok(text));
        }
        let decoded =
            [("\\u0041", "A"), ("\\u{41}", "A"), ("\\u00412", "A2"), ("\\\\u{41}", "\\A")];
        for (text, want) in decoded {
            assert_eq!(read(&format!("\"{text}\""), Escapes::Unicode).as_deref(), Ok(want));
        }
        assert_eq!(read("\"\\u{2fffF}\"", Escapes::Unicode).as_deref(), Ok("\u{2FFFF}"));
        assert_eq!(read("\"a\"\"b\"", Escapes::Unicode).as_deref(), Ok("a\"b"));
        assert_eq!(read("\"é\"", Escapes::Unicode).as_deref(), Ok("é"));
    }

    #[test]
    fn escapes_of_c() {
        let cases = [
            ("\\x41\\x4", "A\\x4"),
            ("\\n\\t\\\\n", "\n\t\\n"),
            ("\\101\\08", "A\08"),
            ("\\u{41}\\q", "A\\q"),
            ("\\", "\\"),
        ];
        for (text, want) in cases {
            assert_eq!(read(&format!("\"{text}\""), Escapes::C).as_deref(), Ok(want));
        }
    }

    #[test]
    fn bad_characters() {
        let outside = read("\"\u{30000}\"", Escapes::Unicode);
        assert_eq!(outside, Err(ErrorKind::OutsideAlphabet('\u{30000}')));
        let fault = decode(b"\"ab\xFF\"", 10, Escapes::Unicode, &mut Vec::new()).unwrap_err();
        assert_eq!((fault.at, fault.kind), (13, ErrorKind::InvalidUtf8));
    }

    #[test]
    fn what_is_written_reads_back() {
        let chars = [0, 9, 0x1F, 0x20, 0x22, 0x5C, 0x75, 0x7B, 0x7E, 0x7F, 0xE9, 0xD800, 0x2FFFF];
        let mut text = String::new();
        write_string(&mut text, &chars);
        assert_eq!(text, "\"\\u{0}\\u{9}\\u{1f} \"\"\\u{5c}u{~\\u{7f}\\u{e9}\\u{d800}\\u{2ffff}\"");
        let mut back = Vec::new();
        decode(text.as_bytes(), 0, Escapes::Unicode, &mut back).unwrap();
        assert_eq!(back, chars);
    }
}
