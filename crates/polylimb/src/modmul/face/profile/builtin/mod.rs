//! The committed profiles, for machines without a measured profile: one per CPU family.
//!
//! The kernel identifies the family. Constant-time algorithms only, for every size. Measured with
//! 64-bit words on two Zen 5 cores, where `barrett-parallel` on two threads does not pay up to
//! 16384 bits. The choices for four and more threads are estimated from the times of the parts.

#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod x86_64;

use super::{Entry, MAX_BITS, Profile, Rule, Section};
use crate::limb::Kernel;
use crate::modmul::{
    barrett, barrett_parallel, bipartite, montgomery, montgomery_parallel, montgomery_sos,
};
use alloc::borrow::Cow;

/// The profile of the family that `kernel` belongs to.
pub(super) fn for_kernel(kernel: Kernel) -> &'static Profile {
    match kernel.name() {
        #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
        "ifma" => &x86_64::IFMA,
        #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
        "mulx" => &x86_64::MULX,
        _ => &PORTABLE,
    }
}

/// From this many bits on, three subquadratic products are faster than a quadratic reduction.
const BLOCKS_FROM_BITS: usize = 16384;
/// From this many bits on, two awake threads are faster than one, with scalar loops.
const TWO_THREADS_FROM_BITS: usize = 3072;
/// From this many bits on, three products split over four or more threads are faster than two
/// halves, with scalar loops.
const MANY_THREADS_FROM_BITS: usize = 8192;

/// Every CPU without kernels of its own.
static PORTABLE: Profile = committed(PORTABLE_SECTIONS);

static PORTABLE_SECTIONS: &[Section] = &[
    odd(
        "portable",
        1,
        &[
            rule(1, BLOCKS_FROM_BITS - 1, &montgomery_sos::ENTRY, Some(1)),
            rule(BLOCKS_FROM_BITS, MAX_BITS, &montgomery::ENTRY, Some(1)),
        ],
    ),
    odd("portable", 2, HALVES),
    odd("portable", 4, SPLIT_PRODUCTS),
    even("portable", 1, ONE_BARRETT),
    even("portable", 4, SPLIT_BARRETT),
];

const HALVES: &[Rule] = &[rule(TWO_THREADS_FROM_BITS, MAX_BITS, &bipartite::ENTRY, Some(2))];
const SPLIT_PRODUCTS: &[Rule] =
    &[rule(MANY_THREADS_FROM_BITS, MAX_BITS, &montgomery_parallel::ENTRY, None)];
const ONE_BARRETT: &[Rule] = &[rule(1, MAX_BITS, &barrett::ENTRY, Some(1))];
const SPLIT_BARRETT: &[Rule] =
    &[rule(MANY_THREADS_FROM_BITS, MAX_BITS, &barrett_parallel::ENTRY, None)];

const fn committed(sections: &'static [Section]) -> Profile {
    Profile { sections: Cow::Borrowed(sections) }
}

const fn odd(kernel: &'static str, threads: usize, rules: &'static [Rule]) -> Section {
    Section { kernel, odd: true, threads, constant_time: true, rules: Cow::Borrowed(rules) }
}

const fn even(kernel: &'static str, threads: usize, rules: &'static [Rule]) -> Section {
    Section { kernel, odd: false, threads, constant_time: true, rules: Cow::Borrowed(rules) }
}

const fn rule(
    from_bits: usize,
    to_bits: usize,
    entry: &'static Entry,
    threads: Option<usize>,
) -> Rule {
    Rule { from_bits, to_bits, entry, threads, cut_percent: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Features;

    #[test]
    fn valid_and_covering_every_size() {
        let mut found = 0;
        for kernel in Kernel::available(Features::detect()) {
            assert!(Profile::new(for_kernel(kernel).sections.to_vec()).is_ok());
            for bits in [1, 2, 512, 513, 575, 576, 16383, 16384, 26_000, 26_001, MAX_BITS] {
                for odd in [false, true] {
                    assert!(for_kernel(kernel).choose(bits, odd, 1, kernel, true).is_some());
                    found += 1;
                }
            }
        }
        assert!(found >= 22);
    }
}
