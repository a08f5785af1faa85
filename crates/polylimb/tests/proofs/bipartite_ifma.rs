//! The two halves of a product and their sum: `crates/polylimb/src/modmul/bipartite_ifma.rs`.

use super::{Constants, join, lower, upper};
use crate::field::lanes::proofs::{Abstract, prove_ranges, word_in};
use crate::limb::inverse_mod_word;
use crate::limb::radix52::{PADDING, padded};
use crate::limb::simd::{DIGIT_MASK, LANES, Vector};
use std::vec;
use std::vec::Vec;
use zeroize::Zeroizing;

fn any() -> u64 {
    word_in(0, DIGIT_MASK)
}

/// `l` digits of any number, padded.
fn surrounded(l: usize) -> Zeroizing<Vec<u64>> {
    let mut digits = vec![0; padded(l.div_ceil(LANES))];
    digits[PADDING..PADDING + l].fill(any());
    Zeroizing::new(digits)
}

/// An odd handle of any digit.
fn odd() -> u64 {
    core::iter::repeat_with(any).find(|handle| handle % 2 == 1).expect("every second one")
}

/// The digit of the upper quotient that the kernel computes in plain words: `a₀ b₀` times `1/M`. So
/// that it is a handle of any digit too, `-1/M` is what makes it one.
fn set_lowest(constants: &mut Constants, a: u64, b: u64) {
    constants.mu[PADDING] = inverse_mod_word(a.wrapping_mul(b)).wrapping_mul(any());
}

/// No column exceeds its lane, and the result is in digits, for any operands of `l` digits.
fn ranges(l: usize, cut: usize) {
    prove_ranges(&std::format!("bipartite-ifma: a b / R of {l} digits, cut {cut}"), || {
        let vectors = (l + 1).div_ceil(LANES);
        let t = LANES * cut;
        let mut constants = Constants {
            length: l,
            vectors,
            cut,
            modulus: surrounded(LANES * vectors),
            mu: surrounded(t),
            nu: surrounded((l + 1).saturating_sub(t) + 2),
            minus_modulus: surrounded(LANES * vectors),
        };
        let number = || {
            let mut digits = vec![0; LANES * vectors];
            digits[..l].fill(odd());
            digits
        };
        let (a, b, mut r) = (number(), number(), number());
        let mut slots =
            [constants.lower_words(), constants.upper_words()].map(|words| vec![0; words]);
        lower::<Abstract>(&constants, &mut slots[0], &a, &b);
        if let Some(lowest) = constants.upper_part(&b).first() {
            set_lowest(&mut constants, a[0], *lowest);
        }
        upper::<Abstract>(&constants, &mut slots[1], &a, &b);
        let [lower, upper] = &mut slots;
        join::<Abstract>(&constants, &mut r, lower, upper);
        for digits in r.as_chunks().0 {
            Abstract::load(digits).verify(0, DIGIT_MASK);
        }
    });
}

/// Every cut, then up to the documented 26,000 bits.
#[test]
fn every_cut() {
    for l in [1, 2, 7, 8, 15, 16, 20, 31, 40, 79] {
        let vectors = (l + 1_usize).div_ceil(LANES);
        (1..=vectors).for_each(|cut| ranges(l, cut));
    }
    ranges(501, 35);
}
