//! Where answers and remarks go: `:regular-output-channel` and `:diagnostic-output-channel`.
//!
//! The standard lets a script name any file. Scripts come from others, so that is for the command line to allow;
//! the two streams of the process are no danger. Remarks go where answers go unless told otherwise, against
//! the standard's default: clients exist that never read standard error, and stop us once it is full.

use ::solver::Options;
use ::solver::options::{Channel, OptionType};
use std::fs::File;
use std::io::{self, Write};

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stream {
    /// Answers and errors.
    Regular,
    /// Comments on what happened.
    Diagnostic,
}

impl Stream {
    /// The stream that this option directs.
    pub(crate) fn of(option: &str) -> Option<Stream> {
        match Options::info(option)?.name {
            "regular-output-channel" => Some(Stream::Regular),
            "diagnostic-output-channel" => Some(Stream::Diagnostic),
            _ => None,
        }
    }
}

/// Which channels a script may choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// Only the one it has: the answers are read by us.
    Fixed,
    /// The streams of the process.
    Streams,
    /// Files too.
    Files,
}

#[derive(Debug)]
enum Target {
    Stream(Channel),
    File(Box<str>, File),
}

impl Target {
    /// The target with this name; `None` if it may not be chosen.
    fn open(name: &str, choice: Choice) -> Option<io::Result<Target>> {
        match Channel::read(name) {
            Some(Channel::Stderr) if choice == Choice::Fixed => None,
            Some(channel) => Some(Ok(Target::Stream(channel))),
            None if choice == Choice::Files => {
                let file = File::options().append(true).create(true).open(name);
                Some(file.map(|file| Target::File(name.into(), file)))
            }
            None => None,
        }
    }
}

/// The open channels; `stdout` is what the interpreter was given to write to.
pub(crate) struct Channels<W> {
    out: W,
    regular: Target,
    diagnostic: Target,
    choice: Choice,
}

impl<W: Write> Channels<W> {
    pub(crate) fn new(out: W, options: &Options) -> Channels<W> {
        let choice = if options.allow_output_files { Choice::Files } else { Choice::Streams };
        let regular = Target::Stream(options.regular_output_channel);
        let diagnostic = Target::Stream(options.diagnostic_output_channel);
        Channels { out, regular, diagnostic, choice }
    }

    /// From now on scripts cannot choose where answers go.
    pub(crate) fn fix(&mut self) {
        self.choice = Choice::Fixed;
    }

    /// Closes files and goes back to the channels in `options`.
    pub(crate) fn reset(&mut self, options: &Options) {
        self.regular = Target::Stream(options.regular_output_channel);
        self.diagnostic = Target::Stream(options.diagnostic_output_channel);
    }

    /// Sends a stream to the channel with this name; `None` if it may not be chosen.
    pub(crate) fn redirect(&mut self, stream: Stream, name: &str) -> Option<io::Result<()>> {
        let opened = Target::open(name, self.choice)?;
        Some(opened.map(|target| *self.target(stream) = target))
    }

    /// The name of a stream's channel.
    pub(crate) fn name(&mut self, stream: Stream) -> String {
        match self.target(stream) {
            Target::Stream(channel) => channel.write(),
            Target::File(name, _) => name.to_string(),
        }
    }

    /// Whether answers go to what the interpreter was given to write to.
    pub(crate) fn answers_go_out(&self) -> bool {
        matches!(self.regular, Target::Stream(Channel::Stdout))
    }

    fn target(&mut self, stream: Stream) -> &mut Target {
        match stream {
            Stream::Regular => &mut self.regular,
            Stream::Diagnostic => &mut self.diagnostic,
        }
    }

    /// Writes a text and a line end at once.
    pub(crate) fn write(&mut self, stream: Stream, text: &str) -> io::Result<()> {
        let mut line = String::with_capacity(text.len() + 1);
        line.push_str(text);
        line.push('\n');
        match self.target(stream) {
            Target::Stream(Channel::Stderr) => io::stderr().write_all(line.as_bytes()),
            Target::File(_, file) => file.write_all(line.as_bytes()),
            Target::Stream(Channel::Stdout) => {
                self.out.write_all(line.as_bytes())?;
                self.out.flush()
            }
        }
    }
}
