//! One Jacobian point across four lanes, on curves with a = -3.
//!
//! **Source.** As `jacobian_eights.rs` for doublings; the addition is Bernstein's and Lange's
//! `add-2007-bl` `[Bernstein2007]`, with twice the ordinate in and out. **Idea.** A doubling
//! multiplies three times in a row, an addition four times, and each time up to four products do
//! not wait for each other. After a sum a free lane gives `z⁴`, of which `a z⁴` is made.
//!
//! | lane | 0 | 1 | 2 | 3 |
//! |---|---|---|---|---|
//! | running | `x` | `2 y` | `z` | `a z⁴`; `z²` after a sum |
//! | doubling | `x²` | `4 y²` | `z₃ = 2 y z` | `z⁴` after a sum |
//! | | `x yy` | `l²` for `l = 3 x² + a z⁴` | `yyyy` | `z₃²` |
//! | | – | `l (x yy - x₃)` | `z₃³` | `a z⁴ yyyy` |
//! | addition | `x₂ z₁²` | `2 y₂ z₁³` | `x₁ z₂²` | `2 y₁ z₂³` |
//! | | `h²` | `r²` | `z₁ z₂` | – |
//! | | `j = h 4 h²` | `v = x₁ z₂² 4 h²` | `z₃ = h 2 z₁ z₂` | – |
//! | | `2 y₁ z₂³ j` | `r (v - x₃)` | – | `z₃²` |
//!
//! **Representation.** A factor is what [`LanePrime::wait`] multiplies; of its digits the
//! multiply-adds read 52 bits. **Domain.** As `jacobian_eights.rs`. **Constant time.**
//! `tests/proofs/jacobian_fours.rs` proves ranges and values.

use crate::field::lanes::LanePrime;
use crate::field::lanes::multiple;
use crate::field::lanes::waiting::Waiting;
use crate::limb::simd::fours::Fours;

/// Digit `k` of four numbers in vector `k`.
type Four<F, const D: usize> = [F; D];

/// The lanes.
const L0: u8 = 1;
const L1: u8 = 2;
const L2: u8 = 4;
const L3: u8 = 8;

/// A point for additions.
#[derive(Clone, Copy)]
pub(crate) struct Summand<F, const D: usize> {
    /// `x`, `2 y`, `z²` and `z³`.
    pub(crate) point: Four<F, D>,
    /// `z` in lane 2.
    pub(crate) z: Four<F, D>,
}

/// `a` with its lanes moved: lane `i` is lane `FROM >> (2 i) & 3`.
#[inline(always)]
fn moved<F: Fours, const FROM: i32, const D: usize>(a: &Four<F, D>) -> Four<F, D> {
    let mut r = *a;
    for k in 0..D {
        r[k] = a[k].permute::<FROM>();
    }
    r
}

/// The lanes of `b` where the bit is set, else of `a`.
#[inline(always)]
fn blend<F: Fours, const D: usize>(a: &Four<F, D>, b: &Four<F, D>, lanes: u8) -> Four<F, D> {
    let mut r = *a;
    for k in 0..D {
        r[k] = a[k].blend(b[k], lanes);
    }
    r
}

/// The columns of `n p + a - b`.
#[inline(always)]
fn sub<F: Fours, P: LanePrime<D>, const N: u64, const D: usize>(
    a: &Four<F, D>,
    b: &Four<F, D>,
) -> Four<F, D> {
    let (bias, mut r) = (const { multiple::<P, D>(N) }, *a);
    for k in 0..D {
        r[k] = a[k].add(F::splat(bias[k])).sub(b[k]);
    }
    r
}

/// The columns of a factor.
#[inline(always)]
fn clean<F: Fours, P: LanePrime<D>, const D: usize>(a: &Four<F, D>) -> Four<F, D> {
    if P::SPARE_BITS { *a } else { Waiting::<P>::NEW.digits(a) }
}

/// The factors of the sums in a doubling.
#[inline(always)]
fn reduced<F: Fours, P: LanePrime<D>, const D: usize>(t: Four<F, D>) -> Four<F, D> {
    if P::SPARE_BITS { t } else { P::settle(t) }
}

/// `2^times p`, `times > 0`, for the running point `p` after a sum.
#[inline(always)]
pub(crate) fn double_times<F: Fours, P: LanePrime<D>, const D: usize>(
    p: &Four<F, D>,
    times: usize,
) -> Summand<F, D> {
    let (mut s, mut squares, mut cubes) = (*p, *p, *p);
    for i in 0..times {
        [s, squares, cubes] = double::<F, P, D>(&s, i == 0);
    }
    let point =
        blend(&blend(&s, &squares, L2), &moved::<F, 0b10_00_00_00, D>(&P::settle(cubes)), L3);
    Summand { point, z: s }
}

/// The running point doubled, `z²` in lane 2, the columns of `z³` in lane 2.
#[inline(always)]
fn double<F: Fours, P: LanePrime<D>, const D: usize>(
    s: &Four<F, D>,
    after_sum: bool,
) -> [Four<F, D>; 3] {
    let w = Waiting::<P>::NEW;
    let first = w.mul(s, &moved::<F, 0b11_01_01_00, D>(s));
    let triple = w.add(&w.add(&first, &first), &first);
    // `a z⁴` in lane 3.
    let zero = [F::zero(); D];
    let azzzz = if after_sum { sub::<F, P, 4, D>(&zero, &triple) } else { clean::<F, P, D>(s) };
    let slope =
        w.add(&moved::<F, 0b00_00_00_00, D>(&triple), &moved::<F, 0b00_00_11_00, D>(&azzzz));
    let slope = if after_sum { P::settle(slope) } else { P::carry(slope) };
    let factors = P::carry(blend(&first, &azzzz, L3));
    let right = blend(&moved::<F, 0b10_01_00_01, D>(&factors), &slope, L1);
    let second = w.mul(&blend(&right, s, L0), &right);

    let exchanged = moved::<F, 0b10_11_00_01, D>(&second);
    let difference = sub::<F, P, 3, D>(&exchanged, &second);
    let mut x = difference;
    for k in 0..D {
        x[k] = x[k].sub(second[k]);
    }
    let back = w.add(&w.add(&difference, &exchanged), &exchanged);
    let right = P::carry(blend(&exchanged, &back, L1));
    let third = w.mul(&blend(&factors, &slope, L1), &right);
    let y2 = sub::<F, P, 2, D>(&w.add(&third, &third), &moved::<F, 0b00_00_10_00, D>(&second));
    let s = blend(&blend(&x, &y2, L1), &blend(&first, &third, L3), L2 | L3);
    [reduced::<F, P, D>(s), right, third]
}

/// The running point `p ± q`, minus where bit 1 of `negative` is set.
#[inline(always)]
pub(crate) fn add<F: Fours, P: LanePrime<D>, const D: usize>(
    p: &Summand<F, D>,
    q: &Summand<F, D>,
    negative: u8,
) -> Four<F, D> {
    let w = Waiting::<P>::NEW;
    let q_point = signed::<F, P, D>(q, negative);
    let first = w.mul(&moved::<F, 0b01_00_11_10, D>(&p.point), &q_point);
    let own = moved::<F, 0b11_10_11_10, D>(&first);
    let hr = P::carry(sub::<F, P, 2, D>(&first, &own));
    let second = w.mul(&blend(&hr, &p.z, L2), &blend(&hr, &q.z, L2));

    let twice = w.add(&second, &second);
    let four = w.add(&twice, &twice);
    let right = P::carry(blend(&moved::<F, 0b00_00_00_00, D>(&four), &twice, L2));
    let own = P::carry(own);
    let left = blend(&moved::<F, 0b00_00_00_00, D>(&hr), &moved::<F, 0b00_00_00_00, D>(&own), L1);
    let third = w.mul(&left, &right);

    let v = moved::<F, 0b01_01_01_01, D>(&third);
    let j = moved::<F, 0b00_00_00_00, D>(&third);
    let subtracted = w.add(&w.add(&v, &v), &j);
    let x = P::settle(sub::<F, P, 8, D>(&moved::<F, 0b01_01_01_01, D>(&second), &subtracted));
    let back = P::carry(sub::<F, P, 3, D>(&v, &w.digits(&x)));
    let z = moved::<F, 0b10_10_10_10, D>(&P::settle(third));
    let left = blend(&blend(&P::carry(j), &hr, L1), &z, L3);
    let right = blend(&blend(&moved::<F, 0b01_01_01_01, D>(&own), &back, L1), &z, L3);
    let fourth = w.mul(&left, &right);
    let twice = w.add(&fourth, &fourth);
    let y2 = sub::<F, P, 6, D>(&twice, &moved::<F, 0b00_00_00_00, D>(&twice));
    let s = P::settle(blend(&fourth, &y2, L1));
    blend(&blend(&s, &x, L0), &z, L2)
}

/// `q`, or `-q` where bit 1 of `negative` is set.
#[inline(always)]
pub(crate) fn signed<F: Fours, P: LanePrime<D>, const D: usize>(
    q: &Summand<F, D>,
    negative: u8,
) -> Four<F, D> {
    let opposite = sub::<F, P, 3, D>(&[F::zero(); D], &Waiting::<P>::NEW.digits(&q.point));
    blend(&q.point, &P::carry(opposite), negative & L1)
}

/// The point for additions.
#[inline(always)]
pub(crate) fn summand<F: Fours, P: LanePrime<D>, const D: usize>(s: &Four<F, D>) -> Summand<F, D> {
    let zz = moved::<F, 0b11_11_11_11, D>(s);
    let zzz = P::settle(Waiting::<P>::NEW.mul(s, &zz));
    let point = blend(&blend(s, &zz, L2), &moved::<F, 0b10_10_10_10, D>(&zzz), L3);
    Summand { point, z: *s }
}

/// The running point that is `q`, or `-q` where bit 1 of `negative` is set.
#[inline(always)]
pub(crate) fn running<F: Fours, P: LanePrime<D>, const D: usize>(
    q: &Summand<F, D>,
    negative: u8,
) -> Four<F, D> {
    let point = P::settle(Waiting::<P>::NEW.digits(&signed::<F, P, D>(q, negative)));
    let zz = moved::<F, 0b10_10_10_10, D>(&point);
    blend(&blend(&point, &q.z, L2), &zz, L3)
}

/// The summand of the affine point with these coordinates, numbers below the prime.
#[inline(always)]
pub(crate) fn enter<F: Fours, P: LanePrime<D>, const D: usize>(
    [x, y]: &[[u64; D]; 2],
    r_squared: &[u64; D],
) -> Summand<F, D> {
    let w = Waiting::<P>::NEW;
    let (mut point, mut factor) = ([F::zero(); D], [F::zero(); D]);
    for k in 0..D {
        let one = u64::from(k == 0);
        point[k] = F::load(&[x[k], y[k], one, one]);
        factor[k] = F::splat(r_squared[k]);
    }
    if P::R_BITS > 0 {
        point = P::settle(w.mul(&point, &factor));
    }
    let digits = w.digits(&point);
    let point = P::settle(blend(&digits, &w.add(&digits, &digits), L1));
    Summand { point, z: point }
}

/// The elements in the lanes, as eight lanes have them.
#[inline(always)]
pub(crate) fn leave<F: Fours, P: LanePrime<D>, const D: usize>(a: &Four<F, D>) -> Four<F, D> {
    P::fold(Waiting::<P>::NEW.digits(&P::settle(Waiting::<P>::NEW.digits(a))))
}

#[cfg(test)]
#[path = "../../../tests/proofs/jacobian_fours.rs"]
mod theorems;
