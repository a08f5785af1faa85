//! Words in cache lines of their own, wiped when dropped.
//!
//! A thread must not write to a line that another thread reads. With plain allocations a thread
//! sometimes took twice its time, because the modulus shared a line with another thread's numbers.
//! Also, vectors that cross lines load at half speed.

use crate::limb::{WORD_BYTES, Word};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use zeroize::Zeroizing;

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
