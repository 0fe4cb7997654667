//! The basic columns that may be out of their bounds, least index first.
//!
//! Least index first is Bland's choice of the leaving column and, being the order of creation,
//! a good one anyway: variables come before the slacks made of them.

use crate::bounds::Col;
use base::IdxVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A priority queue without duplicates.
#[derive(Clone, Debug, Default)]
pub(crate) struct ColQueue {
    heap: BinaryHeap<Reverse<Col>>,
    member: IdxVec<Col, bool>,
}

impl ColQueue {
    pub(crate) fn new_col(&mut self) {
        self.member.push(false);
    }

    pub(crate) fn insert(&mut self, col: Col) {
        if !std::mem::replace(&mut self.member[col], true) {
            self.heap.push(Reverse(col));
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.heap.len()
    }

    pub(crate) fn peek(&self) -> Option<Col> {
        self.heap.peek().map(|r| r.0)
    }

    /// The least column and others from all over the queue, `n` at most.
    pub(crate) fn sample(&self, n: usize) -> impl Iterator<Item = Col> + '_ {
        let stride = self.heap.len().div_ceil(n).max(1);
        self.heap.iter().step_by(stride).map(|r| r.0)
    }

    pub(crate) fn pop(&mut self) {
        if let Some(Reverse(col)) = self.heap.pop() {
            self.member[col] = false;
        }
    }
}
