//! The ladder of Curve25519 for eight scalars: `crates/polylimb/src/curve/ladder_25519_eights.rs`.

use super::{D, add_multiple, step};
use crate::field::lanes::LanePrime;
use crate::field::lanes::primes::F25519;
use crate::field::lanes::proofs::{
    Abstract, Formula, Number, Numbers, Polynomial, prove, verify_ladder_step,
};
use num_bigint::BigInt;

type Lanes = [Abstract; D];

const RADIX: u32 = 52;
const TOP: u32 = 47;
/// The largest digit, the largest top digit of a settled number, and the largest column.
const DIGIT: u64 = (1 << RADIX) - 1;
const MOST_TOP: u64 = (1 << TOP) + (1 << 12);
const COLUMN: u64 = (1 << 56) - 1;

fn value(x: &Lanes) -> Polynomial {
    Number::new(x, RADIX).value()
}

#[test]
fn a_sum_with_a_multiple() {
    prove("ladders of 2^255-19: a + 121665 b", false, || {
        let a: Lanes = core::array::from_fn(|_| Abstract::variable(0, COLUMN));
        let b: Lanes = core::array::from_fn(|k| {
            Abstract::variable(0, if k + 1 < D { DIGIT } else { MOST_TOP })
        });
        let (r, expected) = (add_multiple(&a, &b), &value(&a) + &value(&b).scale(&121_665.into()));
        Number::new(&r, RADIX).verify(2 * COLUMN, 2 * COLUMN);
        (&value(&r) - &expected).verify_zero_modulo(&((BigInt::from(1) << 255) - 19));
    });
}

#[test]
fn a_step() {
    let f = Numbers::new(RADIX, &F25519::DIGITS, F25519::R_BITS);
    for second in [0, u8::MAX] {
        f.prove("ladders of 2^255-19: a step", || {
            let [x2, z2, x3, z3, u] = [(); 5].map(|()| Formula::any());
            let points = [&x2, &z2, &x3, &z3].map(|c| f.digits::<D>(c, [COLUMN; 2]));
            let result = step(&points, second, &f.digits(&u, [DIGIT, MOST_TOP]));
            for x in &result {
                Number::new(x, RADIX).verify(COLUMN, COLUMN);
            }
            let result = result.map(|x| f.value(&x));
            verify_ladder_step(&result, [&x2, &z2, &x3, &z3], second != 0, &u);
        });
    }
}
