//! Division with remainder (`[Knuth1969]`, 4.3.1, Algorithm D), one word of the quotient after
//! another.
//!
//! Each digit comes from the top two words by a reciprocal of the divisor's top word
//! (`[MollerGranlund2011]`: no division instruction in the loop), is corrected with the next word
//! of both, and is then wrong by one with probability about 2/2^[`WORD_BITS`]. Cost:
//! `(a - b + 1) * b` word products for operands of `a` and `b` words.
//!
//! Variable time in everything: for public numbers, and for entering and checking.

use super::compare::{bit_length_vartime, shl_assign, shr_assign};
use super::kernel::Kernel;
use super::word::{DoubleWord, WORD_BITS, Word};

impl Kernel {
    /// Number of words of scratch that [`Kernel::divide_vartime`] needs.
    #[must_use]
    pub const fn divide_scratch(a_words: usize, b_words: usize) -> usize {
        a_words + 1 + b_words
    }

    /// `a = quotient * b + remainder`, `remainder < b`. `quotient` is as long as `a`, `remainder`
    /// as long as `b`; leading zero words are allowed in both operands. `scratch` has at least
    /// [`Kernel::divide_scratch`] words.
    ///
    /// # Panics
    /// If `b` is 0, or if a slice has the wrong length.
    pub fn divide_vartime(
        self,
        quotient: &mut [Word],
        remainder: &mut [Word],
        a: &[Word],
        b: &[Word],
        scratch: &mut [Word],
    ) {
        assert!(quotient.len() == a.len() && remainder.len() == b.len());
        let bits = bit_length_vartime(b);
        assert!(bits > 0, "division by zero");
        let n = bits.div_ceil(WORD_BITS);
        quotient.fill(0);
        remainder.fill(0);
        if a.len() < n {
            remainder[..a.len()].copy_from_slice(a);
            return;
        }
        // Normalised: the divisor's top bit is set, the dividend gets one word more.
        let shift = n * WORD_BITS - bits;
        let (u, rest) = scratch.split_at_mut(a.len() + 1);
        let v = &mut rest[..n];
        v.copy_from_slice(&b[..n]);
        let _ = shl_assign(v, shift);
        u[..a.len()].copy_from_slice(a);
        u[a.len()] = 0;
        u[a.len()] = shl_assign(&mut u[..a.len()], shift);

        let reciprocal = reciprocal(v[n - 1]);
        for j in (0..=a.len() - n).rev() {
            let mut digit = estimate(u[j + n], &u[..j + n], v, reciprocal);
            let borrow = self.submul_1(&mut u[j..j + n], v, digit);
            if u[j + n] < borrow {
                digit -= 1;
                let _ = self.add_assign(&mut u[j..j + n], v);
            }
            u[j + n] = 0;
            quotient[j] = digit;
        }
        let _ = shr_assign(&mut u[..n], shift);
        remainder[..n].copy_from_slice(&u[..n]);
    }
}

/// The quotient's digit from the top of the running remainder (`top`, then the end of `u`) and of
/// `v`: exact, or one too large.
fn estimate(top: Word, u: &[Word], v: &[Word], reciprocal: Word) -> Word {
    let d = v[v.len() - 1];
    let second = u[u.len() - 1];
    debug_assert!(top <= d);
    // `None`: the remainder of the estimate exceeds one word, so the estimate is exact.
    let (mut digit, mut rest) = if top == d {
        (Word::MAX, second.checked_add(d))
    } else {
        let (digit, rest) = divide_two_by_one(top, second, d, reciprocal);
        (digit, Some(rest))
    };
    if v.len() > 1 {
        let (third, next) = (u[u.len() - 2], v[v.len() - 2]);
        while let Some(r) = rest {
            let left = digit as DoubleWord * next as DoubleWord;
            if left <= (r as DoubleWord) << WORD_BITS | third as DoubleWord {
                break;
            }
            digit -= 1;
            rest = r.checked_add(d);
        }
    }
    digit
}

/// `floor((2^(2 WORD_BITS) - 1) / d) - 2^WORD_BITS` for a `d` with its top bit set.
fn reciprocal(d: Word) -> Word {
    (DoubleWord::MAX / d as DoubleWord) as Word
}

/// Quotient and remainder of two words by one, `high < d`, `d` with its top bit set
/// (`[MollerGranlund2011]`, Algorithm 4).
fn divide_two_by_one(high: Word, low: Word, d: Word, reciprocal: Word) -> (Word, Word) {
    let q = reciprocal as DoubleWord * high as DoubleWord
        + ((high as DoubleWord) << WORD_BITS | low as DoubleWord);
    let mut digit = ((q >> WORD_BITS) as Word).wrapping_add(1);
    let mut rest = low.wrapping_sub(digit.wrapping_mul(d));
    if rest > q as Word {
        digit = digit.wrapping_sub(1);
        rest = rest.wrapping_add(d);
    }
    if rest >= d {
        digit = digit.wrapping_add(1);
        rest -= d;
    }
    (digit, rest)
}
