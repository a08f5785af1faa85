//! Jacobian points, one in each lane, by straight-line formulas whose carries wait.
//!
//! **Source.** As `common_denominator.rs` for doublings in a run; the addition of `jacobian.rs`,
//! scaled so that it reads and gives twice the ordinate. **Cost.** A doubling takes 4M + 4S, for
//! a = 0 3M + 4S, and a run 2S + 1M more; an addition 8M + 3S. **Domain.** Primes of five digits. A
//! sum of equal, opposite or neutral points has `z = 0`, and so has what is computed from it.
//! **Constant time.** `tests/proofs/jacobian_eights.rs` proves ranges and values.

use super::JacobianPoint;
use crate::field::Field;
use crate::field::lanes::waiting::Waiting;
use crate::field::lanes::{Compiled, FixedLanes, LanePrime};

/// `(x/z², y/z³)` in each lane.
#[derive(Clone, Copy)]
pub(crate) struct JacobianEight<V, const D: usize> {
    /// `x`, an element.
    pub(crate) x: [V; D],
    /// `2 y`, settled.
    pub(crate) y2: [V; D],
    /// `z`, settled.
    pub(crate) z: [V; D],
}

impl<V: Compiled, const D: usize> JacobianEight<V, D> {
    /// The same point in elements.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn point<P: LanePrime<D>>(&self, f: FixedLanes<V, P, D>) -> JacobianPoint<[V; D]> {
        let w = Waiting::<P>::NEW;
        let y2 = w.element(&w.digits(&self.y2));
        JacobianPoint { x: self.x, y: f.halve(&y2), z: w.element(&w.digits(&self.z)) }
    }
}

/// `2^times p` on the curve with this coefficient, an element; 0 for `None`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn double_times<V: Compiled, P: LanePrime<D>, const D: usize>(
    a: Option<&[V; D]>,
    p: &JacobianEight<V, D>,
    times: usize,
) -> JacobianEight<V, D> {
    let f = Waiting::<P>::NEW;
    let mut p = *p;
    let mut azzzz = p.z;
    if let Some(a) = a {
        let zz = f.carry(&f.sqr(&p.z));
        azzzz = f.carry(&f.mul(a, &f.carry(&f.sqr(&zz))));
    }
    for _ in 0..times {
        double(&f, &mut p, &mut azzzz, a.is_some());
    }
    p
}

/// A doubling in a run, which carries `a z⁴`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn double<V: Compiled, P: LanePrime<D>, const D: usize>(
    f: &Waiting<P>,
    p: &mut JacobianEight<V, D>,
    azzzz: &mut [V; D],
    has_a: bool,
) {
    let JacobianEight { x, y2: y, z } = *p;
    let yy = f.carry(&f.sqr(&y));
    let xx = f.sqr(&x);
    let mut slope = f.add(&f.add(&xx, &xx), &xx);
    if has_a {
        slope = f.add(&slope, &f.digits(azzzz));
    }
    let slope = f.carry(&slope);
    let xyy = f.mul(&x, &yy);
    let square = f.sqr(&slope);
    let yyyy = f.sqr(&yy);
    p.z = f.carry(&f.mul(&y, &z));
    p.x = f.element(&f.sub(&square, &f.add(&xyy, &xyy)));
    if has_a {
        *azzzz = f.carry(&f.mul(azzzz, &f.carry(&yyyy)));
    }
    let t = f.mul(&slope, &f.carry(&f.sub(&xyy, &p.x)));
    p.y2 = f.carry(&f.sub(&f.add(&t, &t), &yyyy));
}

/// `p ± (x, y)` for elements, minus where `negative`; `z` is the third coordinate of `p` on the
/// curve of the other point, settled.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn add<V: Compiled, P: LanePrime<D>, const D: usize>(
    p: &JacobianEight<V, D>,
    z: &[V; D],
    [x, y]: &[[V; D]; 2],
    negative: u8,
) -> JacobianEight<V, D> {
    let f = Waiting::<P>::NEW;
    let zz = f.carry(&f.sqr(z));
    let b = f.mul(x, &zz);
    let d = f.mul(y, &f.carry(&f.mul(z, &zz)));
    let h = f.sub(&b, &p.x);
    let h2 = f.carry(&f.add(&h, &h));
    let h = f.carry(&h);
    // Twice the difference of the ordinates, negated.
    let twice = f.add(&d, &d);
    let own = f.digits(&p.y2);
    let mut r = f.sub(&own, &twice);
    let other = f.add(&own, &twice);
    for k in 0..D {
        r[k] = r[k].blend(other[k], negative);
    }
    let r = f.carry(&r);
    let i = f.carry(&f.sqr(&h2));
    let (j, v) = (f.mul(&h, &i), f.mul(&p.x, &i));
    let zh = f.mul(&p.z, &h);
    let square = f.sqr(&r);
    let x = f.element(&f.sub(&f.sub(&square, &j), &f.add(&v, &v)));
    let yj = f.mul(&p.y2, &f.carry(&j));
    let t = f.sub(&f.mul(&r, &f.carry(&f.sub(&x, &v))), &yj);
    JacobianEight { x, y2: f.settle(&f.add(&t, &t)), z: f.carry(&f.add(&zh, &zh)) }
}

#[cfg(test)]
#[path = "../../../tests/proofs/jacobian_eights.rs"]
mod theorems;
