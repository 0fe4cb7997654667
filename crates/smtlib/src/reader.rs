//! Commands, one at a time, from a file or a pipe.
//!
//! The reader only finds where a command ends: the closing parenthesis outside literals, quoted
//! symbols and comments. That lets a command be answered before the next has arrived, gives the
//! parser a plain slice to work on, and makes recovery after an error trivial: the next command starts
//! where this one ended. Looking at every byte twice costs less than a state machine in the lexer would.
//!
//! A command can be larger than all that may be read in the time there is, and there can be millions of them after the time
//! is over. So the reader has a budget of its own: it looks at the clock and at the memory with every block. Some time is left after
//! the deadline, for a check that ended with it is usually followed by a question why.

use crate::error::Position;
use crate::lexer::{ends_comment, is_space};
use base::time::Instant;
use base::{Budget, Interrupted};
use std::fmt;
use std::io::{self, Read};
use std::time::Duration;

/// How much is asked for at once.
const BLOCK: usize = 64 * 1024;

/// For how long commands are still read when the time is over, without what the reader waits for them: enough for tens of
/// thousands of them, and less than anybody notices.
const OVERTIME: Duration = Duration::from_millis(10);

/// Why there is no next command although the input has not ended.
#[derive(Debug)]
pub enum Failure {
    /// The stream failed.
    Stream(io::Error),
    /// The budget has run out.
    Interrupted(Interrupted),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Stream(error) => error.fmt(f),
            Failure::Interrupted(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Stream(error)
    }
}

impl From<Interrupted> for Failure {
    fn from(why: Interrupted) -> Failure {
        Failure::Interrupted(why)
    }
}

/// The text of one command.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    /// From the opening to the closing parenthesis; or a stray token; or, at the end of the
    /// input, an unfinished command.
    pub text: &'a [u8],
    /// Where it starts.
    pub position: Position,
}

impl<'a> Chunk<'a> {
    /// Whether this is an input in another encoding, handed out as a whole.
    pub(crate) fn is_utf16(self) -> bool {
        self.position == Position::START && is_utf16(self.text)
    }

    /// The part of the line with the place `at` that belongs to this command, and how many characters of it
    /// stand before that place.
    pub fn line_at(self, at: Position) -> (&'a [u8], usize) {
        let line = at.line.saturating_sub(self.position.line);
        let first = if line == 0 { self.position.column } else { 1 };
        let text = self.text.split(|&b| b == b'\n').nth(line as usize);
        (text.unwrap_or_default(), at.column.saturating_sub(first) as usize)
    }
}

/// Where the scan for the end of a command is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Plain,
    String,
    Quoted,
    Comment,
}

/// A source of commands.
///
/// ```
/// use smtlib::CommandReader;
/// let mut r = CommandReader::from_bytes(b"(echo \")\") ; (\n(exit)".to_vec());
/// assert_eq!(r.next_chunk().unwrap().unwrap().text, b"(echo \")\")");
/// assert_eq!(r.next_chunk().unwrap().unwrap().text, b"(exit)");
/// assert!(r.next_chunk().unwrap().is_none());
/// ```
pub struct CommandReader {
    source: Option<Box<dyn Read>>,
    budget: Budget,
    buffer: Vec<u8>,
    /// Everything before it has been handed out.
    start: usize,
    position: Position,
    /// Whether nothing has been handed out yet.
    fresh: bool,
}

/// What editors on some systems put before a text in UTF-8, and in UTF-16 of either order.
const MARK: &[u8] = b"\xef\xbb\xbf";
const WIDE_MARKS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

impl fmt::Debug for CommandReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CommandReader").field("position", &self.position).finish_non_exhaustive()
    }
}

impl CommandReader {
    /// Reads from memory.
    pub fn from_bytes(bytes: Vec<u8>) -> CommandReader {
        let position = Position::START;
        let budget = Budget::unlimited();
        CommandReader { source: None, budget, buffer: bytes, start: 0, position, fresh: true }
    }

    /// Reads from a stream, never further than the block that completes the next command.
    pub fn from_stream(source: Box<dyn Read>) -> CommandReader {
        CommandReader { source: Some(source), ..Self::from_bytes(Vec::new()) }
    }

    /// Sets the limits of what follows.
    pub fn set_budget(&mut self, budget: Budget) {
        budget.renew(budget.deadline().map(|deadline| deadline + OVERTIME));
        self.budget = budget;
    }

    /// The place of the next command.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The next command; `None` at the end of the input.
    ///
    /// # Errors
    /// If the stream fails or the budget runs out.
    pub fn next_chunk(&mut self) -> Result<Option<Chunk<'_>>, Failure> {
        self.budget.tick(1)?;
        let fresh = std::mem::take(&mut self.fresh);
        if fresh {
            self.skip_mark()?;
        }
        self.skip_blanks()?;
        if self.start == self.buffer.len() {
            return Ok(None);
        }
        let end = self.end_of_command()?;
        if fresh && is_utf16(&self.buffer) {
            // There are no commands to be found in it.
            self.source = None;
            self.start = self.buffer.len();
            return Ok(Some(Chunk { text: &self.buffer, position: Position::START }));
        }
        let (start, position) = (self.start, self.position);
        self.advance(end)?;
        Ok(Some(Chunk { text: &self.buffer[start..end], position }))
    }

    /// Skips the mark that says that UTF-8 follows. One byte is asked for, and more only if it may begin a mark.
    fn skip_mark(&mut self) -> Result<(), Failure> {
        while MARK.starts_with(&self.buffer) && self.buffer.len() < MARK.len() && self.fill()? {}
        if self.buffer.starts_with(MARK) {
            self.start = MARK.len();
        }
        Ok(())
    }

    fn advance(&mut self, to: usize) -> Result<(), Interrupted> {
        for block in self.buffer[self.start..to].chunks(BLOCK) {
            self.budget.tick(block.len() as u64)?;
            self.position = self.position.after(block);
        }
        self.start = to;
        Ok(())
    }

    /// Appends a block; false at the end of the input.
    fn fill(&mut self) -> Result<bool, Failure> {
        if self.source.is_none() {
            return Ok(false);
        }
        let old = self.buffer.len();
        if old == self.buffer.capacity() {
            self.budget.reserve(old as u64)?;
        }
        self.buffer.resize(old + BLOCK, 0);
        let start = Instant::now();
        let read = self.read(old);
        self.postpone(start);
        read
    }

    /// Reads behind the first so many bytes of the buffer.
    fn read(&mut self, old: usize) -> Result<bool, Failure> {
        let Some(source) = &mut self.source else { return Ok(false) };
        let read = loop {
            match source.read(&mut self.buffer[old..]) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.buffer.truncate(old + *read.as_ref().unwrap_or(&0));
        Ok(read? > 0)
    }

    /// What was waited for since `start`, after the time was over, is no overtime.
    fn postpone(&mut self, start: Instant) {
        if let Some(end) = self.budget.deadline() {
            let waited = Instant::now().saturating_duration_since(start.max(end - OVERTIME));
            self.budget.renew(Some(end + waited));
        }
    }

    fn skip_blanks(&mut self) -> Result<(), Failure> {
        // What was handed out is dropped once it is most of the buffer: each byte moves once at most.
        if self.source.is_some() && self.start > self.buffer.len() / 2 {
            self.buffer.drain(..self.start);
            self.start = 0;
        }
        let (mut pos, mut comment) = (self.start, false);
        while pos < self.buffer.len() || self.fill()? {
            if pos.is_multiple_of(BLOCK) {
                self.budget.tick(BLOCK as u64)?;
            }
            match self.buffer[pos] {
                b if ends_comment(b) => comment = false,
                b';' => comment = true,
                b if comment || is_space(b) => {}
                _ => break,
            }
            pos += 1;
        }
        Ok(self.advance(pos)?)
    }

    fn end_of_command(&mut self) -> Result<usize, Failure> {
        let (mut pos, mut depth, mut state) = (self.start, 0_usize, State::Plain);
        while pos < self.buffer.len() || self.fill()? {
            let b = self.buffer[pos];
            if state == State::Plain && depth == 0 && pos > self.start && ends_token(b) {
                return Ok(pos);
            }
            pos += 1;
            if pos.is_multiple_of(BLOCK) {
                self.budget.tick(BLOCK as u64)?;
            }
            match (state, b) {
                (State::Plain, b'(') => depth += 1,
                (State::Plain, b')') if depth <= 1 => return Ok(pos),
                (State::Plain, b')') => depth -= 1,
                (State::Plain, b'"') => state = State::String,
                (State::Plain, b'|') => state = State::Quoted,
                (State::Plain, b';') => state = State::Comment,
                (State::String, b'"') | (State::Quoted, b'|') => state = State::Plain,
                (State::Comment, b) if ends_comment(b) => state = State::Plain,
                _ => {}
            }
        }
        Ok(pos)
    }
}

/// Whether a text that begins like this is no UTF-8 but UTF-16: it has its mark, or its first character is one of ASCII.
fn is_utf16(start: &[u8]) -> bool {
    let is_text = |b: u8| is_space(b) || b.is_ascii_graphic();
    let wide = |pair: &[u8]| matches!(*pair, [0, b] | [b, 0] if is_text(b));
    start.get(..2).is_some_and(|pair| WIDE_MARKS.contains(&pair) || wide(pair))
}

/// Whether a stray token outside parentheses stops before `b`.
fn ends_token(b: u8) -> bool {
    is_space(b) || matches!(b, b'(' | b')' | b';')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that gives one byte a time.
    struct Trickle(Vec<u8>, usize);

    impl Read for Trickle {
        fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
            let Some(&b) = self.0.get(self.1) else { return Ok(0) };
            self.1 += 1;
            buf[0] = b;
            Ok(1)
        }
    }

    fn all(mut reader: CommandReader) -> Vec<(String, u32, u32)> {
        let mut out = Vec::new();
        while let Some(chunk) = reader.next_chunk().unwrap() {
            let text = String::from_utf8_lossy(chunk.text).into_owned();
            out.push((text, chunk.position.line, chunk.position.column));
        }
        out
    }

    #[test]
    fn streams_and_files_agree() {
        let text = "; c (\n(a \")\"\"(\" |)| ; )\n x) stray(b)\n  )\"lone\" (open (";
        let want = [
            ("(a \")\"\"(\" |)| ; )\n x)", 2, 1),
            ("stray", 3, 5),
            ("(b)", 3, 10),
            (")", 4, 3),
            ("\"lone\"", 4, 4),
            ("(open (", 4, 11),
        ];
        let want = want.map(|(t, l, c)| (t.to_owned(), l, c));
        assert_eq!(all(CommandReader::from_bytes(text.into())), want);
        let trickle = Trickle(text.into(), 0);
        assert_eq!(all(CommandReader::from_stream(Box::new(trickle))), want);
    }

    #[test]
    fn lines_of_commands() {
        let mut reader = CommandReader::from_bytes("\n  (push) (assert\n  (f ä)\n)".into());
        reader.next_chunk().unwrap();
        let chunk = reader.next_chunk().unwrap().unwrap();
        let line = |line, column| chunk.line_at(Position { line, column });
        assert_eq!(line(2, 11), (&b"(assert"[..], 1));
        assert_eq!(line(3, 6), ("  (f ä)".as_bytes(), 5));
        assert_eq!(line(4, 2), (&b")"[..], 1));
        assert_eq!(line(9, 9), (&b""[..], 8));
    }

    #[test]
    fn marks() {
        let marked = "\u{feff}(a)";
        let want = [("(a)".to_owned(), 1, 1)];
        assert_eq!(all(CommandReader::from_bytes(marked.into())), want);
        let trickle = Trickle(marked.into(), 0);
        assert_eq!(all(CommandReader::from_stream(Box::new(trickle))), want);
        // What only begins like a mark is text.
        assert_eq!(all(CommandReader::from_bytes(b"\xef\xbb(a)".to_vec())).len(), 2);
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            for text in [marked, "(a)(b)", "; c\n(b)"] {
                let bytes: Vec<u8> = text.encode_utf16().flat_map(order).collect();
                assert_eq!(all(CommandReader::from_bytes(bytes.clone())).len(), 1, "{text}");
                let trickle = CommandReader::from_stream(Box::new(Trickle(bytes, 0)));
                assert_eq!(all(trickle).len(), 1, "{text}");
            }
        }
    }

    #[test]
    fn nothing_to_read() {
        assert!(all(CommandReader::from_bytes(Vec::new())).is_empty());
        assert!(all(CommandReader::from_bytes(b" \n; only a comment".to_vec())).is_empty());
    }
}
