//! Squaring a polynomial over `F_2`: a zero goes between every two coefficients.
//!
//! Spread by halves: the upper half of the bits moves away by half, then of each half, and so on;
//! log2 W steps of a shift and a mask per word, no table. (Aranha et al. 2009, Algorithm 1 looks the
//! spread nibbles up.)

use super::Double;
use crate::limb::{WORD_BITS, Word};

/// `a²`.
#[inline(always)]
pub(super) fn square<const N: usize>(a: &[Word; N]) -> Double<N> {
    let mut r = Double::<N>::ZERO;
    for (r, &a) in r.words_mut().chunks_exact_mut(2).zip(a) {
        r[0] = spread(a & (Word::MAX >> (WORD_BITS / 2)));
        r[1] = spread(a >> (WORD_BITS / 2));
    }
    r
}

/// The bits of the lower half of a word, apart by two.
#[inline(always)]
const fn spread(a: Word) -> Word {
    let mut r = a;
    let mut step = WORD_BITS / 4;
    while step > 0 {
        // Runs of `step` ones, `step` zeros between them.
        let mask = Word::MAX / ((1 << step) + 1);
        r = (r | (r << step)) & mask;
        step /= 2;
    }
    r
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_move_apart() {
        for a in 0..1 << (WORD_BITS / 2).min(16) {
            let expected = (0..WORD_BITS / 2).fold(0, |r, i| r | (((a >> i) & 1) << (2 * i)));
            assert_eq!(spread(a), expected);
        }
    }
}
