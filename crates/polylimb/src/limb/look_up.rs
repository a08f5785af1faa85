//! Reads one entry of a table; the index stays secret.
//!
//! **Idea.** Every entry is read and kept under a mask; the result is summed block by block in
//! registers, so that memory is read once and written once (the defence of `[Percival2005]` against
//! cache timing). **Cost.** A load for each word, or vector of words, of the table. Constant time.

use super::mask::is_nonzero;
use super::word::Word;
use core::array;
use core::hint::black_box;

/// Maximum number of entries of a table.
pub(super) const MOST_ENTRIES: usize = 128;

/// See [`super::Kernel::look_up`].
pub(super) fn look_up(r: &mut [Word], table: &[Word], index: Word) {
    by_blocks::<{ if cfg!(target_arch = "arm") { 4 } else { 16 } }>(r, table, index);
}

/// [`look_up`] with sums of up to `MOST` words, 4, 16 or 64, by the target's number of registers.
#[inline(always)]
pub(super) fn by_blocks<const MOST: usize>(r: &mut [Word], table: &[Word], index: Word) {
    let n = r.len();
    let entries = table.len() / n;
    assert!(table.len() == n * entries && entries <= MOST_ENTRIES);
    // Small processors feel the time to clear a large array.
    let (mut few, mut many);
    let masks: &mut [Word] = if entries <= 16 {
        few = [0; 16];
        &mut few
    } else {
        many = [0; MOST_ENTRIES];
        &mut many
    };
    let masks = fill_masks(&mut masks[..entries], index);
    let mut from = 0;
    if MOST >= 64 {
        blocks::<64>(r, &mut from, table, masks);
        blocks::<32>(r, &mut from, table, masks);
    }
    if MOST >= 16 {
        blocks::<16>(r, &mut from, table, masks);
        blocks::<8>(r, &mut from, table, masks);
    }
    blocks::<4>(r, &mut from, table, masks);
    blocks::<1>(r, &mut from, table, masks);
}

/// A mask for each entry: all ones at `index`, else 0.
#[inline(always)]
pub(super) fn fill_masks(masks: &mut [Word], index: Word) -> &[Word] {
    for (j, mask) in masks.iter_mut().enumerate() {
        *mask = is_nonzero(index ^ j as Word).wrapping_sub(1);
    }
    // The compiler must not know that these are masks: it would branch.
    black_box(masks)
}

/// Sums the whole blocks of the words from `from` on.
#[inline(always)]
fn blocks<const BLOCK: usize>(r: &mut [Word], from: &mut usize, table: &[Word], masks: &[Word]) {
    let n = r.len();
    while let Some(block) = r[*from..].first_chunk_mut() {
        let (mut sum, mut at) = ([0; BLOCK], *from);
        for mask in masks {
            let words: &[Word; BLOCK] = table[at..].first_chunk().expect("inside the entry");
            sum = array::from_fn(|i| sum[i] | (words[i] & mask));
            at += n;
        }
        *block = sum;
        *from += BLOCK;
    }
}
