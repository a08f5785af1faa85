//! `pippenger`: first multiplies bases with the same digit. For many terms.
//!
//! **Source.** `[Pippenger1976]`, in the form of `[Bernstein2012]`. **Idea.** For each window of
//! `c` bits every base is multiplied into the bucket of its digit; then the product of all
//! `bucket_d^d` takes a step for each digit value, as in `bgmw`. No table per base. **Cost.** In
//! each of `bits / c` windows a product for each base and for each of `2^c` buckets. **Time** tells
//! the exponents.

use super::{Entry, Make, Term};
use crate::limb::{WORD_BITS, Word};
use crate::modmul::{ConstantTime, Domain, ModMul, Threads};
use crate::powm::Accumulator;
use crate::powm::accumulator::LazyAccumulator;
use crate::powm::table::Table;
use alloc::vec;
use alloc::vec::Vec;

pub(super) const ENTRY: Entry = Entry {
    name: "pippenger",
    source: "Pippenger 1976; Bernstein, Doumen, Lange, Oosterwijk 2012",
    summary: "bases into the buckets of their digits, buckets by falling digit; for many terms",
    threads: Threads::AtLeast(1),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: Make {
        products: |terms, bits| products(terms, bits, best_width(terms, bits)),
        part: product_vartime,
    },
};

/// The widest window.
const MOST_WIDTH: usize = if WORD_BITS == 8 { 7 } else { 14 };

/// In each window: a product for each digit that is not 0, and the steps from the largest digit
/// to 1.
fn products(terms: usize, bits: usize, width: usize) -> usize {
    let windows = bits.div_ceil(width);
    let (values, none) = (1 << width, windows >> (width * terms).min(31));
    let digits = windows * terms - (windows * terms) / values;
    let largest = windows * (values - 1) * terms / (terms + 1);
    digits + largest - (windows - none)
}

fn best_width(terms: usize, bits: usize) -> usize {
    (1..=MOST_WIDTH).min_by_key(|&width| products(terms, bits, width)).unwrap_or(1)
}

fn product_vartime(modmul: &dyn ModMul, terms: &[Term<'_>], bits: usize, r: &mut [Word]) {
    let width = best_width(terms.len(), bits);
    let mut buckets = Buckets::new(modmul, 1 << width);
    let mut product = LazyAccumulator::one(modmul);
    for window in (0..bits.div_ceil(width)).rev() {
        product.sqr(width);
        for term in terms {
            let digit = term.exponent.window(window * width, width) as usize;
            if digit != 0 {
                buckets.put(digit, term.base);
            }
        }
        product.mul_by(&buckets.take());
    }
    r.copy_from_slice(product.value());
}

struct Buckets<'m> {
    products: Table,
    filled: Vec<bool>,
    /// The room for one multiplication.
    product: Accumulator<'m>,
}

impl<'m> Buckets<'m> {
    fn new(modmul: &'m dyn ModMul, count: usize) -> Self {
        let product = Accumulator::one(modmul);
        Self { products: Table::new(modmul, count), filled: vec![false; count], product }
    }

    /// Multiplies `base` into the bucket of `digit`.
    fn put(&mut self, digit: usize, base: &[Word]) {
        let bucket = self.products.entry_mut(digit);
        if self.filled[digit] {
            self.product.set(bucket);
            self.product.mul(base);
            bucket.copy_from_slice(self.product.value());
        } else {
            bucket.copy_from_slice(base);
            self.filled[digit] = true;
        }
    }

    /// The product of all `bucket_d^d`; the buckets are empty afterwards.
    fn take(&mut self) -> LazyAccumulator<'m> {
        let modmul = self.product.modmul();
        let mut part = LazyAccumulator::one(modmul);
        let mut whole = LazyAccumulator::one(modmul);
        for digit in (1..self.filled.len()).rev() {
            if self.filled[digit] {
                part.mul(self.products.entry(digit));
            }
            whole.mul_by(&part);
        }
        self.filled.fill(false);
        whole
    }
}
