//! Sorting where it does not pay to be fast: lists that are short, or sorted once in a while.
//!
//! The sort of the standard library is some five kilobytes of code for every type and order, and half a hundred of those were a
//! fifteenth of the program that browsers load. Here one copy of it finds the order of the indices and calls back to compare; what
//! there is for each type is a comparison and a swap. It allocates an index for each element and takes about twice as long, so loops
//! that sort all the time call the methods of slices. Collecting into a `BTreeMap` or a `BTreeSet` sorts, too; to extend an empty one does
//! not.

use std::cmp::Ordering;

/// Sorts a list; elements that compare equal stay in their order.
pub fn sort_by<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    if list.len() < 2 {
        return;
    }
    let mut order = indices(list.len(), &mut |a, b| compare(&list[a], &list[b]));
    apply(&mut order, &mut |a, b| list.swap(a, b));
}

/// Sorts a list by a key; elements of the same key stay in their order.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(list, |a, b| key(a).cmp(&key(b)));
}

/// Sorts a list.
pub fn sort<T: Ord>(list: &mut [T]) {
    sort_by(list, T::cmp);
}

/// For each place the index of what belongs there.
fn indices(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}

/// Moves along the cycles; afterwards each place has its own index.
fn apply(order: &mut [usize], swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut place = start;
        while order[place] != start {
            let from = std::mem::replace(&mut order[place], place);
            swap(place, from);
            place = from;
        }
        order[place] = place;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;

    #[test]
    fn as_the_standard_library_does() {
        let mut random = SplitMix64::new(1);
        for _ in 0..2000 {
            let len = random.below(40);
            let list: Vec<(usize, usize)> = (0..len).map(|i| (random.below(12), i)).collect();
            let (mut ours, mut theirs) = (list.clone(), list);
            sort_by_key(&mut ours, |pair| pair.0);
            theirs.sort_by_key(|pair| pair.0);
            assert_eq!(ours, theirs);
            sort_by(&mut ours, |a, b| b.cmp(a));
            theirs.sort_by(|a, b| b.cmp(a));
            assert_eq!(ours, theirs);
            sort(&mut ours);
            theirs.sort();
            assert_eq!(ours, theirs);
        }
    }
}
