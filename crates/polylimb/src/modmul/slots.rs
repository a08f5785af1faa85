//! The room of one thread in a scratch that several share.

use crate::limb::WORD_BYTES;

/// Bytes that must lie between two threads' words: two cache lines, because processors fetch them in pairs.
const APART_BYTES: usize = 128;

/// Words of a slot that holds `words`: so many that no line of it belongs to its neighbour too, wherever the
/// scratch begins. Two threads that write to one line take it from each other every time.
pub(super) fn slot_words(words: usize) -> usize {
    words + APART_BYTES / WORD_BYTES
}
