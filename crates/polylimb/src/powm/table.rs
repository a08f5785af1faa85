//! Tables of powers, wiped when dropped.

use super::Accumulator;
use super::accumulator::Lines;
use super::model::{Counts, real};
use crate::limb::{Kernel, Word};
use crate::modmul::ModMul;
use zeroize::Zeroizing;

/// Residues of one multiplication, in cache lines of their own; wiped when dropped.
pub struct Table {
    kernel: Kernel,
    words: Lines,
    residue_words: usize,
}

impl Table {
    /// The widest window of an exponentiation: its digits fit a word, even of 8 bits.
    pub const MOST_WIDTH: usize = 7;

    /// Room for `entries` residues.
    #[must_use]
    pub fn new(modmul: &dyn ModMul, entries: usize) -> Self {
        let residue_words = modmul.residue_words();
        let words = Lines::zeros(entries * residue_words);
        Self { kernel: modmul.kernel(), words, residue_words }
    }

    /// `1, g, g², …`, `entries` residues, at least 2: even powers are squares. Constant time.
    #[must_use]
    pub fn powers(modmul: &dyn ModMul, g: &[Word], entries: usize) -> Self {
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

    /// The cost of [`Table::powers`] for `2^width` entries.
    #[must_use]
    pub fn powers_cost(width: usize) -> Counts {
        let half = real((1 << (width - 1)) - 1);
        Counts::new(half, half)
    }

    /// `g, g³, g⁵, …`, `entries` residues, at least 1. Constant time.
    #[must_use]
    pub fn odd_powers(modmul: &dyn ModMul, g: &[Word], entries: usize) -> Self {
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
    #[must_use]
    pub fn entry(&self, i: usize) -> &[Word] {
        &self.words[i * self.residue_words..][..self.residue_words]
    }

    /// `r` = entry `i`, reading every entry. Constant time.
    pub fn select(&self, r: &mut [Word], i: Word) {
        self.kernel.look_up(r, &self.words, i);
    }

    /// Entry `i`, which is public, to be written.
    pub fn entry_mut(&mut self, i: usize) -> &mut [Word] {
        &mut self.words[i * self.residue_words..][..self.residue_words]
    }
}
