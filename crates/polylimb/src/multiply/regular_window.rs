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

use crate::curve::weierstrass::{
    CommonDenominator, Complete, Jacobian, JacobianPoint, ProjectivePoint, double_times,
};
use crate::curve::{AffinePoint, Coefficient, Coordinates, Curve, Group, OutOfLine};
use crate::field::Field;
use crate::limb::{Bits, Kernel, Mask, Word, assign_if, bit_length_vartime};
#[cfg(feature = "alloc")]
use crate::recoding::reduced;
use crate::recoding::regular_digit;
#[cfg(feature = "alloc")]
use alloc::{vec, vec::Vec};
use zeroize::Zeroize;

/// Jacobian formulas without checks for their gaps. Constant time.
pub(super) struct Partial<'a, F: Field> {
    pub(super) curve: &'a Curve<F>,
    /// The coefficient `a` of the curve on which the table's entries are affine points; `None`
    /// for 0.
    pub(super) a: Option<F::El>,
}

impl<F: Field> Partial<'_, F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn lift(&self, [x, y]: [F::El; 2]) -> JacobianPoint<F::El> {
        JacobianPoint { x, y, z: self.curve.field.one() }
    }

    /// `2^times p`, `times > 0`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn double_times(
        &self,
        p: &JacobianPoint<F::El>,
        times: usize,
    ) -> JacobianPoint<F::El> {
        double_times(&self.curve.field, self.a.as_ref(), p, times)
    }

    /// `p + (x, y)` for operands that are neither equal nor opposite nor neutral.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn add(&self, p: &JacobianPoint<F::El>, [x, y]: [F::El; 2]) -> JacobianPoint<F::El> {
        Jacobian::add_affine(self.curve, p, &x, &y)
    }
}

/// `k p` by Jacobian formulas, for `k` below the odd order of the point `p`, which is not neutral,
/// with windows of `w` bits, 2 to 6; `MULTIPLES` is `2^(w-1)`.
pub fn regular_window<const MULTIPLES: usize, const N: usize, F>(
    group: &Complete<F>,
    order: &[Word; N],
    k: &[Word; N],
    p: &AffinePoint<F>,
) -> ProjectivePoint<F::El>
where
    F: Field<El = [Word; N], Mask = Mask>,
{
    // As in `OddScalar`.
    let (mut odd, mut other) = (*k, [0; N]);
    let negative = !Mask::from_bit(k[0] & 1);
    Kernel::PORTABLE.sub(&mut other, order, k);
    assign_if(&mut odd, &other, negative);
    let bits = Bits::with_len(&odd, bit_length_vartime(order));
    let r = of_odd::<MULTIPLES, N, F>(Kernel::PORTABLE, group, bits, negative, p);
    odd.zeroize();
    other.zeroize();
    r
}

/// As [`regular_window`], for any `k` and an order of another length.
#[cfg(feature = "alloc")]
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
    let scalar = OddScalar::new(k, order);
    of_odd::<MULTIPLES, N, F>(kernel, group, scalar.odd(), scalar.negative, p)
}

/// `± odd p`.
fn of_odd<const MULTIPLES: usize, const N: usize, F>(
    kernel: Kernel,
    group: &Complete<F>,
    odd: Bits<'_>,
    negative: Mask,
    p: &AffinePoint<F>,
) -> ProjectivePoint<F::El>
where
    F: Field<El = [Word; N], Mask = Mask>,
{
    let w = width::<MULTIPLES>();
    let regular = Regular { kernel, f: &group.curve().field, odd, w };
    let digits = odd.len().div_ceil(w);
    let sum =
        sum_of_windows::<MULTIPLES, F, _>(group.curve(), &OutOfLine(group), digits, p, &regular);
    group.select(negative, &group.neg(&sum), &sum)
}

/// The width of windows with `MULTIPLES` odd multiples.
pub(super) const fn width<const MULTIPLES: usize>() -> usize {
    const { assert!(MULTIPLES.is_power_of_two() && MULTIPLES >= 2 && MULTIPLES <= 32) };
    MULTIPLES.trailing_zeros() as usize + 1
}

/// Reads a table of odd multiples. A trait, because over lanes everything must be inlined into a
/// root, and a closure is not always inlined.
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
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn entry(&self, table: &[[[Word; N]; 2]], i: usize) -> [[Word; N]; 2] {
        let (index, negative) = regular_digit(self.odd, i, self.w);
        signed_entry(self.kernel, self.f, table, index, negative)
    }
}

/// The sum of `2^(w i)` times the entry of digit `i`, for `digits` digits, from a table of odd
/// multiples of `p`. `group` is the complete law on the curve `c`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn sum_of_windows<const MULTIPLES: usize, F, G>(
    c: &Curve<F>,
    group: &G,
    digits: usize,
    p: &AffinePoint<F>,
    reader: &impl ReadTable<F::El>,
) -> ProjectivePoint<F::El>
where
    F: Field,
    G: Group<Point = ProjectivePoint<F::El>>,
{
    let f = &c.field;
    let table = CommonDenominator::<F, MULTIPLES>::new(c, p);
    // The coefficient `a` of the curve on which the table's entries are affine points.
    let a = (c.shape != Coefficient::Zero).then(|| c.mul_a(&f.sqr(&f.sqr(&table.z))));
    let (steps, w, entries) = (Partial { curve: c, a }, width::<MULTIPLES>(), &table.entries);
    // All digits but digit 0, with the `w` doublings before it. Each formula stands here once: its
    // code fills kilobytes.
    let mut r = steps.lift(reader.entry(entries, digits - 1));
    for i in (1..digits).rev() {
        if i + 1 < digits {
            r = steps.add(&r, reader.entry(entries, i));
        }
        r = steps.double_times(&r, w);
    }
    r.z = f.mul(&r.z, &table.z);
    let [x, y] = reader.entry(entries, 0);
    let last = JacobianPoint { x, y, z: table.z };
    group.add(&homogeneous(f, &r), &homogeneous(f, &last))
}

/// The point in the coordinates of the complete law.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn homogeneous<F: Field>(f: &F, p: &JacobianPoint<F::El>) -> ProjectivePoint<F::El> {
    let ([x], [zz]) = f.products([(&p.x, &p.z)], [&p.z]);
    ProjectivePoint { x, y: p.y, z: f.mul(&zz, &p.z) }
}

/// Entry `index` with its ordinate negated where `negative`. Every entry is read. Constant time.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn signed_entry<const N: usize, F: Field<El = [Word; N], Mask = Mask>>(
    kernel: Kernel,
    f: &F,
    table: &[[[Word; N]; 2]],
    index: Word,
    negative: Mask,
) -> [[Word; N]; 2] {
    let mut entry = [[0; N]; 2];
    kernel.look_up(entry.as_flattened_mut(), table.as_flattened().as_flattened(), index);
    let [x, y] = entry;
    [x, f.select(negative, &f.neg(&y), &y)]
}

/// `k = ± odd` modulo the order: a sign and an odd number that is at most the order, the input of
/// regular digits.
///
/// **Idea.** If `k` modulo the odd order `n` is even, 0 included, `n - k` is odd, and `k P` is the
/// negative of `(n - k) P`. **Constant time**; lengths show. Each bit of the scalar beyond the
/// order's length costs a doubling and a subtraction.
#[cfg(feature = "alloc")]
pub(super) struct OddScalar {
    words: Vec<Word>,
    bits: usize,
    /// Whether the sign is minus.
    pub(super) negative: Mask,
}

#[cfg(feature = "alloc")]
impl OddScalar {
    /// For an odd order without leading zeros.
    pub(super) fn new(k: Bits<'_>, order: &[Word]) -> Self {
        let bits = bit_length_vartime(order);
        let (mut words, mut other) = (reduced(k, order), vec![0; order.len()]);
        let negative = !Mask::from_bit(words[0] & 1);
        Kernel::PORTABLE.sub(&mut other, order, &words);
        assign_if(&mut words, &other, negative);
        other.zeroize();
        Self { words, bits, negative }
    }

    /// The odd number.
    pub(super) fn words(&self) -> &[Word] {
        &self.words
    }

    /// The odd number, as long as the order.
    pub(super) fn odd(&self) -> Bits<'_> {
        Bits::with_len(&self.words, self.bits)
    }
}

#[cfg(feature = "alloc")]
impl Drop for OddScalar {
    fn drop(&mut self) {
        self.words.zeroize();
    }
}
