//! Eight powers at once: `crates/polylimb/src/powm/batch`. Ranges only.

use super::super::tile::{Block, K, Row};
use super::{LookUp, Modulus, karatsuba, multiply, square, square_scratch};
use crate::field::lanes::proofs::{Abstract, prove_ranges, word_in};
use crate::limb::simd::{DIGIT_MASK, LANES};
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
