//! Products of numbers in words, in digits of 52 bits: `crates/polylimb/src/limb/radix52`.

use super::{Buffers, MOST_WORDS, PADDING, digits, high_product, padded, product};
use crate::field::lanes::proofs::{
    Abstract, Number, Polynomial, packed_number, packed_word, prove, prove_ranges,
};
use crate::limb::Word;
use crate::limb::simd::{DIGIT_BITS, DIGIT_MASK, LANES, Lanewise, PACKED};
use num_bigint::BigInt;
use std::format;
use std::vec;
use std::vec::Vec;

/// No column exceeds its lane, and all words are words, for any operands of `n` and `m` words.
fn ranges(n: usize, m: usize) {
    prove_ranges(&format!("words with IFMA: {n} words times {m}"), || {
        // All words of one variable: the ranges are the same.
        let word = packed_word();
        let (a, b, mut r) = (vec![word; n], vec![word; m], vec![0; n + m]);
        product::<Abstract>(&mut r, &a, &b);
        packed_number(&r);
        if n == m && n > 2 {
            let mut r = vec![0; n + 2];
            high_product::<Abstract>(&mut r, &a, &a);
            packed_number(&r);
        }
    });
}

#[test]
fn every_length() {
    for n in [1, 2, 3, 7, 13, 22, 32, 33, 40, 64, 65, 100, 128, 159, MOST_WORDS] {
        ranges(n, n);
    }
    for (n, m) in [(23, 22), (MOST_WORDS, 22), (65, 33), (MOST_WORDS, 159)] {
        ranges(n, m);
    }
}

fn any(n: usize) -> Vec<Word> {
    (0..n).map(|_| packed_word()).collect()
}

fn value(digits: &[u64]) -> Polynomial {
    let digits: Vec<_> = digits.iter().map(|digit| Abstract::splat(*digit)).collect();
    Number::new(&digits, DIGIT_BITS as u32).value()
}

fn bits(words: usize) -> BigInt {
    BigInt::from(1) << (64 * words)
}

/// `r` is the product, or its low words, modulo `2^(64 words)`.
fn values(n: usize, m: usize, words: usize, square: bool) {
    let what =
        if square { " squared".into() } else { format!(" words times {m}, {words} of them") };
    prove(&format!("words with IFMA: {n}{what}"), false, || {
        let a = any(n);
        let b = if square { a.clone() } else { any(m) };
        let mut r = vec![0; words];
        product::<Abstract>(&mut r, &a, &b);
        let expected = &packed_number(&a) * &packed_number(&b);
        (&packed_number(&r) - &expected).verify_multiple_of(&bits(words));
    });
}

#[test]
fn values_of_products() {
    for n in [1, 2, 3, 7, 13, 22, 33] {
        values(n, n, 2 * n, false);
        values(n, n, n, false);
    }
    for (n, m) in [(7, 1), (22, 13), (13, 22), (40, 22)] {
        values(n, m, n + m, false);
    }
    for n in [1, 13, 22, 40] {
        values(n, n, 2 * n, true);
    }
}

/// `r` and what is cut off below it are the product less the columns that are omitted, modulo
/// `2^(128 n)`. Together these are below a unit of word `n - 1`.
fn high_values(n: usize) {
    prove(&format!("words with IFMA: the high words of {n} words times {n}"), false, || {
        let (a, b, mut r) = (any(n), any(n), vec![0; n + 2]);
        high_product::<Abstract>(&mut r, &a, &b);
        let vectors = 8 * (n - 2) / PACKED..digits(2 * n).div_ceil(LANES);
        let width = LANES * digits(n).div_ceil(LANES);
        let (mut x, mut y) = (vec![0; width], vec![0; padded(width / LANES)]);
        let (mut sums, mut bytes) = (vec![0; 2 * width], vec![0; 16 * n + 2 * 64]);
        // The same from the first byte on.
        let (first, mut below) = (LANES * vectors.start, vec![0; PACKED.div_ceil(8)]);
        Buffers { a: &mut x, b: &mut y, sums: &mut sums, bytes: &mut bytes }
            .product::<Abstract>(&a, &b, vectors, &mut below, 0);
        let cut = 8 * (n - 2) - DIGIT_BITS * first / 8;
        below.truncate(cut.div_ceil(8));
        if !cut.is_multiple_of(8) {
            below[cut / 8] &= (1 << (8 * (cut % 8))) - 1;
        }
        let weight = |digits: usize| BigInt::from(1) << (DIGIT_BITS * digits);
        let found =
            &packed_number(&r).scale(&bits(n - 2)) + &packed_number(&below).scale(&weight(first));
        let mut expected = &packed_number(&a) * &packed_number(&b);
        let mut most = bits(n - 2);
        for (i, x) in x.iter().enumerate() {
            for (j, y) in y[PADDING..][..width].iter().enumerate().take(first.saturating_sub(i)) {
                let [x, y] = [x, y].map(|digit| value(&[*digit]));
                expected = &expected - &(&x * &y).scale(&weight(i + j));
                most += BigInt::from(DIGIT_MASK).pow(2) * weight(i + j);
            }
        }
        assert!(most < bits(n - 1));
        (&found - &expected).verify_multiple_of(&bits(2 * n));
    });
}

#[test]
fn values_of_high_products() {
    [3, 4, 8, 9, 15, 22, 33].into_iter().for_each(high_values);
}
