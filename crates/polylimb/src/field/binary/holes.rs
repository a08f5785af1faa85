//! `holes`: products over `F_2` by products of integers.
//!
//! **Source.** `[Pornin2016]`, for GHASH; the words by `[Weimerskirch2006]`. **Idea.** An operand
//! is the sum of parts that have only each `GAP`-th bit. In the product of two parts the bit at a
//! place counts pairs, and its carries end in the hole above: the lowest bit of the count is the
//! product's. **Cost.** `N (N + 1) / 2` products of words, each `GAP²` products of integers.
//! **Constant time** where the processor's product of two words is.

use super::{Double, Everywhere, Product};
use crate::limb::{DoubleWord, WORD_BITS, Word};

/// Multiplies by integer products of operands with holes; constant time where those are.
#[derive(Debug, Clone, Copy)]
pub struct Holes;

/// Distance of bits. A place counts at most `WORD_BITS / GAP`, rounded up, pairs.
const GAP: usize = if WORD_BITS == 64 { 5 } else { 4 };
const _: () = assert!(WORD_BITS.div_ceil(GAP) < 1 << GAP);

/// The places whose remainder modulo `GAP` is `part`.
const fn places(part: usize) -> DoubleWord {
    let (mut r, mut i) = (0, part);
    while i < 2 * WORD_BITS {
        r |= 1 << i;
        i += GAP;
    }
    r
}

const PLACES: [DoubleWord; GAP] = {
    let (mut r, mut part) = ([0; GAP], 0);
    while part < GAP {
        r[part] = places(part);
        part += 1;
    }
    r
};

/// `a b` of polynomials in a word each.
#[inline(always)]
fn of_words(a: Word, b: Word) -> DoubleWord {
    let parts = |a: Word| PLACES.map(|places| DoubleWord::from(a & places as Word));
    let (a, b) = (parts(a), parts(b));
    let mut r = 0;
    for part in 0..GAP {
        let sum = (0..GAP).fold(0, |sum, i| sum ^ (a[i] * b[(GAP + part - i) % GAP]));
        r |= sum & PLACES[part];
    }
    r
}

impl Everywhere for Holes {
    const HERE: Self = Self;
}

impl Product for Holes {
    const NAME: &'static str = "holes";

    // With D = Σ aᵢ bᵢ xⁱ: a b = D (1 + x + … + x^(N-1)) + Σ (aᵢ + aⱼ)(bᵢ + bⱼ) x^(i+j), i < j,
    // where x is a word. Out of line: it is long.
    #[inline(never)]
    fn product<const N: usize>(self, a: &[Word; N], b: &[Word; N]) -> Double<N> {
        let (mut sums, mut product) = (Double::<N>::ZERO, Double::<N>::ZERO);
        let (d, r) = (sums.words_mut(), product.words_mut());
        for i in 0..N {
            let t = of_words(a[i], b[i]);
            d[i] ^= t as Word;
            d[i + 1] ^= (t >> WORD_BITS) as Word;
        }
        let mut sum = 0;
        for i in 0..2 * N {
            sum ^= d[i];
            if i >= N {
                sum ^= d[i - N];
            }
            r[i] = sum;
        }
        for i in 0..N {
            for j in i + 1..N {
                let t = of_words(a[i] ^ a[j], b[i] ^ b[j]);
                r[i + j] ^= t as Word;
                r[i + j + 1] ^= (t >> WORD_BITS) as Word;
            }
        }
        product
    }
}
