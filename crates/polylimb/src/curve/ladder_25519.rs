//! The ladder of Curve25519, its four coordinates in the four lanes of a vector.
//!
//! **Source.** `[Hisil2020]` for the lanes. **Idea.** A step of the ladder multiplies three times
//! in a row, and each time up to four products do not wait for each other. The lanes are
//!
//! | lane | 0 | 1 | 2 | 3 |
//! |---|---|---|---|---|
//! | before a step | `X₂` | `Z₂` | `X₃` | `Z₃` |
//! | sums and differences | `A = X₂ + Z₂` | `B = X₂ - Z₂` | `C = X₃ + Z₃` | `D = X₃ - Z₃` |
//! | products | `AA = A²`, or `C²` | `BB = B²`, or `D²` | `D A` | `B C` |
//! | products | `AA BB` | `a E`, `E = AA - BB` | `(D A + B C)²` | `(D A - B C)²` |
//! | products | `X₂` | `Z₂ = E (AA + a E)` | `X₃` | `Z₃ = u (D A - B C)²` |
//!
//! **Representation.** Five digits of 51 bits; "loose" digits are below `2^51 + 2^15`, so that a
//! multiply-add reads them whole. "Columns" are below `2^60`: sums of products, whose carries wait
//! until sums and differences are made of them. **Cost** of a step: 150 multiply-adds and about 260
//! other instructions on four lanes. **Constant time.** `tests/proofs/ladder_25519.rs` proves
//! ranges, and values modulo the prime.

use super::LinePoint;
use crate::cpu::Features;
use crate::limb::Bits;
use crate::limb::simd::compiled_for;
use crate::limb::simd::fours::{Fours, Half, PLACES};
use zeroize::Zeroizing;

/// Digits of a number.
const D: usize = 5;
/// Bits of a digit.
const RADIX: u32 = 51;
const MASK: u64 = (1 << RADIX) - 1;
/// Bytes of a number.
const BYTES: usize = 32;
/// `(A - 2) / 4`.
const A24: u64 = 121_665;

/// Digit `k` of four numbers in vector `k`.
type Four<F> = [F; D];

/// The columns of the products of loose numbers, lane by lane; `2^255` is 19.
#[cfg_attr(not(debug_assertions), inline(always))]
fn multiply<F: Fours>(a: &Four<F>, b: &Four<F>) -> Four<F> {
    let (mut low, mut high) = ([F::zero(); 2 * D], [F::zero(); 2 * D]);
    // The high columns first, because more has to be done with them.
    macro_rules! rows {
        ($($i:literal: $($j:literal)*;)*) => { $($(
            low[$i + $j] = low[$i + $j].madd_low(a[$i], b[$j]);
            high[$i + $j + 1] = high[$i + $j + 1].madd_high(a[$i], b[$j]);
        )*)* };
    }
    rows! {
        4: 4 3 2 1;
        3: 4 3 2;
        2: 4 3;
        1: 4;
        4: 0;
        3: 1 0;
        2: 2 1 0;
        1: 3 2 1 0;
        0: 4 3 2 1 0;
    }
    let mut r = low_half(&low);
    for k in 0..D {
        // The high halves lie 52 bits up, one more than a digit: `low + 2 high`.
        let above = low[k + D].add(high[k + D].add(high[k + D]));
        // `r + 2 high + 19 above`.
        let twice = high[k].add(above);
        r[k] = r[k].add(above).add(twice.add(twice)).add(above.shl(4));
    }
    r
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn low_half<F: Fours>(columns: &[F; 2 * D]) -> Four<F> {
    let [a, b, c, d, e, ..] = *columns;
    [a, b, c, d, e]
}

/// The loose numbers for columns below `2^61`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn carry<F: Fours>(x: &Four<F>) -> Four<F> {
    let mut r = *x;
    for k in 0..D {
        r[k] = x[k].and(F::splat(MASK));
    }
    r[0] = r[0].madd_low(x[D - 1].shr(RADIX), F::splat(19));
    for k in 1..D {
        r[k] = r[k].add(x[k - 1].shr(RADIX));
    }
    r
}

/// The columns of the sums and differences of neighbours in `lanes`, for columns below `2^60`:
/// `[x₀ + x₁, x₀ - x₁, x₂ + x₃, x₂ - x₃]`. In the other lanes the neighbour counts as 0.
#[cfg_attr(not(debug_assertions), inline(always))]
fn butterfly<F: Fours>(x: &Four<F>, lanes: u8) -> Four<F> {
    let mut r = *x;
    for k in 0..D {
        // 2^9 times the prime.
        let bias = F::splat((MASK - if k == 0 { 18 } else { 0 }) << 9);
        r[k] = x[k].blend(bias.sub(x[k]), 0b1010).add(neighbours(x[k]).keep(lanes));
    }
    r
}

/// Lanes 0 and 1 exchanged, and lanes 2 and 3.
#[cfg_attr(not(debug_assertions), inline(always))]
fn neighbours<F: Fours>(x: F) -> F {
    x.permute::<0b10_11_00_01>()
}

/// Digit `k` of a number below a digit, in all lanes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn small<F: Fours>(k: usize, n: u64) -> F {
    F::splat(if k == 0 { n } else { 0 })
}

/// A step on the columns of both points; with `second` set, the second one is doubled.
#[cfg_attr(not(debug_assertions), inline(always))]
fn step<F: Fours>(points: &Four<F>, second: u8, u: &Four<F>) -> Four<F> {
    let sums = carry(&butterfly(points, 0b1111));
    let (mut left, mut right) = (sums, sums);
    // The lanes whose operands are selected.
    let doubled = second.wrapping_neg() & 0b0011;
    for k in 0..D {
        let (abab, cddc) = (sums[k].permute::<0b01_00_01_00>(), sums[k].permute::<0b10_11_11_10>());
        left[k] = abab.blend(cddc, doubled);
        right[k] = cddc.blend(abab, doubled ^ 0b0011);
    }

    let products = multiply(&left, &right);
    left = carry(&butterfly(&products, 0b1110));
    let mut exchanged = products;
    for k in 0..D {
        exchanged[k] = neighbours(products[k]);
    }
    exchanged = carry(&exchanged);
    for k in 0..D {
        right[k] = left[k].blend(exchanged[k], 0b0001).blend(small(k, A24), 0b0010);
    }

    let mut products = multiply(&left, &right);
    for k in 0..D {
        products[k] = products[k].add(neighbours(left[k]).keep(0b0010));
    }
    let carried = carry(&products);
    for k in 0..D {
        left[k] = left[k].blend(small(k, 1), 0b0101).blend(carried[k], 0b1000);
        right[k] = carried[k].blend(u[k], 0b1000);
    }
    multiply(&left, &right)
}

/// `X` and `Z` of both points after the ladder, as loose digits. The lowest bit of `k` is 0.
#[cfg_attr(not(debug_assertions), inline(always))]
fn ladder<F: Fours>(k: Bits<'_>, u: &[u64; D]) -> [[u64; PLACES]; D] {
    let mut points = [F::zero(); D];
    let mut base = points;
    for k in 0..D {
        let one = u64::from(k == 0);
        points[k] = F::load(&[one, 0, u[k], one]);
        base[k] = F::splat(u[k]);
    }
    let mut swapped = 0;
    for i in (0..k.len()).rev() {
        let bit = k.bit(i) as u8;
        points = step(&points, bit ^ swapped, &base);
        swapped = bit;
    }
    let (loose, mut lanes) = (carry(&points), [[0; PLACES]; D]);
    for k in 0..D {
        loose[k].store(&mut lanes[k]);
    }
    lanes
}

compiled_for! {
    "avx512f,avx512vl,avx512ifma", root:
    fn root[][](r: &mut [[u64; PLACES]; D], k: Bits<'_>, u: &[u64; D]) = *r = ladder::<Half>(k, u)
}

/// The digits of a number below `2^255`.
fn digits(bytes: &[u8; BYTES]) -> [u64; D] {
    let mut digits = [0; D];
    for (digit, (byte, bit)) in digits.iter_mut().zip([(0, 0), (6, 3), (12, 6), (19, 1), (24, 12)])
    {
        let window = bytes[byte..].first_chunk().expect("eight bytes");
        *digit = u64::from_le_bytes(*window) >> bit & MASK;
    }
    digits
}

/// The number below `2^256` of loose digits.
fn bytes(digits: &[u64; D]) -> [u8; BYTES] {
    let (mut bytes, mut above, mut bits, mut next) = ([0; BYTES], 0, 0, 0);
    for &digit in digits {
        above += u128::from(digit) << bits;
        bits += RADIX;
        while bits >= 8 && next < BYTES {
            bytes[next] = above as u8;
            (above, bits, next) = (above >> 8, bits - 8, next + 1);
        }
    }
    bytes[BYTES - 1] = above as u8;
    bytes
}

/// `k` times the point of coordinate `u`, as a fraction of numbers below `2^256`; `None` on a CPU
/// without the instructions. The lowest bit of `k` is 0, and `u` is below `2^255`.
pub(crate) fn multiply_in_lanes(k: Bits<'_>, u: &[u8; BYTES]) -> Option<LinePoint<[u8; BYTES]>> {
    if !Features::detect().allows(Features::IFMA) {
        return None;
    }
    let mut lanes = Zeroizing::new([[0; PLACES]; D]);
    root(&mut lanes, k, &digits(u));
    let number = |lane: usize| bytes(&lanes.map(|digit| digit[lane]));
    Some(LinePoint { x: number(0), z: number(1) })
}

#[cfg(test)]
#[path = "../../tests/proofs/ladder_25519.rs"]
mod theorems;
