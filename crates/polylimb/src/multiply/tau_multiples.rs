//! The points `α_u P` that digits in the radix `τ` stand for.

use crate::curve::binary::LopezDahab;
use crate::curve::weierstrass::{AffinePoint, Coordinates, Curve};
use crate::field::{Field, invert_all};
use crate::recoding::Representatives;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroize;

/// `α_1 P, α_3 P, …` as pairs, for a point of an order that is large beside the digits. Constant time.
#[inline(always)]
pub(super) fn tau_multiples<F: Field>(
    c: &Curve<F>,
    representatives: &Representatives,
    p: [&F::El; 2],
) -> Vec<[F::El; 2]> {
    let f = &c.field;
    let square_times = |v: &F::El, times: usize| (0..times).fold(*v, |v, _| f.sqr(&v));
    let of_base = |times: usize| p.map(|v| square_times(v, times));
    let first = LopezDahab::lift(c, p[0], p[1]);
    let mut points = vec![first; representatives.alphas().len()];
    for step in representatives.steps() {
        let [x, y] = of_base(step.base_shift);
        let sum = if step.index == 0 {
            let [x2, y2] = of_base(step.shift);
            let y2 = if step.subtracted { f.add(&x2, &y2) } else { y2 };
            LopezDahab::add_affines(c, [&x, &y], [&x2, &y2])
        } else {
            let mut other = points[step.index];
            for _ in 0..step.shift {
                other = LopezDahab::frobenius(f, &other);
            }
            if step.subtracted {
                other = LopezDahab::neg(c, &other);
            }
            LopezDahab::add_affine(c, &other, &x, &y)
        };
        points[step.result] = if step.negated { LopezDahab::neg(c, &sum) } else { sum };
    }
    let mut inverses: Vec<F::El> = points[1..].iter().map(|p| p.z).collect();
    let mut scratch = inverses.clone();
    invert_all(f, &mut inverses, &mut scratch);
    let rest = points[1..].iter().zip(&inverses).map(|(p, inverse)| {
        let AffinePoint { x, y, .. } = LopezDahab::to_affine(c, p, inverse);
        [x, y]
    });
    let multiples = core::iter::once([*p[0], *p[1]]).chain(rest).collect();
    points.zeroize();
    inverses.zeroize();
    scratch.zeroize();
    multiples
}
