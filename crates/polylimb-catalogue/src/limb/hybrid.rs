//! Hybrid multiplication: columns of blocks outside, rows of words within a block.
//!
//! **Source.** `[Gura2004]`. **Idea.** Product scanning loads two words for each word product.
//! Scanning blocks of `d` by `d` words instead, whose `2 d` words of sums stay in registers, and
//! each block by rows, every loaded word serves `d` products. `d = 1` is product scanning, `d = n`
//! operand scanning with the result in registers. **Cost.** `n²` word products, `2 n ⌈n/d⌉` loads
//! (in print `2 ⌈n²/d⌉`, the same where `d` divides `n`), `2 n` stores; about `3 d + 3` words in
//! registers.
//!
//! The portable form of kernels for processors with many registers and no cache; no gain on others.

use super::memory::{Direct, Memory};
use super::{adc, mac};
use polylimb::authors::limb::Word;

/// `r = a * b` by blocks of `D` words; equal lengths, not empty, `r` twice as long.
/// Constant time.
///
/// # Panics
/// On other lengths.
pub fn mul<const D: usize>(r: &mut [Word], a: &[Word], b: &[Word]) {
    scan::<D>(&mut Direct::new(r, a, b), a.len());
}

fn scan<const D: usize>(memory: &mut impl Memory, n: usize) {
    const { assert!(D > 0, "a block has at least one word") };
    let blocks = n.div_ceil(D);
    let mut sum = Sum::<D> { words: [[0; D]; 2], above: 0 };
    // The last column has no block: it takes the carries of the others.
    for column in 0..2 * blocks {
        for i in (column + 1).saturating_sub(blocks)..blocks.min(column + 1) {
            sum.add_block(memory, n, i * D, (column - i) * D);
        }
        let from = (2 * n).min(column * D);
        for (k, w) in (from..2 * n).zip(sum.shift_out()) {
            memory.set_r(k, w);
        }
    }
}

/// A column's running sum: two blocks of words, and the carries out of them.
struct Sum<const D: usize> {
    words: [[Word; D]; 2],
    /// One word in print; wider here, for any number of blocks.
    above: usize,
}

impl<const D: usize> Sum<D> {
    /// Adds the block of `a` from word `i` times the block of `b` from word `j`. The last blocks of
    /// operands of `n` words may be shorter than `D`.
    #[inline(always)]
    fn add_block(&mut self, memory: &mut impl Memory, n: usize, i: usize, j: usize) {
        let mut a = [0; D];
        let a = &mut a[..D.min(n - i)];
        for (k, a) in a.iter_mut().enumerate() {
            *a = memory.a(i + k);
        }
        let words = self.words.as_flattened_mut();
        for k in 0..D.min(n - j) {
            let b = memory.b(j + k);
            let (row, rest) = words[k..].split_at_mut(a.len());
            let mut carry = 0;
            for (w, &a) in row.iter_mut().zip(&*a) {
                (*w, carry) = mac(*w, a, b, carry);
            }
            for w in rest {
                (*w, carry) = adc(*w, carry, 0);
            }
            self.above += carry as usize;
        }
    }

    /// Removes and returns the lower block: shifts the sum down by `D` words.
    #[inline(always)]
    fn shift_out(&mut self) -> [Word; D] {
        let [low, high] = self.words;
        self.words[0] = high;
        for w in &mut self.words[1] {
            *w = self.above as Word;
            self.above = self.above.checked_shr(Word::BITS).unwrap_or(0);
        }
        low
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limb::memory::Counted;

    fn check<const D: usize>() {
        for n in 1..=Counted::CAPACITY {
            let (loads, stores) = Counted::count(n, |memory| scan::<D>(memory, n));
            assert_eq!(stores, 2 * n, "{n} words, d = {D}");
            assert_eq!(loads, 2 * n * n.div_ceil(D), "{n} words, d = {D}");
            if n % D == 0 {
                assert_eq!(loads, 2 * n * n / D, "{n} words, d = {D}: not as published");
            }
        }
    }

    #[test]
    fn loads_and_stores_as_published() {
        check::<1>();
        check::<2>();
        check::<3>();
        check::<4>();
        check::<5>();
        check::<10>();
        check::<48>();
        check::<64>();
        // The ATmega128's 160-bit product: 20 bytes, d = 4 or 5.
        assert_eq!(Counted::count(20, |memory| scan::<4>(memory, 20)), (200, 40));
        assert_eq!(Counted::count(20, |memory| scan::<5>(memory, 20)), (160, 40));
    }
}
