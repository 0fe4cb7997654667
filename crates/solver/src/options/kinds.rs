//! The types an option can have: how a value is read, written and shown by `--help`.

use base::Tunables;
use std::sync::Arc;

/// A type an option can have.
pub trait OptionType: Sized + Clone {
    /// How `--help` writes the type.
    const SYNTAX: &'static str;
    /// Reads a value.
    fn read(text: &str) -> Option<Self>;
    /// Writes a value as `get-option` answers it.
    fn write(&self) -> String;
    /// Changes the value as the text says.
    ///
    /// # Errors
    /// What would have been right.
    fn change(&mut self, text: &str) -> Result<(), String> {
        *self = Self::read(text).ok_or(Self::SYNTAX)?;
        Ok(())
    }
}

impl OptionType for bool {
    const SYNTAX: &'static str = "true|false";
    fn read(text: &str) -> Option<bool> {
        match text {
            "true" | "yes" | "on" | "1" => Some(true),
            "false" | "no" | "off" | "0" => Some(false),
            _ => None,
        }
    }
    fn write(&self) -> String {
        self.to_string()
    }
}

impl OptionType for u64 {
    const SYNTAX: &'static str = "N";
    fn read(text: &str) -> Option<u64> {
        text.parse().ok()
    }
    fn write(&self) -> String {
        self.to_string()
    }
}

impl OptionType for String {
    const SYNTAX: &'static str = "TEXT";
    fn read(text: &str) -> Option<String> {
        Some(text.to_owned())
    }
    fn write(&self) -> String {
        format!("\"{}\"", self.replace('"', "\"\""))
    }
}

/// What is set adds to what was set before.
impl OptionType for Arc<Tunables> {
    const SYNTAX: &'static str = "NAME=VALUE,...";
    fn read(text: &str) -> Option<Arc<Tunables>> {
        let mut tunables = Arc::default();
        OptionType::change(&mut tunables, text).ok()?;
        Some(tunables)
    }
    fn write(&self) -> String {
        self.to_string().write()
    }
    fn change(&mut self, text: &str) -> Result<(), String> {
        Arc::make_mut(self).set(text)
    }
}

/// Declares an enum whose values are spelled as given.
macro_rules! choice {
    ($(#[$meta:meta])* $name:ident { $( $(#[$vmeta:meta])* $variant:ident $text:literal ),+ $(,)? } $syntax:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $( $(#[$vmeta])* $variant, )+ }

        impl OptionType for $name {
            const SYNTAX: &'static str = $syntax;
            fn read(text: &str) -> Option<$name> {
                match text { $( $text => Some($name::$variant), )+ _ => None }
            }
            fn write(&self) -> String {
                match self { $( $name::$variant => $text.to_owned(), )+ }
            }
        }
    };
}

choice! {
    /// The order among objectives.
    Priority {
        /// Lexicographic.
        Lex "lex",
    }
    "lex"
}

choice! {
    /// A stream of the process.
    Channel {
        /// Standard output, or what takes its place.
        Stdout "stdout",
        /// Standard error.
        Stderr "stderr",
    }
    "stdout|stderr"
}

choice! {
    /// Whose texts to answer with where solvers differ.
    Dialect {
        /// The standard's.
        Standard "standard",
        /// z3's: its reasons for unknown.
        Z3 "z3",
        /// cvc5's.
        Cvc5 "cvc5",
    }
    "standard|z3|cvc5"
}
