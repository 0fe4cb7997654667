//! Narrowing that loses nothing.
//!
//! `as` cuts off what does not fit and goes on with another number. Here a number that does not fit ends the program
//! instead: that is a bug, or four thousand million things of one kind, and what would follow might be a wrong answer.
//! What a user may write is checked where it is read.

/// The number of a thing among others of its kind.
///
/// # Panics
/// If it does not fit.
#[inline]
#[track_caller]
pub fn id32(n: impl TryInto<u32>) -> u32 {
    n.try_into().unwrap_or_else(|_| does_not_fit("32 bits"))
}

/// A length or position, to be subtracted from.
///
/// # Panics
/// If it does not fit; what is in memory does.
#[inline]
#[track_caller]
pub fn signed(n: impl TryInto<i64>) -> i64 {
    n.try_into().unwrap_or_else(|_| does_not_fit("a signed number"))
}

/// A length or position of something in memory.
///
/// # Panics
/// If it does not fit, or is negative.
#[inline]
#[track_caller]
pub fn index(n: impl TryInto<usize>) -> usize {
    n.try_into().unwrap_or_else(|_| does_not_fit("an index"))
}

#[cold]
#[track_caller]
fn does_not_fit(what: &str) -> ! {
    panic!("a number does not fit into {what}")
}

/// The number of a thing, or none, in the space of the number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Link(u32);

impl Link {
    /// No thing.
    pub const NONE: Link = Link(u32::MAX);

    /// The thing with this number.
    ///
    /// # Panics
    /// If the number does not fit, or is the one that stands for none.
    #[inline]
    #[track_caller]
    pub fn to(n: impl TryInto<u32>) -> Link {
        let link = Link(id32(n));
        assert!(link != Link::NONE, "a number does not fit into a link");
        link
    }

    /// The number, if there is a thing.
    #[inline]
    pub fn number(self) -> Option<u32> {
        (self != Link::NONE).then_some(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays_and_the_rest_is_refused() {
        assert_eq!((id32(7usize), id32(u64::from(u32::MAX))), (7, u32::MAX));
        assert_eq!((signed(9usize), signed(-9i32), index(3u64)), (9, -9, 3));
        assert_eq!((Link::to(5usize).number(), Link::NONE.number()), (Some(5), None));
        let refused: [fn() -> bool; 5] = [
            || id32(1u64 << 32) > 0,
            || id32(-1i64) > 0,
            || signed(1u64 << 63) > 0,
            || index(-1i64) > 0,
            || Link::to(u32::MAX) == Link::NONE,
        ];
        assert!(refused.iter().all(|cast| std::panic::catch_unwind(cast).is_err()));
    }
}
