//! Regular languages of the session: regex terms translated to the automata crate, once each.

use automata::{Re, Regexes};
use base::{Budget, FxHashMap, Interrupted, Limits, Stop};
use terms::eval::{EvalError, Evaluator};
use terms::model::Model;
use terms::value::{Value, Word};
use terms::{Op, Sort, Term, Terms};

/// The store of regexes, which outlives single checks: derivatives computed for one question
/// serve the next.
#[derive(Debug, Default)]
pub struct Languages {
    /// The store.
    pub regexes: Regexes,
    translated: FxHashMap<Term, Option<Re>>,
    /// The store is lent: there is an empty one in its place.
    is_lent: bool,
}

impl Languages {
    /// Lends the store to a procedure that works beside an engine. Until it is back, nothing may be asked here.
    pub(super) fn lend(&mut self) -> Regexes {
        debug_assert!(!self.is_lent, "the store of regexes is lent twice");
        self.is_lent = true;
        std::mem::take(&mut self.regexes)
    }

    /// Ends the loan.
    pub(super) fn take_back(&mut self, regexes: Regexes) {
        debug_assert!(self.is_lent, "a store of regexes that was not lent comes back");
        self.is_lent = false;
        self.regexes = regexes;
    }

    /// The language of a regex term; `None` if it mentions anything but constants, or when the budget runs out, as
    /// whoever charges it next will learn.
    pub fn language(&mut self, terms: &Terms, root: Term, budget: &Budget) -> Option<Re> {
        self.language_within(terms, root, &Limits::none(budget)).ok().flatten()
    }

    /// The language of a regex term; `None` if it mentions anything but constants.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn language_within(
        &mut self,
        terms: &Terms,
        root: Term,
        limits: &Limits<'_>,
    ) -> Result<Option<Re>, Stop> {
        debug_assert!(!self.is_lent, "a language is asked for while the store is lent");
        debug_assert!(terms.sort(root) == Sort::RegLan, "the language of what is no regex");
        let known = |t| self.translated.contains_key(&t);
        for t in terms.post_order_unless_within(&[root], known, limits.budget())? {
            limits.budget().tick(1)?;
            let re = self.translate(terms, t, limits)?;
            self.translated.insert(t, re);
        }
        Ok(self.translated[&root])
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
        let language = |this: &mut Languages, t| this.language_within(terms, t, limits);
        match (language(self, a)?, language(self, b)?) {
            (Some(a), Some(b)) => self.regexes.equals_language(a, b, limits).map(Some),
            _ => Ok(None),
        }
    }

    fn translate(
        &mut self,
        terms: &Terms,
        t: Term,
        limits: &Limits<'_>,
    ) -> Result<Option<Re>, Stop> {
        let args = terms.args(t);
        if terms.op(t) == Op::StrToRe {
            let word = constant(terms, args[0], limits.budget())?;
            return word.map(|w| self.regexes.word_within(&w, limits)).transpose();
        }
        let kids: Option<Vec<Re>> = args.iter().map(|a| self.translated[a]).collect();
        match (terms.op(t), kids) {
            (Op::ReRange, _) => Ok(self.range(terms, args[0], args[1], limits.budget())?),
            (_, None) => Ok(None),
            (Op::ReConcat, Some(kids)) => self.regexes.concat_within(&kids, limits).map(Some),
            (op, Some(kids)) => Ok(self.apply(op, &kids)),
        }
    }

    fn apply(&mut self, op: Op, kids: &[Re]) -> Option<Re> {
        let r = &mut self.regexes;
        Some(match op {
            Op::ReNone => Re::NONE,
            Op::ReAll => Re::ALL,
            Op::ReAllChar => Re::ANY,
            Op::ReUnion => r.union(kids.iter().copied()),
            Op::ReInter => r.inter(kids.iter().copied()),
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

    fn range(
        &mut self,
        terms: &Terms,
        lo: Term,
        hi: Term,
        budget: &Budget,
    ) -> Result<Option<Re>, Interrupted> {
        let ends = (constant(terms, lo, budget)?, constant(terms, hi, budget)?);
        let (Some(lo), Some(hi)) = ends else { return Ok(None) };
        Ok(Some(match (&lo[..], &hi[..]) {
            (&[lo], &[hi]) if lo <= hi => self.regexes.range(lo, hi),
            _ => Re::NONE,
        }))
    }
}

/// The value of a string term without declared symbols.
fn constant(terms: &Terms, t: Term, budget: &Budget) -> Result<Option<Word>, Interrupted> {
    if let Some(word) = terms.str_value(t) {
        budget.reserve(std::mem::size_of_val(word) as u64)?;
        return Ok(Some(word.into()));
    }
    if !terms.is_ground(t) {
        return Ok(None);
    }
    match Evaluator::new(terms, &Model::new(), budget).eval(t) {
        Ok(Value::Str(word)) => Ok(Some(word)),
        Err(EvalError::Interrupted(why)) => Err(why),
        _ => Ok(None),
    }
}
