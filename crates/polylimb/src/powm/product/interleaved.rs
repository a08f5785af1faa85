//! `interleaved`: sliding windows for every base, over one chain of squarings.
//!
//! **Source.** `[Moller2001]`. **Idea.** Each exponent is recoded separately into odd digits with
//! at least `w - 1` zeros between them; each digit that is not 0 is a product with an odd power
//! from the base's table. **Cost.** For each base `2^(w-1)` multiplications for the table and about
//! `bits / (w + 1)` afterwards. **Time** tells the exponents.

use super::{Entry, Make, Term};
use crate::limb::{WORD_BITS, Word};
use crate::modmul::{ConstantTime, Domain, ModMul, Threads};
use crate::powm::Exponent;
use crate::powm::accumulator::LazyAccumulator;
use crate::powm::table::Table;
use alloc::vec;
use alloc::vec::Vec;

pub(super) const ENTRY: Entry = Entry {
    name: "interleaved",
    source: "Möller 2001",
    summary: "sliding windows for every base over one chain of squarings",
    threads: Threads::AtLeast(1),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: Make {
        products: |terms, bits| terms * products_of_a_term(bits, best_width(bits)),
        part: product_vartime,
    },
};

/// The widest window.
const MOST_WIDTH: usize = if WORD_BITS == 8 { 7 } else { 10 };

/// A width of 1 needs no table.
fn products_of_a_term(bits: usize, width: usize) -> usize {
    let table = if width > 1 { 1 << (width - 1) } else { 0 };
    table + bits / (width + 1)
}

fn best_width(bits: usize) -> usize {
    (1..=MOST_WIDTH).min_by_key(|&width| products_of_a_term(bits, width)).unwrap_or(1)
}

fn product_vartime(modmul: &dyn ModMul, terms: &[Term<'_>], bits: usize, r: &mut [Word]) {
    let prepared: Vec<_> = terms
        .iter()
        .map(|term| {
            let width = best_width(term.exponent.len());
            let table = Table::odd_powers(modmul, term.base, 1 << (width - 1));
            (table, odd_digits(term.exponent, width))
        })
        .collect();
    let mut product = LazyAccumulator::one(modmul);
    for i in (0..bits).rev() {
        product.sqr(1);
        for (table, digits) in &prepared {
            match digits.get(i) {
                Some(&digit) if digit != 0 => product.mul(table.entry(digit as usize / 2)),
                _ => {}
            }
        }
    }
    r.copy_from_slice(product.value());
}

/// Digits that are 0 or odd and below `2^width`, with their sum, digit `i` times `2^i`, equal to
/// the exponent.
fn odd_digits(exponent: Exponent<'_>, width: usize) -> Vec<Word> {
    let mut digits = vec![0; exponent.len()];
    let mut i = 0;
    while i < digits.len() {
        if exponent.bit(i) == 1 {
            digits[i] = exponent.window(i, width);
            i += width;
        } else {
            i += 1;
        }
    }
    digits
}
