//! Stronger statements than a claim, which a judge may find easier to decide.
//!
//! The problem: a claim speaks of the terms of some input, functions in functions and variables with long
//! definitions, while the step that made it looked at the outermost layer only. Other solvers get
//! lost in what does not matter. A claim is refuted by a conjunction of assertions; whatever follows from
//! that conjunction may be asked instead, because if it has no model, the conjunction has none.
//! So a form of a claim
//!
//! - leaves out definitions of new variables, all or those that the claim itself does not mention,
//! - puts constants for inner terms (generalisation, as provers by induction do: Boyer and Moore),
//! - adds facts that hold anyway, see [`super::facts`].
//!
//! A model of a form means nothing: then the claim itself is asked. Chains of comparisons are written as
//! pairs in all forms, which is what `:chainable` means and what not every solver reads.

use super::facts;
use base::{FxHashMap, FxHashSet};
use smtlib::printer::{self, Spellings};
use smtlib::{Command, CommandReader, Context};
use terms::op::Signature;
use terms::{Op, Sort, Term, Terms};

/// Which definitions of new variables stay.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Definitions {
    None,
    /// Of those variables that the claim mentions.
    Direct,
    All,
}

/// A way to weaken the conjunction.
struct Form {
    definitions: Definitions,
    /// How many functions of strings may be around a term that stays.
    depth: u32,
    facts: bool,
}

const DEEP: u32 = u32::MAX;

/// No change at all.
const CLAIM: Form = Form { definitions: Definitions::All, depth: DEEP, facts: false };

/// From the most general one on.
const FORMS: &[Form] = &[
    Form { definitions: Definitions::None, depth: 1, facts: false },
    Form { definitions: Definitions::Direct, depth: 1, facts: false },
    Form { definitions: Definitions::Direct, depth: DEEP, facts: false },
    Form { definitions: Definitions::None, depth: DEEP, facts: false },
    Form { definitions: Definitions::None, depth: 1, facts: true },
    Form { definitions: Definitions::Direct, depth: 2, facts: true },
    Form { definitions: Definitions::All, depth: DEEP, facts: true },
];

/// The forms of the claim that `script` refutes; none if nobody here understands it.
pub fn forms(script: &str) -> Vec<String> {
    let Some(mut query) = Query::read(script) else { return Vec::new() };
    let claim = query.weakened(&CLAIM);
    let mut texts = vec![claim];
    for form in FORMS {
        let text = query.weakened(form);
        if text.len() < script.len() + MAX_GROWTH && !texts.contains(&text) {
            texts.push(text);
        }
    }
    // The claim itself was asked before, unless it had chains.
    texts.split_off(usize::from(!query.had_chains))
}

/// How many bytes longer than the claim a form may be.
const MAX_GROWTH: usize = 1 << 13;

/// The conjunction that refutes a claim.
#[derive(Default)]
struct Query {
    terms: Terms,
    /// The commands that declare what the claim mentions.
    declarations: Vec<String>,
    goal: Vec<Term>,
    /// Whether comparisons in chains were taken apart.
    had_chains: bool,
    /// New variables with the equations that say what they are.
    definitions: Vec<(Term, Term)>,
    /// The constants for inner terms, the same in all forms: equal forms have equal texts.
    constants: FxHashMap<Term, Term>,
}

impl Query {
    fn read(script: &str) -> Option<Query> {
        let mut reader = CommandReader::from_bytes(script.as_bytes().to_vec());
        let (mut context, mut query) = (Context::new(), Query::default());
        while let Some(chunk) = reader.next_chunk().ok()? {
            let text = String::from_utf8_lossy(chunk.text).into_owned();
            match context.command(chunk, &mut query.terms).ok()? {
                Command::Declaration => query.declarations.push(text.trim().to_owned()),
                Command::Assert(written, _) => query.assume(written.term),
                _ => {}
            }
        }
        Some(query)
    }

    fn assume(&mut self, t: Term) {
        let pairs = pairwise(&mut self.terms, t);
        self.had_chains |= pairs != t;
        match defined(&self.terms, pairs) {
            Some(variable) => self.definitions.push((variable, pairs)),
            None => self.goal.push(pairs),
        }
    }

    /// The script of a form.
    fn weakened(&mut self, form: &Form) -> String {
        let mut roots = self.goal.clone();
        roots.extend(self.kept(form.definitions));
        let mut roots = self.generalised(&roots, form.depth);
        if form.facts {
            roots.extend(facts::of(&mut self.terms, &roots));
        }
        self.script(&roots)
    }

    fn script(&self, roots: &[Term]) -> String {
        let used = self.terms.post_order(roots);
        let new = used.iter().filter(|t| self.constants.values().any(|c| c == *t));
        let new = new.filter_map(|&t| match self.terms.op(t) {
            Op::Apply(fun) => Some(printer::declaration(&self.terms, fun, &Spellings::default())),
            _ => None,
        });
        let shared = |&t: &Term| format!("(assert {})", printer::shared_term(&self.terms, t));
        let mut lines = vec!["(set-logic ALL)".to_owned()];
        lines.extend(self.declarations.iter().cloned().chain(new));
        lines.extend(roots.iter().map(shared));
        lines.push("(check-sat)\n".to_owned());
        lines.join("\n")
    }

    /// `roots` with a constant for each compound term that is inside `depth` functions of strings somewhere.
    fn generalised(&mut self, roots: &[Term], depth: u32) -> Vec<Term> {
        let terms = &mut self.terms;
        let inner: Vec<Term> = inner_terms(terms, roots, depth);
        if inner.is_empty() {
            return roots.to_vec();
        }
        let folded = fold(terms, roots, &inner);
        let mut name =
            |t| *self.constants.entry(t).or_insert_with(|| terms.fresh("inner", terms.sort(t)));
        let map: FxHashMap<Term, Term> = inner.iter().map(|&t| (t, name(t))).collect();
        folded.iter().map(|&t| terms.substitute(t, &map)).collect()
    }

    fn kept(&self, which: Definitions) -> Vec<Term> {
        let mentioned: FxHashSet<Term> = self.terms.post_order(&self.goal).into_iter().collect();
        let keeps = |variable| match which {
            Definitions::None => false,
            Definitions::Direct => mentioned.contains(variable),
            Definitions::All => true,
        };
        let kept = self.definitions.iter().filter(|(variable, _)| keeps(variable));
        kept.map(|&(_, equation)| equation).collect()
    }
}

/// The variable that an equation defines, if it is one of the solver's own.
fn defined(terms: &Terms, t: Term) -> Option<Term> {
    let is_new = |t: &&Term| match terms.op(**t) {
        Op::Apply(fun) => terms.args(**t).is_empty() && terms.fun(fun).name.contains('!'),
        _ => false,
    };
    if terms.op(t) == Op::Eq { terms.args(t).iter().find(is_new).copied() } else { None }
}

/// Comparisons in chains as conjunctions of pairs.
fn pairwise(terms: &mut Terms, t: Term) -> Term {
    terms.map_bottom_up(t, &mut FxHashMap::default(), |terms, t| {
        let op = terms.op(t);
        if !matches!(op.signature(), Signature::Chain(_)) || terms.args(t).len() < 3 {
            return t;
        }
        let args = terms.args(t).to_vec();
        let pairs: Vec<Term> = args.windows(2).map(|pair| terms.mk(op, pair)).collect();
        terms.and(&pairs)
    })
}

fn inner_terms(terms: &Terms, roots: &[Term], depth: u32) -> Vec<Term> {
    let mut around: FxHashMap<Term, u32> = FxHashMap::default();
    let mut inner = Vec::new();
    // Terms come after those that use them.
    for t in terms.post_order(roots).into_iter().rev() {
        let here = around.get(&t).copied().unwrap_or(0);
        if here >= depth && is_compound(terms, t) {
            inner.push(t);
        }
        let below = here + u32::from(is_opaque(terms.op(t)));
        for &arg in terms.args(t) {
            let most = around.entry(arg).or_default();
            *most = below.max(*most);
        }
    }
    inner
}

/// A value that a constant can stand for. What arithmetic makes of lengths stays: it is easy, and it matters.
fn is_compound(terms: &Terms, t: Term) -> bool {
    let stays = match terms.sort(t) {
        Sort::String => false,
        Sort::Int => !is_opaque(terms.op(t)),
        _ => true,
    };
    !stays && !terms.args(t).is_empty() && !terms.is_ground(t)
}

/// Whether the operator is neither logic nor arithmetic nor concatenation.
fn is_opaque(op: Op) -> bool {
    let plain = matches!(op.signature(), Signature::Compare | Signature::Ite)
        || matches!(op.signature(), Signature::Assoc(_) | Signature::Chain(Sort::Int));
    !plain && !matches!(op, Op::Not | Op::Neg | Op::Mod | Op::Abs | Op::StrLen)
}

/// Names the concatenations among `inner` where they are parts of longer ones: `c` for `a ++ b` makes
/// `c ++ d` of `a ++ b ++ d`.
fn fold(terms: &mut Terms, roots: &[Term], inner: &[Term]) -> Vec<Term> {
    let is_concat = |t: &Term| terms.op(*t) == Op::StrConcat;
    let parts: Vec<(Term, Vec<Term>)> =
        inner.iter().filter(|t| is_concat(t)).map(|&t| (t, terms.args(t).to_vec())).collect();
    let mut memo: FxHashMap<Term, Term> = inner.iter().map(|&t| (t, t)).collect();
    let mut rename = |terms: &mut Terms, t: Term| {
        if terms.op(t) != Op::StrConcat {
            return t;
        }
        let mut args = terms.args(t).to_vec();
        for (name, part) in &parts {
            if let Some(i) = args.windows(part.len()).position(|window| window == part) {
                args.splice(i..i + part.len(), [*name]);
            }
        }
        terms.concat(&args)
    };
    roots.iter().map(|&t| terms.map_bottom_up(t, &mut memo, &mut rename)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: &str = "(declare-fun x () String)\n";

    fn of(body: &str) -> Vec<String> {
        forms(&format!("{X}{body}"))
    }

    #[test]
    fn inner_terms_become_constants() {
        let forms = of(
            "(assert (< (str.len (str.at x 1)) (str.len (str.replace (str.at x 1) \"a\" \"b\"))))",
        );
        assert!(
            forms[0].contains("(< (str.len inner!1) (str.len (str.replace inner!1 \"a\" \"b\")))")
        );
        // The claim itself is no form of it.
        assert_eq!(forms.len(), 1);
    }

    #[test]
    fn concatenations_are_found_in_longer_ones() {
        let forms = of("(declare-fun y () String)\n\
                        (assert (and (str.contains (str.++ x y) x) (= x (str.++ y x y))))");
        assert!(forms[0].contains("(= x (str.++ y inner!2))"), "{}", forms[0]);
    }

    #[test]
    fn definitions_are_left_out() {
        let forms = of("(declare-fun p!1 () String)\n(declare-fun p!2 () String)\n\
                        (assert (= p!1 (str.++ \"a\" p!2)))\n(assert (= p!2 (str.++ \"b\" x)))\n\
                        (assert (distinct x p!1))");
        let kept: Vec<usize> = forms.iter().map(|f| f.matches("(assert").count()).collect();
        assert_eq!(kept, [1, 2]);
    }

    #[test]
    fn chains_are_pairs() {
        let forms = of("(assert (str.< \"a\" x \"c\"))");
        assert!(forms[0].contains("(and (str.< \"a\" x) (str.< x \"c\"))"));
    }

    #[test]
    fn what_is_not_understood_has_no_forms() {
        assert_eq!(of("(assert (= x y))"), Vec::<String>::new());
    }
}
