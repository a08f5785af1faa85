//! The prime of P-521, 2^521 - 1.
//!
//! **Idea.** Eleven digits of 48 bits are 528, and `2^528` is `2^7`: the high half is added to the
//! low half, 7 bits up. Digits have four spare bits, so a carry moves one place only. **Cost.**
//! `2 D²` multiply-adds for the product, ten sums and shifts a column for the reduction.

use super::prime::{LanePrime, digits_of};
use crate::field::lanes::vector::Compiled;
use crate::field::prime::fixed::{PrimeParameters, primes, words_for};

/// Eleven digits of 48 bits.
#[derive(Debug, Clone, Copy)]
pub struct P521;

const RADIX: u32 = 48;
const D: usize = 11;
/// Bits of the prime in its top digit.
const TOP: u32 = 521 - 10 * RADIX;

/// Carries the excess of each digit but the top one into the next digit, all at once.
#[inline(always)]
fn carry_once<V: Compiled>(mut t: [V; D]) -> [V; D] {
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

    #[inline(always)]
    fn reduce<V: Compiled>([mut t, high]: [[V; D]; 2]) -> [V; D] {
        let high = carry_once(high);
        for k in 0..D {
            t[k] = t[k].add(high[k].shl(11 * RADIX - 521));
        }
        Self::fold(t)
    }

    #[inline(always)]
    fn fold<V: Compiled>(mut t: [V; D]) -> [V; D] {
        t[0] = t[0].add(t[D - 1].shr(TOP));
        t[D - 1] = t[D - 1].and(V::splat((1 << TOP) - 1));
        carry_once(t)
    }
}
