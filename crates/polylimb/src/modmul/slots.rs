//! The room of one thread in a scratch that several share.

use crate::limb::{WORD_BYTES, Word};

/// Bytes of a cache line.
const LINE_BYTES: usize = 64;

/// Bytes that must lie between two threads' words: two cache lines, because processors fetch them in pairs.
const APART_BYTES: usize = 128;

/// Words of a slot that holds `words`: so many that no line of it belongs to its neighbour too, wherever the
/// scratch begins. Two threads that write to one line take it from each other every time.
pub(super) fn slot_words(words: usize) -> usize {
    words + APART_BYTES / WORD_BYTES
}

/// Asks for all cache lines of words that another thread wrote, at once: a multiplication reads them so
/// slowly one after the other that it would wait for each.
pub(super) fn fetch(words: &[Word]) {
    let each = words.iter().step_by(LINE_BYTES / WORD_BYTES);
    core::hint::black_box(each.fold(0, |all, word| all ^ word));
}
