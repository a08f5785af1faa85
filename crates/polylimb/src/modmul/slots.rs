//! One thread's slot in a scratch that several threads share.

use crate::limb::{WORD_BYTES, Word};

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
