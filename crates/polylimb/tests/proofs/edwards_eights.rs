//! Eight points of Ed25519's curve: `crates/polylimb/src/curve/edwards_eights.rs`.

use super::{D, Eight, add, double};
use crate::field::lanes::primes::F25519;
use crate::field::lanes::proofs::formulas::Modulo;
use crate::field::lanes::proofs::{Abstract, Number, prove_ranges};
use num_bigint::BigInt;

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

/// `2 p` is `(2xy / (y² - x²), (y² + x²) / (2 + x² - y²))`, and `p + (u, v)` with
/// `t = d x y u v` is `((x v + u y) / (1 + t), (y v + x u) / (1 - t))`, for `a = -1` and any `d`.
#[test]
fn formulas() {
    let mut f = Modulo::new::<F25519>();
    for _ in 0..8 {
        let [x, y, z, u, v, w, d] = f.any();
        let point = [&x * &z, &y * &z, z.clone(), &x * &y * &z].map(|c| f.element(&c));
        let verify = |p: &Eight<_>, x: [&BigInt; 2], y: [&BigInt; 2]| {
            let [px, py, pz, pt] = p.each_ref().map(|c| f.number(c));
            f.verify([&px, &pz], x);
            f.verify([&py, &pz], y);
            f.verify([&px, &pz], [&pt, &py]);
        };
        let (xx, yy) = (&x * &x, &y * &y);
        let double = double::<_, true>(&point);
        verify(&double, [&(2 * &x * &y), &(&yy - &xx)], [&(&yy + &xx), &(2 + &xx - &yy)]);
        for (negative, u) in [(0, u.clone()), (u8::MAX, -u)] {
            let entry = |w: &BigInt| {
                let u = if negative == 0 { u.clone() } else { -&u };
                [(&v + &u) * w, (&v - &u) * w, 2 * &d * &u * &v * w].map(|c| f.element(&c))
            };
            let t = &d * &x * &y * &u * &v;
            let sums = [
                add(&point, &entry(&w), Some(&f.element(&(2 * &w))), negative),
                add(&point, &entry(&1.into()), None, negative),
            ];
            for sum in sums {
                verify(&sum, [&(&x * &v + &u * &y), &(1 + &t)], [&(&y * &v + &x * &u), &(1 - &t)]);
            }
        }
    }
}
