//! Eight powers at once by a fixed window.
//!
//! **Source.** The 2^w-ary method (`[Brauer1939]`), reading all entries ([`LookUp`]). **Cost.** For
//! `b` bits and windows of `w`: `b` squarings, `2^w + b / w` products or squarings. Constant time.

use super::montgomery::square_scratch;
use super::operations::Operations;
use super::operations::{LEAST_WIDTH, LookUp, MOST_WIDTH, spread};
use super::set_up::{Constants, zeros};
use super::tile::{Block, Row, put};
use crate::limb::simd::{DIGIT_BITS, LANES};
use crate::limb::{WORD_BITS, Word};
use crate::powm::Exponent;
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// The width with the fewest products for an exponent of `bits` bits.
fn best_width(bits: usize) -> usize {
    let products = |w: &usize| (1 << w) + bits.div_ceil(*w);
    (LEAST_WIDTH..=MOST_WIDTH).min_by_key(products).unwrap_or(LEAST_WIDTH)
}

/// The numbers that change with each operation, and the operations.
struct Machine<'a> {
    operations: &'a Operations,
    constants: &'a Constants,
    /// The value; `next` receives the next one.
    value: Zeroizing<Vec<Block>>,
    next: Zeroizing<Vec<Block>>,
    scratch: Zeroizing<Vec<Block>>,
}

impl Machine<'_> {
    fn multiply(&mut self, by: &[Block]) {
        let modulus = self.constants.modulus();
        (self.operations.multiply)(&modulus, &mut self.next, &self.value, by, &mut self.scratch);
        core::mem::swap(&mut self.value, &mut self.next);
    }

    fn square(&mut self, look_up: &mut LookUp<'_>) {
        let modulus = self.constants.modulus();
        (self.operations.square)(&modulus, &mut self.next, &self.value, &mut self.scratch, look_up);
        core::mem::swap(&mut self.value, &mut self.next);
    }

    /// `value` = the residues of these numbers of any length, in pieces as long as `R` from the
    /// top: `x ← x R + piece`, where each summand is below `3M`, as the residue of a product with
    /// `R²`.
    fn enter(&mut self, numbers: [&[Word]; LANES]) {
        let n = self.value.len();
        let r_squared = &self.constants.r_squared;
        let longest = numbers.iter().map(|number| number.len()).max().unwrap_or(0);
        let pieces = (longest * WORD_BITS).div_ceil(DIGIT_BITS * self.value.as_flattened().len());
        let mut rows = zeros(n * pieces.max(1));
        for (lane, number) in numbers.into_iter().enumerate() {
            put(rows.as_flattened_mut(), lane, number);
        }
        let mut sum = zeros(n);
        for (i, piece) in rows.chunks_exact(n).rev().enumerate() {
            if i > 0 {
                self.multiply(r_squared);
                sum.copy_from_slice(&self.value);
            }
            self.value.copy_from_slice(piece);
            self.multiply(r_squared);
            if i > 0 {
                (self.operations.add)(&mut self.next, &self.value, &sum);
                core::mem::swap(&mut self.value, &mut self.next);
            }
        }
        if pieces > 1 {
            // Back below 4M.
            self.multiply(&self.constants.one);
        }
    }

    /// Replaces the residue `value` by its number below `M`.
    fn leave(&mut self) {
        let mut one = zeros(self.value.len());
        one[0][0] = Row([1; LANES]);
        self.multiply(&one);
        // (4M + 2 R M) / R, rounded down, is at most 2M.
        for _ in 0..2 {
            let complement = &self.constants.complement;
            (self.operations.subtract_once)(&mut self.next, &self.value, complement);
            core::mem::swap(&mut self.value, &mut self.next);
        }
    }

    /// The powers of `value` from the power 0, spread for [`LookUp`].
    fn table(&mut self, entries: usize) -> Zeroizing<Vec<Block>> {
        let mut table = zeros(self.value.len() * entries);
        let base = self.value.clone();
        spread(&mut table, entries, 0, &self.constants.one);
        spread(&mut table, entries, 1, &base);
        for i in 2..entries {
            self.multiply(&base);
            spread(&mut table, entries, i, &self.value);
        }
        table
    }
}

/// `base^exponent mod M` in every lane, below `M`.
pub(super) fn pow(
    operations: &Operations,
    constants: &Constants,
    bases: [&[Word]; LANES],
    exponents: [Exponent<'_>; LANES],
) -> Zeroizing<Vec<Block>> {
    let n = constants.blocks();
    let scratch = zeros(square_scratch(n));
    let (value, next) = (zeros(n), zeros(n));
    let mut machine = Machine { operations, constants, value, next, scratch };
    machine.enter(bases);
    let bits = exponents.iter().map(Exponent::len).max().unwrap_or(0);
    let width = best_width(bits);
    let table = machine.table(1 << width);
    let mut found = zeros(n);
    machine.value.copy_from_slice(&constants.one);
    let windows = bits.div_ceil(width);
    for window in (0..windows).rev() {
        #[allow(clippy::useless_conversion, reason = "words may be shorter")]
        let index = Row(exponents.map(|e| e.window(window * width, width).into()));
        let mut look_up = LookUp::new(&table, index, &mut found);
        if window + 1 == windows {
            (operations.finish)(&mut look_up);
            machine.value.copy_from_slice(&found);
        } else {
            for _ in 0..width {
                machine.square(&mut look_up);
            }
            debug_assert!(look_up.is_done());
            machine.multiply(&found);
        }
    }
    machine.leave();
    machine.value
}
