//! The two halves of a product and their sum: `crates/polylimb/src/modmul/bipartite_ifma.rs`.

use super::{Constants, join, lower, upper};
use crate::field::lanes::proofs::{
    Abstract, Number, Polynomial, multiplied_again, prove, prove_ranges, word_in,
};
use crate::limb::inverse_mod_word;
use crate::limb::radix52::{PADDING, padded};
use crate::limb::simd::{DIGIT_BITS, DIGIT_MASK, LANES, Lanewise, Vector};
use num_bigint::BigInt;
use std::vec;
use std::vec::Vec;
use zeroize::Zeroizing;

/// A handle of any digit, odd for [`product`].
fn any() -> u64 {
    let handles = core::iter::repeat_with(|| word_in(0, DIGIT_MASK));
    handles.into_iter().find(|handle| handle % 2 == 1).expect("every second one")
}

/// A product's constants, operands, result and slots; digits of numbers are made by `digit`.
struct Product {
    constants: Constants,
    a: Vec<u64>,
    b: Vec<u64>,
    r: Vec<u64>,
    slots: [Vec<u64>; 2],
    /// The lowest digit of the upper quotient.
    lowest: u64,
}

fn product(l: usize, cut: usize, mut digit: impl FnMut() -> u64) -> Product {
    let vectors = (l + 1).div_ceil(LANES);
    let (t, width) = (LANES * cut, LANES * vectors);
    let mut surrounded = |digits: usize| {
        let mut number = vec![0; padded(digits.div_ceil(LANES))];
        number[PADDING..PADDING + digits].fill_with(&mut digit);
        Zeroizing::new(number)
    };
    let mut constants = Constants {
        length: l,
        vectors,
        cut,
        modulus: surrounded(width),
        mu: surrounded(t),
        nu: surrounded((l + 1).saturating_sub(t) + 2),
        minus_modulus: surrounded(width),
    };
    constants.modulus[PADDING + l..].fill(0);
    let [a, b] = [(); 2].map(|()| {
        let mut number = vec![0; width];
        number[..l].fill_with(&mut digit);
        number
    });
    let mut slots = [constants.lower_words(), constants.upper_words()].map(|words| vec![0; words]);
    let mut r = vec![0; width];
    lower::<Abstract>(&constants, &mut slots[0], &a, &b);
    // The kernel computes this digit in plain words, `a₀ b₀` times `-1/M`: of handles, it becomes
    // the handle of any digit.
    let lowest = word_in(0, DIGIT_MASK);
    let low = constants.mu[PADDING];
    if let Some(b0) = constants.upper_part(&b).first() {
        constants.mu[PADDING] = inverse_mod_word(a[0].wrapping_mul(*b0)).wrapping_mul(lowest);
    }
    upper::<Abstract>(&constants, &mut slots[1], &a, &b);
    constants.mu[PADDING] = low;
    let [lower, upper] = &mut slots;
    join::<Abstract>(&constants, &mut r, lower, upper);
    Product { constants, a, b, r, slots, lowest }
}

/// No column exceeds its lane, and the result is in digits, for any operands of `l` digits.
fn ranges(l: usize, cut: usize) {
    prove_ranges(&std::format!("bipartite-ifma: a b / R of {l} digits, cut {cut}"), || {
        let digit = any();
        for digits in product(l, cut, || digit).r.as_chunks().0 {
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

fn value(digits: &[u64]) -> Polynomial {
    let digits: Vec<_> = digits.iter().map(|digit| Abstract::splat(*digit)).collect();
    Number::new(&digits, DIGIT_BITS as u32).value()
}

/// Digits as they are multiplied: variables in place of sums of products. What is not multiplied,
/// because its columns are omitted, may be any digit.
fn factor(digits: &[u64]) -> Vec<u64> {
    let names = multiplied_again();
    let name = |digit: &u64| match names.iter().find(|[of, _]| of == digit) {
        Some([_, name]) => *name,
        None if value(&[*digit]).degree() < 2 => *digit,
        None => any(),
    };
    digits.iter().map(name).collect()
}

/// The formulas of the module, modulo powers of `β`. The lower half is exact if `μ` is `-1/M`, as
/// in `montgomery_ifma.rs`. Of the upper half `z` the lowest digit is dropped, which is 0 if the
/// lowest digit of its quotient is right. The others may be any: they add a multiple of `M`.
fn values(l: usize, cut: usize) {
    prove(&std::format!("bipartite-ifma: a b / R of {l} digits, cut {cut}"), false, || {
        let Product { constants, a, b, r, slots: [lower, upper], lowest } = product(l, cut, any);
        let (t, u, width) = (LANES * cut, constants.upper_digits(), r.len());
        let weight = |digits: usize| BigInt::from(1) << (DIGIT_BITS * digits);
        let constant = |x: &[u64], digits| value(&x[PADDING..PADDING + digits]);
        let (sum, rest) = lower.split_at(width + t);
        let (c, q) = (&rest[..t], &rest[t..2 * t]);
        let low_product = &value(&a) * &value(&b[..l.min(t - 1)]);
        (&value(c) - &low_product).verify_multiple_of(&weight(t));
        let expected = &value(&factor(c)) * &constant(&constants.mu, t);
        (&value(q) - &expected).verify_multiple_of(&weight(t));
        let (z, rest) = upper.split_at(width + LANES);
        if u > 0 {
            let quotient = &rest[LANES * (l + u).div_ceil(LANES)..][u + 2..2 * u + 2];
            let modulus = constant(&constants.modulus, l);
            let product = &value(&a) * &value(constants.upper_part(&b));
            let multiple = &value(&factor(quotient)) * &constant(&constants.minus_modulus, width);
            let expected = &(&product + &multiple) + &(&value(&[lowest]) * &modulus);
            (&value(z) - &expected).verify_multiple_of(&weight(width));
        }
        let added = &value(&factor(q)) * &constant(&constants.modulus, l);
        let half = Polynomial::constant(weight(t) / 2);
        let upper = value(&z[1..]).scale(&weight(t));
        let exact = &(&(&low_product + &added) + &half) + &upper;
        let dropped = value(&sum[t - LANES..t]).scale(&weight(t - LANES));
        let found = &value(&r).scale(&weight(t)) + &dropped;
        (&exact - &found).verify_small_modulo(&weight(t + width), &(weight(t) / 2));
    });
}

#[test]
fn values_of_short_numbers() {
    for l in [7, 8, 15, 16, 20, 23] {
        let vectors = (l + 1_usize).div_ceil(LANES);
        (1..=vectors).for_each(|cut| values(l, cut));
    }
}
