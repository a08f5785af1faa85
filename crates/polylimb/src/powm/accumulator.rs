//! A residue that is squared and multiplied in place.

use crate::limb::{Mask, WORD_BYTES, Word, swap_if};
use crate::modmul::ModMul;
use crate::team::{Split, each_chunk};
use alloc::vec;
use alloc::vec::Vec;
use core::mem::swap;
use core::ops::{Deref, DerefMut};
use zeroize::Zeroizing;

/// The running value of an exponentiation, with the scratch of its multiplications; wiped when
/// dropped.
pub struct Accumulator<'m> {
    modmul: &'m dyn ModMul,
    value: Lines,
    next: Lines,
    scratch: Lines,
}

impl<'m> Accumulator<'m> {
    /// The residue of 1.
    #[must_use]
    pub fn one(modmul: &'m dyn ModMul) -> Self {
        let words = || Lines::zeros(modmul.residue_words());
        let (mut value, next) = (words(), words());
        modmul.one(&mut value);
        Self { modmul, value, next, scratch: Lines::zeros(modmul.scratch_words()) }
    }

    /// The residue `value`.
    #[must_use]
    pub fn of(modmul: &'m dyn ModMul, value: &[Word]) -> Self {
        let mut a = Self::one(modmul);
        a.set(value);
        a
    }

    /// The current value.
    #[must_use]
    pub fn value(&self) -> &[Word] {
        &self.value
    }

    /// Its multiplication.
    #[must_use]
    pub fn modmul(&self) -> &'m dyn ModMul {
        self.modmul
    }

    /// Sets it to `value`.
    pub fn set(&mut self, value: &[Word]) {
        self.value.copy_from_slice(value);
    }

    /// Squares it `times` times.
    pub fn sqr(&mut self, times: usize) {
        for _ in 0..times {
            self.modmul.sqr(&mut self.next, &self.value, &mut self.scratch);
            swap(&mut self.value, &mut self.next);
        }
    }

    /// Multiplies it by `b`.
    pub fn mul(&mut self, b: &[Word]) {
        self.modmul.mul(&mut self.next, &self.value, b, &mut self.scratch);
        swap(&mut self.value, &mut self.next);
    }

    /// Sets it to `b` if `begun` is false, else multiplies it by `b`. The time tells which.
    pub fn mul_vartime(&mut self, b: &[Word], begun: &mut bool) {
        if core::mem::replace(begun, true) {
            self.mul(b);
        } else {
            self.set(b);
        }
    }

    /// Exchanges the values of `self` and `other`, of the same multiplication, if `condition` is
    /// true.
    pub fn swap_if(&mut self, other: &mut Self, condition: Mask) {
        swap_if(&mut self.value, &mut other.value, condition);
    }
}

// A running product that costs nothing while it is 1. For methods in variable time.

/// An [`Accumulator`] that is not squared while it is 1; the first multiplication sets it. The time
/// tells whether it was still 1.
pub struct LazyAccumulator<'m> {
    product: Accumulator<'m>,
    is_one: bool,
}

impl<'m> LazyAccumulator<'m> {
    /// The residue of 1.
    #[must_use]
    pub fn one(modmul: &'m dyn ModMul) -> Self {
        Self { product: Accumulator::one(modmul), is_one: true }
    }

    /// The current value.
    #[must_use]
    pub fn value(&self) -> &[Word] {
        self.product.value()
    }

    /// Squares it `times` times.
    pub fn sqr(&mut self, times: usize) {
        if !self.is_one {
            self.product.sqr(times);
        }
    }

    /// Multiplies it by `b`.
    pub fn mul(&mut self, b: &[Word]) {
        if self.is_one {
            self.product.set(b);
            self.is_one = false;
        } else {
            self.product.mul(b);
        }
    }

    /// Multiplies it by `other`.
    pub fn mul_by(&mut self, other: &Self) {
        if !other.is_one {
            self.mul(other.value());
        }
    }
}

// Words in cache lines of their own, wiped when dropped.
//
// A thread must not write to a line that another thread reads. With plain allocations a thread
// sometimes took twice its time, because the modulus shared a line with another thread's numbers.
// Also, vectors that cross lines load at half speed.

/// Processors fetch lines in pairs, of 128 bytes together.
const PAIR_BYTES: usize = 128;
const PAIR: usize = PAIR_BYTES / WORD_BYTES;

pub(super) struct Lines {
    memory: Zeroizing<Vec<Word>>,
    /// The start of the first whole pair of lines.
    from: usize,
    words: usize,
}

impl Lines {
    /// `words` zeros.
    pub(super) fn zeros(words: usize) -> Self {
        let memory = Zeroizing::new(vec![0; words.next_multiple_of(PAIR) + PAIR]);
        let from = memory.as_ptr().align_offset(PAIR_BYTES).min(PAIR);
        Self { memory, from, words }
    }
}

impl Deref for Lines {
    type Target = [Word];

    fn deref(&self) -> &[Word] {
        &self.memory[self.from..][..self.words]
    }
}

impl DerefMut for Lines {
    fn deref_mut(&mut self) -> &mut [Word] {
        &mut self.memory[self.from..][..self.words]
    }
}

// The product of the results of several threads.

/// `r` = the product of the residues that `part(0, _)`, …, `part(parts - 1, _)` write, each on a
/// thread of `split` as far as available. `r` is as long as a residue. Costs `parts - 1` products.
/// Constant time if the parts are.
pub fn product_of_parts(
    modmul: &dyn ModMul,
    split: &dyn Split,
    parts: usize,
    part: impl Fn(usize, &mut [Word]) + Sync,
    r: &mut [Word],
) {
    if parts <= 1 {
        return part(0, r);
    }
    let mut results = Zeroizing::new(vec![0; parts * r.len()]);
    each_chunk(split, &mut results, r.len(), part);
    let mut results = results.chunks_exact(r.len());
    let mut product = Accumulator::of(modmul, results.next().unwrap_or_default());
    for result in results {
        product.mul(result);
    }
    r.copy_from_slice(product.value());
}
