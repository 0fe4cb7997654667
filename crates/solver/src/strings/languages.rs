//! Regular languages of the session: regex terms translated to the automata crate, once each.

use automata::{Re, Regexes};
use base::{Budget, FxHashMap, Limits, Stop};
use terms::eval::Evaluator;
use terms::model::Model;
use terms::value::{Value, Word};
use terms::{Op, Term, Terms};

/// The store of regexes, which outlives single checks: derivatives computed for one question
/// serve the next.
#[derive(Debug, Default)]
pub struct Languages {
    /// The store.
    pub regexes: Regexes,
    translated: FxHashMap<Term, Option<Re>>,
}

impl Languages {
    /// The language of a regex term; `None` if it mentions anything but constants.
    pub fn language(&mut self, terms: &Terms, root: Term) -> Option<Re> {
        for t in terms.post_order_unless(&[root], |t| self.translated.contains_key(&t)) {
            let re = self.translate(terms, t);
            self.translated.insert(t, re);
        }
        self.translated[&root]
    }

    /// Whether two regex terms have one language; `None` if either is not ground.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn equal(
        &mut self,
        terms: &Terms,
        a: Term,
        b: Term,
        limits: &Limits<'_>,
    ) -> Result<Option<bool>, Stop> {
        match (self.language(terms, a), self.language(terms, b)) {
            (Some(a), Some(b)) => self.regexes.equals_language(a, b, limits).map(Some),
            _ => Ok(None),
        }
    }

    fn translate(&mut self, terms: &Terms, t: Term) -> Option<Re> {
        let args = terms.args(t);
        match terms.op(t) {
            Op::StrToRe => return constant(terms, args[0]).map(|w| self.regexes.word(&w)),
            Op::ReRange => {
                return self.range(&constant(terms, args[0])?, &constant(terms, args[1])?);
            }
            _ => {}
        }
        let kids: Vec<Re> = args.iter().map(|a| self.translated[a]).collect::<Option<Vec<Re>>>()?;
        let r = &mut self.regexes;
        Some(match terms.op(t) {
            Op::ReNone => Re::NONE,
            Op::ReAll => Re::ALL,
            Op::ReAllChar => Re::ANY,
            Op::ReConcat => r.concat_all(kids),
            Op::ReUnion => r.union(kids),
            Op::ReInter => r.inter(kids),
            Op::ReStar => r.star(kids[0]),
            Op::RePlus => r.plus(kids[0]),
            Op::ReOpt => r.opt(kids[0]),
            Op::ReComp => r.comp(kids[0]),
            Op::ReDiff => kids[1..].iter().fold(kids[0], |acc, &k| r.diff(acc, k)),
            Op::RePower(n) => r.repeat(kids[0], n, Some(n)),
            Op::ReLoop(lo, hi) if lo > hi => Re::NONE,
            Op::ReLoop(lo, hi) => r.repeat(kids[0], lo, Some(hi)),
            _ => return None,
        })
    }

    fn range(&mut self, lo: &[u32], hi: &[u32]) -> Option<Re> {
        Some(match (lo, hi) {
            (&[lo], &[hi]) if lo <= hi => self.regexes.range(lo, hi),
            _ => Re::NONE,
        })
    }
}

/// The value of a string term without declared symbols.
fn constant(terms: &Terms, t: Term) -> Option<Word> {
    if let Some(word) = terms.str_value(t) {
        return Some(word.into());
    }
    if !terms.is_ground(t) {
        return None;
    }
    let (model, budget) = (Model::new(), Budget::unlimited());
    match Evaluator::new(terms, &model, &budget).eval(t) {
        Ok(Value::Str(word)) => Some(word),
        _ => None,
    }
}
