//! Points of the curve of Ed25519, one in each lane, by straight-line formulas whose carries wait.
//!
//! **Source.** `[Hisil2008]`, sections 3.1 and 3.3, with the coordinates of a doubling negated.
//! **Representation.** Columns of `X`, `Y`, `Z` and `T` ([`Waiting`]). **Cost.** A doubling takes
//! 5M + 3S, without `T` 4M + 3S; an addition 8M, mixed 7M. **Constant time.**
//! `tests/proofs/edwards_eights.rs` proves ranges and values.

use crate::field::lanes::Compiled;
use crate::field::lanes::primes::F25519;
use crate::field::lanes::waiting::Waiting;

/// Digits of an element.
const D: usize = 5;
const F: Waiting<F25519> = Waiting::NEW;

/// Columns of `X`, `Y`, `Z`, `T`, as [`EdwardsPoint`](super::edwards::EdwardsPoint).
pub(crate) type Eight<V> = [[V; D]; 4];

/// `2 p`; with the `T` of `p` unless `WITH_T`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn double<V: Compiled, const WITH_T: bool>([x, y, z, t]: &Eight<V>) -> Eight<V> {
    let (x, y, z) = (F.settle(x), F.settle(y), F.settle(z));
    let (xx, yy, zz, xy) = (F.sqr(&x), F.sqr(&y), F.sqr(&z), F.mul(&x, &y));
    let e = F.settle(&F.add(&xy, &xy));
    let h = F.settle(&F.add(&xx, &yy));
    let g = F.settle(&F.sub(&yy, &xx));
    let f = F.settle(&F.sub(&F.add(&F.add(&zz, &zz), &xx), &yy));
    let t = if WITH_T { F.mul(&e, &h) } else { *t };
    [F.mul(&e, &f), F.mul(&g, &h), F.mul(&f, &g), t]
}

/// The sum of `p` and the point with these settled `Y + X`, `Y - X` and `2 d T`, and with `2 Z` or,
/// if it is affine, none. Where `negative`, the other point is negated.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn add<V: Compiled>(
    [x, y, z, t]: &Eight<V>,
    [plus, minus, product]: &[[V; D]; 3],
    z2: Option<&[V; D]>,
    negative: u8,
) -> Eight<V> {
    let (mut plus, mut minus) = (*plus, *minus);
    for k in 0..D {
        (plus[k], minus[k]) =
            (plus[k].blend(minus[k], negative), minus[k].blend(plus[k], negative));
    }
    let a = F.mul(&F.settle(&F.sub(y, x)), &minus);
    let b = F.mul(&F.settle(&F.add(y, x)), &plus);
    let c = F.mul(&F.settle(t), product);
    let zz = match z2 {
        Some(z2) => F.mul(&F.settle(z), z2),
        None => F.add(z, z),
    };
    let (e, h) = (F.settle(&F.sub(&b, &a)), F.settle(&F.add(&b, &a)));
    let (mut f, mut g) = (F.settle(&F.sub(&zz, &c)), F.settle(&F.add(&zz, &c)));
    for k in 0..D {
        (f[k], g[k]) = (f[k].blend(g[k], negative), g[k].blend(f[k], negative));
    }
    [F.mul(&e, &f), F.mul(&g, &h), F.mul(&f, &g), F.mul(&e, &h)]
}

#[cfg(test)]
#[path = "../../tests/proofs/edwards_eights.rs"]
mod theorems;
