//! The algorithm that is used when the caller names none: a small committed table.
//!
//! Constant-time algorithms only. The table is for 64-bit words; a tuned profile for the machine at hand
//! replaces it.

use super::registry::{Entry, find};
use crate::error::{Error, Result};

/// From this many bits on, two threads that are awake beat one.
const TWO_THREADS_FROM_BITS: usize = 3072;
/// From this many bits on, three products split over four threads and more beat two halves.
const MANY_THREADS_FROM_BITS: usize = 8192;

/// The entry for a modulus of `bits` bits (`odd`: odd and at least 3), and how many of the `threads` it gets.
pub(super) fn default_choice(
    bits: usize,
    odd: bool,
    threads: usize,
) -> Result<(&'static Entry, usize)> {
    let (name, threads) = match (odd, threads) {
        (_, 0) => {
            return Err(Error::Threads {
                algorithm: "a modulus",
                min: 1,
                max: usize::MAX,
                only: &[],
                got: 0,
            });
        }
        (true, 4..) if bits >= MANY_THREADS_FROM_BITS => ("montgomery-parallel", threads),
        (true, 2..) if bits >= TWO_THREADS_FROM_BITS => ("bipartite", 2),
        (true, _) => ("montgomery-sos", 1),
        (false, 2..) if bits >= MANY_THREADS_FROM_BITS => ("barrett-parallel", threads),
        (false, _) => ("barrett", 1),
    };
    let entry = find(name)?;
    Ok((entry, entry.threads.most_within(threads)))
}
