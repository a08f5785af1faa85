//! Squaring a polynomial over `F_2` inserts a zero between every two coefficients; and the inverse.
//!
//! Spread by halves: the upper half of the bits is shifted by half a word, then the upper half of
//! each half, and so on; log2 W steps of a shift and a mask per word, no table. (`[Aranha2009]`,
//! Algorithm 1, looks up the spread nibbles.)

use super::Double;
use crate::limb::{WORD_BITS, Word};

/// `a²`.
#[inline(always)]
pub(super) const fn square<const N: usize>(a: &[Word; N]) -> Double<N> {
    let mut r = Double::<N>::ZERO;
    square_words(r.0.as_flattened_mut(), a);
    r
}

/// `r = a²`, `r` twice as long.
#[inline(always)]
pub(super) const fn square_words(r: &mut [Word], a: &[Word]) {
    let mut i = 0;
    while i < a.len() {
        r[2 * i] = spread(a[i] & (Word::MAX >> (WORD_BITS / 2)));
        r[2 * i + 1] = spread(a[i] >> (WORD_BITS / 2));
        i += 1;
    }
}

/// The even coefficients and the odd ones: `a = e² + x o²`.
#[inline(always)]
pub(super) const fn halves<const N: usize>(a: &[Word; N]) -> [[Word; N]; 2] {
    let mut r = [[0; N]; 2];
    let mut i = 0;
    while i < N {
        let shift = i % 2 * (WORD_BITS / 2);
        r[0][i / 2] |= gather(a[i]) << shift;
        r[1][i / 2] |= gather(a[i] >> 1) << shift;
        i += 1;
    }
    r
}

/// Runs of `step` ones, separated by `step` zeros.
const fn runs(step: usize) -> Word {
    Word::MAX / ((1 << step) + 1)
}

/// The bits of the lower half of a word, at the even places.
#[inline(always)]
const fn spread(a: Word) -> Word {
    let mut r = a;
    let mut step = WORD_BITS / 4;
    while step > 0 {
        r = (r | (r << step)) & runs(step);
        step /= 2;
    }
    r
}

/// The even bits of a word, together in its lower half.
#[inline(always)]
const fn gather(a: Word) -> Word {
    let mut r = a & runs(1);
    let mut step = 1;
    while step < WORD_BITS / 2 {
        r = (r | (r >> step)) & runs(2 * step);
        step *= 2;
    }
    r
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_move_apart_and_together() {
        for a in 0..1 << (WORD_BITS / 2).min(16) {
            let expected = (0..WORD_BITS / 2).fold(0, |r, i| r | (((a >> i) & 1) << (2 * i)));
            assert_eq!(spread(a), expected);
            assert_eq!(gather(expected | (Word::MAX - runs(1))), a);
        }
    }
}
