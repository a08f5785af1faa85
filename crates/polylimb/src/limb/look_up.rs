//! Reads one entry of a table without telling which.
//!
//! **Idea.** Every entry is read and kept under a mask; the result is summed block by block in registers, so that
//! memory is read once and written once (the defence against cache timing of Percival 2005). **Cost.** A load for
//! each word, or vector of words, of the table. Constant time.

use super::word::{WORD_BITS, Word};
use core::array;
use core::hint::black_box;

/// The most entries of a table.
pub(super) const MOST_ENTRIES: usize = 128;

/// See [`super::Kernel::look_up`].
pub(super) fn look_up(r: &mut [Word], table: &[Word], index: Word) {
    by_blocks::<16>(r, table, index);
}

/// The same, with sums of `BLOCK` words: as many as the target has registers for.
#[inline(always)]
pub(super) fn by_blocks<const BLOCK: usize>(r: &mut [Word], table: &[Word], index: Word) {
    let n = r.len();
    assert!(n > 0 && table.len().is_multiple_of(n) && table.len() <= MOST_ENTRIES * n);
    let mut masks: [Word; MOST_ENTRIES] =
        array::from_fn(|j| is_nonzero(index ^ j as Word).wrapping_sub(1));
    // Nobody is to know that these are masks: a branch would be shorter.
    black_box(&mut masks);
    let mut from = 0;
    let (blocks, rest) = r.as_chunks_mut::<BLOCK>();
    for block in blocks {
        *block = sum(table, n, from, &masks);
        from += BLOCK;
    }
    let (blocks, rest) = rest.as_chunks_mut::<8>();
    for block in blocks {
        *block = sum(table, n, from, &masks);
        from += 8;
    }
    for word in rest {
        [*word] = sum(table, n, from, &masks);
        from += 1;
    }
}

/// The words from `from` on of the entry whose mask is set.
#[inline(always)]
fn sum<const BLOCK: usize>(
    table: &[Word],
    n: usize,
    from: usize,
    masks: &[Word; MOST_ENTRIES],
) -> [Word; BLOCK] {
    let mut sum = [0; BLOCK];
    for (entry, mask) in table.chunks_exact(n).zip(masks) {
        let words: &[Word; BLOCK] = entry[from..].first_chunk().expect("inside the entry");
        sum = array::from_fn(|i| sum[i] | (words[i] & mask));
    }
    sum
}

/// 1 for every word but 0.
#[inline(always)]
fn is_nonzero(w: Word) -> Word {
    (w | w.wrapping_neg()) >> (WORD_BITS - 1)
}
