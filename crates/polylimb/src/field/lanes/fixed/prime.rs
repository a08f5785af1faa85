//! A prime as a type, with its reduction over lanes.

use crate::field::lanes::vector::Compiled;
use crate::limb::{WORD_BITS, Word};

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
    /// Elements are `a 2^R_BITS`.
    const R_BITS: usize;

    /// The element for a product's columns, which are not negative and come from products of
    /// elements.
    fn reduce<V: Compiled>(columns: [[V; D]; 2]) -> [V; D];

    /// The element for digits in `[0, 2^55)` and a number below `32 p`.
    fn fold<V: Compiled>(digits: [V; D]) -> [V; D];

    /// `n a`; `None` where that is not cheaper than a product.
    #[inline(always)]
    fn mul_small<V: Compiled>(_a: &[V; D], _n: u32) -> Option<[V; D]> {
        None
    }
}

/// The number in `words` in digits of `radix` bits.
pub(in crate::field::lanes) const fn digits_of<const N: usize, const D: usize>(
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
pub(in crate::field::lanes) const fn power_of_2<const D: usize>(
    n: usize,
    p: &[u64; D],
    radix: u32,
) -> [u64; D] {
    let (mut power, mut i) = ([0; D], 0);
    power[0] = 1;
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
