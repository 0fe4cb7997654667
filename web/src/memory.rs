//! How much memory is in use.
//!
//! The memory of a module grows and never shrinks, so its size says little once a large question has been answered: the allocator counts.

use cap::Cap;
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Bytes that are allocated.
pub fn in_use() -> u64 {
    ALLOCATOR.allocated() as u64
}

/// The limit, in MiB, if no other is set: half of what a module can address, as a table that grows is there twice for a moment.
pub const LIMIT: u64 = 2048;
