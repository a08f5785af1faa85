//! Regular windows: `w` doublings and one addition for every `w` bits, never of the neutral
//! element. They use Jacobian formulas, which are not total, because no gap can be met.
//!
//! **Source.** Digits: `[Joye2009]`. Why the formulas' gaps do no harm: after `[Bos2016]`.
//! **Idea.** An odd scalar `0 < k <= n` has only odd digits, so none is 0. The table's entries
//! share one denominator, which makes the additions mixed.
//!
//! **No gap is met.** Before digit `i` is added the sum is `2^w s`, with
//! `s = ⌊k / 2^(w (i + 1))⌋ | 1 >= 1`, and the addend `d`, odd and below `2^w` in size. So
//! `2^w s ± d` is not 0, and it is below `2^(l - w i)` for a scalar of `l` bits. The order `n` has
//! `l` bits: for `i > 0` neither is a multiple of it. The last addition, `i = 0`, meets gaps
//! (`k = n`, `k = n - 2 |d|`): the complete law makes it.
//!
//! **Cost.** For `l` bits and `m = l / w`: `l` doublings of 4M + 4S, `2 m` S more, `m` additions of
//! 8M + 3S; `2^(w-1)` entries of 9M + 3S. **Constant time** in scalar and point. **Domain.** Points
//! of odd prime order `n >= 2^(w+2)`.

use super::odd_scalar::OddScalar;
use super::secret_table::signed_entry;
use super::steps::{Read, Steps};
use crate::curve::weierstrass::{
    CommonDenominator, Complete, Jacobian, JacobianPoint, ProjectivePoint, double_times,
};
use crate::curve::{AffinePoint, Coefficient, Coordinates, Curve, Group};
use crate::field::Field;
use crate::limb::{Bits, Kernel, Mask, Word};
use crate::recoding::regular_digit;

/// `Σ digit(i) 2^(w i)` for `i` from `top` down to 1: all digits but digit 0, with the `w`
/// doublings before it.
#[inline(always)]
fn all_but_last<S: Steps>(
    steps: &S,
    top: usize,
    w: usize,
    digit: &impl Read<usize, S::Entry>,
) -> S::Point {
    let mut r = steps.double_times(&steps.lift(digit.read(top)), w);
    for i in (1..top).rev() {
        r = steps.double_times(&steps.add(&r, digit.read(i)), w);
    }
    r
}

/// Jacobian formulas without checks for their gaps. Constant time.
pub(super) struct Partial<'a, F: Field> {
    pub(super) curve: &'a Curve<F>,
    /// The coefficient `a` of the curve on which the table's entries are affine points; `None`
    /// for 0.
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

/// `k p` by Jacobian formulas, for a point `p`, not neutral, of order `order`, with windows of `w`
/// bits; `MULTIPLES` is `2^(w-1)`.
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
    let w = width::<MULTIPLES>();
    let scalar = OddScalar::new(k, order);
    let digits = scalar.odd().len().div_ceil(w);
    let regular = Regular { kernel, f: &group.curve().field, odd: scalar.odd(), w };
    let sum = sum_of_windows::<MULTIPLES, F>(group, digits, p, &regular);
    group.select(scalar.negative, &group.neg(&sum), &sum)
}

/// The width of windows with `MULTIPLES` odd multiples.
pub(super) const fn width<const MULTIPLES: usize>() -> usize {
    const { assert!(MULTIPLES.is_power_of_two() && MULTIPLES >= 2 && MULTIPLES <= 32) };
    MULTIPLES.trailing_zeros() as usize + 1
}

/// Reads a table of odd multiples.
pub(super) trait ReadTable<E> {
    /// The entry for digit `i`. Implementations are marked `#[inline(always)]`.
    fn entry(&self, table: &[[E; 2]], i: usize) -> [E; 2];
}

/// The regular digits of an odd scalar.
struct Regular<'a, F> {
    kernel: Kernel,
    f: &'a F,
    odd: Bits<'a>,
    w: usize,
}

impl<const N: usize, F> ReadTable<[Word; N]> for Regular<'_, F>
where
    F: Field<El = [Word; N], Mask = Mask>,
{
    #[inline(always)]
    fn entry(&self, table: &[[[Word; N]; 2]], i: usize) -> [[Word; N]; 2] {
        let (index, negative) = regular_digit(self.odd, i, self.w);
        signed_entry(self.kernel, self.f, table, index, negative)
    }
}

/// A table and its reader.
struct Table<'a, E, R>(&'a [[E; 2]], &'a R);

impl<E, R: ReadTable<E>> Read<usize, [E; 2]> for Table<'_, E, R> {
    #[inline(always)]
    fn read(&self, i: usize) -> [E; 2] {
        self.1.entry(self.0, i)
    }
}

/// The sum of `2^(w i)` times the entry of digit `i`, for `digits` digits, from a table of odd
/// multiples of `p`.
#[inline(always)]
pub(super) fn sum_of_windows<const MULTIPLES: usize, F: Field>(
    group: &Complete<F>,
    digits: usize,
    p: &AffinePoint<F>,
    reader: &impl ReadTable<F::El>,
) -> ProjectivePoint<F::El> {
    let (c, f) = (group.curve(), &group.curve().field);
    let table = CommonDenominator::<F, MULTIPLES>::new(c, p);
    // The coefficient `a` of the curve on which the table's entries are affine points.
    let a = (c.shape != Coefficient::Zero).then(|| c.mul_a(&f.sqr(&f.sqr(&table.z))));
    let entries = Table(&table.entries, reader);
    let w = width::<MULTIPLES>();
    let mut r = all_but_last(&Partial { curve: c, a }, digits - 1, w, &entries);
    r.z = f.mul(&r.z, &table.z);
    let [x, y] = entries.read(0);
    let last = JacobianPoint { x, y, z: table.z };
    group.add(&homogeneous(f, &r), &homogeneous(f, &last))
}

/// The point in the coordinates of the complete law.
#[inline(always)]
pub(super) fn homogeneous<F: Field>(f: &F, p: &JacobianPoint<F::El>) -> ProjectivePoint<F::El> {
    let ([x], [zz]) = f.products([(&p.x, &p.z)], [&p.z]);
    ProjectivePoint { x, y: p.y, z: f.mul(&zz, &p.z) }
}
