//! Primes a little below a power of 2: 2^255 - 19, and the prime of secp256k1, 2^256 - 2^32 - 977.
//!
//! **Source.** `[Crandall1992]`. **Idea.** `2^260` is a small number `c` modulo `p`: a product's
//! high half times `c` is added to its low half. **Cost.** `2 D²` multiply-adds for the product,
//! `2 D + 3` for the reduction, and the carries of the high half.

use super::{LanePrime, digits_of};
use crate::field::lanes::digits::DIGIT_BITS;
use crate::field::lanes::digits::carry;
use crate::field::lanes::vector::Compiled;
use crate::field::prime::fixed::{PrimeParameters, primes, words_for};

/// Five digits of 52 bits.
#[derive(Debug, Clone, Copy)]
pub struct F25519;

/// Five digits of 52 bits.
#[derive(Debug, Clone, Copy)]
pub struct Secp256k1;

/// Adds `2^260 above`, where `c` is `2^260`, and folds the bits beyond `top` bits of the top digit;
/// `small` is `2^(208 + top)`.
#[inline(always)]
fn finish<V: Compiled>(mut t: [V; 5], above: Option<(V, u64)>, top: u32, small: u64) -> [V; 5] {
    if let Some((above, c)) = above {
        t[0] = t[0].madd_low(above, V::splat(c));
        t[1] = t[1].madd_high(above, V::splat(c));
    }
    t[0] = t[0].madd_low(t[4].shr(top), V::splat(small));
    t[4] = t[4].and(V::splat((1 << top) - 1));
    carry(t)
}

#[inline(always)]
fn reduce<V: Compiled>([mut t, high]: [[V; 5]; 2], top: u32, small: u64) -> [V; 5] {
    let c = small << (DIGIT_BITS - top);
    // Carried into digits, because the multiply-adds read 52 bits. The high half is below 2^256, so
    // it has no more digits.
    let high = carry(high);
    for k in 0..5 {
        t[k] = t[k].madd_low(high[k], V::splat(c));
    }
    for k in 0..4 {
        t[k + 1] = t[k + 1].madd_high(high[k], V::splat(c));
    }
    finish(t, Some((V::splat(0).madd_high(high[4], V::splat(c)), c)), top, small)
}

macro_rules! pseudo_mersenne {
    ($name:ident, $title:literal, $bits:literal, $small:literal) => {
        impl LanePrime<5> for $name {
            const NAME: &'static str = $title;
            const BITS: usize = $bits;
            const RADIX: u32 = DIGIT_BITS;
            // That of secp256k1.
            const ENDOMORPHISM: bool = $bits == 256;
            const DIGITS: [u64; 5] = digits_of(
                &<primes::$name as PrimeParameters<{ words_for($bits) }>>::MODULUS,
                DIGIT_BITS,
            );
            const R_BITS: usize = 0;

            #[inline(always)]
            fn reduce<V: Compiled>(columns: [[V; 5]; 2]) -> [V; 5] {
                reduce(columns, $bits - 4 * DIGIT_BITS, $small)
            }

            #[inline(always)]
            fn fold<V: Compiled>(digits: [V; 5]) -> [V; 5] {
                finish(digits, None, $bits - 4 * DIGIT_BITS, $small)
            }
        }
    };
}

pseudo_mersenne!(F25519, "2^255-19", 255, 19);
pseudo_mersenne!(Secp256k1, "secp256k1", 256, 0x1_0000_03d1);
