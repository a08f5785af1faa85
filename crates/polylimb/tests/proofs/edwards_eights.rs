//! Eight points of Ed25519's curve: `crates/polylimb/src/curve/edwards_eights.rs`.

use super::{D, Eight, add, double};
use crate::field::lanes::LanePrime;
use crate::field::lanes::primes::F25519;
use crate::field::lanes::proofs::{Abstract, Formula, Number, Numbers};

/// The largest column, the largest digit, and the largest top digit of a settled number: as
/// `waiting.rs` proves them of products.
const COLUMN: u64 = (1 << 56) - 1;
const DIGIT: u64 = (1 << 52) - 1;
const MOST_TOP: u64 = (1 << 47) + (1 << 21);

/// `2 p` is `(2xy / (y² - x²), (y² + x²) / (2 + x² - y²))`, and `p + (u, v)` with
/// `t = d x y u v` is `((x v + u y) / (1 + t), (y v + x u) / (1 - t))`, for `a = -1` and any `d`.
#[test]
fn formulas_of_points() {
    let f = Numbers::new(F25519::RADIX, &F25519::DIGITS, F25519::R_BITS);
    let point = |x: &Formula, y: &Formula, z: &Formula| {
        let xz = x * z;
        [xz.clone(), y * z, z.clone(), &xz * y].map(|c| f.digits::<D>(&c, [COLUMN; 2]))
    };
    // Fractions in place of `x` and `y`.
    let verify = |p: &Eight<Abstract>, [n, d]: [&Formula; 2], [m, e]: [&Formula; 2]| {
        for x in p {
            Number::new(x, 52).verify(COLUMN, COLUMN);
        }
        let [x, y, z, t] = p.each_ref().map(|c| f.value(c));
        (&x * d).verify(&(n * &z));
        (&y * e).verify(&(m * &z));
        (&x * &y).verify(&(&t * &z));
    };
    f.prove("eight points of 2^255-19: 2 p", || {
        let [x, y, z] = [(); 3].map(|()| Formula::any());
        let (xx, yy, xy) = (&x * &x, &y * &y, &x * &y);
        let two = Formula::constant(2);
        let (difference, sum) = (&yy - &xx, &yy + &xx);
        let double = double::<_, true>(&point(&x, &y, &z));
        verify(&double, [&(&two * &xy), &difference], [&sum, &(&two - &difference)]);
    });
    for (negative, affine) in [(0, false), (0, true), (u8::MAX, false), (u8::MAX, true)] {
        f.prove("eight points of 2^255-19: p + q", || {
            let [x, y, z, u, v, w, duv] = [(); 7].map(|()| Formula::any());
            let (one, sign) = (Formula::constant(1), if negative == 0 { 1 } else { -1 });
            let w = if affine { one.clone() } else { w };
            let settled = |c: &Formula| f.digits::<D>(&(c * &w), [DIGIT, MOST_TOP]);
            let two = Formula::constant(2);
            let entry = [&v + &u, &v - &u, &two * &duv].each_ref().map(&settled);
            let z2 = settled(&two);
            let sum = add(&point(&x, &y, &z), &entry, (!affine).then_some(&z2), negative);
            let (u, t) = (u.scale(&sign.into()), (&(&x * &y) * &duv).scale(&sign.into()));
            let (n, m) = (&(&x * &v) + &(&u * &y), &(&y * &v) + &(&x * &u));
            verify(&sum, [&n, &(&one + &t)], [&m, &(&one - &t)]);
        });
    }
}
