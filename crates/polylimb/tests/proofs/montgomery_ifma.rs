//! One product over the lanes: `crates/polylimb/src/modmul/montgomery_ifma`. Values of up to 24
//! digits.

use super::{Constants, Multiply, blocks, long, scratch, short};
use crate::field::lanes::proofs::{
    Abstract, Number, Polynomial, multiplied_again, prove, prove_ranges, word_in,
};
use crate::limb::radix52::{PADDING, padded};
use crate::limb::simd::Row;
use crate::limb::simd::{DIGIT_BITS, DIGIT_MASK, LANES, Lanewise, Vector};
use num_bigint::BigInt;
use std::vec;
use std::vec::Vec;
use zeroize::Zeroizing;

/// `l` digits of any number, and zeros up to whole vectors.
fn number(l: usize) -> Vec<u64> {
    let mut digits = vec![word_in(0, DIGIT_MASK); l];
    digits.resize(l.next_multiple_of(LANES), 0);
    digits
}

fn surrounded(l: usize) -> Zeroizing<Vec<u64>> {
    let mut digits = vec![0; padded(l.div_ceil(LANES))];
    digits[PADDING..PADDING + l].copy_from_slice(&number(l)[..l]);
    Zeroizing::new(digits)
}

/// The constants of any modulus of `l` digits, for every form.
fn constants(l: usize) -> Constants {
    let mut half = [0; LANES];
    half[(l - 1) % LANES] = 1 << (DIGIT_BITS - 1);
    let rows = LANES * (2 * l.div_ceil(LANES) + 3);
    let rows = vec![Row([word_in(0, DIGIT_MASK); LANES]); rows];
    Constants {
        length: l,
        modulus: surrounded(l),
        mu: surrounded(l),
        half,
        blocks: Zeroizing::new(rows),
    }
}

/// No column exceeds its lane, and the result is in digits, for any operands of `l` digits.
fn ranges(name: &str, l: usize, multiply: Multiply) {
    prove_ranges(&std::format!("montgomery-ifma: {name} of {l} digits"), || {
        let (constants, a) = (constants(l), number(l));
        let (mut r, mut room) = (vec![0; a.len()], vec![0; scratch(a.len() / LANES)]);
        multiply(&constants, &mut r, &a, &a, &mut room);
        for digits in r.as_chunks().0 {
            Abstract::load(digits).verify(0, DIGIT_MASK);
        }
    });
}

#[test]
fn products_in_registers() {
    macro_rules! short {
        ($($n:literal, $m:literal;)+) => {$(
            for l in [LANES * ($n - 1) + 1, LANES * $n] {
                ranges("a b / R", l, short::<Abstract, $n, $m>);
            }
        )+};
    }
    short! { 1, 2; 2, 3; }
    macro_rules! blocks {
        ($($n:literal, $w:literal;)+) => {$(
            let square: Multiply =
                |c, r, a, b, q| blocks::<Abstract, $n, $w, true>(&c.blocks, r, a, b, q);
            let product: Multiply =
                |c, r, a, b, q| blocks::<Abstract, $n, $w, false>(&c.blocks, r, a, b, q);
            ranges("a b / R in blocks", LANES * $n, product);
            ranges("a² / R in blocks", LANES * $n, square);
        )+};
    }
    blocks! { 3, 6; 4, 8; 5, 10; }
}

/// Up to the documented 26,000 bits, and a length more.
#[test]
fn long_products() {
    for l in [40, 48, 64, 80, 160, 320, 26_000_usize.div_ceil(DIGIT_BITS), 504] {
        ranges("a b / R", l, long::<Abstract, false>);
        ranges("a² / R", l, long::<Abstract, true>);
    }
}

/// Any number, digit by digit.
fn any(l: usize) -> Vec<u64> {
    let mut digits: Vec<u64> = (0..l).map(|_| word_in(0, DIGIT_MASK)).collect();
    digits.resize(l.next_multiple_of(LANES), 0);
    digits
}

fn value(digits: &[u64]) -> Polynomial {
    let digits: Vec<_> = digits.iter().map(|digit| Abstract::splat(*digit)).collect();
    Number::new(&digits, DIGIT_BITS as u32).value()
}

/// With `R = 2^(52 l)`, `x = a b mod R` and `q = x μ mod R`: `R r` is `a b + q M` but for less than
/// `R`, modulo `R²`. If `μ` is `-1/M`, it is a multiple of `R` and so exact: what the columns omit
/// is less than `R/2`, and the digits below `R`, which are dropped after `R/2` was added, are below
/// `R`. `sum` is the place in the scratch of the first digit that is summed, and its weight.
fn values(name: &str, l: usize, multiply: Multiply, square: bool, [sum, first]: [usize; 2]) {
    prove(&std::format!("montgomery-ifma: {name} of {l} digits"), false, || {
        let mut constants = constants(l);
        for number in [&mut constants.modulus, &mut constants.mu] {
            number[PADDING..PADDING + l].copy_from_slice(&any(l)[..l]);
        }
        let a = any(l);
        let b = if square { a.clone() } else { any(l) };
        let (mut r, mut room) = (vec![0; a.len()], vec![0; scratch(a.len() / LANES)]);
        multiply(&constants, &mut r, &a, &b, &mut room);
        let weight = |digits: usize| BigInt::from(1) << (DIGIT_BITS * digits);
        let product = &value(&a[..l]) * &value(&b[..l]);
        let [m, mu] = [&constants.modulus, &constants.mu].map(|x| value(&x[PADDING..PADDING + l]));
        let digits = multiplied_again();
        assert_eq!(digits.len(), 2 * l, "x and q");
        let number = |from: usize, i: usize| {
            value(&digits[from..from + l].iter().map(|d| d[i]).collect::<Vec<_>>())
        };
        (&number(0, 0) - &product).verify_multiple_of(&weight(l));
        (&number(l, 0) - &(&number(0, 1) * &mu)).verify_multiple_of(&weight(l));
        let half = Polynomial::constant(weight(l) / 2);
        let exact = &(&product + &(&number(l, 1) * &m)) + &half;
        let dropped = value(&room[sum..sum + l - first]).scale(&weight(first));
        let found = &value(&r[..l]).scale(&weight(l)) + &dropped;
        (&exact - &found).verify_small_modulo(&weight(2 * l), &(weight(l) / 2));
    });
}

#[test]
fn values_of_short_numbers() {
    macro_rules! short {
        ($($n:literal, $m:literal: $l:expr;)+) => {$(for l in $l {
            let sum = [2 * LANES * $n, LANES * ($n - 1)];
            values("a b / R", l, short::<Abstract, $n, $m>, false, sum);
            values("a² / R", l, short::<Abstract, $n, $m>, true, sum);
        })+};
    }
    short! { 1, 2: 1..=8; 2, 3: 10..=16; }
    for l in [1_usize, 2, 8, 10, 16, 18, 20, 24] {
        let (n, from) = (l.div_ceil(LANES), l.saturating_sub(2) / LANES * LANES);
        let sum = [padded(n) + LANES * n + from, from];
        values("long, a b / R", l, long::<Abstract, false>, false, sum);
        values("long, a² / R", l, long::<Abstract, true>, true, sum);
    }
}
