//! Automata in the language of Graphviz.

use crate::automaton::Automaton;
use crate::label::label;
use std::fmt::Write;

/// One statement a line, so that versions can be compared.
pub(crate) fn draw(automaton: &Automaton) -> String {
    let mut out = String::from("digraph automaton {\n  rankdir=LR;\n  node [shape=circle];\n");
    out.push_str("  start [shape=point];\n  start -> 0;\n");
    for s in (0..automaton.len()).filter(|&s| automaton.is_accepting(s)) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  {s} [shape=doublecircle];");
    }
    for edge in automaton.edges() {
        let text = label(&edge.chars).replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(out, "  {} -> {} [label=\"{text}\"];", edge.from, edge.to);
    }
    out.push_str("}\n");
    out
}
