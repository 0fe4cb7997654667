//! Replacing terms by what they are known to be, in all formulas at once.

use base::{Budget, FxHashMap, Interrupted};
use terms::{Term, Terms};

/// Replaces terms in `formulas`, arguments first, by their images if they have any. The formulas that changed, before and after.
pub(super) fn replace(
    terms: &mut Terms,
    formulas: &mut [Term],
    budget: &Budget,
    mut image: impl FnMut(&mut Terms, Term) -> Result<Option<Term>, Interrupted>,
) -> Result<Vec<(Term, Term)>, Interrupted> {
    let (mut memo, mut stopped, mut changed) = (FxHashMap::default(), None, Vec::new());
    for f in formulas {
        let after = terms.map_bottom_up_within(*f, &mut memo, budget, |terms, t| {
            let found = image(terms, t).unwrap_or_else(|why| {
                stopped = Some(why);
                None
            });
            found.unwrap_or(t)
        })?;
        if let Some(why) = stopped {
            return Err(why);
        }
        if after != *f {
            changed.push((std::mem::replace(f, after), after));
        }
    }
    Ok(changed)
}
