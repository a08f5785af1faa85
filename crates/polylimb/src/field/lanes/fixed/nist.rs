//! The primes of P-256, P-384 and P-521 over lanes.

use super::{LanePrime, digits_of, multiple};
use crate::field::lanes::digits::{DIGIT_BITS, carry, carry_bits, carry_up};
use crate::field::prime::fixed::{PrimeParameters, primes, words_for};
use crate::limb::simd::Lanewise;

/// The prime of P-256, 2^256 - 2^224 + 2^192 + 2^96 - 1, in Montgomery form. Five digits of 52
/// bits.
///
/// **Source.** `[Gueron2013]` for the prime whose negative inverse is 1. **Idea.** `p = -1` modulo
/// 2^52, so a column is its own quotient `q`. In `q p` the term `-q` clears the column, and the
/// other three terms lie in three digits: six multiply-adds each. **Cost.** `2 D²` multiply-adds
/// for the product, `6 D` for the reduction.
#[derive(Debug, Clone, Copy)]
pub struct P256;

/// Bits of the prime in its top digit.
const TOP: u32 = 48;

impl LanePrime<5> for P256 {
    const NAME: &'static str = "P-256";
    const BITS: usize = 256;
    const RADIX: u32 = DIGIT_BITS;
    const DIGITS: [u64; 5] =
        digits_of(&<primes::P256 as PrimeParameters<{ words_for(256) }>>::MODULUS, DIGIT_BITS);
    const R_BITS: usize = 260;

    const LENT: u32 = 58;
    const BIAS: [u64; 5] = multiple::<Self, 5>(3);

    #[inline(always)]
    fn wait<V: Lanewise>(mut columns: [[V; 5]; 2]) -> [V; 5] {
        let t = columns.as_flattened_mut();
        // 2^96, 2^192 and 2^256 - 2^224, within their digits.
        let (second, fourth) = (V::splat(1 << 44), V::splat(1 << 36));
        let fifth = V::splat((1 << 48) - (1 << 16));
        for i in 0..5 {
            // The multiply-adds read only the low 52 bits.
            let q = t[i];
            t[i + 1] = t[i + 1].add(q.shr(DIGIT_BITS));
            if const { V::WAITS } {
                // By shifts, because the next quotient waits for it.
                let q = q.digits();
                t[i + 1] = t[i + 1].add(q.and(V::splat(0xff)).shl(44));
                t[i + 2] = t[i + 2].add(q.shr(8));
            } else {
                t[i + 1] = t[i + 1].madd_low(q, second);
                t[i + 2] = t[i + 2].madd_high(q, second);
            }
            t[i + 3] = t[i + 3].madd_low(q, fourth);
            t[i + 4] = t[i + 4].madd_high(q, fourth).madd_low(q, fifth);
            t[i + 5] = t[i + 5].madd_high(q, fifth);
        }
        columns[1]
    }

    #[inline(always)]
    fn settle<V: Lanewise>(mut t: [V; 5]) -> [V; 5] {
        // 2^256 in digits that are not negative.
        let above = t[4].shr(TOP);
        let second = V::splat((1 << 52) - (1 << 44));
        let third = V::splat((1 << 52) - 1);
        let fourth = V::splat((1 << 52) - (1 << 36) - 1);
        t[4] = t[4].and(V::splat((1 << TOP) - 1)).madd_low(above, V::splat((1 << 16) - 1));
        t[0] = t[0].add(above);
        t[1] = t[1].madd_low(above, second);
        t[2] = t[2].madd_low(above, third).madd_high(above, second);
        t[3] = t[3].madd_low(above, fourth).madd_high(above, third);
        t[4] = t[4].madd_high(above, fourth);
        carry_up(&mut t);
        t
    }

    #[inline(always)]
    fn carry<V: Lanewise>(mut t: [V; 5]) -> [V; 5] {
        carry_up(&mut t);
        t
    }

    #[inline(always)]
    fn reduce<V: Lanewise>(columns: [[V; 5]; 2]) -> [V; 5] {
        carry(Self::wait(columns))
    }

    #[inline(always)]
    fn fold<V: Lanewise>(mut t: [V; 5]) -> [V; 5] {
        // 2^256 is 2^224 - 2^192 - 2^96 + 1.
        let above = t[4].shr(TOP);
        t[4] = t[4].and(V::splat((1 << TOP) - 1)).add(above.shl(16));
        t[3] = t[3].sub(above.shl(36));
        t[1] = t[1].sub(above.shl(44));
        t[0] = t[0].add(above);
        carry(t)
    }
}

/// The prime of P-384, 2^384 - 2^128 - 2^96 + 2^32 - 1. Eight digits of 48 bits.
///
/// **Source.** `[Solinas1999]`. **Idea.** `2^384` is `2^128 + 2^96 - 2^32 + 1`. In digits of 48
/// bits, 96 is two digits and 384 eight, so a column of the high half is added to four columns,
/// whole or in two parts, without carrying it first. From the top down, the parts that fall into
/// the high half again are folded in their turn. **Cost.** `2 D²` multiply-adds for the product,
/// nine sums and shifts a column for the reduction.
#[derive(Debug, Clone, Copy)]
pub struct P384;

/// Bits of a digit of the others.
const RADIX: u32 = 48;

/// Adds `2^384 above`, where `above` is below `2^12` in size.
#[inline(always)]
fn add_above<V: Lanewise>(t: &mut [V; 8], above: V) {
    let moved = above.shl(32);
    t[0] = t[0].add(above.sub(moved));
    t[2] = t[2].add(above.add(moved));
}

/// The low half with the high half added, each column in the digits where it belongs.
#[inline(always)]
fn add_high<V: Lanewise>(mut columns: [[V; 8]; 2]) -> [V; 8] {
    let mask = V::splat((1 << RADIX) - 1);
    let t = columns.as_flattened_mut();
    for k in (0..8).rev() {
        // 2^32 times the column, in two digits; it may be negative.
        let (low, high) = (t[k + 8].shl(32).and(mask), t[k + 8].sar(16));
        t[k] = t[k].add(t[k + 8].sub(low));
        t[k + 1] = t[k + 1].sub(high);
        t[k + 2] = t[k + 2].add(t[k + 8].add(low));
        t[k + 3] = t[k + 3].add(high);
    }
    columns[0]
}

impl LanePrime<8> for P384 {
    const NAME: &'static str = "P-384";
    const BITS: usize = 384;
    const RADIX: u32 = RADIX;
    const DIGITS: [u64; 8] =
        digits_of(&<primes::P384 as PrimeParameters<{ words_for(384) }>>::MODULUS, RADIX);
    const R_BITS: usize = 0;
    const SPARE_BITS: bool = true;
    const LENT: u32 = 50;

    #[inline(always)]
    fn wait<V: Lanewise>(columns: [[V; 8]; 2]) -> [V; 8] {
        Self::settle(add_high(columns))
    }

    #[inline(always)]
    fn settle<V: Lanewise>(mut t: [V; 8]) -> [V; 8] {
        // No digit becomes negative.
        let bias = const { multiple::<Self, 8>(4) };
        for k in 0..8 {
            t[k] = t[k].add(V::splat(bias[k]));
        }
        let above = t[7].shr(RADIX);
        t[7] = t[7].and(V::splat((1 << RADIX) - 1));
        add_above(&mut t, above);
        carry_once(t)
    }

    #[inline(always)]
    fn carry<V: Lanewise>(t: [V; 8]) -> [V; 8] {
        t
    }

    #[inline(always)]
    fn reduce<V: Lanewise>(columns: [[V; 8]; 2]) -> [V; 8] {
        let (mut t, mask) = (add_high(columns), V::splat((1 << RADIX) - 1));
        // One multiple of 2^384 is kept, so that the number cannot be negative.
        let above = t[7].sar(RADIX).sub(V::splat(1));
        t[7] = t[7].and(mask).add(V::splat(1 << RADIX));
        add_above(&mut t, above);
        carry_bits(RADIX, t)
    }

    #[inline(always)]
    fn fold<V: Lanewise>(mut t: [V; 8]) -> [V; 8] {
        let above = t[7].shr(RADIX);
        t[7] = t[7].and(V::splat((1 << RADIX) - 1));
        add_above(&mut t, above);
        carry_bits(RADIX, t)
    }
}

/// The prime of P-521, 2^521 - 1. Eleven digits of 48 bits.
///
/// **Idea.** Eleven digits of 48 bits are 528, and `2^528` is `2^7`: the high half is added to the
/// low half, 7 bits up. Digits have four spare bits, so a carry moves one place only. **Cost.**
/// `2 D²` multiply-adds for the product, ten sums and shifts a column for the reduction.
#[derive(Debug, Clone, Copy)]
pub struct P521;

const D: usize = 11;
/// Bits of the prime in its top digit.
const TOP_521: u32 = 521 - 10 * RADIX;

/// Carries the excess of each digit but the top one into the next digit, all at once.
#[inline(always)]
fn carry_once<V: Lanewise, const D: usize>(mut t: [V; D]) -> [V; D] {
    let mask = V::splat((1 << RADIX) - 1);
    t[D - 1] = t[D - 1].add(t[D - 2].shr(RADIX));
    for k in (1..D - 1).rev() {
        t[k] = t[k].and(mask).add(t[k - 1].shr(RADIX));
    }
    t[0] = t[0].and(mask);
    t
}

impl LanePrime<D> for P521 {
    const NAME: &'static str = "P-521";
    const BITS: usize = 521;
    const RADIX: u32 = RADIX;
    const DIGITS: [u64; D] =
        digits_of(&<primes::P521 as PrimeParameters<{ words_for(521) }>>::MODULUS, RADIX);
    const MOST: u64 = (1 << RADIX) + (1 << 9);
    const R_BITS: usize = 0;
    const SPARE_BITS: bool = true;

    #[inline(always)]
    fn wait<V: Lanewise>([mut t, high]: [[V; D]; 2]) -> [V; D] {
        for k in 0..D {
            t[k] = t[k].add(high[k].shl(11 * RADIX - 521));
        }
        Self::fold(t)
    }

    #[inline(always)]
    fn carry<V: Lanewise>(t: [V; D]) -> [V; D] {
        t
    }

    #[inline(always)]
    fn reduce<V: Lanewise>([low, high]: [[V; D]; 2]) -> [V; D] {
        Self::wait([low, carry_once(high)])
    }

    #[inline(always)]
    fn fold<V: Lanewise>(mut t: [V; D]) -> [V; D] {
        t[0] = t[0].add(t[D - 1].shr(TOP_521));
        t[D - 1] = t[D - 1].and(V::splat((1 << TOP_521) - 1));
        carry_once(t)
    }
}
