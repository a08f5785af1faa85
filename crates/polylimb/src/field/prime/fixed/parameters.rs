//! A prime as a type, and everything that follows from it.

use super::constants::{bit_length, equal, shifted, shifted_down, small};
use crate::field::square_root::{non_square, two_adicity};
use crate::limb::{WORD_BITS, Word, inverse_mod_word};

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
pub(super) trait Derived<const N: usize>: PrimeParameters<N> {
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
    const R_SQUARED: [Word; N] = shifted(Self::R, &Self::MODULUS, N * WORD_BITS);
    /// `R³ mod p`.
    const R_CUBED: [Word; N] = shifted(Self::R_SQUARED, &Self::MODULUS, N * WORD_BITS);
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
