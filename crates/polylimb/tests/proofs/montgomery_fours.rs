//! Vectors of four digits: `crates/polylimb/src/modmul/montgomery_ifma/fours.rs`.

use super::{DIGITS, Row, Sums, VECTORS, W, aligned, by_turns, multiply, rows_of, vector};
use crate::field::lanes::proofs::{
    Abstract, Number, Polynomial, multiplied_again, prove, prove_ranges, set_lanes, word_in,
};
use crate::limb::simd::fours::{Fours, One, PLACES, Two};
use crate::limb::simd::{DIGIT_BITS, DIGIT_MASK, LANES, Lanewise, Vector};
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

/// The vectors of numbers.
fn vectors<F: Fours, const N: usize>(numbers: &[Vec<u64>]) -> [F; N] {
    let numbers: Vec<&[u64]> = numbers.iter().map(|x| &x[..]).collect();
    let rows: Vec<Row> = by_turns(&numbers, N).collect();
    core::array::from_fn(|t| vector(&rows, t))
}

/// Number `i` of the vectors.
fn stored<F: Fours>(vectors: &[F], i: usize) -> Vec<u64> {
    let mut words = vec![0; F::WORDS * vectors.len()];
    for (vector, words) in vectors.iter().zip(words.chunks_mut(F::WORDS)) {
        vector.store(words);
    }
    words[i..].iter().step_by(F::NUMBERS).copied().collect()
}

/// `R r` is `a b` and multiples of `B^4 h - 1` and of `M`, but for less than `R`, modulo `R²`. If
/// `h` and `κ` are right it is a multiple of `R` and so exact: below `R` are columns of the last
/// block, of which the top one has room for `R/2`.
fn values<F: Fours, const SQUARE: bool>(name: &str) {
    let numbers = 0..F::NUMBERS;
    let name =
        std::format!("montgomery-ifma: {name} of 20 digits in fours, {} numbers", numbers.end);
    prove(&name, false, || {
        set_lanes(F::WORDS, F::NUMBERS);
        let of_digits = |digits| -> Vec<Vec<u64>> {
            let number = || (0..digits).map(|_| word_in(0, DIGIT_MASK)).collect();
            numbers.clone().map(|_| number()).collect()
        };
        let [h, m, mut a, mut b] = [(); 4].map(|()| of_digits(DIGITS));
        let kappa = of_digits(PLACES);
        if SQUARE {
            // Below R/2.
            for a in &mut a {
                a[DIGITS - 1] = word_in(0, DIGIT_MASK / 2);
            }
            b.clone_from(&a);
        }
        let rows = [(&h, VECTORS), (&m, VECTORS), (&kappa, 1)].map(|(x, n)| -> Vec<Row> {
            let x: Vec<&[u64]> = x.iter().map(|x| &x[..]).collect();
            by_turns(&x, n).collect()
        });
        let r = multiply::<F, SQUARE>(&rows.concat(), vectors(&a), vectors(&b));
        let weight = |digits: usize| BigInt::from(1) << (DIGIT_BITS * digits);
        let digits = multiplied_again();
        assert_eq!(digits.len(), F::NUMBERS * (DIGITS + PLACES), "the quotient's digits");
        // Of number `i` the digits from `from` on: the sums (0), or the variables (1).
        let words = |i: usize, from: usize, which: usize| -> Vec<u64> {
            let digits = digits[i..].iter().step_by(F::NUMBERS).skip(from);
            digits.take(PLACES).map(|digit| digit[which]).collect()
        };
        let all = |from: usize| numbers.clone().map(|i| words(i, from, 0)).collect::<Vec<_>>();
        let last = DIGITS - PLACES;
        // The columns that vanish, as the kernel has them.
        let mut sums = Sums([[F::zero(); PLACES]; W]);
        let [q]: [F; 1] = vectors(&all(DIGITS));
        macro_rules! place {
            ($p:literal) => {
                sums.add_row::<$p>(0, q.spread::<$p>(), &rows[1], [0, 1]);
            };
        }
        for_each_place!(place);
        let [columns]: [F; 1] = vectors(&all(last));
        let low = aligned(sums.0[0], [F::zero(); PLACES]);
        let tops = [columns.add(F::splat(1 << (DIGIT_BITS - 1))).add(low).digits()];
        for i in numbers.clone() {
            let quotient = &value(&words(i, last, 1)) * &value(&kappa[i]);
            (&value(&words(i, DIGITS, 0)) - &quotient).verify_multiple_of(&weight(PLACES));
            let mut exact = &value(&a[i]) * &value(&b[i]);
            for from in (0..last).step_by(PLACES) {
                let multiple = (&value(&words(i, from, 1)) * &value(&h[i])).scale(&weight(PLACES));
                exact = &exact + &(&multiple - &value(&words(i, from, 0))).scale(&weight(from));
            }
            let multiple = &value(&words(i, DIGITS, 1)) * &value(&m[i]);
            exact = &exact + &multiple.scale(&weight(last));
            let mut dropped = stored(&[columns.add(low)], i);
            for column in &dropped {
                Abstract::splat(*column).verify(0, 1 << 56);
            }
            dropped[PLACES - 1] = stored(&tops, i)[PLACES - 1];
            let half = Polynomial::constant(weight(DIGITS) / 2);
            let found = &value(&stored(&r, i)).scale(&weight(DIGITS))
                + &value(&dropped).scale(&weight(last));
            (&(&exact + &half) - &found).verify_multiple_of(&weight(2 * DIGITS));
        }
    });
}

#[test]
fn values_of_four_digits_at_a_time() {
    values::<One<Abstract>, false>("a b / R");
    values::<One<Abstract>, true>("a² / R");
    values::<Two<Abstract>, false>("a b / R");
    values::<Two<Abstract>, true>("a² / R");
}
