//! `regular-window`: `w` doublings and one addition for every `w` bits, by formulas that are not total, where no gap can be met.
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

use super::odd_scalar::OddScalar;
use super::secret_table::signed_entry;
use crate::curve::Group;
use crate::curve::weierstrass::{
    AffinePoint, Coefficient, Complete, Coordinates, Jacobian, JacobianPoint, OddMultiples,
    ProjectivePoint, double_times,
};
use crate::field::Field;
use crate::limb::{Bits, Kernel, Mask, Word};
use crate::recoding::regular_digit;

/// `k p` for a point `p`, not neutral, of that order, with windows of `w` bits; `MULTIPLES` is `2^(w-1)`.
pub(super) fn regular_window<const MULTIPLES: usize, const N: usize, F>(
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
    let entries = Regular { kernel, f: &group.curve().field, odd: scalar.odd(), w };
    let digits = scalar.odd().len().div_ceil(w);
    let sum = sum_of_windows::<MULTIPLES, F>(group, p, digits, &entries);
    group.select(scalar.negative, &group.neg(&sum), &sum)
}

/// What reads a table of odd multiples.
pub(super) trait Entries<E> {
    /// The entry for digit `i`. To be marked `#[inline(always)]`.
    fn entry(&self, table: &[[E; 2]], i: usize) -> [E; 2];
}

/// The regular digits of an odd scalar.
struct Regular<'a, F> {
    kernel: Kernel,
    f: &'a F,
    odd: Bits<'a>,
    w: usize,
}

impl<const N: usize, F: Field<El = [Word; N], Mask = Mask>> Entries<[Word; N]> for Regular<'_, F> {
    #[inline(always)]
    fn entry(&self, table: &[[[Word; N]; 2]], i: usize) -> [[Word; N]; 2] {
        let (index, negative) = regular_digit(self.odd, i, self.w);
        signed_entry(self.kernel, self.f, table, index, negative)
    }
}

/// The width of windows with so many odd multiples.
pub(super) const fn width<const MULTIPLES: usize>() -> usize {
    const { assert!(MULTIPLES.is_power_of_two() && MULTIPLES >= 2 && MULTIPLES <= 32) };
    MULTIPLES.trailing_zeros() as usize + 1
}

/// The sum of `2^(w i)` times the entry of digit `i`, over so many digits, where the table has the odd multiples of `p`.
#[inline(always)]
pub(super) fn sum_of_windows<const MULTIPLES: usize, F: Field>(
    group: &Complete<F>,
    p: &AffinePoint<F>,
    digits: usize,
    entries: &impl Entries<F::El>,
) -> ProjectivePoint<F::El> {
    let (c, f) = (group.curve(), &group.curve().field);
    let table = OddMultiples::<F, MULTIPLES>::new(c, p);
    // The coefficient of the curve that the table's entries are affine points of.
    let a = (c.shape != Coefficient::Zero).then(|| c.mul_a(&f.sqr(&f.sqr(&table.z))));
    let [x, y] = entries.entry(&table.entries, digits - 1);
    let mut r = JacobianPoint { x, y, z: f.one() };
    for i in (0..digits - 1).rev() {
        r = double_times(f, a.as_ref(), &r, width::<MULTIPLES>());
        if i > 0 {
            let [x, y] = entries.entry(&table.entries, i);
            r = Jacobian::add_affine(c, &r, &x, &y);
        }
    }
    r.z = f.mul(&r.z, &table.z);
    let [x, y] = entries.entry(&table.entries, 0);
    let last = JacobianPoint { x, y, z: table.z };
    group.add(&homogeneous(f, &r), &homogeneous(f, &last))
}

/// The same point in the coordinates of the complete law.
#[inline(always)]
pub(super) fn homogeneous<F: Field>(f: &F, p: &JacobianPoint<F::El>) -> ProjectivePoint<F::El> {
    let ([x], [zz]) = f.products([(&p.x, &p.z)], [&p.z]);
    ProjectivePoint { x, y: p.y, z: f.mul(&zz, &p.z) }
}
