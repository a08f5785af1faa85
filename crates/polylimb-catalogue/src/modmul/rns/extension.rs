//! Montgomery's reduction in the channels, and the number in positional notation.
//!
//! The proofs are in the header of `mod.rs`.

use super::channel::{C_BOUND, Sum};
use super::constants::Constants;
use polylimb::Split;
use polylimb::authors::limb::{DoubleWord, Kernel, Mask, WORD_BITS, Word};
use polylimb::authors::team::each_chunk;

/// At least the difference between the sum of the digits over their moduli and the sum of the
/// digits over `2^w`, in units of `2^-w`; less than `2^w / 2^7`.
const OFFSET: DoubleWord = (Sum::MOST as DoubleWord) * (C_BOUND as DoubleWord);

/// The bits that a residue may have beyond the modulus: `k + 1 <= 2^EXCESS_BITS`.
const EXCESS_BITS: usize = Sum::MOST.ilog2() as usize;

impl Constants {
    /// `r = t / P mod M`, at most `(k + 1) M`, for the `t` in the channels of `r`,
    /// `t <= (k + 1)² M²`. The channels of `B'` must hold `t / P'_j²`: products of two scaled
    /// values.
    pub(super) fn reduce(&self, split: &dyn Split, r: &mut [Word]) {
        self.divide_by_p(split, r);
        let (k, (first, second)) = (self.k(), r.split_at_mut(self.k()));
        let (second, wraps) = (&*second, wraps(second));
        each_chunk(split, first, k.div_ceil(split.threads()), |part, chunk| {
            let from = part * k.div_ceil(split.threads());
            for (i, r) in (from..).zip(chunk) {
                let mut sum = Sum::default();
                sum.add_product(wraps, self.wrap[i]);
                sum.add_products(second, &self.to_first[k * i..][..k]);
                *r = self.bases.first[i].reduce(sum);
            }
        });
    }

    /// The first half of [`Constants::reduce`]: only the channels of `B'` hold the result.
    fn divide_by_p(&self, split: &dyn Split, r: &mut [Word]) {
        let (k, (first, second)) = (self.k(), r.split_at_mut(self.k()));
        for ((q, channel), &factor) in
            first.iter_mut().zip(&self.bases.first).zip(self.quotient.iter())
        {
            *q = channel.mul(*q, factor);
        }
        let first = &*first;
        each_chunk(split, second, k.div_ceil(split.threads()), |part, chunk| {
            let from = part * k.div_ceil(split.threads());
            for (j, r) in (from..).zip(chunk) {
                let mut sum = Sum::default();
                sum.add_product(*r, self.product[j]);
                sum.add_products(first, &self.to_second[k * j..][..k]);
                *r = self.bases.second[j].reduce(sum);
            }
        });
    }

    /// `plain = a / P mod M` in `[0, M)` for the residue `a`, which is overwritten. `scratch` has
    /// `n + 1` words.
    pub(super) fn number(
        &self,
        kernel: Kernel,
        split: &dyn Split,
        plain: &mut [Word],
        a: &mut [Word],
        scratch: &mut [Word],
    ) {
        let (k, n) = (self.k(), self.modulus.len());
        // Times 1: 1 / P'_j in the channels of B'.
        for ((a, channel), &one) in a[k..].iter_mut().zip(&self.bases.second).zip(self.scale.iter())
        {
            *a = channel.mul(*a, one);
        }
        self.divide_by_p(split, a);
        let z = &mut scratch[..=n];
        z.fill(0);
        for (&digit, weight) in a[k..].iter().zip(self.weights.chunks_exact(n + 1)) {
            let _ = kernel.addmul_1(z, weight, digit);
        }
        let _ = kernel.submul_1(z, &self.wrap_words, wraps(&a[k..]));
        let (z, top) = z.split_at_mut(n);
        for multiple in (0..EXCESS_BITS).rev().map(|bit| 1 << bit) {
            let borrow = kernel.submul_1(z, &self.modulus, multiple);
            let (rest, negative) = top[0].overflowing_sub(borrow);
            let again = Mask::from_bit(negative as Word).word() & multiple;
            top[0] = rest.wrapping_add(kernel.addmul_1(z, &self.modulus, again));
        }
        plain.copy_from_slice(z);
    }
}

/// `⌊Σ ξ'_j / m'_j⌋`: how many times `P'` must be subtracted from `Σ ξ'_j P'_j`.
fn wraps(second: &[Word]) -> Word {
    let sum = second.iter().fold(OFFSET, |sum, &digit| sum + digit as DoubleWord);
    (sum >> WORD_BITS) as Word
}
