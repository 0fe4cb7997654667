//! A refutation as a page for a browser, in one file.

use super::story::{Kind, Line, Premise, Story};
use std::fmt::Write;

const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}
h2{margin-top:2em}table{border-collapse:collapse;width:100%}td{padding:.35em .6em;border-top:1px solid #ddd;vertical-align:top}
td:first-child{white-space:nowrap;color:#666}code{font:15px monospace;overflow-wrap:anywhere}a{color:#06c;text-decoration:none}
tr:target{background:#ffc}.tag{border-radius:.3em;padding:0 .4em;font-size:.85em;white-space:nowrap;background:#eee}
.languages{background:#d6ebff}.numbers{background:#d9f2d9}.functions{background:#fdebc8}
.open{background:#ffd6d6}
.why{color:#666;font-size:.9em}";

/// The page of some refutations of a script of this name.
pub fn page(name: &str, stories: &[Story]) -> String {
    let title = escaped(name);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <title>{title}: why it is unsat</title>\n<style>{STYLE}</style></head>\n\
         <body>\n<h1>{title}</h1>\n"
    );
    for story in stories {
        section(&mut out, story);
    }
    out.push_str("</body></html>\n");
    out
}

fn section(out: &mut String, story: &Story) {
    let Story { check, of, premises, lines, open } = story;
    let _ = write!(
        out,
        "<h2>Check {check}: unsat</h2>\n<p>{} of {of} assertions clash.</p>\n<table>\n",
        premises.len()
    );
    premises.iter().for_each(|p| premise(out, *check, p));
    out.push_str("</table>\n<h3>How</h3>\n<table>\n");
    lines.iter().for_each(|l| line(out, *check, l));
    out.push_str("</table>\n");
    if !open.is_empty() {
        let list: Vec<String> =
            open.iter().map(|(name, n)| format!("{} ({n})", escaped(name))).collect();
        let _ =
            writeln!(out, "<p class=\"open\">Not every step has a proof: {}.</p>", list.join(", "));
    }
}

fn premise(out: &mut String, check: usize, premise: &Premise) {
    let Premise { number, line, text } = premise;
    let place = line.map_or("assumption".to_owned(), |line| format!("line {line}"));
    let text = escaped(text);
    let _ = writeln!(
        out,
        "<tr id=\"a{check}-{number}\"><td>[{number}]</td><td><code>{text}</code></td><td class=\"why\">{place}</td></tr>"
    );
}

fn line(out: &mut String, check: usize, line: &Line) {
    let Line { number, text, kind, why, from } = line;
    let from: Vec<String> = from.iter().map(|label| link(check, label)).collect();
    let from = if from.is_empty() { String::new() } else { format!(" from {}", from.join(", ")) };
    let (tag, text, why) = (tag(*kind), escaped(text), escaped(why));
    let _ = writeln!(
        out,
        "<tr id=\"l{check}-{number}\"><td>({number})</td><td><code>{text}</code><br>\
         <span class=\"why\">{why}{from}</span></td><td><span class=\"tag {tag}\">{tag}</span></td></tr>"
    );
}

/// A label as a link to what it labels.
fn link(check: usize, label: &str) -> String {
    let kind = if label.starts_with('[') { 'a' } else { 'l' };
    let number = label.trim_matches(['[', ']', '(', ')']);
    format!("<a href=\"#{kind}{check}-{number}\">{label}</a>")
}

/// The word for a kind of reason.
pub fn tag(kind: Kind) -> &'static str {
    match kind {
        Kind::Languages => "languages",
        Kind::Numbers => "numbers",
        Kind::Functions => "functions",
        Kind::Rewriting => "rewriting",
        Kind::Logic => "logic",
        Kind::Open => "open",
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::super::story::stories;
    use super::*;

    #[test]
    fn a_page_has_links_and_no_markup_of_the_script() {
        let script = "(assert (= x \"<b>\"))\n(check-sat)";
        let proof = "(stringent-proof 1)(check-sat 0)(assume a 0 (= x \"<b>\"))(step b ((not (= x \"<b>\"))) lang)(rup q () a b)(qed q)";
        let page = page("a & b", &stories(script, proof));
        assert!(page.contains("x = &quot;&lt;b&gt;&quot;") && !page.contains("<b>"));
        assert!(page.contains("<a href=\"#a1-1\">[1]</a>") && page.contains("id=\"a1-1\""));
        assert!(page.contains("<a href=\"#l1-1\">(1)</a>") && page.contains("id=\"l1-1\""));
        assert!(page.contains("<title>a &amp; b") && page.contains("class=\"tag languages\""));
    }
}
