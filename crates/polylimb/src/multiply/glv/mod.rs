//! `glv`: the endomorphism of secp256k1 halves the doublings.
//!
//! **Source.** `[Gallant2001]`; rounding by constants of 384 bits after the decision, as
//! libsecp256k1 has it since 2013. **Idea.** `φ(x, y) = (β x, y)` multiplies a point by `λ`; `β` is
//! a cube root of 1 modulo the prime, `λ` one modulo the order `n`. With `k = k₁ + k₂ λ` and `k₁`,
//! `k₂` of half the length, `k P` is a sum of two multiples that share their doublings. **Cost** of
//! a decomposition: six products of four 64-bit words. **Domain.** secp256k1; one multiple and sums
//! of two by the halves. **Constant time.**

use super::interleaved::{OddMultiples, point_row, sum_of_rows_vartime};
use super::regular_window::{OddScalar, Partial, homogeneous, signed_entry, width};
use super::sum_of_two::point_multiples;
use crate::curve::weierstrass::{
    CommonDenominator, Complete, Jacobian, JacobianPoint, ProjectivePoint,
};
use crate::curve::{AffinePoint, Curve, Group, OutOfLine, Vartime};
use crate::field::prime::fixed::{from_hex, words_for};
use crate::field::{Field, VartimeField};
use crate::limb::{Bits, Kernel, Mask, WORD_BITS, WORD_BYTES, Word, assign_if};
use crate::recoding::regular_digit;
use zeroize::Zeroize;

/// Words of a scalar.
const N: usize = words_for(256);
type Number = [Word; N];

/// The curve with this endomorphism.
pub(super) const CURVE: &str = "secp256k1";
/// Halves are below `2^HALF_BITS` in size.
const HALF_BITS: usize = 128;

const ORDER: Number =
    from_hex("ffffffffffffffff fffffffffffffffe baaedce6af48a03b bfd25e8cd0364141");
const BETA: Number =
    from_hex("7ae96a2b657c0710 6e64479eac3434e9 9cf0497512f58995 c1396c28719501ee");

// The basis (a₁, -b₁), (a₂, a₁) of the pairs (x, y) with x + y λ = 0 mod n, and ⌊2^384 a₁ / n⌉,
// ⌊2^384 b₁ / n⌉.
const A1: Number = from_hex("3086d221a7d46bcd e86c90e49284eb15");
const B1: Number = from_hex("e4437ed6010e8828 6f547fa90abfe4c3");
const A2: Number = from_hex("1 14ca50f7a8e2f3f6 57c1108d9d44cfd8");
const G1: Number = from_hex("3086d221a7d46bcd e86c90e49284eb15 3daa8a1471e8ca7f e893209a45dbb031");
const G2: Number = from_hex("e4437ed6010e8828 6f547fa90abfe4c4 221208ac9df506c6 1571b4ae8ac47f71");
/// The constants' scale.
const SCALE: usize = 384;

/// The order.
const fn order() -> &'static [Word] {
    &ORDER
}

/// `k = ± k₁ ± k₂ λ` modulo the order: two numbers below 2^128 and their signs. Constant time;
/// wiped when dropped.
///
/// ```
/// use polylimb::authors::limb::Bits;
/// use polylimb::authors::multiply::Halves;
/// // The halves of 7 are -7 and 0, with an odd multiple of the order taken away: k = n - (n - 7).
/// let halves = Halves::new(Bits::new(&[7]));
/// assert_eq!((halves.size(0).window(0, 4), halves.size(1).window(0, 4)), (7, 0));
/// assert!(!halves.negative(0).to_bool_vartime());
/// ```
///
/// **Bounds.** For `k < 2^256` the quotients `c₁ = ⌊k a₁ / n⌉` and `c₂ = ⌊k b₁ / n⌉` are off by at
/// most `e = 1/2 + 2^-129`, so that `k₁ = k - c₁ a₁ - c₂ a₂` is at most `e (a₁ + a₂) < 0.636 2^128`
/// in size and `k₂ = c₁ b₁ - c₂ a₁` at most `e (a₁ + b₁) < 0.541 2^128`.
pub struct Halves {
    sizes: [Number; 2],
    negative: [Mask; 2],
}

impl Halves {
    /// The cube root of 1 by which the endomorphism multiplies abscissas, least significant byte
    /// first.
    #[must_use]
    pub fn beta() -> [u8; 32] {
        core::array::from_fn(|i| (BETA[i / WORD_BYTES] >> (8 * (i % WORD_BYTES))) as u8)
    }

    /// The halves of `k`. Each bit of `k` beyond the order's length costs a doubling and a
    /// subtraction.
    #[must_use]
    pub fn new(k: Bits<'_>) -> Self {
        let scalar = OddScalar::new(k, order());
        let mut halves = Self::of_number(scalar.words());
        halves.negative.iter_mut().for_each(|negative| *negative = *negative ^ scalar.negative);
        halves
    }

    /// The halves of a number below `2^256`.
    pub(super) fn of_number(k: &[Word]) -> Self {
        Self::signed(k, false)
    }

    /// Two odd numbers below `2^129` in place of the halves. The scalar is public.
    #[cfg(feature = "std")]
    pub(super) fn odd_vartime(k: &[Word]) -> Self {
        Self::signed(k, true)
    }

    fn signed(k: &[Word], odd_vartime: bool) -> Self {
        let kernel = Kernel::PORTABLE;
        let mut padded: Number = [0; N];
        padded[..k.len()].copy_from_slice(k);
        let (mut c1, mut c2) = (rounded(&padded, &G1), rounded(&padded, &G2));
        let product = |c: &Number, d: &Number| {
            let mut r: Number = [0; N];
            kernel.schoolbook_low(&mut r, c, d);
            r
        };
        // Modulo 2^256; the top bit is the sign.
        let mut sizes = [padded, product(&c1, &B1)];
        for mut less in [product(&c1, &A1), product(&c2, &A2)] {
            kernel.sub_assign(&mut sizes[0], &less);
            less.zeroize();
        }
        let mut less = product(&c2, &A1);
        kernel.sub_assign(&mut sizes[1], &less);
        if odd_vartime {
            // a₁ and b₁ are odd, and a₂ is even.
            if sizes[0][0] & 1 == 0 {
                kernel.add_assign(&mut sizes[0], &A1);
                kernel.sub_assign(&mut sizes[1], &B1);
            }
            if sizes[1][0] & 1 == 0 {
                kernel.add_assign(&mut sizes[0], &A2);
                kernel.add_assign(&mut sizes[1], &A1);
            }
        }
        let mut negative = [Mask::FALSE; 2];
        for (size, negative) in sizes.iter_mut().zip(&mut negative) {
            *negative = Mask::from_bit(size[N - 1] >> (WORD_BITS - 1));
            kernel.sub(&mut less, &[0; N], size);
            assign_if(size, &less, *negative);
        }
        for number in [&mut padded, &mut c1, &mut c2, &mut less] {
            number.zeroize();
        }
        Self { sizes, negative }
    }

    /// The size of half 0 or 1, in 128 bits.
    #[must_use]
    pub fn size(&self, half: usize) -> Bits<'_> {
        Bits::with_len(&self.sizes[half], HALF_BITS)
    }

    /// The size of number 0 or 1 of [`Halves::odd_vartime`].
    #[cfg(feature = "std")]
    pub(super) fn odd_size(&self, half: usize) -> Bits<'_> {
        Bits::with_len(&self.sizes[half], HALF_BITS + 1)
    }

    /// Whether half 0 or 1 is negative.
    #[must_use]
    pub fn negative(&self, half: usize) -> Mask {
        self.negative[half]
    }
}

impl Drop for Halves {
    fn drop(&mut self) {
        self.sizes.zeroize();
    }
}

/// `⌊k g / 2^384⌉`.
fn rounded(k: &Number, g: &Number) -> Number {
    let mut product = [[0; N]; 2];
    Kernel::PORTABLE.schoolbook(product.as_flattened_mut(), k, g);
    let words = product.as_flattened();
    let mut c: Number = [0; N];
    let high = &words[SCALE / WORD_BITS..];
    c[..high.len()].copy_from_slice(high);
    let half = words[SCALE / WORD_BITS - 1] >> (WORD_BITS - 1);
    let mut one: Number = [0; N];
    one[0] = half;
    Kernel::PORTABLE.add_assign(&mut c, &one);
    product.zeroize();
    c
}

/// The digits of both halves, for [`sum_of_halves`]. A trait, because over lanes everything must be
/// inlined into a root. Implementations are marked `#[inline(always)]`.
pub(super) trait ReadHalves<F: Field> {
    /// The entry for digit `i` of a half, with the half's sign, from a table of odd multiples.
    fn entry(&self, table: &[[F::El; 2]], half: usize, i: usize) -> [F::El; 2];
    /// Whether the half is negative, and whether it is odd.
    fn sign_and_parity(&self, half: usize) -> (F::Mask, F::Mask);
}

/// The halves of one scalar.
struct OneScalar<'a, F> {
    kernel: Kernel,
    f: &'a F,
    halves: &'a Halves,
    w: usize,
}

impl<const N: usize, F: Field<El = [Word; N], Mask = Mask>> ReadHalves<F> for OneScalar<'_, F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn entry(&self, table: &[[F::El; 2]], half: usize, i: usize) -> [F::El; 2] {
        let (index, negative) = regular_digit(self.halves.size(half), i, self.w);
        signed_entry(self.kernel, self.f, table, index, negative ^ self.halves.negative[half])
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sign_and_parity(&self, half: usize) -> (Mask, Mask) {
        (self.halves.negative[half], Mask::from_bit(self.halves.size(half).bit(0)))
    }
}

/// Digits of a half in windows of `w` bits.
pub(super) const fn digits_of_half(w: usize) -> usize {
    HALF_BITS.div_ceil(w)
}

/// `k p` on secp256k1 by Jacobian formulas, for a `p` that is not neutral, as [`sum_of_halves`].
pub(super) fn glv_window_jacobian<const MULTIPLES: usize, const N: usize, F>(
    kernel: Kernel,
    group: &Complete<F>,
    beta: &F::El,
    k: Bits<'_>,
    p: &AffinePoint<F>,
) -> ProjectivePoint<F::El>
where
    F: Field<El = [Word; N], Mask = Mask>,
{
    let scalar = OddScalar::new(k, order());
    let halves = Halves::of_number(scalar.words());
    let f = &group.curve().field;
    let reader = OneScalar { kernel, f, halves: &halves, w: width::<MULTIPLES>() };
    let group = OutOfLine(group);
    let sum = sum_of_halves::<MULTIPLES, F, _>(group.0.curve(), &group, beta, p, &reader);
    group.select(scalar.negative, &group.neg(&sum), &sum)
}

/// The sum of the multiples of `p` and of its image by the halves of scalars, with windows of `w`
/// bits; `MULTIPLES` is `2^(w-1)`. Regular windows of both halves, one after another, in one pass
/// of doublings. `group` is the complete law on the curve `c`.
///
/// **Source.** `[Gallant2001]`; digits as in [`regular_window`](super::regular_window). **Idea.**
/// Both halves have digits that are never 0. An even half is multiplied as the odd number above it,
/// and its point is subtracted at the end. The image's table is the point's table with each
/// abscissa multiplied by `β`.
///
/// **No gap is met** except at the end. Before a digit of row `i > 0` the sum is `u P + v φ(P)`,
/// and the addend's digit makes `(u ± d, v)` or `(u, v ± d)`, none of these numbers 0 and all of
/// them below `2^(128 - w i) + 2^(w + 1)` in size. A pair other than `(0, 0)` that stands for the
/// neutral element is at least `0.644 2^128` long in one coordinate, because the basis is reduced.
/// The complete law adds the last row and subtracts the even halves' points; the sign comes last.
///
/// **Cost** for windows of `w` bits: 128 doublings of 3M + 4S, `2 · 128 / w` additions of 8M + 3S,
/// a table of `2^(w-1)` entries of 9M + 3S and one more product each. **Constant time** in scalar
/// and point.
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::needless_range_loop, reason = "over lanes an iterator can become a call")]
pub(super) fn sum_of_halves<const MULTIPLES: usize, F, G>(
    c: &Curve<F>,
    group: &G,
    beta: &F::El,
    p: &AffinePoint<F>,
    reader: &impl ReadHalves<F>,
) -> ProjectivePoint<F::El>
where
    F: Field,
    G: Group<Point = ProjectivePoint<F::El>, Entry = AffinePoint<F>, Mask = F::Mask>,
{
    let (f, w) = (&c.field, width::<MULTIPLES>());
    let table = CommonDenominator::<F, MULTIPLES>::new(c, p);
    let mut images = table.entries;
    for i in 0..MULTIPLES {
        images[i][0] = f.mul(&images[i][0], beta);
    }
    // All rows of digits but the last, then `w` doublings.
    let (steps, top) = (Partial { curve: c, a: None }, digits_of_half(w) - 1);
    let mut r = steps.lift(reader.entry(&table.entries, 0, top));
    for i in (1..=top).rev() {
        for half in usize::from(i == top)..2 {
            let entries = if half == 0 { &table.entries } else { &images };
            r = steps.add(&r, reader.entry(entries, half, i));
        }
        r = steps.double_times(&r, w);
    }
    r.z = f.mul(&r.z, &table.z);
    let mut sum = homogeneous(f, &r);
    let mut points = [*p, AffinePoint { x: f.mul(&p.x, beta), ..*p }];
    for half in 0..2 {
        let entries = if half == 0 { &table.entries } else { &images };
        let [x, y] = reader.entry(entries, half, 0);
        sum = group.add(&sum, &homogeneous(f, &JacobianPoint { x, y, z: table.z }));
        // An even half is one less.
        let ((negative, odd), point) = (reader.sign_and_parity(half), &points[half]);
        let less = group.select_entry(negative, point, &group.neg_entry(point));
        sum = group.select(odd, &sum, &group.add_entry(&sum, &less));
    }
    images.zeroize();
    points.zeroize();
    sum
}

/// `a G + b q` for the tables of `G` and of its image: each scalar in two halves, all halves in one
/// pass of doublings.
///
/// **Source.** `[Gallant2001]`, with interleaved windows (`[Moller2001]`). **Cost:** 128 doublings
/// and `2 · 128 / 6 + 2 · 128 / (v + 1)` additions for windows of `v` bits for `G`, whose tables
/// are made once; 8 additions and 8 products for the tables of `q`. **Variable time**, which
/// reveals the scalars: for verification.
pub(super) fn sum_vartime<F: VartimeField>(
    group: &Vartime<F, Jacobian>,
    beta: &F::El,
    a: Bits<'_>,
    tables: [&OddMultiples<AffinePoint<F>>; 2],
    b: Bits<'_>,
    q: &AffinePoint<F>,
) -> <Vartime<F, Jacobian> as Group>::Point {
    let (of_a, of_b) = (Halves::new(a), Halves::new(b));
    let multiples = point_multiples(group, &group.lift(q));
    let images = multiples.map(|mut p| {
        group.curve().field.mul_assign(&mut p.x, beta);
        p
    });
    let known =
        |i: usize| tables[i].row(of_a.size(i)).negated_if(of_a.negative(i).to_bool_vartime());
    let of_q = [&multiples, &images];
    let point =
        |i: usize| point_row(of_b.size(i), of_q[i]).negated_if(of_b.negative(i).to_bool_vartime());
    sum_of_rows_vartime(group, &[known(0), known(1)], &[point(0), point(1)])
}

#[cfg(test)]
mod tests;
