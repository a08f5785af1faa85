//! Eight points of Ed25519's curve: `crates/polylimb/src/curve/edwards_eights.rs`.

use super::{D, Eight, add, double};
use crate::field::lanes::proofs::{Abstract, Number, prove_ranges};

/// The largest column, the largest digit, and the largest top digit of a settled number: as
/// `waiting.rs` proves them of products.
const COLUMN: u64 = (1 << 56) - 1;
const DIGIT: u64 = (1 << 52) - 1;
const MOST_TOP: u64 = (1 << 47) + (1 << 21);

fn number(most: u64, most_top: u64) -> [Abstract; D] {
    core::array::from_fn(|k| Abstract::variable(0, if k + 1 < D { most } else { most_top }))
}

fn verify(p: &Eight<Abstract>) {
    for x in p {
        Number::new(x, 52).verify(COLUMN, COLUMN);
    }
}

#[test]
fn points_keep_their_ranges() {
    let point = || [(); 4].map(|()| number(COLUMN, COLUMN));
    prove_ranges("eight points of 2^255-19: 2 p", || verify(&double::<_, true>(&point())));
    for negative in [0, u8::MAX] {
        let entry = || [(); 3].map(|()| number(DIGIT, MOST_TOP));
        prove_ranges("eight points of 2^255-19: p + q", || {
            verify(&add(&point(), &entry(), Some(&number(DIGIT, MOST_TOP)), negative));
        });
        prove_ranges("eight points of 2^255-19: p + q, q affine", || {
            verify(&add(&point(), &entry(), None, negative));
        });
    }
}
