//! A prime as a type, and everything that follows from it.

use crate::field::square_root::{non_square, two_adicity};
use crate::limb::{WORD_BITS, Word, adc, inverse_mod_word, mac};

/// An odd prime as a type, of at most `N` words; the top word is not 0. The compiler derives all
/// else.
pub trait PrimeParameters<const N: usize>: 'static {
    /// The field's name.
    const NAME: &'static str;
    /// The prime.
    const MODULUS: [Word; N];
    /// For `p - 1 = 2^s q`, `q` odd: a non-square to the power of `q`, as a number. Only square
    /// roots use it, and only if `s > 1`; without it they compute it every time.
    const ROOT_OF_UNITY: Option<[Word; N]> = None;
}

/// Constants derived from a prime `p` of `N` words of `w` bits; `R = 2^(w N)`.
pub(super) trait Derived<const N: usize>: PrimeParameters<N> + Sized {
    /// Bit length of `p`.
    const BITS: usize = bit_length(&Self::MODULUS);
    /// `R mod p`.
    const R: [Word; N] = {
        assert!(N > 1 && Self::MODULUS[0] & 1 == 1 && Self::MODULUS[N - 1] != 0);
        // The largest power of 2 below p, doubled until it is R.
        let mut power = [0; N];
        power[(Self::BITS - 1) / WORD_BITS] = 1 << ((Self::BITS - 1) % WORD_BITS);
        shifted(power, &Self::MODULUS, N * WORD_BITS + 1 - Self::BITS)
    };
    /// Whether `R mod p` is at most half a word's range. If so, elements are any numbers below `R`
    /// and products are folded; otherwise elements are `a R mod p` below `p` (Montgomery's
    /// representation).
    const FOLDS: bool = equal(&Self::R, &small(Self::R[0])) && Self::R[0] <= 1 << (WORD_BITS - 1);
    /// `R mod p`, if it is a single word.
    const FOLD: Word = Self::R[0];
    /// `2^BITS mod p` if elements are folded.
    const FOLD_BITS: Word = {
        let mut power = [0; N];
        power[(Self::BITS - 1) / WORD_BITS] = 1 << ((Self::BITS - 1) % WORD_BITS);
        shifted(power, &Self::MODULUS, 1)[0]
    };
    /// 1 as an element.
    const ONE: [Word; N] = if Self::FOLDS { small(1) } else { Self::R };
    /// `R² mod p`.
    const R_SQUARED: [Word; N] = {
        // 2^e R for the leading bits e of w N: a product adds exponents, a doubling adds 1.
        let (mut power, mut i) = (Self::R, (N * WORD_BITS).ilog2() + 1);
        while i > 0 {
            i -= 1;
            power = product::<Self, N>(&power, &power);
            power = shifted(power, &Self::MODULUS, ((N * WORD_BITS) >> i) & 1);
        }
        power
    };
    /// `R³ mod p`.
    const R_CUBED: [Word; N] = product::<Self, N>(&Self::R_SQUARED, &Self::R_SQUARED);
    /// `-1/p mod 2^w`.
    const M_INVERSE: Word = inverse_mod_word(Self::MODULUS[0]).wrapping_neg();
    /// The exponent `s` of 2 in `p - 1 = 2^s q`.
    const TWO_ADICITY: usize = two_adicity(&Self::MODULUS);
    /// `q`.
    const ODD_PART: [Word; N] = shifted_down(&Self::MODULUS, Self::TWO_ADICITY);
    /// `(q - 1) / 2`.
    const ROOT_EXPONENT: [Word; N] = shifted_down(&Self::ODD_PART, 1);
    /// A non-square; only for `s > 1`.
    const NON_SQUARE: u32 = non_square(&Self::MODULUS);
}

impl<P: PrimeParameters<N>, const N: usize> Derived<N> for P {}

// The constants of a prime's field, computed by the compiler from the prime alone.

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

/// `a b / R mod p` (Montgomery's product). An interpreter computes it, once for each crate: few
/// steps.
const fn product<P: Derived<N>, const N: usize>(a: &[Word; N], b: &[Word; N]) -> [Word; N] {
    let (m, mut r, mut top, mut i) = (&P::MODULUS, [0; N], 0, 0);
    while i < N {
        let quotient = a[0].wrapping_mul(b[i]).wrapping_add(r[0]).wrapping_mul(P::M_INVERSE);
        let (mut carry, mut carry_m, mut j) = (0, 0, 0);
        while j < N {
            let mut sum;
            (sum, carry) = mac(r[j], a[j], b[i], carry);
            (sum, carry_m) = mac(sum, m[j], quotient, carry_m);
            if j > 0 {
                r[j - 1] = sum;
            }
            j += 1;
        }
        (r[N - 1], top) = adc(carry, carry_m, top);
        i += 1;
    }
    let (difference, borrow) = sub(&r, m);
    if top == 1 || borrow == 0 { difference } else { r }
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
