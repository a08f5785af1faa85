//! A table of residues, wiped when dropped.

use super::Accumulator;
use crate::limb::{Mask, Word};
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
            table.entry_mut(i).copy_from_slice(power.value());
            power.mul(g);
        }
        table
    }

    /// `g, g³, g⁵, …`, so many residues, at least 1.
    pub(super) fn odd_powers(modmul: &dyn ModMul, g: &[Word], entries: usize) -> Self {
        let mut table = Self::new(modmul, entries);
        let mut power = Accumulator::of(modmul, g);
        table.entry_mut(0).copy_from_slice(g);
        if entries > 1 {
            power.sqr(1);
            let square = Zeroizing::new(power.value().to_vec());
            power.set(g);
            for i in 1..entries {
                power.mul(&square);
                table.entry_mut(i).copy_from_slice(power.value());
            }
        }
        table
    }

    /// Entry `i`, to be written.
    pub(super) fn entry_mut(&mut self, i: usize) -> &mut [Word] {
        &mut self.words[i * self.residue_words..][..self.residue_words]
    }

    /// Entry `i`, which is public.
    pub(super) fn entry(&self, i: usize) -> &[Word] {
        &self.words[i * self.residue_words..][..self.residue_words]
    }

    /// `r` = entry `i`, reading every entry: the whole of `r` is summed in one pass. Constant time.
    pub(super) fn select(&self, r: &mut [Word], i: Word) {
        r.fill(0);
        for (j, entry) in self.words.chunks_exact(self.residue_words).enumerate() {
            let mask = Mask::equal(i, j as Word).word();
            for (r, &word) in r.iter_mut().zip(entry) {
                *r |= word & mask;
            }
        }
    }
}
