//! `lopez-dahab-ladder`: multiples on a binary curve from abscissas alone; the ordinate is
//! recovered at the end.
//!
//! **Source.** `[LopezDahab1999]` (Algorithm 9 of `[Aranha2009]`), after `[Montgomery1987]`.
//! **Idea.** `x(P + Q)` follows from `x(P)`, `x(Q)` and `x(P - Q)`: the ladder keeps two points
//! that differ by the base. With the root of `b` a doubling ends in a square,
//! `X⁴ + b Z⁴ = (X² + √b Z²)²`. **Cost.** 6M + 4S a bit, one M by `√b`; at the end I + 10M + S.
//! **Domain.** `x ≠ 0`; every scalar, because both steps are right for the neutral element
//! `(1 : 0)`. **Constant time** in base and scalar.

use crate::curve::AffinePoint;
use crate::field::{Field, Truth};
use crate::limb::{Bits, Mask};
use zeroize::Zeroize;

/// The scalar of a ladder, or one for each lane.
pub(super) trait Scalars<M>: Copy {
    /// Public length in bits.
    fn length(self) -> usize;

    /// Bit `i` of each.
    fn bits(self, i: usize) -> M;
}

impl Scalars<Mask> for Bits<'_> {
    #[inline(always)]
    fn length(self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn bits(self, i: usize) -> Mask {
        Mask::from_bit(self.bit(i))
    }
}

/// `k (x, y)` on a curve `y² + x y = x³ + a x² + b` with `root_of_b = √b`; `x ≠ 0`. Constant time
/// in scalar and point.
#[inline(never)]
pub fn lopez_dahab_ladder<F: Field<Mask = Mask>>(
    f: &F,
    root_of_b: &F::El,
    k: Bits<'_>,
    p: [&F::El; 2],
) -> AffinePoint<F> {
    ladder_here(f, root_of_b, k, p)
}

/// [`lopez_dahab_ladder`], inlined: for fields of lanes, inside [`Field::run`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn ladder_here<F: Field>(
    f: &F,
    root_of_b: &F::El,
    k: impl Scalars<F::Mask>,
    [x, y]: [&F::El; 2],
) -> AffinePoint<F> {
    // (X : Z) of i P and of (i + 1) P.
    let mut low = [f.one(), f.zero()];
    let mut high = [*x, f.one()];
    let mut swapped = F::Mask::FALSE;
    for i in (0..k.length()).rev() {
        let bit = k.bits(i);
        let [[x1, z1], [x2, z2]] = [&mut low, &mut high];
        f.swap_if(bit ^ swapped, x1, x2);
        f.swap_if(bit ^ swapped, z1, z2);
        swapped = bit;
        let ([a, b], [xx, zz]) = f.products([(x1, z2), (x2, z1)], [x1, z1]);
        let ([ab, z3, c], [sum]) =
            f.products([(&a, &b), (&xx, &zz), (root_of_b, &zz)], [&f.add(&a, &b)]);
        let ([t], [x3]) = f.products([(x, &sum)], [&f.add(&xx, &c)]);
        (low, high) = ([x3, z3], [f.add(&t, &ab), sum]);
    }
    let [[x1, z1], [x2, z2]] = [&mut low, &mut high];
    f.swap_if(swapped, x1, x2);
    f.swap_if(swapped, z1, z2);
    let r = recovered_here(f, [x, y], &low, &high);
    low.zeroize();
    high.zeroize();
    r
}

/// `k P` from the abscissas of `k P` and `(k + 1) P`.
#[inline(never)]
pub(super) fn recovered<F: Field>(
    f: &F,
    p: [&F::El; 2],
    low: &[F::El; 2],
    high: &[F::El; 2],
) -> AffinePoint<F> {
    recovered_here(f, p, low, high)
}

/// [`recovered`], inlined.
#[cfg_attr(not(debug_assertions), inline(always))]
fn recovered_here<F: Field>(
    f: &F,
    [x, y]: [&F::El; 2],
    [x1, z1]: &[F::El; 2],
    [x2, z2]: &[F::El; 2],
) -> AffinePoint<F> {
    let ([zz, xz1, xz2], [xx]) = f.products([(z1, z2), (x, z1), (x, z2)], [x]);
    let inverse = f.inv0(&f.mul(&xz1, z2));
    let ([x1z2, t, u], []) =
        f.products([(x1, &xz2), (&f.add(x1, &xz1), &f.add(x2, &xz2)), (&f.add(&xx, y), &zz)], []);
    let ([abscissa, quotient], []) =
        f.products([(&x1z2, &inverse), (&f.add(&t, &u), &inverse)], []);
    let ordinate = f.add(&f.mul(&f.add(&abscissa, x), &quotient), y);
    // (k + 1) P = O: k P = -P.
    let last = f.is_zero(z2);
    AffinePoint {
        x: f.select(last, x, &abscissa),
        y: f.select(last, &f.add(x, y), &ordinate),
        neutral: f.is_zero(z1),
    }
}
