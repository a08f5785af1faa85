//! Shifts by any number of bits: by a secret number in constant time, by a public one in a single
//! pass.

use crate::limb::{Mask, WORD_BITS, Word, shr_assign};

/// The number of trailing zero bits of `a`, its bit count if `a = 0`; constant time.
pub(super) fn trailing_zeros(a: &[Word]) -> usize {
    let (mut count, mut all_zero) = (0, Mask::TRUE);
    for &word in a {
        count += word.trailing_zeros() as usize & spread(all_zero);
        all_zero = all_zero & Mask::is_zero(word);
    }
    count
}

/// `a >>= bits` in constant time, for `bits` up to the length of `a`: one pass per bit of `bits`.
pub(super) fn shr_secret(a: &mut [Word], bits: usize) {
    for (step, condition) in binary_steps(a.len(), bits) {
        for i in 0..a.len() {
            let word = |i: usize| a.get(i).copied().unwrap_or(0);
            let (from, shift) = (i + step / WORD_BITS, step % WORD_BITS);
            let shifted =
                (word(from) >> shift) | ((word(from + 1) << 1) << (WORD_BITS - 1 - shift));
            a[i] = condition.select(shifted, a[i]);
        }
    }
}

/// `a <<= bits` in constant time, for `bits` up to the length of `a`; bits shifted out are lost.
pub(super) fn shl_secret(a: &mut [Word], bits: usize) {
    for (step, condition) in binary_steps(a.len(), bits) {
        for i in (0..a.len()).rev() {
            let below = |by: usize| i.checked_sub(by).map_or(0, |i| a[i]);
            let (by, shift) = (step / WORD_BITS, step % WORD_BITS);
            let shifted = (below(by) << shift) | ((below(by + 1) >> 1) >> (WORD_BITS - 1 - shift));
            a[i] = condition.select(shifted, a[i]);
        }
    }
}

/// The powers of two up to the bits of `words`, each with a mask: whether `bits` contains it.
fn binary_steps(words: usize, bits: usize) -> impl Iterator<Item = (usize, Mask)> {
    let most = words * WORD_BITS;
    (0..usize::BITS - most.leading_zeros())
        .map(move |j| (1 << j, Mask::from_bit((bits >> j) as Word & 1)))
}

const fn spread(mask: Mask) -> usize {
    (mask.bit() as usize).wrapping_neg()
}

/// `a >>= bits` for `bits` up to the length of `a`; its time tells `bits`.
pub(super) fn shr_vartime(a: &mut [Word], bits: usize) {
    let words = bits / WORD_BITS;
    if words > 0 {
        let kept = a.len() - words;
        a.copy_within(words.., 0);
        a[kept..].fill(0);
    }
    let _ = shr_assign(a, bits % WORD_BITS);
}

/// The number of trailing zero bits of `a`, which is not 0.
pub(super) fn trailing_zeros_vartime(a: &[Word]) -> usize {
    let zero_words = a.iter().take_while(|&&w| w == 0).count();
    zero_words * WORD_BITS + a[zero_words].trailing_zeros() as usize
}
