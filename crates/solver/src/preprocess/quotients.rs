//! Quotients and remainders that bounds decide.
//!
//! A cipher moves letters around in a ring: `y = 97 + (x - 97 + 13) mod 26`. Undone by the same again, it is a remainder of a remainder,
//! which is one remainder, and as `x` is one of 26 letters, that is `x - 97`. Left as they are, both are divisions with unknown
//! quotients, and for each letter the search branches over them. Spelling knows this of what it reads ([`super::spelling::Ranges`]); here
//! it is found also where equations made it afterwards, and where nothing is spelled.
//!
//! Bounds are those of single assertions. One of a term is only used for terms that contain it, so no assertion is rewritten by what it
//! says itself.

use super::replace::replace;
use super::spelling::{Ranges, bounds, nested};
use crate::engine::Resources;
use base::Interrupted;
use terms::{Op, Sort, Term};

/// Replaces quotients and remainders in `formulas` by sums and by shorter remainders. Whether there were any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(res: &mut Resources<'_>, formulas: &mut [Term]) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let all = terms.post_order_within(formulas, budget)?;
    if !all.iter().any(|&t| matches!(terms.op(t), Op::Div | Op::Mod)) {
        return Ok(false);
    }
    let (mut ranges, nested) = (Ranges::collect(terms, formulas), nested(terms, &all));
    let given = if audit.is_on() { bounds(terms, formulas) } else { Vec::new() };
    let changed = replace(terms, formulas, budget, |terms, t| {
        if terms.sort(t) != Sort::Int {
            return Ok(None);
        }
        let image = if nested.contains(&t) { None } else { ranges.simplified(terms, t) };
        debug_assert!(image != Some(t), "a quotient is replaced by itself");
        ranges.enter(terms, t, image.unwrap_or(t));
        Ok(image)
    })?;
    Ok(audit.replaced("preprocess.quotients", &given, &changed))
}
