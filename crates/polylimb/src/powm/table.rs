//! A table of residues, wiped when dropped.

use super::Accumulator;
use crate::limb::{Mask, Word, assign_if};
use crate::modmul::ModMul;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

pub(super) struct Table {
    words: Zeroizing<Vec<Word>>,
    residue_words: usize,
}

impl Table {
    /// Room for so many residues.
    pub(super) fn new(modmul: &dyn ModMul, entries: usize) -> Self {
        let residue_words = modmul.residue_words();
        Self { words: Zeroizing::new(vec![0; entries * residue_words]), residue_words }
    }

    /// `1, g, g², …`, so many residues.
    pub(super) fn powers(modmul: &dyn ModMul, g: &[Word], entries: usize) -> Self {
        let mut table = Self::new(modmul, entries);
        let mut power = Accumulator::one(modmul);
        for i in 0..entries {
            table.entry(i).copy_from_slice(power.value());
            power.mul(g);
        }
        table
    }

    /// Entry `i`, to be written.
    pub(super) fn entry(&mut self, i: usize) -> &mut [Word] {
        &mut self.words[i * self.residue_words..][..self.residue_words]
    }

    /// `r` = entry `i`, reading every entry. Constant time.
    pub(super) fn select(&self, r: &mut [Word], i: Word) {
        for (j, entry) in self.words.chunks_exact(self.residue_words).enumerate() {
            assign_if(r, entry, Mask::equal(i, j as Word));
        }
    }
}
