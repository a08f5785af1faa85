//! The ladder of Curve25519 for eight scalars: `crates/polylimb/src/curve/ladder_25519_eights.rs`.

use super::{D, add_multiple, step};
use crate::field::lanes::proofs::{Abstract, Number, Polynomial, prove, prove_ranges};
use num_bigint::BigInt;

type Lanes = [Abstract; D];

const RADIX: u32 = 52;
const TOP: u32 = 47;
/// The largest digit, the largest top digit of a settled number, and the largest column.
const DIGIT: u64 = (1 << RADIX) - 1;
const MOST_TOP: u64 = (1 << TOP) + (1 << 12);
const COLUMN: u64 = (1 << 56) - 1;

fn settled() -> Lanes {
    core::array::from_fn(|k| Abstract::variable(0, if k + 1 < D { DIGIT } else { MOST_TOP }))
}

fn columns(most: u64) -> Lanes {
    core::array::from_fn(|_| Abstract::variable(0, most))
}

fn value(x: &Lanes) -> Polynomial {
    Number::new(x, RADIX).value()
}

/// Digits are at most `most`, and the value is `expected` modulo the prime.
fn verify(x: &Lanes, [most, top]: [u64; 2], expected: &Polynomial) {
    Number::new(x, RADIX).verify(most, top);
    (&value(x) - expected).verify_zero_modulo(&((BigInt::from(1) << 255) - 19));
}

#[test]
fn a_sum_with_a_multiple() {
    prove("ladders of 2^255-19: a + 121665 b", false, || {
        let (a, b) = (columns(COLUMN), settled());
        let expected = &value(&a) + &value(&b).scale(&121_665.into());
        verify(&add_multiple(&a, &b), [2 * COLUMN; 2], &expected);
    });
}

#[test]
fn a_step_keeps_its_ranges() {
    for second in [0, u8::MAX] {
        prove_ranges("ladders of 2^255-19: a step", || {
            let (points, u) = ([(); 4].map(|()| columns(COLUMN)), settled());
            for x in step(&points, second, &u) {
                Number::new(&x, RADIX).verify(COLUMN, COLUMN);
            }
        });
    }
}
