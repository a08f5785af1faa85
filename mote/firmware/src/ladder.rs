//! Scalar multiplication by the ladder of López and Dahab. Constant time.
//!
//! **Source.** López, Dahab 1999 (Algorithm 9 of Aranha et al. 2009). **Idea.** r0 and r1 stay P apart; x coordinates alone, as fractions,
//! give their sum; y of the first follows from both at the end. **Cost.** 163 steps of 5 products and 4 squares for b = 1, of
//! 6 and 5 otherwise; the step from the infinite point is like the others, so every scalar takes the same.
//!
//! The bit selects a place in RAM, not a branch: there is no cache.

use crate::curve::Curve;
use crate::field::{El, add, inv, is_zero_vartime, mul, mul_again, sqr};
use crate::flash::Flash;

/// k P and (k + 1) P as [X, Z] with x = X / Z.
type Pair = [[El; 2]; 2];

/// The ladder.
#[inline(never)]
fn climb(r: &mut Pair, curve: &Curve, k: &El, x: &El) {
    *r = [[[0; 21]; 2]; 2];
    r[0][0][0] = 1;
    r[1] = [*x, r[0][0]];
    let (mut t, mut u, mut v) = ([0; 21], [0; 21], [0; 21]);
    let b = curve.b.map(Flash::read);
    let mut skip = 5;
    for &byte in k.iter().rev() {
        let mut byte = byte << skip;
        for _ in skip..8 {
            let bit = usize::from(byte >> 7);
            byte <<= 1;
            mul(&mut t, &r[0][0], &r[1][1]);
            mul(&mut u, &r[1][0], &r[0][1]);
            // r[bit] is doubled: X = X^4 + b Z^4, Z = X² Z².
            let [px, pz] = &mut r[bit];
            sqr(&mut v, px);
            sqr(px, pz);
            mul(pz, &v, px);
            match &b {
                None => {
                    add(&mut v, px);
                    sqr(px, &v);
                }
                Some(b) => {
                    let mut w = [0; 21];
                    sqr(&mut w, px);
                    sqr(px, &v);
                    mul(&mut v, &w, b);
                    add(px, &v);
                }
            }
            // The other becomes the sum: Z = (t + u)², X = x Z + t u.
            let [qx, qz] = &mut r[1 - bit];
            mul(&mut v, &t, &u);
            add(&mut t, &u);
            sqr(qz, &t);
            mul(qx, qz, x);
            add(qx, &v);
        }
        skip = 0;
    }
}

/// r = x of k P; false if that is infinite. `k` of 163 bits.
pub fn multiply_x(r: &mut El, curve: &Curve, k: &El, x: &El) -> bool {
    let mut pair = [[[0; 21]; 2]; 2];
    climb(&mut pair, curve, k, x);
    let [px, pz] = &pair[0];
    if is_zero_vartime(pz) {
        return false;
    }
    mul(r, px, &inv(pz));
    true
}

/// r = k P; false if that is infinite. `k` of 163 bits.
pub fn multiply(r: &mut [El; 2], curve: &Curve, k: &El, [x, y]: &[El; 2]) -> bool {
    let mut pair = [[[0; 21]; 2]; 2];
    climb(&mut pair, curve, k, x);
    let [[px, pz], [qx, qz]] = &mut pair;
    if is_zero_vartime(pz) {
        return false;
    }
    let [rx, ry] = r;
    if is_zero_vartime(qz) {
        // k P = -P.
        (*rx, *ry) = (*x, *y);
        add(ry, x);
        return true;
    }
    // y(kP) = (x + x(kP)) ((X1 + x Z1) (X2 + x Z2) + (x² + y) Z1 Z2) / (x Z1 Z2) + y.
    let (mut t, mut u) = ([0; 21], [0; 21]);
    mul(&mut t, pz, x);
    mul_again(&mut u, qz, x);
    mul(rx, &t, qz);
    mul_again(ry, pz, qz);
    let inverse = inv(rx);
    // 1/Z1 for x.
    mul(pz, &u, &inverse);
    mul(rx, px, pz);
    add(px, &t);
    add(qx, &u);
    mul(&mut t, px, qx);
    sqr(&mut u, x);
    add(&mut u, y);
    mul(qz, &u, ry);
    add(&mut t, qz);
    mul(&mut u, &t, &inverse);
    t = *rx;
    add(&mut t, x);
    mul(ry, &t, &u);
    add(ry, y);
    true
}
