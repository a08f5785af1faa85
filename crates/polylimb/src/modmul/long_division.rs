//! Schoolbook division in constant time, for set-up and for [`super::Modulus::reduce`].
//!
//! **Source.** `[Knuth1969]`, section 4.3.1, Algorithm D; a reciprocal of one word
//! (`[MollerGranlund2011]`, Algorithm 4) gives the quotient word, without a division instruction.
//! **Idea.** With the divisor shifted until its top bit is set, the top two words of the remainder
//! divided by the top word of the divisor are never below the true quotient word and at most 2
//! above it: two masked corrections for each word. **Cost.** `n` word products for each quotient
//! word.

use crate::limb::{
    DoubleWord, Kernel, Mask, WORD_BITS, Word, bit_length_vartime, shl_assign, shr_assign,
};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// A modulus of `n` words, prepared for divisions by it. Divisions are constant-time for given
/// lengths.
pub struct Divisor {
    kernel: Kernel,
    /// The modulus times 2^`shift`: its top bit is set.
    normalised: Zeroizing<Vec<Word>>,
    shift: usize,
    /// `floor((β² - 1) / d) - β` for the top word `d` and `β = 2^`[`WORD_BITS`].
    reciprocal: Zeroizing<Word>,
}

impl Divisor {
    /// For a `modulus` of at least one word, the top one not 0. Constant time given its bit length.
    #[must_use]
    pub fn new(kernel: Kernel, modulus: &[Word]) -> Self {
        let shift = modulus.len() * WORD_BITS - bit_length_vartime(modulus);
        let mut normalised = Zeroizing::new(modulus.to_vec());
        let _ = shl_assign(&mut normalised, shift);
        let reciprocal = Zeroizing::new(reciprocal(normalised[modulus.len() - 1]));
        Self { kernel, normalised, shift, reciprocal }
    }

    /// Words of the divisor.
    fn words(&self) -> usize {
        self.normalised.len()
    }

    /// Quotient and remainder of any number, constant time for its length. The quotient has
    /// `dividend.len() - n + 1` words (at least 1), the remainder `n`.
    #[must_use]
    pub fn divide(&self, dividend: &[Word]) -> (Zeroizing<Vec<Word>>, Zeroizing<Vec<Word>>) {
        let n = self.words();
        let words = dividend.len().max(n);
        let mut u = Zeroizing::new(vec![0; words + 1]);
        u[..dividend.len()].copy_from_slice(dividend);
        let (mut quotient, mut remainder) =
            (Zeroizing::new(vec![0; words - n + 1]), Zeroizing::new(vec![0; n]));
        self.divide_in_place(&mut remainder, &mut u, |j, digit| quotient[j] = digit);
        (quotient, remainder)
    }

    /// `r = dividend mod M` for a dividend of `n + k` words below `M β^k`, `k > 0`, which is
    /// overwritten. Constant time for its length. Nothing allocates.
    ///
    /// # Panics
    /// If `r` does not have `n` words, or `dividend` has fewer.
    pub fn remainder(&self, r: &mut [Word], dividend: &mut [Word]) {
        self.divide_in_place(r, dividend, |_, _| ());
    }

    /// Replaces the dividend by the remainder, and passes each word of the quotient with its place.
    fn divide_in_place(
        &self,
        remainder: &mut [Word],
        u: &mut [Word],
        mut quotient: impl FnMut(usize, Word),
    ) {
        let n = self.words();
        // The word above takes the bits shifted out. They are less than a word, so it stays below
        // the divisor's top word, as the first quotient word needs.
        let _ = shl_assign(u, self.shift);
        for j in (0..u.len() - n).rev() {
            quotient(j, self.digit(&mut u[j..=j + n]));
        }
        remainder.copy_from_slice(&u[..n]);
        let _ = shr_assign(remainder, self.shift);
    }

    /// One quotient word: `u`, of `n + 1` words and below `β` times the divisor, becomes the
    /// remainder.
    fn digit(&self, u: &mut [Word]) -> Word {
        let n = self.words();
        let (u, top) = u.split_at_mut(n);
        let mut q = self.estimate(top[0], u[n - 1]);
        let borrow = self.kernel.submul_1(u, &self.normalised, q);
        // The estimate is at most 2 too large.
        let (mut high, negative) = top[0].overflowing_sub(borrow);
        let mut negative = Mask::from_bit(negative as Word);
        for _ in 0..2 {
            q = q.wrapping_sub(negative.bit());
            let carry = self.kernel.add_assign_if(u, &self.normalised, negative);
            let positive_again;
            (high, positive_again) = high.overflowing_add(carry);
            negative = negative & !Mask::from_bit(positive_again as Word);
        }
        debug_assert!(high == 0 && !negative.to_bool_vartime());
        top[0] = high;
        q
    }

    /// The top word of `u1 β + u0` over the divisor's top word `d`, at most `β - 1`, for `u1 <= d`.
    fn estimate(&self, u1: Word, u0: Word) -> Word {
        let d = self.normalised[self.words() - 1];
        let q = (*self.reciprocal as DoubleWord * u1 as DoubleWord)
            .wrapping_add(((u1 as DoubleWord) << WORD_BITS) | u0 as DoubleWord);
        let mut q1 = ((q >> WORD_BITS) as Word).wrapping_add(1);
        let mut rest = u0.wrapping_sub(q1.wrapping_mul(d));
        let too_large = Mask::from_bit((q as Word).overflowing_sub(rest).1 as Word);
        q1 = q1.wrapping_sub(too_large.bit());
        rest = rest.wrapping_add(d & too_large.word());
        let too_small = !Mask::from_bit(rest.overflowing_sub(d).1 as Word);
        q1 = q1.wrapping_add(too_small.bit());
        Mask::equal(u1, d).select(Word::MAX, q1)
    }
}

/// `floor((β² - 1) / d) - β` for a `d` with its top bit set, bit by bit: constant time.
fn reciprocal(d: Word) -> Word {
    let mut rest = !d;
    let mut q = 0;
    for _ in 0..WORD_BITS {
        let top = rest >> (WORD_BITS - 1);
        rest = (rest << 1) | 1;
        let below = Mask::from_bit(rest.overflowing_sub(d).1 as Word);
        let fits = Mask::from_bit(top) | !below;
        q = (q << 1) | fits.bit();
        rest = rest.wrapping_sub(d & fits.word());
    }
    q
}

// Barrett's constant.
//
// **Source.** `[Barrett1986]`; for partial reductions `[Giorgi2013]`. The papers have
// `⌊r^(n+t) / M⌋`; one less in the numerator keeps it within `t + 1` words for `M = r^(n-1)`, 1
// included, and the bound that the reductions need, `ν >= r^(n+t) / M - 1`, still holds.

/// `ν = ⌊(r^(n+t) - 1) / M⌋`, `t + 1` words, for a modulus of `n` words whose top word is not 0.
/// Constant time given the modulus' bit length; `(t + 1) n` word products.
pub(super) fn barrett_constant(kernel: Kernel, modulus: &[Word], t: usize) -> Zeroizing<Vec<Word>> {
    Divisor::new(kernel, modulus).divide(&vec![Word::MAX; modulus.len() + t]).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reciprocal_of_extreme_words() {
        for d in [1 << (WORD_BITS - 1), (1 << (WORD_BITS - 1)) | 1, Word::MAX - 1, Word::MAX] {
            let exact = DoubleWord::MAX / d as DoubleWord - (1 << WORD_BITS);
            assert_eq!(reciprocal(d), exact as Word, "{d}");
        }
    }

    /// Quotients whose first estimate is 2 too large or would be `β` need the divisors and
    /// dividends of this grid; multiplying back is the judge.
    #[test]
    fn agrees_with_multiplying_back() {
        let kernel = Kernel::PORTABLE;
        let half = 1 << (WORD_BITS - 1);
        let values = [0, 1, 2, half - 1, half, half + 1, Word::MAX - 1, Word::MAX];
        let mut compared = 0;
        for top in values.into_iter().filter(|&v| v != 0) {
            for low in values {
                let m = [low, top];
                let divisor = Divisor::new(kernel, &m);
                for u in values.into_iter().flat_map(|x| values.map(|y| [x, y])) {
                    for v in [[0, 1], [low, top], [Word::MAX, top - 1], [Word::MAX, Word::MAX]] {
                        let dividend = [u[0], u[1], v[0], v[1]];
                        let (q, r) = divisor.divide(&dividend);
                        let mut back = [0; 5];
                        kernel.schoolbook(&mut back, &q, &m);
                        assert_eq!(kernel.add_assign(&mut back, &r), 0);
                        assert_eq!((&back[..4], back[4]), (&dividend[..], 0), "{m:?}");
                        assert!(crate::limb::less_than(&r, &m).to_bool_vartime());
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared >= 10_000, "only {compared} comparisons ran");
    }
}
