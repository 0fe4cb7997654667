//! Small parts of a set that refute as the whole does: conflicts, unsatisfiable cores, premises of a lemma.
//!
//! *Deletion* (Marques-Silva, "Minimal unsatisfiability: models, algorithms and applications", ISMVL 2010): elements are
//! left out in turn, and stay out if what is left still refutes. A refutation often names what it used
//! (*clause-set refinement*), which drops several elements at once. Where nearly all elements can go, runs of them are tried first,
//! all, then halves, and so on, as in delta debugging (Zeller and Hildebrandt, IEEE TSE 2002). QuickXplain (Junker, AAAI 2004) asks fewer
//! questions if the core is small, but its questions are about sets that do not refute, and those are the dear ones here.
//!
//! What an attempt may cost is the business of the caller: a question that is given up counts as [`Trial::Needed`].

/// What came of leaving out an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trial {
    /// The others do not refute, or it is not known whether they do.
    Needed,
    /// The others refute.
    Refuted,
    /// These refute, positions among those that were tried, in any order.
    Core(Vec<usize>),
    /// No more questions.
    Stop,
}

impl From<bool> for Trial {
    /// Whether the others refute.
    fn from(refuted: bool) -> Trial {
        if refuted { Trial::Refuted } else { Trial::Needed }
    }
}

/// Leaves out the elements of `0 .. count` that are at the positions `attempts`, in this order, as long as those that
/// are kept refute. `refute` is asked about the ascending positions of what is kept, and told which one was left out last; what it
/// fails with is passed on. All of `0 .. count` must refute.
///
/// ```
/// use base::minimize::{Trial, minimize};
/// // A set refutes if its sum is at least 10.
/// let weights = [3, 9, 2, 8, 1];
/// let kept = minimize::<()>(5, 0..5, |kept, _| {
///     Ok(Trial::from(kept.iter().map(|&i| weights[i]).sum::<i32>() >= 10))
/// });
/// assert_eq!(kept, Ok(vec![2, 3]));
/// ```
///
/// # Errors
/// Those of `refute`.
pub fn minimize<E>(
    count: usize,
    attempts: impl IntoIterator<Item = usize>,
    mut refute: impl FnMut(&[usize], usize) -> Result<Trial, E>,
) -> Result<Vec<usize>, E> {
    let mut kept: Vec<usize> = (0..count).collect();
    for position in attempts {
        let Ok(at) = kept.binary_search(&position) else { continue };
        kept.remove(at);
        match refute(&kept, position)? {
            Trial::Refuted => {}
            Trial::Core(core) => kept = core_of(&kept, core),
            Trial::Needed => kept.insert(at, position),
            Trial::Stop => {
                kept.insert(at, position);
                break;
            }
        }
    }
    Ok(kept)
}

/// As [`minimize`], from the first position to the last, but runs of elements are left out at once: all, then halves,
/// and so on down to single ones.
///
/// # Errors
/// Those of `refute`.
pub fn minimize_by_halves<E>(
    count: usize,
    mut refute: impl FnMut(&[usize]) -> Result<Trial, E>,
) -> Result<Vec<usize>, E> {
    let mut kept: Vec<usize> = (0..count).collect();
    let mut size = count;
    while size > 0 {
        let mut at = 0;
        while at < kept.len() {
            let end = kept.len().min(at + size);
            let dropped: Vec<usize> = kept.drain(at..end).collect();
            match refute(&kept)? {
                Trial::Refuted => {}
                Trial::Core(core) => {
                    let before = kept.get(at).copied();
                    kept = core_of(&kept, core);
                    at = before.map_or(kept.len(), |next| kept.partition_point(|&p| p < next));
                }
                trial => {
                    kept.splice(at..at, dropped);
                    if trial == Trial::Stop {
                        return Ok(kept);
                    }
                    at += size;
                }
            }
        }
        size /= 2;
    }
    Ok(kept)
}

fn core_of(tried: &[usize], mut core: Vec<usize>) -> Vec<usize> {
    crate::order::sort(&mut core);
    core.dedup();
    assert!(core.iter().all(|p| tried.binary_search(p).is_ok()), "a core is among what was tried");
    core
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;

    /// A set refutes if it contains one of some random sets, as for anything monotone.
    fn scenario(random: &mut SplitMix64) -> (usize, Vec<Vec<usize>>) {
        let count = 1 + random.below(10);
        let mut core = || (0..count).filter(|_| random.below(3) == 0).collect();
        let mut cores: Vec<Vec<usize>> = (0..3).map(|_| core()).collect();
        cores.retain(|c| !c.is_empty());
        cores.push((0..count).collect());
        (count, cores)
    }

    fn inside<'a>(cores: &'a [Vec<usize>], kept: &[usize]) -> Option<&'a Vec<usize>> {
        cores.iter().find(|core| core.iter().all(|p| kept.contains(p)))
    }

    #[test]
    fn results_refute_and_cannot_be_smaller() {
        let mut random = SplitMix64::new(3);
        for _ in 0..500 {
            let (count, cores) = scenario(&mut random);
            let plain = |kept: &[usize]| Ok::<_, ()>(Trial::from(inside(&cores, kept).is_some()));
            let named = |kept: &[usize]| {
                Ok::<_, ()>(inside(&cores, kept).map_or(Trial::Needed, |c| Trial::Core(c.clone())))
            };
            let backwards = (0..count).rev();
            for kept in [
                minimize(count, 0..count, |kept, _| plain(kept)),
                minimize(count, backwards, |kept, _| named(kept)),
                minimize_by_halves(count, plain),
                minimize_by_halves(count, named),
            ] {
                let kept = kept.expect("no error");
                assert!(inside(&cores, &kept).is_some());
                for out in &kept {
                    let rest: Vec<usize> = kept.iter().copied().filter(|p| p != out).collect();
                    assert!(inside(&cores, &rest).is_none(), "{out} can be left out");
                }
            }
        }
    }

    #[test]
    fn a_stop_keeps_what_is_needed() {
        let kept = minimize::<()>(3, 0..3, |k, _| {
            Ok(if k.len() == 2 { Trial::Refuted } else { Trial::Stop })
        });
        assert_eq!(kept, Ok(vec![1, 2]));
        assert_eq!(minimize(3, 0..3, |_, _| Err(5)), Err(5));
        assert_eq!(minimize_by_halves::<()>(3, |_| Ok(Trial::Stop)), Ok(vec![0, 1, 2]));
    }
}
