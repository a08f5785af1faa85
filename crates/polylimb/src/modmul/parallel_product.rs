//! Integer products split over threads.
//!
//! **Source.** `[Baktir2013]` (`[Arruda2014]`, Algorithm 9) and `[Giorgi2013]`. **Idea.**
//! [`ParallelProduct`] cuts `A` into θ1 and `B` into θ2 parts, multiplies all combinations in
//! parallel, and adds the θ1 θ2 partial products in a binary tree of ⌈log2 θ1θ2⌉ steps; where the
//! number of products is odd, the last one waits for the next step. θ1 is the largest power of two
//! that divides the thread count and is not above θ2 (2 × 2 on 4 threads, 2 × 3 on 6, 4 × 4 on 16,
//! 1 × s on odd counts): square shapes have the shortest sides, and with a power of two the tree
//! finishes each row of parts before it joins rows. [`ParallelLowProduct`] computes only the lower
//! half, for both reductions. Its parts are strips of rows; strips of long rows are narrower, so
//! all have the same area.
//!
//! **Cost.** `M(n/θ1, n/θ2)` and the additions. **Synchronisations.** One [`Split::run`] (a fork
//! and a join, which Table 2 of `[Arruda2014]` counts as two) for the products; one more for each
//! step of the tree with additions worth a hand-over ([`PARALLEL_ADDITION_WORDS`]).
//!
//! Operands shorter than the number of parts leave some parts empty. Constant time.

use crate::limb::{Kernel, WORD_BYTES, Word};
use crate::team::{Split, each_chunk};
use alloc::vec::Vec;

/// From this many words on, adding two partial products takes longer than a hand-over (about half a
/// microsecond), and a step of the tree with at least two additions runs in parallel.
const PARALLEL_ADDITION_WORDS: usize = 4096;

/// How products of one size are split over threads: `a_words × b_words` words over θ1 × θ2 parts.
///
/// All pairs of parts are multiplied in one [`Split::run`]; their products are added in a binary
/// tree. Constant time.
pub struct ParallelProduct {
    a_words: usize,
    b_words: usize,
    /// θ1, a power of two.
    a_parts: usize,
    /// θ2.
    b_parts: usize,
    /// Words of each part of `A`; the last parts may be shorter or empty.
    a_step: usize,
    b_step: usize,
    /// Words of scratch for each part: its product and the tree's sums, and the kernel's scratch.
    slot: usize,
}

impl ParallelProduct {
    /// For `threads >= 1` and operands of `a_words >= 1` and `b_words >= 1` words.
    #[must_use]
    pub fn new(kernel: Kernel, threads: usize, a_words: usize, b_words: usize) -> Self {
        let mut a_parts = 1;
        while threads.is_multiple_of(2 * a_parts)
            && 4 * a_parts * a_parts <= threads.next_power_of_two()
        {
            a_parts *= 2;
        }
        let b_parts = threads / a_parts;
        let (a_step, b_step) = (a_words.div_ceil(a_parts), b_words.div_ceil(b_parts));
        // Every length that a part can have, including the shorter last part.
        let lengths = |words: usize, step: usize| [step, words % step];
        let mut scratch = 0;
        for a in lengths(a_words, a_step) {
            for b in lengths(b_words, b_step).into_iter().filter(|&b| a > 0 && b > 0) {
                scratch = scratch.max(kernel.mul_scratch(a, b));
            }
        }
        // A step of the tree joins two neighbours in the room of the first; see `extent`.
        let joined = (2 * a_step + b_step).max(a_step + 2 * b_step);
        let slot = slot_words(joined.max(a_step + b_step + scratch));
        Self { a_words, b_words, a_parts, b_parts, a_step, b_step, slot }
    }

    fn parts(&self) -> usize {
        self.a_parts * self.b_parts
    }

    /// Words of scratch that [`ParallelProduct::multiply`] needs.
    #[must_use]
    pub fn scratch_words(&self) -> usize {
        self.slot * self.parts()
    }

    /// `r = a * b`, `a_words + b_words` words, on the threads of `split`.
    ///
    /// # Panics
    /// If the length of an operand differs from [`ParallelProduct::new`], or `r` or `scratch` is
    /// too short.
    pub fn multiply(
        &self,
        kernel: Kernel,
        split: &dyn Split,
        r: &mut [Word],
        a: &[Word],
        b: &[Word],
        scratch: &mut [Word],
    ) {
        assert!(a.len() == self.a_words && b.len() == self.b_words);
        let slots = &mut scratch[..self.scratch_words()];
        each_chunk(split, slots, self.slot, move |part, slot| {
            let (i, j) = (part % self.a_parts, part / self.a_parts);
            let a = &a[self.a_offset(i)..self.a_offset(i + 1)];
            let b = &b[self.b_offset(j)..self.b_offset(j + 1)];
            let (product, scratch) = slot.split_at_mut(a.len() + b.len());
            if a.is_empty() || b.is_empty() {
                product.fill(0);
            } else {
                kernel.mul(product, a, b, scratch);
            }
        });
        add_in_tree(split, slots, self.slot, |first, width, left, right| {
            let (left_from, left_to) = self.extent(first, width);
            let (right_from, right_to) = self.extent(first + width, width);
            let sum = &mut left[..right_to - left_from];
            sum[left_to - left_from..].fill(0);
            let carry = kernel
                .add_assign(&mut sum[right_from - left_from..], &right[..right_to - right_from]);
            debug_assert!(carry == 0);
        });
        r.copy_from_slice(&slots[..r.len()]);
    }

    fn a_offset(&self, i: usize) -> usize {
        (i * self.a_step).min(self.a_words)
    }

    fn b_offset(&self, j: usize) -> usize {
        (j * self.b_step).min(self.b_words)
    }

    /// The words of the result that the sum of the parts `first .. first + width` covers:
    /// neighbours in one row for `width` below θ1, whole rows above.
    fn extent(&self, first: usize, width: usize) -> (usize, usize) {
        let (i, j) = (first % self.a_parts, first / self.a_parts);
        if width < self.a_parts {
            let from = self.a_offset(i) + self.b_offset(j);
            (from, self.a_offset(i + width) + self.b_offset(j + 1))
        } else {
            let rows = width / self.a_parts;
            (self.b_offset(j), self.a_words + self.b_offset(j + rows))
        }
    }
}

/// How a product modulo `r^words` is split into strips of the rows of its triangle.
pub(super) struct ParallelLowProduct {
    words: usize,
    /// Strip `j` multiplies the words `cuts[j] .. cuts[j + 1]` of `B`.
    cuts: Vec<usize>,
    slot: usize,
}

impl ParallelLowProduct {
    /// For `threads >= 1` and operands of `words >= 1`.
    pub(super) fn new(kernel: Kernel, threads: usize, words: usize) -> Self {
        // The rows from y have the area (words - y)² / 2; the rows from the j-th cut have
        // (threads - j) shares.
        let cut = |j: usize| words - (words * words * (threads - j) / threads).isqrt();
        let cuts: Vec<usize> = (0..=threads).map(cut).collect();
        let mut slot = 0;
        for strip in cuts.windows(2).filter(|strip| strip[0] < strip[1]) {
            let (rows, length) = (strip[1] - strip[0], words - strip[0]);
            let mut scratch = kernel.mul_low_scratch(rows);
            if rows < length {
                scratch = scratch.max(kernel.mul_scratch(length - rows, rows));
            }
            slot = slot.max(length + rows + scratch);
        }
        Self { words, cuts, slot: slot_words(slot) }
    }

    fn parts(&self) -> usize {
        self.cuts.len() - 1
    }

    /// Words of scratch that [`ParallelLowProduct::multiply`] needs.
    pub(super) fn scratch_words(&self) -> usize {
        self.slot * self.parts()
    }

    /// `r = a * b mod r^words`.
    pub(super) fn multiply(
        &self,
        kernel: Kernel,
        split: &dyn Split,
        r: &mut [Word],
        a: &[Word],
        b: &[Word],
        scratch: &mut [Word],
    ) {
        assert!(a.len() == self.words && b.len() == self.words);
        let slots = &mut scratch[..self.scratch_words()];
        each_chunk(split, slots, self.slot, move |part, slot| {
            let (from, to) = (self.cuts[part], self.cuts[part + 1]);
            let (strip, scratch) = slot.split_at_mut(self.words - from);
            low_strip(kernel, strip, a, &b[from..to], scratch);
        });
        add_in_tree(split, slots, self.slot, |first, width, left, right| {
            let shift = self.cuts[first + width] - self.cuts[first];
            let length = self.words - self.cuts[first];
            // The carry out is above r^words.
            let _ = kernel.add_assign(&mut left[shift..length], &right[..length - shift]);
        });
        r.copy_from_slice(&slots[..self.words]);
    }
}

/// `strip = a * b` modulo the power above `strip`, for a `b` no longer than `strip`: first the
/// columns that all rows reach, then a triangle.
pub(super) fn low_strip(
    kernel: Kernel,
    strip: &mut [Word],
    a: &[Word],
    b: &[Word],
    scratch: &mut [Word],
) {
    let rows = b.len();
    if rows == 0 {
        strip.fill(0);
        return;
    }
    let full = strip.len() - rows;
    if full == 0 {
        kernel.mul_low(strip, &a[..rows], b, scratch);
        return;
    }
    let (triangle, scratch) = scratch.split_at_mut(rows);
    kernel.mul_low(triangle, &a[full..full + rows], b, scratch);
    kernel.mul(strip, &a[..full], b, scratch);
    let _ = kernel.add_assign(&mut strip[full..], triangle);
}

/// Adds up slots in a binary tree: `add(first, width, left, right)` adds the sum of the `width`
/// slots from `first + width`, at the start of `right`, to the sum of the `width` slots before
/// them, at the start of `left`. Each step doubles `width`; the sum ends in the first slot.
fn add_in_tree(
    split: &dyn Split,
    slots: &mut [Word],
    slot: usize,
    add: impl Fn(usize, usize, &mut [Word], &[Word]) + Sync,
) {
    let mut width = 1;
    while width * slot < slots.len() {
        let join = |i: usize, pair: &mut [Word]| {
            if pair.len() > width * slot {
                let (left, right) = pair.split_at_mut(width * slot);
                add(2 * i * width, width, left, right);
            }
        };
        if slot >= PARALLEL_ADDITION_WORDS && slots.len() > 3 * width * slot {
            each_chunk(split, slots, 2 * width * slot, join);
        } else {
            for (i, pair) in slots.chunks_mut(2 * width * slot).enumerate() {
                join(i, pair);
            }
        }
        width *= 2;
    }
}

// One thread's slot in a scratch that several threads share.

/// Bytes of a cache line.
const LINE_BYTES: usize = 64;

/// The distance in bytes between the words of two threads: two cache lines, because processors
/// fetch lines in pairs.
const APART_BYTES: usize = 128;

/// The length of a slot with room for `words` words. Two cache lines lie between the words of two
/// neighbours for any alignment of the scratch; threads that write to the same line take it from
/// each other every time.
#[must_use]
pub fn slot_words(words: usize) -> usize {
    words + APART_BYTES / WORD_BYTES
}

/// Reads one word of each cache line that another thread wrote, so that all lines are fetched at
/// once. A multiplication would wait for each line, because it reads them one after another.
pub(super) fn fetch(words: &[Word]) {
    let each = words.iter().step_by(LINE_BYTES / WORD_BYTES);
    core::hint::black_box(each.fold(0, |all, word| all ^ word));
}
