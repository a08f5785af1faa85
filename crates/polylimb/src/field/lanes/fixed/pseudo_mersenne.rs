//! Primes a little below a power of 2: 2^255 - 19, and the prime of secp256k1, 2^256 - 2^32 - 977.
//!
//! **Source.** `[Crandall1992]`. **Idea.** `2^260` is a small number `c` modulo `p`: a product's
//! high half times `c` is added to its low half. **Cost.** `2 D²` multiply-adds for the product,
//! `2 D + 3` for the reduction, and the carries of the high half.

use super::{LanePrime, digits_of};
use crate::field::lanes::digits::{DIGIT_BITS, carry_up};
use crate::field::prime::fixed::{PrimeParameters, primes, words_for};
use crate::limb::simd::Lanewise;

/// Five digits of 52 bits.
#[derive(Debug, Clone, Copy)]
pub struct F25519;

/// Five digits of 52 bits.
#[derive(Debug, Clone, Copy)]
pub struct Secp256k1;

/// The columns of a product, where `2^260` is `c`; `with_top` if the top digit of the high half
/// times `c` exceeds 52 bits.
#[inline(always)]
fn wait<V: Lanewise>([mut t, mut high]: [[V; 5]; 2], c: u64, with_top: bool) -> [V; 5] {
    let factor = V::splat(c);
    // The multiply-adds below do not read what is carried; the high half has no more digits.
    carry_up(&mut high);
    for k in 0..5 {
        t[k] = t[k].madd_low(high[k], factor);
    }
    for k in 0..4 {
        t[k + 1] = t[k + 1].madd_high(high[k], factor);
    }
    if with_top {
        let above = V::splat(0).madd_high(high[4], factor);
        t[0] = t[0].madd_low(above, factor);
        t[1] = t[1].madd_high(above, factor);
    }
    t
}

/// [`LanePrime::settle`]: folds the bits beyond `top` bits of the top digit; `small` is
/// `2^(208 + top)`.
#[inline(always)]
fn settle<V: Lanewise>(mut t: [V; 5], top: u32, small: u64) -> [V; 5] {
    t[0] = t[0].madd_low(t[4].shr(top), V::splat(small));
    t[4] = t[4].and(V::splat((1 << top) - 1));
    carry_up(&mut t);
    t
}

macro_rules! pseudo_mersenne {
    ($name:ident, $title:literal, $bits:literal, $small:literal) => {
        impl $name {
            /// `2^260` modulo the prime.
            const C: u64 = $small << (5 * DIGIT_BITS - $bits);
        }

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

            const BIAS: [u64; 5] = {
                let [a, b, c, d, e] = Self::DIGITS;
                [a << 10, b << 10, c << 10, d << 10, e << 10]
            };

            #[inline(always)]
            fn wait<V: Lanewise>(columns: [[V; 5]; 2]) -> [V; 5] {
                wait(columns, Self::C, Self::C >= 1 << 12)
            }

            #[inline(always)]
            fn settle<V: Lanewise>(t: [V; 5]) -> [V; 5] {
                settle(t, $bits - 4 * DIGIT_BITS, $small)
            }

            #[inline(always)]
            fn reduce<V: Lanewise>(columns: [[V; 5]; 2]) -> [V; 5] {
                Self::fold(wait(columns, Self::C, true))
            }

            #[inline(always)]
            fn fold<V: Lanewise>(digits: [V; 5]) -> [V; 5] {
                let mut t = Self::settle(digits);
                for k in 0..4 {
                    t[k] = t[k].digits();
                }
                t
            }
        }
    };
}

pseudo_mersenne!(F25519, "2^255-19", 255, 19);
pseudo_mersenne!(Secp256k1, "secp256k1", 256, 0x1_0000_03d1);
