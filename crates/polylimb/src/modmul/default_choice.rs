//! The algorithm that is used when the caller names none: a small committed table.
//!
//! Constant-time algorithms only. The table is for 64-bit words; a tuned profile for the machine at hand
//! replaces it.

use super::registry::{Entry, find};
use crate::error::{Error, Result};
use crate::limb::{Kernel, WORD_BITS};

/// From this many bits on, eight lanes of 52-bit digits beat the scalar loops, where the kernel has them.
const LANES_FROM_BITS: usize = 576;
/// From this many bits on, two threads that are awake beat one: of scalar loops, of lanes.
const TWO_THREADS_FROM_BITS: [usize; 2] = [3072, 16384];
/// From this many bits on, three subquadratic products beat a quadratic reduction.
const BLOCKS_FROM_BITS: usize = 16384;
/// From this many bits on, three products split over four threads and more beat two halves.
const MANY_THREADS_FROM_BITS: [usize; 2] = [8192, 16384];

/// The entry for a modulus of `bits` bits (`odd`: odd and at least 3), and how many of the `threads` it gets.
pub(super) fn default_choice(
    kernel: Kernel,
    bits: usize,
    odd: bool,
    threads: usize,
) -> Result<(&'static Entry, usize)> {
    let lanes = kernel.has_ifma();
    let two = bits >= TWO_THREADS_FROM_BITS[lanes as usize];
    let many = bits >= MANY_THREADS_FROM_BITS[lanes as usize];
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
        (true, 4..) if many => ("montgomery-parallel", threads),
        (true, 2..) if two => ("bipartite", 2),
        (true, _) if lanes && (LANES_FROM_BITS..=montgomery_ifma_limit()).contains(&bits) => {
            ("montgomery-ifma", 1)
        }
        (true, _) if kernel.fuses_montgomery(bits.div_ceil(WORD_BITS)) => ("montgomery-cios", 1),
        // The block form's products are made of lanes or of Karatsuba's; the rows of sos are not.
        (true, _) if lanes || bits >= BLOCKS_FROM_BITS => ("montgomery", 1),
        (true, _) => ("montgomery-sos", 1),
        (false, 2..) if many => ("barrett-parallel", threads),
        (false, _) => ("barrett", 1),
    };
    let entry = find(name)?;
    Ok((entry, entry.threads.most_within(threads)))
}

/// The longest modulus in bits that `montgomery-ifma` takes.
const fn montgomery_ifma_limit() -> usize {
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    return super::montgomery_ifma::MOST_BITS;
    #[cfg(not(all(
        target_arch = "x86_64",
        not(any(polylimb_word = "8", polylimb_word = "32"))
    )))]
    return 0;
}
