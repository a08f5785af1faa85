//! Eight lanes of the primes of named curves, each reduced in its own way.
//!
//! **Representation.** An element is `[V; D]` as in the [folder above](super), but digits have
//! [`LanePrime::RADIX`] bits: 52, or 48 where the prime's terms then lie on digits. Elements of
//! each prime:
//!
//! | prime | digits | elements | digits but the top one | reduced by |
//! |---|---|---|---|---|
//! | 2^255 - 19, secp256k1 | 5 of 52 bits | `a` | below 2^52 | the high half times `2^260 mod p` |
//! | P-256 | 5 of 52 bits | `a 2^260` | below 2^52 | Montgomery, the digit being its own quotient |
//! | P-384 | 8 of 48 bits | `a` | below 2^48 | adding the high half in four places |
//! | P-521 | 11 of 48 bits | `a` | up to 2^48 + 2^9 | adding the high half, 7 bits up |
//!
//! An element's number lies in `[0, 4 p)`, and its top digit is at most the top digit of `4 p` less
//! two, so that `4 p` minus the element has no negative digit. Sums and differences are reduced to
//! this range by folding the bits beyond the prime's; only `leave` and `is_zero` compare with `p`.
//! `tests/proofs/fixed_lanes.rs` proves range and value of every formula for all elements.
//!
//! **Constant time** throughout. Read [`LanePrime`], `nist.rs`, then `field.rs`.

use super::vector::Compiled;
use crate::limb::simd::Lanewise;
use crate::limb::{WORD_BITS, WORD_BYTES, Word};

pub(super) mod columns;
mod field;
mod look_up;
mod nist;
mod pseudo_mersenne;
#[cfg(any(all(feature = "engine", feature = "std"), test))]
pub(crate) mod waiting;

pub use field::FixedLanes;

/// The primes themselves, as types, with the number of their digits.
pub mod primes {
    pub use super::nist::{P256, P384, P521};
    pub use super::pseudo_mersenne::{F25519, Secp256k1};
    pub use crate::field::prime::fixed::primes::{Bls12381, Bn254Nogami, Bn254Snark};
}

/// A prime whose products over lanes are reduced in a way of its own.
///
/// Sealed: its functions are over vectors that cannot be named outside of the library.
pub trait LanePrime<const D: usize>: Copy + Send + Sync + 'static {
    /// The field's name.
    const NAME: &'static str;
    /// Bits of the prime.
    const BITS: usize;
    /// Bits of a digit.
    const RADIX: u32;
    /// The prime in digits.
    const DIGITS: [u64; D];
    /// The largest value of a digit of an element, except the top one.
    const MOST: u64 = (1 << Self::RADIX) - 1;
    /// Whether a named curve over this prime has the endomorphism `(β x, y)`.
    const ENDOMORPHISM: bool = false;
    /// Elements are `a 2^R_BITS`.
    const R_BITS: usize;

    /// Whether the digits of an element have four bits to spare, so that a few sums are factors.
    const SPARE_BITS: bool = false;

    /// What a digit of [`multiple`] borrows from the next one is `2^LENT`, or nothing for 0.
    const LENT: u32 = 0;

    /// A multiple of the prime in digits, each at least as large as twice the columns that
    /// [`LanePrime::wait`] leaves of a product; primes of five digits have one.
    const BIAS: [u64; D] = [0; D];

    /// The columns of five digits for a product's columns: what a carry would move stays. The
    /// operands are settled.
    #[inline(always)]
    fn wait<V: Lanewise>(columns: [[V; D]; 2]) -> [V; D] {
        Self::reduce(columns)
    }

    /// The *settled* number for columns: its digits are the low 52 bits, which are all that a
    /// multiply-add reads; the number is below `2^(BITS + 1)`.
    #[inline(always)]
    fn settle<V: Lanewise>(t: [V; D]) -> [V; D] {
        Self::fold(t)
    }

    /// The settled number for columns of a number below `2^(D RADIX)`.
    #[inline(always)]
    fn carry<V: Lanewise>(t: [V; D]) -> [V; D] {
        Self::settle(t)
    }

    /// The element for a product's columns, which are not negative and come from products of
    /// elements.
    fn reduce<V: Lanewise>(columns: [[V; D]; 2]) -> [V; D];

    /// The element for digits in `[0, 2^55)` and a number below `32 p`.
    fn fold<V: Lanewise>(digits: [V; D]) -> [V; D];
}

/// The number in `words` in digits of `radix` bits.
pub(in crate::field) const fn digits_of<const N: usize, const D: usize>(
    words: &[Word; N],
    radix: u32,
) -> [u64; D] {
    let (mut digits, mut i) = ([0; D], 0);
    while i < N * WORD_BITS {
        let bit = (words[i / WORD_BITS] >> (i % WORD_BITS)) & 1;
        if bit == 1 {
            digits[i / radix as usize] |= 1 << (i % radix as usize);
        }
        i += 1;
    }
    digits
}

/// `2^n mod p`.
pub(in crate::field) const fn power_of_2<const D: usize>(
    n: usize,
    p: &[u64; D],
    radix: u32,
) -> [u64; D] {
    // The largest power of 2 below p, doubled.
    let (mut power, mut top) = ([0; D], D - 1);
    while p[top] == 0 {
        top -= 1;
    }
    let bits = top * radix as usize + p[top].ilog2() as usize;
    let mut i = if bits < n { bits } else { n };
    power[i / radix as usize] = 1 << (i % radix as usize);
    while i < n {
        let (mut twice, mut less, mut carry, mut borrow, mut j) = (power, power, 0u64, 0u64, 0);
        while j < D {
            let digit = (power[j] << 1) + carry;
            carry = digit >> radix;
            twice[j] = digit & ((1 << radix) - 1);
            let difference = twice[j].wrapping_sub(p[j]).wrapping_sub(borrow);
            borrow = difference >> 63;
            less[j] = difference & ((1 << radix) - 1);
            j += 1;
        }
        power = if borrow == 0 { less } else { twice };
        i += 1;
    }
    power
}

/// `n p` in digits from which columns can be subtracted.
pub(crate) const fn multiple<P: LanePrime<D>, const D: usize>(n: u64) -> [u64; D] {
    let (mut digits, mut j) = (P::DIGITS, 0);
    while j < D {
        digits[j] *= n;
        if P::LENT > 0 && j + 1 < D {
            digits[j] += 1 << P::LENT;
        }
        if P::LENT > 0 && j > 0 {
            digits[j] -= 1 << (P::LENT - P::RADIX);
        }
        j += 1;
    }
    digits
}

/// `4 p` in digits such that no digit of an element, except the top one, exceeds the digit of
/// `4 p`.
pub(super) const fn bias<const D: usize>(p: &[u64; D], radix: u32) -> [u64; D] {
    let (mut r, mut carry, mut j) = ([0; D], 0, 0);
    while j < D {
        let digit = 4 * p[j] + carry;
        (r[j], carry) = if j + 1 == D {
            (digit - 2, 0)
        } else {
            let lent = if j == 0 { 0 } else { 2 };
            ((digit & ((1 << radix) - 1)) + (2 << radix) - lent, digit >> radix)
        };
        j += 1;
    }
    r
}

/// The digits of a number, from its bytes, least significant first; bits beyond the digits are
/// lost.
pub(in crate::field::lanes) fn digits_of_bytes<const D: usize>(
    radix: u32,
    bytes: impl Iterator<Item = u8>,
) -> [u64; D] {
    let (mut digits, mut next, mut window, mut bits) = ([0; D], 0, 0u64, 0);
    for byte in bytes {
        let byte = u64::from(byte);
        window |= byte << bits;
        bits += 8;
        if bits >= radix && next < D {
            digits[next] = window & ((1 << radix) - 1);
            next += 1;
            bits -= radix;
            window = byte >> (8 - bits);
        }
    }
    if next < D {
        digits[next] = window;
    }
    digits
}

/// The inverse of [`digits_of_bytes`].
pub(in crate::field::lanes) fn bytes_of_digits<'a, const D: usize>(
    radix: u32,
    digits: &[u64; D],
    bytes: impl Iterator<Item = &'a mut u8>,
) {
    for (i, byte) in bytes.enumerate() {
        let (first, shift) = (8 * i / radix as usize, 8 * i % radix as usize);
        let digit = |j: usize| u128::from(digits.get(j).copied().unwrap_or(0));
        *byte = ((digit(first) | digit(first + 1) << radix) >> shift) as u8;
    }
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> FixedLanes<V, P, D> {
    /// The digits of a number, from its bytes, least significant first; bits beyond the digits are
    /// lost.
    pub(crate) fn digits(bytes: impl Iterator<Item = u8>) -> [u64; D] {
        digits_of_bytes(P::RADIX, bytes)
    }

    /// The digits of the number in `words`; bits beyond the digits are lost.
    pub(crate) fn digits_of_words(words: &[Word]) -> [u64; D] {
        // By index: a flattened iterator compares positions that it has not set yet, and what the
        // stack held there looks like a secret to the checks.
        let byte = |i: usize| (words[i / WORD_BYTES] >> (8 * (i % WORD_BYTES))) as u8;
        Self::digits((0..words.len() * WORD_BYTES).map(byte))
    }

    /// The inverse of [`FixedLanes::digits`].
    pub(crate) fn write_bytes<'a>(digits: &[u64; D], bytes: impl Iterator<Item = &'a mut u8>) {
        bytes_of_digits(P::RADIX, digits, bytes);
    }

    /// Whether the number is below `p`. A `bool`, because input from outside is public.
    pub(crate) fn is_reduced(digits: &[u64; D]) -> bool {
        let borrow = digits
            .iter()
            .zip(&P::DIGITS)
            .fold(0, |borrow, (a, p)| a.wrapping_sub(*p).wrapping_sub(borrow) >> 63);
        borrow == 1
    }
}
