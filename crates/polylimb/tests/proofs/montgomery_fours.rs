//! Vectors of four digits: `crates/polylimb/src/modmul/montgomery_ifma/fours.rs`. Ranges only.

use super::{Row, VECTORS, multiply, rows_of};
use crate::field::lanes::proofs::{Abstract, prove_ranges, word_in};
use crate::limb::simd::fours::{Fours, One, Two};
use crate::limb::simd::{DIGIT_MASK, LANES, Vector};
use std::vec;

/// Digits of any number in each lane.
fn any() -> [u64; LANES] {
    core::array::from_fn(|_| word_in(0, DIGIT_MASK))
}

/// No column exceeds its lane, and the result is in digits, for any operands.
fn ranges<F: Fours, const SQUARE: bool>(name: &str) {
    prove_ranges(&std::format!("montgomery-ifma: {name} of {} numbers", F::NUMBERS), || {
        let rows = 2 * rows_of::<F>(VECTORS) + rows_of::<F>(1);
        let constants: vec::Vec<_> = (0..rows).map(|_| Row(any())).collect();
        let a: [F; VECTORS] = core::array::from_fn(|_| F::load(&any()));
        for digits in multiply::<F, SQUARE>(&constants, a, a) {
            let mut words = [0; LANES];
            digits.store(&mut words);
            Abstract::load(&words).verify(0, DIGIT_MASK);
        }
    });
}

#[test]
fn products_of_four_digits_at_a_time() {
    ranges::<One<Abstract>, false>("a b / R");
    ranges::<One<Abstract>, true>("a² / R");
    ranges::<Two<Abstract>, false>("a b / R");
    ranges::<Two<Abstract>, true>("a² / R");
}
