//! Tables of powers, wiped when dropped.

use super::Accumulator;
use super::lines::Lines;
use super::model::{Counts, real};
use crate::limb::{Kernel, Word};
use crate::modmul::ModMul;
use zeroize::Zeroizing;

/// The widest window of any method: a digit is less than a word, of 8 bits too.
pub(super) const MOST_WIDTH: usize = 7;

pub(super) struct Table {
    kernel: Kernel,
    words: Lines,
    residue_words: usize,
}

impl Table {
    /// Room for so many residues.
    pub(super) fn new(modmul: &dyn ModMul, entries: usize) -> Self {
        let residue_words = modmul.residue_words();
        let words = Lines::zeros(entries * residue_words);
        Self { kernel: modmul.kernel(), words, residue_words }
    }

    /// `1, g, g², …`, so many residues, at least 2: even powers are squares.
    pub(super) fn powers(modmul: &dyn ModMul, g: &[Word], entries: usize) -> Self {
        let mut table = Self::new(modmul, entries);
        let mut power = Accumulator::one(modmul);
        table.entry_mut(0).copy_from_slice(power.value());
        table.entry_mut(1).copy_from_slice(g);
        for i in 2..entries {
            if i % 2 == 0 {
                power.set(table.entry(i / 2));
                power.sqr(1);
            } else {
                power.mul(g);
            }
            table.entry_mut(i).copy_from_slice(power.value());
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

    /// Entry `i`, which is public.
    pub(super) fn entry(&self, i: usize) -> &[Word] {
        &self.words[i * self.residue_words..][..self.residue_words]
    }

    /// `r` = entry `i`, reading every entry. Constant time.
    pub(super) fn select(&self, r: &mut [Word], i: Word) {
        self.kernel.look_up(r, &self.words, i);
    }

    /// Entry `i`, to be written.
    pub(super) fn entry_mut(&mut self, i: usize) -> &mut [Word] {
        &mut self.words[i * self.residue_words..][..self.residue_words]
    }
}

/// What [`Table::powers`] costs for `2^width` entries.
pub(super) fn powers_cost(width: usize) -> Counts {
    let half = real((1 << (width - 1)) - 1);
    Counts::new(half, half)
}
