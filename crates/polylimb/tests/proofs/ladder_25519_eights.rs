//! The ladder of Curve25519 for eight scalars: `crates/polylimb/src/curve/ladder_25519_eights.rs`.

use super::{D, add_multiple, step};
use crate::field::lanes::primes::F25519;
use crate::field::lanes::proofs::formulas::Modulo;
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

/// The double of `x / z` is `(x² - z²)² / (4 x z (x² + A x z + z²))`, and the sum of two points
/// whose difference has the coordinate `u` is `(x₂ x₃ - z₂ z₃)² / (u (x₂ z₃ - z₂ x₃)²)`.
#[test]
fn formulas() {
    let mut f = Modulo::new::<F25519>();
    for second in [0, u8::MAX].repeat(8) {
        let [x2, z2, x3, z3, u] = f.any();
        let points = [&x2, &z2, &x3, &z3].map(|c| f.element(c));
        let result = step(&points, second, &f.element(&u));
        let [rx, rz, sx, sz] = result.map(|c| f.number(&c));
        let (x, z) = if second == 0 { (&x2, &z2) } else { (&x3, &z3) };
        let [xx, xz, zz] = [x * x, x * z, z * z];
        let double = [(&xx - &zz).pow(2), 4 * &xz * (&xx + 486_662 * &xz + &zz)];
        f.verify([&rx, &rz], double.each_ref());
        let sum = [(&x2 * &x3 - &z2 * &z3).pow(2), u * (&x2 * &z3 - &z2 * &x3).pow(2)];
        f.verify([&sx, &sz], sum.each_ref());
    }
}
