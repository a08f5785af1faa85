//! The prime of P-256, 2^256 - 2^224 + 2^192 + 2^96 - 1, in Montgomery form.
//!
//! **Source.** `[Gueron2013]` for the prime whose negative inverse is 1. **Idea.** `p = -1` modulo
//! 2^52, so a column is its own quotient `q`. In `q p` the term `-q` clears the column, and the
//! other three terms lie in three digits: six multiply-adds each. **Cost.** `2 D²` multiply-adds
//! for the product, `6 D` for the reduction.

use super::prime::{LanePrime, digits_of};
use crate::field::lanes::carry::carry;
use crate::field::lanes::digits::DIGIT_BITS;
use crate::field::lanes::vector::Compiled;
use crate::field::prime::fixed::{PrimeParameters, primes, words_for};

/// Five digits of 52 bits.
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

    #[inline(always)]
    fn reduce<V: Compiled>(mut columns: [[V; 5]; 2]) -> [V; 5] {
        let t = columns.as_flattened_mut();
        // 2^96, 2^192 and 2^256 - 2^224, within their digits.
        let (second, fourth) = (V::splat(1 << 44), V::splat(1 << 36));
        let fifth = V::splat((1 << 48) - (1 << 16));
        for i in 0..5 {
            // The multiply-adds read only the low 52 bits.
            let q = t[i];
            t[i + 1] = t[i + 1].add(q.shr(DIGIT_BITS)).madd_low(q, second);
            t[i + 2] = t[i + 2].madd_high(q, second);
            t[i + 3] = t[i + 3].madd_low(q, fourth);
            t[i + 4] = t[i + 4].madd_high(q, fourth).madd_low(q, fifth);
            t[i + 5] = t[i + 5].madd_high(q, fifth);
        }
        carry(columns[1])
    }

    #[inline(always)]
    fn fold<V: Compiled>(mut t: [V; 5]) -> [V; 5] {
        // 2^256 is 2^224 - 2^192 - 2^96 + 1.
        let above = t[4].shr(TOP);
        t[4] = t[4].and(V::splat((1 << TOP) - 1)).add(above.shl(16));
        t[3] = t[3].sub(above.shl(36));
        t[1] = t[1].sub(above.shl(44));
        t[0] = t[0].add(above);
        carry(t)
    }
}
