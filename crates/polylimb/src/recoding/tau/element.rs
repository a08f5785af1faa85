//! Elements of `Z[τ]`, in two's complement of words on the stack.

use crate::limb::{Mask, WORD_BITS, Word};
use zeroize::Zeroize;

/// Bits of a coordinate beyond half the field's degree: for a sign, and for the growth of sums.
pub(super) const SPARE_BITS: usize = 8;

/// The highest degree of a ring.
pub(super) const MOST_DEGREE: usize = 571;
/// Words of a coordinate, at most.
pub(super) const MOST_WORDS: usize = (MOST_DEGREE / 2 + SPARE_BITS) / WORD_BITS + 1;
/// An element `r0 + r1 τ`, each coordinate in two's complement. Wiped when dropped.
#[derive(Clone)]
pub struct TauElement {
    r: [[Word; MOST_WORDS]; 2],
    words: usize,
}

impl Drop for TauElement {
    fn drop(&mut self) {
        self.r.zeroize();
    }
}

impl TauElement {
    /// 0, in `words` words.
    pub(super) const fn zero(words: usize) -> Self {
        Self { r: [[0; MOST_WORDS]; 2], words }
    }

    /// `r0` and `r1` in two's complement.
    #[must_use]
    pub fn coordinates(&self) -> [&[Word]; 2] {
        self.r.each_ref().map(|r| &r[..self.words])
    }

    /// `r0` and `r1`, mutable.
    pub(super) fn coordinates_mut(&mut self) -> [&mut [Word]; 2] {
        let words = self.words;
        self.r.each_mut().map(|r| &mut r[..words])
    }

    /// The lowest word of each coordinate.
    pub(super) const fn lowest(&self) -> [Word; 2] {
        [self.r[0][0], self.r[1][0]]
    }

    /// Whether `τ` does not divide the element.
    pub(super) fn is_odd(&self) -> Mask {
        Mask::from_bit(self.r[0][0] & 1)
    }

    pub(super) fn is_zero_vartime(&self) -> bool {
        self.r.iter().flatten().all(|&w| w == 0)
    }

    /// The residue modulo `τ^w`, as a number modulo `2^w`; `root` is the image of `τ`.
    pub(super) const fn residue(&self, root: Word, w: usize) -> Word {
        let [r0, r1] = self.lowest();
        r0.wrapping_add(r1.wrapping_mul(root)) & ((1 << w) - 1)
    }

    /// Subtracts the small element `a + b τ`, in two's complement of a word.
    pub(super) fn subtract_small(&mut self, small: [Word; 2]) {
        for (r, a) in self.coordinates_mut().into_iter().zip(small) {
            let sign = (a.cast_signed() >> (WORD_BITS - 1)).cast_unsigned();
            let (mut addend, mut borrow) = (a, 0);
            for r in r {
                let (less, under) = r.overflowing_sub(addend);
                let (less, further) = less.overflowing_sub(borrow);
                (*r, borrow) = (less, Word::from(under | further));
                addend = sign;
            }
        }
    }

    /// Divides by `τ`, which must divide the element: `(r1 + μ r0/2) - (r0/2) τ`.
    pub(super) fn divide_by_tau(&mut self, mu_is_minus: bool) {
        let words = self.words;
        let [r0, r1] = self.coordinates_mut();
        let sign = (r0[words - 1].cast_signed() >> (WORD_BITS - 1)).cast_unsigned();
        let flip = if mu_is_minus { Word::MAX } else { 0 };
        // Both are sums with the complement of the half where it is negative, and a carry of 1.
        let (mut carry0, mut carry1) = (Word::from(mu_is_minus), 1);
        for i in 0..words {
            let above = if i + 1 < words { r0[i + 1] } else { sign };
            let half = (r0[i] >> 1) | (above << (WORD_BITS - 1));
            let (sum, over) = r1[i].overflowing_add(half ^ flip);
            let (sum, further) = sum.overflowing_add(carry0);
            (r0[i], carry0) = (sum, Word::from(over | further));
            let (minus, over) = (!half).overflowing_add(carry1);
            (r1[i], carry1) = (minus, Word::from(over));
        }
    }
}
