//! Product scanning (Comba 1990): one column of the product after another, each word of the result
//! written once, a three-word accumulator (its third word a `usize`: a column of more than 257 products of
//! 8-bit words needs 25 bits).

use crate::limb::word::{DoubleWord, WORD_BITS, Word};

/// Adds the double word `p` to the accumulator.
#[inline(always)]
pub(in crate::limb) fn accumulate(acc: &mut (DoubleWord, usize), p: DoubleWord) {
    let (sum, carry) = acc.0.overflowing_add(p);
    acc.0 = sum;
    acc.1 += carry as usize;
}

/// Takes the lowest word off the accumulator.
#[inline(always)]
pub(in crate::limb) fn shift_out(acc: &mut (DoubleWord, usize)) -> Word {
    let low = acc.0 as Word;
    acc.0 = (acc.0 >> WORD_BITS) | ((acc.1 as DoubleWord) << WORD_BITS);
    acc.1 = acc.1.checked_shr(Word::BITS).unwrap_or(0);
    low
}

/// `r = a * b`, equal lengths. `n²` word products.
pub(in crate::limb) fn mul(r: &mut [Word], a: &[Word], b: &[Word]) {
    let n = a.len();
    assert!(n > 0 && b.len() == n && r.len() == 2 * n);
    let mut acc = (0, 0);
    for (k, r) in r.iter_mut().enumerate() {
        let (from, to) = (k.saturating_sub(n - 1), k.min(n - 1));
        if from <= to {
            for (&a, &b) in a[from..=to].iter().zip(b[k - to..=k - from].iter().rev()) {
                accumulate(&mut acc, a as DoubleWord * b as DoubleWord);
            }
        }
        *r = shift_out(&mut acc);
    }
}
