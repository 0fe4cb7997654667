//! Explicit automata.
