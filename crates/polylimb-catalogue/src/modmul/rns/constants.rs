//! The channels' constants for a modulus, and their set-up.
//!
//! **Cost** of the set-up: `6k²` word products for the two matrices, `4k` inversions by Fermat, the
//! sorting of the primes (`base.rs`), two long divisions. Constant time in the modulus.

use super::base::Bases;
use super::channel::Channel;
use alloc::vec;
use alloc::vec::Vec;
use polylimb::authors::limb::{Kernel, WORD_BITS, Word, inverse_mod_word};
use polylimb::authors::modmul::Divisor;
use zeroize::Zeroizing;

type Words = Zeroizing<Vec<Word>>;

/// The constants of one modulus; the symbols are defined in the header of `mod.rs`.
pub(super) struct Constants {
    pub(super) bases: Bases,
    /// `M`.
    pub(super) modulus: Words,
    /// `-1/(M P_i) mod m_i`.
    pub(super) quotient: Words,
    /// `P'_j / P mod m'_j`.
    pub(super) product: Words,
    /// Row `j`: `P_i M / (P P'_j) mod m'_j` for all `i`.
    pub(super) to_second: Words,
    /// Row `i`: `P'_j mod m_i` for all `j`.
    pub(super) to_first: Words,
    /// `-P' mod m_i`.
    pub(super) wrap: Words,
    /// `1/P'_j mod m'_j`.
    pub(super) scale: Words,
    /// `1/M mod m_i`.
    pub(super) m_inverse: Words,
    /// The residue `(k + 1) M`, the bound of residues.
    pub(super) bound: Words,
    /// The residue `P mod M`, which stands for 1.
    pub(super) one: Words,
    /// The residue `P² mod M`: a product with it enters the representation.
    pub(super) p_squared: Words,
    /// Row `j`: the low `n + 1` words of `P'_j`.
    pub(super) weights: Words,
    /// The low `n + 1` words of `P'`.
    pub(super) wrap_words: Words,
}

impl Constants {
    /// For an odd modulus and `k` channels in each base.
    pub(super) fn new(kernel: Kernel, modulus: &[Word], k: usize) -> Self {
        let words = |len: usize| Zeroizing::new(vec![0; len]);
        let kept = modulus.len() + 1;
        let mut new = Self {
            bases: Bases::new(modulus, k),
            modulus: Zeroizing::new(modulus.to_vec()),
            quotient: words(k),
            product: words(k),
            to_second: words(k * k),
            to_first: words(k * k),
            wrap: words(k),
            scale: words(k),
            m_inverse: words(k),
            bound: words(2 * k),
            one: words(2 * k),
            p_squared: words(2 * k),
            weights: words(k * kept),
            wrap_words: words(kept),
        };
        new.first_base();
        new.second_base();
        new.residues(kernel);
        new.positional(kernel);
        new
    }

    /// Channels of each base.
    pub(super) fn k(&self) -> usize {
        self.bases.first.len()
    }

    /// All channels, first those in `B`.
    pub(super) fn channels(&self) -> impl Iterator<Item = Channel> {
        self.bases.first.iter().chain(&self.bases.second).copied()
    }

    fn first_base(&mut self) {
        let (k, bases) = (self.k(), &self.bases);
        for (i, &channel) in bases.first.iter().enumerate() {
            let m = channel.of_number(&self.modulus);
            let others = product(channel, others(&bases.first, i));
            self.quotient[i] = channel.sub(0, channel.invert(channel.mul(m, others)));
            self.m_inverse[i] = channel.invert(m);
            cofactors(channel, &mut self.to_first[k * i..][..k], &bases.second, 1);
            self.wrap[i] = channel.sub(0, product(channel, &bases.second));
        }
    }

    fn second_base(&mut self) {
        let (k, bases) = (self.k(), &self.bases);
        for (j, &channel) in bases.second.iter().enumerate() {
            let m = channel.of_number(&self.modulus);
            let others = product(channel, others(&bases.second, j));
            let p_inverse = channel.invert(product(channel, &bases.first));
            self.scale[j] = channel.invert(others);
            self.product[j] = channel.mul(others, p_inverse);
            let factor = channel.mul(channel.mul(m, p_inverse), self.scale[j]);
            cofactors(channel, &mut self.to_second[k * j..][..k], &bases.first, factor);
        }
    }

    fn residues(&mut self, kernel: Kernel) {
        let divisor = Divisor::new(kernel, &self.modulus);
        let once = &self.bases.first;
        let p = divisor.divide(&long_product(kernel, once)).1;
        let p_squared = divisor.divide(&long_product(kernel, once.iter().chain(once))).1;
        let residue = |number: &[Word]| {
            let mut r = Zeroizing::new(vec![0; 2 * self.k()]);
            self.represent(&mut r, number);
            r
        };
        let (one, p_squared, mut bound) =
            (residue(&p), residue(&p_squared), residue(&self.modulus));
        for (r, channel) in bound.iter_mut().zip(self.channels()) {
            *r = channel.mul(*r, self.k() as Word + 1);
        }
        (self.one, self.p_squared, self.bound) = (one, p_squared, bound);
    }

    fn positional(&mut self, kernel: Kernel) {
        let mut all = long_product(kernel, &self.bases.second);
        let kept = self.wrap_words.len();
        let all_words = all.len().max(kept);
        all.resize(all_words, 0);
        self.wrap_words.copy_from_slice(&all[..kept]);
        for (row, channel) in self.weights.chunks_exact_mut(kept).zip(&self.bases.second) {
            divide_exactly(row, &self.wrap_words, channel.modulus());
        }
    }

    /// `r` = the channels of a number, without a factor `P`.
    pub(super) fn represent(&self, r: &mut [Word], number: &[Word]) {
        // Horner's scheme in all channels side by side: within one channel each step waits for the
        // step before.
        r.fill(0);
        for &word in number.iter().rev() {
            for (r, channel) in r.iter_mut().zip(self.channels()) {
                *r = channel.shift_add(*r, word);
            }
        }
        let second = r[self.k()..].iter_mut().zip(&self.bases.second);
        for ((r, channel), &scale) in second.zip(self.scale.iter()) {
            *r = channel.mul(*r, scale);
        }
    }
}

/// All channels of a base but the `i`-th.
fn others(base: &[Channel], i: usize) -> impl Iterator<Item = &Channel> {
    base[..i].iter().chain(&base[i + 1..])
}

/// The product of the moduli of `factors`, modulo `channel`.
fn product<'a>(channel: Channel, factors: impl IntoIterator<Item = &'a Channel>) -> Word {
    factors.into_iter().fold(1, |r, factor| channel.mul(r, factor.modulus()))
}

/// `row[i] = factor` times all moduli of `base` but the `i`-th, modulo `channel`: first the moduli
/// before it, then the moduli behind it.
fn cofactors(channel: Channel, row: &mut [Word], base: &[Channel], factor: Word) {
    let mut before = factor;
    for (r, other) in row.iter_mut().zip(base) {
        *r = before;
        before = channel.mul(before, other.modulus());
    }
    let mut behind = 1;
    for (r, other) in row.iter_mut().zip(base).rev() {
        *r = channel.mul(*r, behind);
        behind = channel.mul(behind, other.modulus());
    }
}

/// The product of the moduli of `base`, a word for each.
fn long_product<'a>(kernel: Kernel, base: impl IntoIterator<Item = &'a Channel>) -> Words {
    let mut product = Zeroizing::new(vec![1]);
    for channel in base {
        let mut next = Zeroizing::new(vec![0; product.len() + 1]);
        let (low, high) = next.split_at_mut(product.len());
        high[0] = kernel.mul_1(low, &product, channel.modulus());
        product = next;
    }
    product
}

/// The low words of `a / m` from the low words of `a`, for an odd divisor `m` of `a`
/// (`[Jebelean1993]`).
fn divide_exactly(r: &mut [Word], a: &[Word], m: Word) {
    let inverse = inverse_mod_word(m);
    let mut borrow = 0;
    for (r, &a) in r.iter_mut().zip(a) {
        let (rest, below) = a.overflowing_sub(borrow);
        *r = rest.wrapping_mul(inverse);
        let product = polylimb::authors::limb::DoubleWord::from(*r)
            * polylimb::authors::limb::DoubleWord::from(m);
        borrow = (product >> WORD_BITS) as Word + below as Word;
    }
}
