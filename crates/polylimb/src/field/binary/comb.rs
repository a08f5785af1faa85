//! The right-to-left comb without branches (`[LopezDahab2000]`; `[Hankerson2004]`, Algorithm 2.34).
//!
//! Bit k of every word of `a` selects the same multiple x^k b, so x^k b is computed once and added
//! under a mask for each word. No table: constant time on every machine. Cost: `N² W` masked
//! additions of a word, `N W` shifts of a word (W bits to a word).

use super::{Double, Everywhere, Product};
use crate::limb::{WORD_BITS, Word};

/// Multiplies by masked additions of shifted operands; constant time everywhere.
#[derive(Debug, Clone, Copy)]
pub struct Comb;

impl Everywhere for Comb {
    const HERE: Self = Self;
}

impl Product for Comb {
    const NAME: &'static str = "comb";

    fn product<const N: usize>(self, a: &[Word; N], b: &[Word; N]) -> Double<N> {
        let mut product = Double::<N>::ZERO;
        let r = product.words_mut();
        // x^k b: the words of `shifted`, then `top`.
        let (mut shifted, mut top) = (*b, 0);
        for k in 0..WORD_BITS {
            for (i, &a) in a.iter().enumerate() {
                // The barrier keeps the compiler from testing the bit with a branch.
                let mask = core::hint::black_box((0 as Word).wrapping_sub((a >> k) & 1));
                for (r, &s) in r[i..].iter_mut().zip(&shifted) {
                    *r ^= s & mask;
                }
                r[i + N] ^= top & mask;
            }
            top = (top << 1) | (shifted[N - 1] >> (WORD_BITS - 1));
            for j in (1..N).rev() {
                shifted[j] = (shifted[j] << 1) | (shifted[j - 1] >> (WORD_BITS - 1));
            }
            shifted[0] <<= 1;
        }
        product
    }
}
