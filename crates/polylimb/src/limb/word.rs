//! The machine word: 64, 32 or 8 bits by target.
//!
//! `--cfg polylimb_word="8"` or `"32"` overrides the target's size, so that the arithmetic of the
//! mote and of the phone runs under every test and sanitizer of the host. It is a `cfg` and not a
//! feature because features are united over a build: one crate must not change another crate's
//! words.

macro_rules! words {
    ($word:ty, $double:ty, $bits:literal) => {
        /// The unit of multi-precision arithmetic on this target.
        pub type Word = $word;
        /// Twice a [`Word`]: holds a product of two words plus two words.
        pub type DoubleWord = $double;
        /// Bits of a [`Word`].
        pub const WORD_BITS: usize = $bits;
    };
}

#[cfg(polylimb_word = "8")]
words!(u8, u16, 8);
#[cfg(polylimb_word = "32")]
words!(u32, u64, 32);
#[cfg(all(not(any(polylimb_word = "8", polylimb_word = "32")), target_pointer_width = "16"))]
words!(u8, u16, 8);
#[cfg(all(not(any(polylimb_word = "8", polylimb_word = "32")), target_pointer_width = "32"))]
words!(u32, u64, 32);
#[cfg(all(not(any(polylimb_word = "8", polylimb_word = "32")), target_pointer_width = "64"))]
words!(u64, u128, 64);

/// Bytes of a [`Word`].
pub(crate) const WORD_BYTES: usize = WORD_BITS / 8;

/// Whether carries come by logic. The compiler for AVR makes branches of comparisons, which take
/// longer one way than the other, and it finds the comparison in a sum of two words. So does that
/// for Armv6-M, which has no conditional instructions; stable compilers tell it by its lack of
/// atomics.
pub(super) const BY_LOGIC: bool =
    WORD_BITS == 8 || cfg!(all(target_arch = "arm", not(target_has_atomic = "ptr")));

/// `a + b`, and its carry by logic.
const fn sum_by_logic(a: Word, b: Word) -> (Word, Word) {
    let sum = a.wrapping_add(b);
    (sum, ((a & b) | ((a | b) & !sum)) >> (WORD_BITS - 1))
}

/// `a - b`, and its borrow by logic.
const fn difference_by_logic(a: Word, b: Word) -> (Word, Word) {
    let d = a.wrapping_sub(b);
    (d, ((!a & b) | ((!a | b) & d)) >> (WORD_BITS - 1))
}

/// `a + b + carry`: the sum's low word and its carry. `carry` may be any word.
#[inline(always)]
pub(crate) const fn adc(a: Word, b: Word, carry: Word) -> (Word, Word) {
    if BY_LOGIC {
        let (sum, c1) = sum_by_logic(a, b);
        let (sum, c2) = sum_by_logic(sum, carry);
        return (sum, c1 + c2);
    }
    let sum = a as DoubleWord + b as DoubleWord + carry as DoubleWord;
    (sum as Word, (sum >> WORD_BITS) as Word)
}

/// `a - b - borrow` for `borrow` 0 or 1: the difference and the new borrow.
#[inline(always)]
pub(crate) const fn sbb(a: Word, b: Word, borrow: Word) -> (Word, Word) {
    if BY_LOGIC {
        let (d, b1) = difference_by_logic(a, b);
        let (d, b2) = difference_by_logic(d, borrow);
        return (d, b1 | b2);
    }
    let (d, b1) = a.overflowing_sub(b);
    let (d, b2) = d.overflowing_sub(borrow);
    (d, (b1 | b2) as Word)
}

/// `acc + a * b + carry`, which never exceeds two words: low and high word.
#[inline(always)]
pub(crate) const fn mac(acc: Word, a: Word, b: Word, carry: Word) -> (Word, Word) {
    let t = a as DoubleWord * b as DoubleWord + acc as DoubleWord + carry as DoubleWord;
    (t as Word, (t >> WORD_BITS) as Word)
}

/// The inverse of an odd `a` modulo 2^[`WORD_BITS`], by Newton's iteration; each step doubles the
/// number of correct bits (three at the start).
#[must_use]
pub const fn inverse_mod_word(a: Word) -> Word {
    debug_assert!(a & 1 == 1);
    let mut x: Word = a;
    let mut bits = 3;
    while bits < WORD_BITS {
        x = x.wrapping_mul((2 as Word).wrapping_sub(a.wrapping_mul(x)));
        bits *= 2;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_of_every_small_odd_word_and_the_largest() {
        for a in (1..=255 as Word).step_by(2).chain([Word::MAX, Word::MAX - 2]) {
            assert_eq!(a.wrapping_mul(inverse_mod_word(a)), 1, "{a}");
        }
    }

    #[test]
    fn carries_by_logic_are_those_of_comparisons() {
        let top = (0..16).map(|i: Word| (i << (WORD_BITS - 4)) | (i & 3));
        for a in (0..=255).chain(top.clone()) {
            for b in (0..=255).chain(top.clone()) {
                let (sum, carry) = a.overflowing_add(b);
                assert_eq!(sum_by_logic(a, b), (sum, Word::from(carry)));
                let (difference, borrow) = a.overflowing_sub(b);
                assert_eq!(difference_by_logic(a, b), (difference, Word::from(borrow)));
            }
        }
    }

    #[test]
    fn carry_chains_at_the_extremes() {
        assert_eq!(adc(Word::MAX, Word::MAX, 1), (Word::MAX, 1));
        assert_eq!(sbb(0, Word::MAX, 1), (0, 1));
        assert_eq!(sbb(0, 0, 1), (Word::MAX, 1));
        assert_eq!(mac(Word::MAX, Word::MAX, Word::MAX, Word::MAX), (Word::MAX, Word::MAX));
    }
}
