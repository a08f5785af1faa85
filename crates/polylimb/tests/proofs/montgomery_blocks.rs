//! Blocks of eight digits: `crates/polylimb/src/modmul/montgomery_ifma/blocks.rs`.

use super::{blocks, low_vector, moved};
use crate::field::lanes::proofs::{
    Abstract, Number, Polynomial, multiplied_again, prove, set_alone, word_in,
};
use crate::limb::simd::{DIGIT_BITS, DIGIT_MASK, LANES, Lanewise, Row, Vector};
use num_bigint::BigInt;
use std::vec;
use std::vec::Vec;

fn any(digits: usize) -> Vec<u64> {
    (0..digits).map(|_| word_in(0, DIGIT_MASK)).collect()
}

fn value(digits: &[u64]) -> Polynomial {
    let digits: Vec<_> = digits.iter().map(|digit| Abstract::splat(*digit)).collect();
    Number::new(&digits, DIGIT_BITS as u32).value()
}

/// The formula of `montgomery_fours.rs`, with `B^8`.
fn values<const N: usize, const W: usize, const SQUARE: bool>(name: &str) {
    let digits = LANES * N;
    prove(&std::format!("montgomery-ifma: {name} of {digits} digits in blocks"), false, || {
        // The last quotient: modulo `B^8`.
        set_alone(N);
        let ([h, m, a], kappa) = ([(); 3].map(|()| any(digits)), any(LANES));
        let b = if SQUARE { a.clone() } else { any(digits) };
        let m_rows: Vec<Row> = moved(&m, N + 1).collect();
        let mut rows: Vec<Row> = moved(&h, N + 1).chain(m_rows.iter().copied()).collect();
        rows.extend(moved(&kappa, 1));
        let (mut r, mut room) = (vec![0; digits], vec![0; LANES]);
        blocks::<Abstract, N, W, SQUARE>(&rows, &mut r, &a, &b, &mut room);
        let weight = |digits: usize| BigInt::from(1) << (DIGIT_BITS * digits);
        let names = multiplied_again();
        assert_eq!(names.len(), digits + LANES, "the quotient's digits");
        let words = |from: usize, i: usize| -> [u64; LANES] {
            core::array::from_fn(|k| names[from + k][i])
        };
        let last = digits - LANES;
        let quotient = &value(&words(last, 1)) * &value(&kappa);
        (&value(&words(digits, 0)) - &quotient).verify_multiple_of(&weight(LANES));
        let mut exact = &value(&a) * &value(&b);
        for from in (0..last).step_by(LANES) {
            let multiple = (&value(&words(from, 1)) * &value(&h)).scale(&weight(LANES));
            exact = &exact + &(&multiple - &value(&words(from, 0))).scale(&weight(from));
        }
        let multiple = &value(&words(digits, 1)) * &value(&m);
        exact = &exact + &multiple.scale(&weight(last));
        // The columns that vanish, as the kernel has them.
        let (columns, q) = (Abstract::load(&words(last, 0)), words(digits, 0));
        let (low, high) = low_vector(columns, Abstract::zero(), &q, &m_rows, N + 1);
        let columns = low.add(high.shift_up(Abstract::zero()));
        columns.verify(0, 1 << 56);
        let (mut dropped, mut top) = ([0; LANES], [0; LANES]);
        columns.store(&mut dropped);
        columns.add(Abstract::splat(1 << (DIGIT_BITS - 1))).digits().store(&mut top);
        dropped[LANES - 1] = top[LANES - 1];
        let half = Polynomial::constant(weight(digits) / 2);
        let found = &value(&r).scale(&weight(digits)) + &value(&dropped).scale(&weight(last));
        (&(&exact + &half) - &found).verify_multiple_of(&weight(2 * digits));
    });
}

#[test]
fn values_of_blocks() {
    macro_rules! blocks {
        ($($n:literal, $w:literal;)+) => {$(
            values::<$n, $w, false>("a b / R");
            values::<$n, $w, true>("a² / R");
        )+};
    }
    blocks! { 3, 6; 4, 8; 5, 10; }
}
