//! Axioms about memberships in languages that are put together of strings without a value.

use crate::axioms::Instance;
use terms::{Op, Term, Terms};

/// The axiom for a string in a language that is made by an operator, with the parts of the language as arguments.
const OF_LANGUAGES: &[(Op, &str)] = &[
    (Op::ReUnion, "re-union"),
    (Op::ReInter, "re-inter"),
    (Op::ReComp, "re-comp"),
    (Op::ReOpt, "re-opt"),
    (Op::RePlus, "re-plus"),
];

/// What the table says of `t` as a membership, or as a replacement of members.
pub(crate) fn about(terms: &mut Terms, t: Term) -> Vec<Instance> {
    let args = terms.args(t).to_vec();
    if terms.op(t) == Op::StrReplaceReAll {
        return vec![Instance { name: "replace-re-letter", args }];
    }
    let is_constant = |&u: &Term| matches!(terms.op(u), Op::Apply(_));
    if terms.op(t) != Op::StrInRe || !terms.post_order(&args[1..]).iter().any(is_constant) {
        return Vec::new();
    }
    let (s, op, parts) = (args[0], terms.op(args[1]), terms.args(args[1]).to_vec());
    if op == Op::ReConcat {
        return of_concat(terms, s, &parts);
    }
    if op == Op::ReStar {
        return vec![Instance { name: "re-star", args: parts }];
    }
    let Some((_, name)) = OF_LANGUAGES.iter().find(|(of, _)| *of == op) else { return Vec::new() };
    let mut args = vec![s, parts[0]];
    if parts.len() > 1 {
        args.push(joined(terms, op, &parts[1..]));
    }
    vec![Instance { name, args }]
}

/// A string that begins, or ends, with the only word of the first or last part.
fn of_concat(terms: &mut Terms, s: Term, parts: &[Term]) -> Vec<Instance> {
    let mut out = Vec::new();
    let word = |terms: &Terms, r: Term| (terms.op(r) == Op::StrToRe).then(|| terms.arg(r, 0));
    if let Some(w) = word(terms, parts[0]) {
        let rest = joined(terms, Op::ReConcat, &parts[1..]);
        out.push(Instance { name: "re-begin", args: vec![s, w, rest] });
    }
    let front = &parts[..parts.len() - 1];
    if let Some(w) = word(terms, parts[front.len()])
        && let Some(text) = terms.str_value(s)
        && let Some(end) = terms.str_value(w)
        && let Some(text) = text.strip_suffix(end)
    {
        let text = text.to_vec();
        let (text, rest) = (terms.string(&text), joined(terms, Op::ReConcat, front));
        out.push(Instance { name: "re-end", args: vec![text, w, rest] });
    }
    out
}

fn joined(terms: &mut Terms, op: Op, parts: &[Term]) -> Term {
    if let [part] = parts { *part } else { terms.mk(op, parts) }
}
