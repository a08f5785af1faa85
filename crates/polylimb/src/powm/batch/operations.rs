//! The operations on eight numbers as functions, chosen once: compiled for AVX-512 or for the
//! portable twin.

use super::montgomery::{self, Modulus};
use super::tile::{Block, K, Row};
use super::{set_up, tile};
use crate::cpu::Features;
use crate::limb::simd::{Portable, Vector};

/// Modulus, result, two factors, scratch.
type Multiply = fn(&Modulus<'_>, &mut [Block], &[Block], &[Block], &mut [Block]);
/// Modulus, result, number, scratch, a look-up to run meanwhile.
type Square = fn(&Modulus<'_>, &mut [Block], &[Block], &mut [Block], &mut LookUp<'_>);

/// The operations of exponentiation.
#[derive(Clone, Copy)]
pub(super) struct Operations {
    /// The name of the vectors.
    pub(super) name: &'static str,
    /// `r = a b / R mod M`; the last is scratch.
    pub(super) multiply: Multiply,
    /// `r = a² / R mod M`, and the steps of a look-up meanwhile.
    pub(super) square: Square,
    /// The rest of a look-up.
    pub(super) finish: fn(&mut LookUp<'_>),
    /// `r = a + b`, which must fit the length.
    pub(super) add: fn(&mut [Block], &[Block], &[Block]),
    /// `r = a - M` in lanes where `a >= M`, else `r = a`, given `R - M`.
    pub(super) subtract_once: fn(&mut [Block], &[Block], &[Block]),
    /// `κ` and `H` of a modulus.
    pub(super) friendly: fn(&mut Block, &mut [Block], &[Block]),
}

impl Operations {
    /// The fastest within these features.
    pub(super) fn best(features: Features) -> &'static Self {
        #[cfg(target_arch = "x86_64")]
        if features.allows(avx512::NEEDS) {
            return &avx512::OPERATIONS;
        }
        let _ = features;
        &PORTABLE
    }
}

static PORTABLE: Operations = Operations {
    name: "portable",
    multiply: |modulus, r, a, b, q| montgomery::multiply::<Portable>(modulus, r, a, b, q),
    square: |modulus, r, a, q, look_up| {
        montgomery::square::<Portable>(modulus, r, a, q, look_up);
    },
    finish: |look_up| look_up.finish::<Portable>(),
    add: tile::add::<Portable>,
    subtract_once: tile::subtract_once::<Portable>,
    friendly: set_up::friendly::<Portable>,
};

/// The roots: compiled for AVX-512, and everything above is inlined into them. The table is used
/// only if the CPU has `NEEDS`.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{Block, LookUp, Modulus, Operations, montgomery, set_up, tile};
    use crate::cpu::Features;
    use crate::limb::simd::{Ifma, Vector, compiled_for};

    pub(super) const NEEDS: Features = Ifma::NEEDS;

    pub(super) static OPERATIONS: Operations =
        Operations { name: "avx512-ifma", multiply, square, finish, add, subtract_once, friendly };

    compiled_for! {
        "avx512f,avx512ifma", root:
        fn multiply[][](m: &Modulus<'_>, r: &mut [Block], a: &[Block], b: &[Block], q: &mut [Block])
            = montgomery::multiply::<Ifma>(m, r, a, b, q)
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        fn square[][](m: &Modulus<'_>, r: &mut [Block], a: &[Block], q: &mut [Block], look_up: &mut LookUp<'_>)
            = montgomery::square::<Ifma>(m, r, a, q, look_up)
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        fn finish[][](look_up: &mut LookUp<'_>) = look_up.finish::<Ifma>()
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        fn add[][](r: &mut [Block], a: &[Block], b: &[Block]) = tile::add::<Ifma>(r, a, b)
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        fn subtract_once[][](r: &mut [Block], a: &[Block], complement: &[Block])
            = tile::subtract_once::<Ifma>(r, a, complement)
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        fn friendly[][](kappa: &mut Block, h: &mut [Block], m: &[Block])
            = set_up::friendly::<Ifma>(kappa, h, m)
    }
}

// One entry of a table for each lane in constant time: every entry is read, and kept in the lanes
// whose index it matches.
//
// The table of eight numbers of 2048 bits and a window of five bits has 80 KiB, more than the
// first-level cache: reading it takes a third of a product. But reading needs no multipliers, and
// its result is not needed soon. So the table is read in [`step`](LookUp::step)s of twenty rows,
// between the blocks of the squarings before the product.

/// Entries read in a step. A window of `w` bits has `w` squarings of `2n` blocks each and takes
/// `n 2^w / ENTRIES` steps.
const ENTRIES: usize = 4;

/// The widest window whose squarings leave time for all steps.
pub(super) const MOST_WIDTH: usize = 5;

/// The narrowest window: a table of one step.
pub(super) const LEAST_WIDTH: usize = 2;

const _: () = assert!((1 << MOST_WIDTH) / ENTRIES <= 2 * MOST_WIDTH && 1 << LEAST_WIDTH == ENTRIES);

/// A look-up in progress.
pub(super) struct LookUp<'a> {
    /// Block 0 of all entries, block 1 of all, and so on: a step reads memory from front to back.
    table: &'a [Block],
    /// The index of each lane's entry.
    index: Row,
    /// The selected entries, complete up to the block and entry of the next step.
    found: &'a mut [Block],
    block: usize,
    /// The number of entries in the table; `entry` is the number already read for this block.
    entries: usize,
    entry: usize,
}

impl<'a> LookUp<'a> {
    /// For a `table` that [`spread`] made of a multiple of [`ENTRIES`] entries as long as `found`.
    pub(super) fn new(table: &'a [Block], index: Row, found: &'a mut [Block]) -> Self {
        assert!(table.len().is_multiple_of(ENTRIES * found.len()));
        let entries = table.len() / found.len();
        Self { table, index, found, block: 0, entries, entry: 0 }
    }

    /// An empty look-up.
    pub(super) fn none() -> Self {
        Self { table: &[], index: Row::default(), found: &mut [], block: 0, entries: 0, entry: 0 }
    }

    /// Whether `found` is complete.
    pub(super) fn is_done(&self) -> bool {
        self.block == self.found.len()
    }

    /// Reads the next entries of a block; does nothing once the look-up is complete.
    #[inline(always)]
    pub(super) fn step<V: Vector>(&mut self) {
        let Some(found) = self.found.get_mut(self.block) else { return };
        // Relative to the step's first entry, so the comparisons are with constants.
        let index = self.index.load::<V>().add(V::splat((self.entry as u64).wrapping_neg()));
        let mut kept = [V::zero(); K];
        for t in 0..K {
            kept[t] = found[t].load();
        }
        let from = self.block * self.entries + self.entry;
        let entries: &[Block; ENTRIES] = self.table[from..].first_chunk().expect("whole steps");
        for (e, entry) in entries.iter().enumerate() {
            let lanes = index.equals(V::splat(e as u64));
            for t in 0..K {
                kept[t] = kept[t].blend(entry[t].load(), lanes);
            }
        }
        for (row, kept) in found.iter_mut().zip(kept) {
            row.store(kept);
        }
        self.entry += ENTRIES;
        if self.entry == self.entries {
            (self.entry, self.block) = (0, self.block + 1);
        }
    }

    /// Reads the rest.
    #[inline(always)]
    pub(super) fn finish<V: Vector>(&mut self) {
        while !self.is_done() {
            self.step::<V>();
        }
    }
}

/// Writes entry `entry` of a table of `entries` entries.
pub(super) fn spread(table: &mut [Block], entries: usize, entry: usize, value: &[Block]) {
    for (blocks, block) in table.chunks_exact_mut(entries).zip(value) {
        blocks[entry] = *block;
    }
}
