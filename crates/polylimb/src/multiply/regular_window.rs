//! `regular-window`: `w` doublings and one addition for every `w` bits, none of them of the neutral element: over any total law, and for engines by
//! Jacobian formulas, which are not total, where no gap can be met.
//!
//! **Source.** Digits: Joye, Tunstall 2009. Why the formulas' gaps do no harm: after Bos, Costello, Longa, Naehrig 2016. **Idea.** Only odd digits, none of
//! them 0, of an odd scalar `0 < k <= n`. The table's entries lie over one denominator, which makes additions mixed ones.
//!
//! **No gap is met.** Before digit `i` is added the sum is `2^w s`, with `s = ⌊k / 2^(w (i + 1))⌋ | 1 >= 1`, and the addend `d`, odd and below
//! `2^w` in size. So `2^w s ± d` is not 0, and it is below `2^(l - w i)` for a scalar of `l` bits. The order `n` has `l` bits: for `i > 0` neither is a
//! multiple of it. The last addition, `i = 0`, meets gaps (`k = n`, `k = n - 2 |d|`): it is made by the complete law.
//!
//! **Cost.** For `l` bits and `m = l / w`: `l` doublings of 4M + 4S, `2 m` S more, `m` additions of 8M + 3S; `2^(w-1)` entries of 9M + 3S. **Constant time** in
//! scalar and point. **Domain.** Points of odd prime order `n >= 2^(w+2)`.

use super::fixed_window::signed_point;
use super::odd_scalar::OddScalar;
use super::secret_table::signed_entry;
use super::steps::{Points, Steps};
use crate::curve::weierstrass::{
    AffinePoint, Coefficient, CommonDenominator, Complete, Coordinates, Curve, Jacobian,
    JacobianPoint, ProjectivePoint, double_times,
};
use crate::curve::{ConstantTimeGroup, Group};
use crate::field::Field;
use crate::limb::{Bits, Kernel, Mask, Word};
use crate::recoding::regular_digit;
use zeroize::Zeroize;

/// `Σ digit(i) 2^(w i)` for `i` from `top` down to 1, and `w` doublings more: all but digit 0.
#[inline(always)]
fn all_but_last<S: Steps>(
    steps: &S,
    top: usize,
    w: usize,
    digit: impl Fn(usize) -> S::Entry,
) -> S::Point {
    let mut r = steps.double_times(&steps.lift(digit(top)), w);
    for i in (1..top).rev() {
        r = steps.double_times(&steps.add(&r, digit(i)), w);
    }
    r
}

/// `k p` over any total law with windows of `w` bits, 1 to 6; `MULTIPLES` is `2^(w-1)`. `k + 1` is taken for an even `k`, and the point too much taken away
/// again.
///
/// # Panics
/// If `MULTIPLES` is not a power of 2 from 1 to 32.
pub fn regular_window<const MULTIPLES: usize, G>(group: &G, k: Bits<'_>, p: &G::Entry) -> G::Point
where
    G: ConstantTimeGroup<Mask = Mask>,
{
    const { assert!(MULTIPLES.is_power_of_two() && MULTIPLES <= 32) };
    let w = MULTIPLES.trailing_zeros() as usize + 1;
    let twice = group.double(&group.lift(p));
    let mut table = [group.lift(p); MULTIPLES];
    for i in 1..MULTIPLES {
        table[i] = group.add(&table[i - 1], &twice);
    }
    let digit = |i| {
        let (index, negative) = regular_digit(k, i, w);
        signed_point(group, table[0], &table[1..], index, negative)
    };
    let digits = k.len().div_ceil(w).max(1);
    let mut r = digit(0);
    if digits > 1 {
        let upper = all_but_last(&Points(group), digits - 1, w, digit);
        r = group.add(&upper, &r);
    }
    table.iter_mut().for_each(Zeroize::zeroize);
    let less = group.add_entry(&r, &group.neg_entry(p));
    group.select(Mask::from_bit(k.bit(0)), &r, &less)
}

/// Jacobian coordinates without a look at their gaps. Constant time.
pub(super) struct Partial<'a, F: Field> {
    pub(super) curve: &'a Curve<F>,
    /// The coefficient of the curve that the table's pairs are affine points of; none for 0.
    pub(super) a: Option<F::El>,
}

impl<F: Field> Steps for Partial<'_, F> {
    type Point = JacobianPoint<F::El>;
    type Entry = [F::El; 2];

    #[inline(always)]
    fn lift(&self, [x, y]: [F::El; 2]) -> Self::Point {
        JacobianPoint { x, y, z: self.curve.field.one() }
    }

    #[inline(always)]
    fn double_times(&self, p: &Self::Point, times: usize) -> Self::Point {
        double_times(&self.curve.field, self.a.as_ref(), p, times)
    }

    #[inline(always)]
    fn add(&self, p: &Self::Point, [x, y]: [F::El; 2]) -> Self::Point {
        Jacobian::add_affine(self.curve, p, &x, &y)
    }
}

/// `k p` by Jacobian formulas, for a point `p`, not neutral, of that order, with windows of `w` bits; `MULTIPLES` is `2^(w-1)`.
pub(super) fn regular_window_jacobian<const MULTIPLES: usize, const N: usize, F>(
    kernel: Kernel,
    group: &Complete<F>,
    order: &[Word],
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
    // The coefficient of the curve that the table's entries are affine points of.
    let a = (c.shape != Coefficient::Zero).then(|| c.mul_a(&f.sqr(&f.sqr(&table.z))));
    let scalar = OddScalar::new(k, order);
    let digit = |i| {
        let (index, negative) = regular_digit(scalar.odd(), i, w);
        signed_entry(kernel, f, &table.entries, index, negative)
    };
    let top = scalar.odd().len().div_ceil(w) - 1;
    let mut r = all_but_last(&Partial { curve: c, a }, top, w, digit);
    r.z = f.mul(&r.z, &table.z);
    let [x, y] = digit(0);
    let last = JacobianPoint { x, y, z: table.z };
    let sum = group.add(&homogeneous(f, &r), &homogeneous(f, &last));
    group.select(scalar.negative, &group.neg(&sum), &sum)
}

/// The same point in the coordinates of the complete law.
pub(super) fn homogeneous<F: Field>(f: &F, p: &JacobianPoint<F::El>) -> ProjectivePoint<F::El> {
    let ([x], [zz]) = f.products([(&p.x, &p.z)], [&p.z]);
    ProjectivePoint { x, y: p.y, z: f.mul(&zz, &p.z) }
}
