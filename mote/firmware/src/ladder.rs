//! Scalar multiplication by the ladder of López and Dahab. Constant time.
//!
//! **Source.** `[LopezDahab1999]` (Algorithm 9 of `[Aranha2009]`). **Idea.** r0 and r1 differ by P.
//! Their x coordinates, as fractions, determine their sum; at the end y of the first follows from
//! both. **Cost.** For each bit of the order 5 products and 4 squares for b = 1, 6 products and 5
//! squares otherwise. The step from the point at infinity is like the others, so each scalar takes
//! the same time.
//!
//! The bit selects a place in RAM, not a branch: there is no cache.

use crate::curve::Curve;
use crate::field::{Arithmetic, is_zero_vartime};
use crate::flash::Flash;

/// k P and (k + 1) P as [X, Z] with x = X / Z.
type Pair<const N: usize> = [[[u8; N]; 2]; 2];

/// The ladder.
#[inline(never)]
fn climb<const N: usize, F: Arithmetic<N>>(
    r: &mut Pair<N>,
    curve: &Curve<N, F>,
    k: &[u8; N],
    x: &[u8; N],
) {
    *r = [[[0; N]; 2]; 2];
    r[0][0][0] = 1;
    r[1] = [*x, r[0][0]];
    let (mut t, mut u, mut v) = ([0; N], [0; N], [0; N]);
    let b = curve.b.map(Flash::read);
    let bytes = curve.order_bits.div_ceil(8);
    let mut skip = 8 * bytes - curve.order_bits;
    for &byte in k[..bytes].iter().rev() {
        let mut byte = byte << skip;
        for _ in skip..8 {
            let bit = usize::from(byte >> 7);
            byte <<= 1;
            F::mul(&mut t, &r[0][0], &r[1][1]);
            F::mul(&mut u, &r[1][0], &r[0][1]);
            // r[bit] is doubled: X = X^4 + b Z^4, Z = X² Z².
            let [px, pz] = &mut r[bit];
            F::sqr(&mut v, px);
            F::sqr(px, pz);
            F::mul(pz, &v, px);
            match &b {
                None => {
                    F::add(&mut v, px);
                    F::sqr(px, &v);
                }
                Some(b) => {
                    let mut w = [0; N];
                    F::sqr(&mut w, px);
                    F::sqr(px, &v);
                    F::mul(&mut v, &w, b);
                    F::add(px, &v);
                }
            }
            // The other becomes the sum: Z = (t + u)², X = x Z + t u.
            let [qx, qz] = &mut r[1 - bit];
            F::mul(&mut v, &t, &u);
            F::add(&mut t, &u);
            F::sqr(qz, &t);
            F::mul(qx, qz, x);
            F::add(qx, &v);
        }
        skip = 0;
    }
}

/// r = x of k P; returns false if the result is infinite. `k` below the order.
#[inline(never)]
pub fn multiply_x<const N: usize, F: Arithmetic<N>>(
    r: &mut [u8; N],
    curve: &Curve<N, F>,
    k: &[u8; N],
    x: &[u8; N],
) -> bool {
    let mut pair = [[[0; N]; 2]; 2];
    climb(&mut pair, curve, k, x);
    let [px, pz] = &pair[0];
    if is_zero_vartime(pz) {
        return false;
    }
    F::mul(r, px, &F::inv(pz));
    true
}

/// r = k P; false if that is infinite. `k` below the order.
#[inline(never)]
pub fn multiply<const N: usize, F: Arithmetic<N>>(
    r: &mut [[u8; N]; 2],
    curve: &Curve<N, F>,
    k: &[u8; N],
    [x, y]: &[[u8; N]; 2],
) -> bool {
    let mut pair = [[[0; N]; 2]; 2];
    climb(&mut pair, curve, k, x);
    let [[px, pz], [qx, qz]] = &mut pair;
    if is_zero_vartime(pz) {
        return false;
    }
    let [rx, ry] = r;
    if is_zero_vartime(qz) {
        // k P = -P.
        (*rx, *ry) = (*x, *y);
        F::add(ry, x);
        return true;
    }
    // y(kP) = (x + x(kP)) ((X1 + x Z1) (X2 + x Z2) + (x² + y) Z1 Z2) / (x Z1 Z2) + y.
    let (mut t, mut u) = ([0; N], [0; N]);
    F::mul(&mut t, pz, x);
    F::mul_again(&mut u, qz, x);
    F::mul(rx, &t, qz);
    F::mul_again(ry, pz, qz);
    let inverse = F::inv(rx);
    // 1/Z1 for x.
    F::mul(pz, &u, &inverse);
    F::mul(rx, px, pz);
    F::add(px, &t);
    F::add(qx, &u);
    F::mul(&mut t, px, qx);
    F::sqr(&mut u, x);
    F::add(&mut u, y);
    F::mul(qz, &u, ry);
    F::add(&mut t, qz);
    F::mul(&mut u, &t, &inverse);
    t = *rx;
    F::add(&mut t, x);
    F::mul(ry, &t, &u);
    F::add(ry, y);
    true
}
