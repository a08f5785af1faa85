//! The constants of a prime's field, computed by the compiler from the prime alone.

use crate::limb::{WORD_BITS, Word};

/// The number with the hexadecimal digits `text`; spaces are ignored.
///
/// # Panics
/// If there is another character, or the number takes more than `N` words. In a constant the build
/// fails.
pub const fn from_hex<const N: usize>(text: &str) -> [Word; N] {
    let (text, mut words) = (text.as_bytes(), [0; N]);
    let (mut i, mut digits) = (text.len(), 0);
    while i > 0 {
        i -= 1;
        let digit = match text[i] {
            b' ' => continue,
            c @ b'0'..=b'9' => c - b'0',
            c @ b'a'..=b'f' => c - b'a' + 10,
            _ => panic!("hexadecimal digits in lower case"),
        };
        words[4 * digits / WORD_BITS] |= (digit as Word) << (4 * digits % WORD_BITS);
        digits += 1;
    }
    words
}

/// Number of words for `bits` bits.
pub const fn words_for(bits: usize) -> usize {
    bits.div_ceil(WORD_BITS)
}

pub(super) const fn bit_length<const N: usize>(a: &[Word; N]) -> usize {
    let mut bits = N * WORD_BITS;
    while bits > 0 && (a[(bits - 1) / WORD_BITS] >> ((bits - 1) % WORD_BITS)) & 1 == 0 {
        bits -= 1;
    }
    bits
}

pub(super) const fn equal<const N: usize>(a: &[Word; N], b: &[Word; N]) -> bool {
    let (mut i, mut difference) = (0, 0);
    while i < N {
        difference |= a[i] ^ b[i];
        i += 1;
    }
    difference == 0
}

/// `a - b` and the borrow.
pub(super) const fn sub<const N: usize>(a: &[Word; N], b: &[Word; N]) -> ([Word; N], Word) {
    let (mut r, mut borrow, mut i) = ([0; N], 0, 0);
    while i < N {
        (r[i], borrow) = crate::limb::sbb(a[i], b[i], borrow);
        i += 1;
    }
    (r, borrow)
}

/// `a 2^doublings mod m` for `a` in `[0, m)`.
pub(super) const fn shifted<const N: usize>(
    mut a: [Word; N],
    m: &[Word; N],
    mut doublings: usize,
) -> [Word; N] {
    while doublings > 0 {
        let (mut carry, mut i) = (0, 0);
        while i < N {
            let out = a[i] >> (WORD_BITS - 1);
            a[i] = a[i] << 1 | carry;
            carry = out;
            i += 1;
        }
        let (difference, borrow) = sub(&a, m);
        if carry == 1 || borrow == 0 {
            a = difference;
        }
        doublings -= 1;
    }
    a
}

/// `a >> bits`.
pub(super) const fn shifted_down<const N: usize>(a: &[Word; N], bits: usize) -> [Word; N] {
    let (mut r, mut i) = ([0; N], 0);
    while i + bits < N * WORD_BITS {
        let bit = (a[(i + bits) / WORD_BITS] >> ((i + bits) % WORD_BITS)) & 1;
        r[i / WORD_BITS] |= bit << (i % WORD_BITS);
        i += 1;
    }
    r
}

/// `w` as a number.
pub(super) const fn small<const N: usize>(w: Word) -> [Word; N] {
    let mut r = [0; N];
    r[0] = w;
    r
}
