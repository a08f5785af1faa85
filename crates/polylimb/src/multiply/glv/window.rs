//! `glv`: regular windows of both halves, one after another, in one pass of doublings.
//!
//! **Source.** `[Gallant2001]`; digits as in [`regular_window`](super::super::regular_window).
//! **Idea.** Both halves have digits that are never 0. An even half is multiplied as the odd number
//! above it, and its point is subtracted at the end. The image's table is the point's table with
//! each abscissa multiplied by `β`.
//!
//! **No gap is met** except at the end. Before a digit of row `i > 0` the sum is `u P + v φ(P)`,
//! and the addend's digit makes `(u ± d, v)` or `(u, v ± d)`, none of these numbers 0 and all of
//! them below `2^(128 - w i) + 2^(w + 1)` in size. A pair other than `(0, 0)` that stands for the
//! neutral element is at least `0.644 2^128` long in one coordinate, because the basis is reduced.
//! The complete law adds the last row and subtracts the even halves' points; the sign comes last.
//!
//! **Cost** for windows of `w` bits: 128 doublings of 3M + 4S, `2 · 128 / w` additions of 8M + 3S,
//! a table of `2^(w-1)` entries of 9M + 3S and one more product each. **Constant time** in scalar
//! and point.

use super::{HALF_BITS, Halves, order};
use crate::curve::weierstrass::{CommonDenominator, Complete, JacobianPoint, ProjectivePoint};
use crate::curve::{AffinePoint, ConstantTimeGroup, Group};
use crate::field::Field;
use crate::limb::{Bits, Kernel, Mask, Word};
use crate::multiply::odd_scalar::OddScalar;
use crate::multiply::regular_window::{Partial, homogeneous};
use crate::multiply::secret_table::signed_entry;
use crate::multiply::steps::Steps;
use crate::recoding::regular_digit;
use zeroize::Zeroize;

/// All rows of digits but the last, then `w` doublings; `digit(half, i)` is the entry of row `i`.
#[inline(always)]
fn all_but_last<S: Steps>(
    steps: &S,
    w: usize,
    digit: impl Fn(usize, usize) -> S::Entry,
) -> S::Point {
    let top = HALF_BITS.div_ceil(w) - 1;
    let mut r = steps.add(&steps.lift(digit(0, top)), digit(1, top));
    for i in (1..top).rev() {
        r = steps.double_times(&r, w);
        r = steps.add(&r, digit(0, i));
        r = steps.add(&r, digit(1, i));
    }
    steps.double_times(&r, w)
}

/// Subtracts the points of the even halves from `sum` and applies the scalar's sign.
#[inline(always)]
fn corrected<G: ConstantTimeGroup<Mask = Mask>>(
    group: &G,
    mut sum: G::Point,
    halves: &Halves,
    points: [&G::Entry; 2],
    negative: Mask,
) -> G::Point {
    for (half, point) in points.into_iter().enumerate() {
        let less = group.select_entry(halves.negative[half], point, &group.neg_entry(point));
        let odd = Mask::from_bit(halves.size(half).bit(0));
        sum = group.select(odd, &sum, &group.add_entry(&sum, &less));
    }
    group.select(negative, &group.neg(&sum), &sum)
}

/// `k p` on secp256k1 by Jacobian formulas, for a `p` that is not neutral, with windows of `w`
/// bits; `MULTIPLES` is `2^(w-1)`.
pub(in crate::multiply) fn glv_window_jacobian<const MULTIPLES: usize, const N: usize, F>(
    kernel: Kernel,
    group: &Complete<F>,
    beta: &F::El,
    k: Bits<'_>,
    p: &AffinePoint<F>,
) -> ProjectivePoint<F::El>
where
    F: Field<El = [Word; N], Mask = Mask>,
{
    const { assert!(MULTIPLES.is_power_of_two() && MULTIPLES >= 2 && MULTIPLES <= 32) };
    let w = MULTIPLES.trailing_zeros() as usize + 1;
    let (c, f) = (group.curve(), &group.curve().field);
    let table = CommonDenominator::<F, MULTIPLES>::new(c, p);
    let mut images = table.entries;
    for [x, _] in &mut images {
        f.mul_assign(x, beta);
    }
    let scalar = OddScalar::new(k, order());
    let halves = Halves::of_number(scalar.words());
    let digit = |half: usize, i| {
        let (index, negative) = regular_digit(halves.size(half), i, w);
        let entries = if half == 0 { &table.entries } else { &images };
        signed_entry(kernel, f, entries, index, negative ^ halves.negative[half])
    };
    let mut r = all_but_last(&Partial { curve: c, a: None }, w, digit);
    r.z = f.mul(&r.z, &table.z);
    let mut sum = homogeneous(f, &r);
    for half in 0..2 {
        let [x, y] = digit(half, 0);
        sum = group.add(&sum, &homogeneous(f, &JacobianPoint { x, y, z: table.z }));
    }
    images.zeroize();
    let image = AffinePoint { x: f.mul(&p.x, beta), ..*p };
    corrected(group, sum, &halves, [p, &image], scalar.negative)
}
