//! Vectors of four digits: `crates/polylimb/src/modmul/montgomery_ifma/fours.rs`.

use super::{DIGITS, Row, Sums, VECTORS, W, aligned, by_turns, multiply, rows_of};
use crate::field::lanes::proofs::{
    Abstract, Number, Polynomial, multiplied_again, prove, prove_ranges, set_lanes, word_in,
};
use crate::limb::simd::fours::{Fours, One, PLACES, Two};
use crate::limb::simd::{DIGIT_BITS, DIGIT_MASK, LANES, Vector};
use num_bigint::BigInt;
use std::vec;
use std::vec::Vec;

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

fn value(digits: &[u64]) -> Polynomial {
    let digits: Vec<_> = digits.iter().map(|digit| Abstract::splat(*digit)).collect();
    Number::new(&digits, DIGIT_BITS as u32).value()
}

fn stored(vectors: &[One<Abstract>]) -> Vec<u64> {
    let mut words = vec![0; PLACES * vectors.len()];
    for (vector, words) in vectors.iter().zip(words.chunks_mut(PLACES)) {
        vector.store(words);
    }
    words
}

/// `R r` is `a b` and multiples of `B^4 h - 1` and of `M`, but for less than `R`, modulo `R²`. If
/// `h` and `κ` are right it is a multiple of `R` and so exact: below `R` are columns of the last
/// block, of which the top one has room for `R/2`.
#[test]
fn values() {
    prove("montgomery-ifma: a b / R of 20 digits in fours", false, || {
        set_lanes(PLACES);
        let number = |digits| -> Vec<u64> { (0..digits).map(|_| word_in(0, DIGIT_MASK)).collect() };
        let [h, m, a, b] = [(); 4].map(|()| number(DIGITS));
        let kappa = number(PLACES);
        let rows =
            [(&h, VECTORS), (&m, VECTORS), (&kappa, 1)].map(|(x, n)| by_turns(&[x], n).collect());
        let rows: [Vec<Row>; 3] = rows;
        let vectors = |x: &[u64]| core::array::from_fn(|t| One::load(&x[PLACES * t..]));
        let r = multiply::<One<Abstract>, false>(&rows.concat(), vectors(&a), vectors(&b));
        let weight = |digits: usize| BigInt::from(1) << (DIGIT_BITS * digits);
        let digits = multiplied_again();
        assert_eq!(digits.len(), DIGITS + PLACES, "the quotient's digits");
        let words = |from: usize, i: usize| -> Vec<u64> {
            digits[from..from + PLACES].iter().map(|d| d[i]).collect()
        };
        let last = DIGITS - PLACES;
        let quotient = &value(&words(last, 1)) * &value(&kappa);
        (&value(&words(DIGITS, 0)) - &quotient).verify_multiple_of(&weight(PLACES));
        let mut exact = &value(&a) * &value(&b);
        for from in (0..last).step_by(PLACES) {
            let multiple = (&value(&words(from, 1)) * &value(&h)).scale(&weight(PLACES));
            exact = &exact + &(&multiple - &value(&words(from, 0))).scale(&weight(from));
        }
        let multiple = &value(&words(DIGITS, 1)) * &value(&m);
        exact = &exact + &multiple.scale(&weight(last));
        // The columns that vanish, as the kernel has them.
        let mut sums = Sums([[One::zero(); PLACES]; W]);
        let q = words(DIGITS, 0);
        macro_rules! place {
            ($p:literal) => {
                sums.add_row::<$p>(0, One::splat(q[$p]), &rows[1], [0, 1]);
            };
        }
        for_each_place!(place);
        let (columns, low) =
            (One::load(&words(last, 0)), aligned(sums.0[0], [One::zero(); PLACES]));
        let half = 1 << (DIGIT_BITS - 1);
        let top = stored(&[columns.add(One::splat(half)).add(low).digits()]);
        let mut dropped = stored(&[columns.add(low)]);
        for column in &dropped {
            Abstract::splat(*column).verify(0, 1 << 56);
        }
        dropped[PLACES - 1] = top[PLACES - 1];
        let half = Polynomial::constant(weight(DIGITS) / 2);
        let found =
            &value(&stored(&r)).scale(&weight(DIGITS)) + &value(&dropped).scale(&weight(last));
        (&(&exact + &half) - &found).verify_multiple_of(&weight(2 * DIGITS));
    });
}
