//! Eight powers at once: `crates/polylimb/src/powm/batch`. Values of up to eight blocks.

use super::super::tile::{Block, K, Row, Sums};
use super::{LookUp, Modulus, karatsuba, multiply, square, square_scratch};
use crate::field::lanes::proofs::{
    Abstract, Montgomery, Number, Polynomial, prove, prove_ranges, word_in,
};
use crate::limb::simd::{DIGIT_MASK, LANES, Vector};
use num_bigint::BigInt;
use std::vec;
use std::vec::Vec;

/// Any number of `n` blocks of digits of 52 bits.
fn number(n: usize) -> Vec<Block> {
    vec![[Row([word_in(0, DIGIT_MASK); LANES]); K]; n]
}

/// No column exceeds its lane, and results are digits, for any modulus and operands of `n` blocks.
fn ranges(n: usize) {
    let is_number = |r: &[Block]| {
        for row in r.as_flattened() {
            row.load::<Abstract>().verify(0, DIGIT_MASK);
        }
    };
    let run = |body: &dyn Fn(&Modulus<'_>, &mut [Block])| {
        let (m, h, kappa) = (number(n), number(n), number(1));
        let mut r = number(n);
        body(&Modulus { m: &m, h: &h, kappa: &kappa[0] }, &mut r);
        is_number(&r);
    };
    prove_ranges(&std::format!("powers: a b / R of {n} blocks"), || {
        run(&|modulus, r| {
            multiply::<Abstract>(modulus, r, &number(n), &number(n), &mut number(n));
        });
    });
    prove_ranges(&std::format!("powers: a² / R of {n} blocks"), || {
        run(&|modulus, r| {
            let scratch = &mut number(square_scratch(n));
            square::<Abstract>(modulus, r, &number(n), scratch, &mut LookUp::none());
        });
    });
}

#[test]
fn every_length() {
    // Up to 16384 bits; both kinds of squares.
    let lengths = [1, 2, 3, 7, 8, 11, 12, 13, 14, 31, 32, 63, 64];
    assert!(lengths.iter().any(|&n| karatsuba::applies(n)));
    lengths.into_iter().for_each(ranges);
}

/// Any number of `n` blocks, digit by digit.
fn any(n: usize) -> Vec<Block> {
    let digit = || Row([word_in(0, DIGIT_MASK); LANES]);
    (0..n).map(|_| core::array::from_fn(|_| digit())).collect()
}

fn digits(blocks: &[Block]) -> Vec<Abstract> {
    blocks.as_flattened().iter().map(Row::load).collect()
}

/// `R r` is the number plus multiples of `B^K h - 1` and of `m`, modulo `R²`: beyond it, the last
/// carry is dropped, which the bound of `r` makes 0.
fn values(n: usize, squared: bool) {
    let what = if squared { "a²" } else { "a b" };
    prove(&std::format!("powers: {what} / R of {n} blocks"), false, || {
        let [m, h, kappa, a, b] = [any(n), any(n), any(1), any(n), any(n)];
        let (mut r, mut q) = (number(n), number(square_scratch(n)));
        let modulus = Modulus { m: &m, h: &h, kappa: &kappa[0] };
        let value = |x: &[Block]| -> Polynomial { Number::new(&digits(x), 52).value() };
        let product = if squared {
            square::<Abstract>(&modulus, &mut r, &a, &mut q, &mut LookUp::none());
            &value(&a) * &value(&a)
        } else {
            multiply::<Abstract>(&modulus, &mut r, &a, &b, &mut q);
            &value(&a) * &value(&b)
        };
        let mut low = [Row([0; LANES]); K];
        for (row, digit) in low.iter_mut().zip(Montgomery::low(K * n, K)) {
            digit.store(&mut row.0);
        }
        let carry = Sums::carry_of_multiple(&low, &q[n - 1], &m[0]);
        let (m, h, kappa) = (digits(&m), digits(&h), digits(&kappa));
        let theorem = Montgomery { radix: 52, block: K, m: &m, h: &h, kappa: &kappa, carry };
        theorem
            .rest(&value(&r), &product)
            .verify_multiple_of(&(BigInt::from(1) << (2 * 52 * K * n)));
    });
}

#[test]
fn values_of_short_numbers() {
    for n in 1..=8 {
        values(n, false);
        values(n, true);
    }
}
