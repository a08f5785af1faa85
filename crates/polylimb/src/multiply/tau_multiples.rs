//! The points `α_u P` that digits in the radix `τ` stand for.

use crate::curve::binary::{LopezDahab, LopezDahabPoint};
use crate::curve::weierstrass::{AffinePoint, Coordinates, Curve};
use crate::field::{Field, invert_all};
use crate::recoding::Representatives;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroize;

/// `v^(2^times)`.
#[inline(never)]
fn square_times<F: Field>(f: &F, v: &F::El, times: usize) -> F::El {
    (0..times).fold(*v, |v, _| f.sqr(&v))
}

/// `α_1 P, α_3 P, …` as pairs, for a point of an order that is large beside the digits. Constant time. Out of line,
/// because all of its products are compiled into it.
#[inline(never)]
pub(super) fn tau_multiples<F: Field>(
    c: &Curve<F>,
    representatives: &Representatives,
    p: [&F::El; 2],
) -> Vec<[F::El; 2]> {
    let f = &c.field;
    let of_base = |times: usize| p.map(|v| square_times(f, v, times));
    let first = LopezDahab::lift(c, p[0], p[1]);
    let mut points = vec![first; representatives.alphas().len()];
    for step in representatives.steps() {
        let [x, y] = of_base(step.base_shift);
        let sum = if step.index == 0 {
            let [x2, y2] = of_base(step.shift);
            let y2 = if step.subtracted { f.add(&x2, &y2) } else { y2 };
            LopezDahab::add_affines(c, [&x, &y], [&x2, &y2])
        } else {
            let LopezDahabPoint { x: x1, y: y1, z: z1 } = &points[step.index];
            let [x1, y1, z1] = [x1, y1, z1].map(|v| square_times(f, v, step.shift));
            let mut other = LopezDahabPoint { x: x1, y: y1, z: z1 };
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
