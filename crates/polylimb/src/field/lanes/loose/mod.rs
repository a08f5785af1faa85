//! Eight lanes of a prime whose sums are not reduced, for formulas with more sums than products:
//! pairings.
//!
//! **Source.** Sums without reduction, with a bound for every element: the magnitudes of
//! libsecp256k1; postponed reductions of products: `[Aranha2011]`. **Idea.** A sum or difference is
//! computed digit by digit on signed 64-bit numbers: `D` instructions. Only a factor of a product
//! is brought into digits in `[0, 2^52)`, and only [`Field::settle`](crate::field::Field::settle)
//! makes a number small again. Wide values are signed columns of unreduced products, and are summed
//! column by column.
//!
//! **Representation.** `a 2^(52 D)` modulo `p` as `[V; D]`, a signed number whose size is below the
//! limit:
//!
//! | prime | digits | limit | results of products | settled | factors |
//! |---|---|---|---|---|---|
//! | `bn254` | 5 | `13.7 p` | about `[0, 1.2 p]` | `[0, 2.8 p]` | settled |
//! | `bn254-snark` | 5 | `10.5 p` | about `[0, 1.7 p]` | `[0, 2.4 p]` | settled |
//! | BLS12-381 | 8 | `64 p` | about `[0, p]` | `[0, 10.9 p]` | plus `64 p`, and carried |
//!
//! **The formula must keep to the limit**: this [`Field`](crate::field::Field) does not suit every
//! formula. `tests/pairing/lanes.rs` runs the whole pairing over intervals in place of numbers,
//! which proves the limit for all inputs, because no formula branches.
//!
//! **Constant time** throughout. Read [`LoosePrime`], then `field.rs`.

use super::LANES;
use super::digits::{DIGIT_BITS, DIGIT_MASK};
use super::fixed::digits_of;
use crate::field::prime::fixed::{PrimeParameters, primes, words_for};

mod field;
mod spread;
mod square_root;

pub use field::LooseLanes;

/// Words of the largest prime.
const MOST_WORDS: usize = 384 / crate::limb::WORD_BITS;

// Primes for lanes without reduced sums, and the multiples of the primes that make a number small
// again.

/// A prime of `D` digits of 52 bits with some spare bits. Sealed: its functions are over vectors
/// that cannot be named outside of the library.
pub trait LoosePrime<const D: usize>: Copy + Send + Sync + 'static {
    /// The field's name.
    const NAME: &'static str;
    /// Bits of the prime.
    const BITS: usize;
    /// The prime in digits.
    const DIGITS: [u64; D];
    /// Bits of the top digit that settling leaves as they are: the top digit of an element is below
    /// 8 times `2^KEPT` in size.
    const KEPT: u32;
    /// Multiple of the prime that is added to a factor; elements are smaller than this multiple. 0
    /// where factors are settled, because the prime has so few spare bits that their product would
    /// otherwise be too large.
    const BIAS: u64;
}

macro_rules! loose_primes {
    ($($name:ident, $bits:literal, $d:literal, $kept:literal, $bias:literal;)*) => {
        $(
            impl LoosePrime<$d> for primes::$name {
                const NAME: &'static str =
                    <Self as PrimeParameters<{ words_for($bits) }>>::NAME;
                const BITS: usize = $bits;
                const DIGITS: [u64; $d] =
                    digits_of(&<Self as PrimeParameters<{ words_for($bits) }>>::MODULUS, DIGIT_BITS);
                const KEPT: u32 = $kept;
                const BIAS: u64 = $bias;
            }
        )*
    };
}

loose_primes! {
    Bn254Nogami, 254, 5, 46, 0;
    Bn254Snark, 254, 5, 46, 0;
    Bls12381, 381, 8, 20, 64;
}

/// For each digit the number that is added to it: entry `k mod 16` belongs to a number whose top
/// digit is in `[k 2^KEPT, (k + 1) 2^KEPT]`, `k` from -8 to 7.
pub(super) type Multiples<const D: usize> = [[[u64; LANES]; 2]; D];

/// Twice the most that the digits below may add to the top one; they are below `2^61`.
const SLACK: u64 = 1 << 10;

/// `a + p` in digits.
const fn plus<const D: usize>(a: &[u64; D], p: &[u64; D]) -> [u64; D] {
    let (mut r, mut carry, mut j) = ([0; D], 0, 0);
    while j < D {
        let digit = a[j] + p[j] + carry;
        carry = digit >> DIGIT_BITS;
        r[j] = digit & DIGIT_MASK;
        j += 1;
    }
    r
}

/// `n p` in digits.
pub(super) const fn times<const D: usize>(p: &[u64; D], n: u64) -> [u64; D] {
    let (mut r, mut i) = ([0; D], 0);
    while i < n {
        r = plus(&r, p);
        i += 1;
    }
    r
}

/// The multiples of `p` that make the number not negative and smaller than `p` plus `2^KEPT` in the
/// top digit.
pub(super) const fn multiples<const D: usize>(p: &[u64; D], kept: u32) -> Multiples<D> {
    let (mut table, mut entry) = ([[[0; LANES]; 2]; D], 0);
    while entry < 2 * LANES {
        let positive = entry < LANES && entry > 0;
        let (mut multiple, mut j) = ([0; D], 0);
        if positive {
            let most = ((entry as u64) << kept) - SLACK;
            let mut next = plus(&multiple, p);
            while next[D - 1] < most {
                multiple = next;
                next = plus(&multiple, p);
            }
        } else {
            let size = if entry == 0 { 0 } else { (2 * LANES - entry) as u64 };
            while multiple[D - 1] < (size << kept) + SLACK {
                multiple = plus(&multiple, p);
            }
        }
        while j < D {
            table[j][entry / LANES][entry % LANES] =
                if positive { multiple[j].wrapping_neg() } else { multiple[j] };
            j += 1;
        }
        entry += 1;
    }
    table
}
