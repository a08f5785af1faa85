//! The prime of P-384, 2^384 - 2^128 - 2^96 + 2^32 - 1.
//!
//! **Source.** `[Solinas1999]`. **Idea.** `2^384` is `2^128 + 2^96 - 2^32 + 1`. In digits of 48
//! bits, 96 is two digits and 384 eight, so a column of the high half is added to four columns,
//! whole or in two parts, without carrying it first. From the top down, the parts that fall into
//! the high half again are folded in their turn. **Cost.** `2 D²` multiply-adds for the product,
//! nine sums and shifts a column for the reduction.

use super::prime::{LanePrime, digits_of};
use crate::field::lanes::carry::carry_bits;
use crate::field::lanes::vector::Compiled;
use crate::field::prime::fixed::{PrimeParameters, primes, words_for};

/// Eight digits of 48 bits.
#[derive(Debug, Clone, Copy)]
pub struct P384;

const RADIX: u32 = 48;

/// Adds `2^384 above`, where `above` is below `2^12` in size.
#[inline(always)]
fn add_above<V: Compiled>(t: &mut [V; 8], above: V) {
    let moved = above.shl(32);
    t[0] = t[0].add(above.sub(moved));
    t[2] = t[2].add(above.add(moved));
}

impl LanePrime<8> for P384 {
    const NAME: &'static str = "P-384";
    const BITS: usize = 384;
    const RADIX: u32 = RADIX;
    const DIGITS: [u64; 8] =
        digits_of(&<primes::P384 as PrimeParameters<{ words_for(384) }>>::MODULUS, RADIX);
    const R_BITS: usize = 0;

    #[inline(always)]
    fn reduce<V: Compiled>(mut columns: [[V; 8]; 2]) -> [V; 8] {
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
        let [mut t, _] = columns;
        // One multiple of 2^384 is kept, so that the number cannot be negative.
        let above = t[7].sar(RADIX).sub(V::splat(1));
        t[7] = t[7].and(mask).add(V::splat(1 << RADIX));
        add_above(&mut t, above);
        carry_bits(RADIX, t)
    }

    #[inline(always)]
    fn fold<V: Compiled>(mut t: [V; 8]) -> [V; 8] {
        let above = t[7].shr(RADIX);
        t[7] = t[7].and(V::splat((1 << RADIX) - 1));
        add_above(&mut t, above);
        carry_bits(RADIX, t)
    }
}
