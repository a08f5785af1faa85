//! The product of the results of several threads.

use super::Accumulator;
use crate::limb::Word;
use crate::modmul::ModMul;
use crate::team::{Split, each_chunk};
use alloc::vec;
use zeroize::Zeroizing;

/// `r` = the product of the residues that `part(0, _)`, …, `part(parts - 1, _)` write, each on a
/// thread of `split` as far as available. `r` is as long as a residue. Costs `parts - 1` products.
/// Constant time if the parts are.
pub fn product_of_parts(
    modmul: &dyn ModMul,
    split: &dyn Split,
    parts: usize,
    part: impl Fn(usize, &mut [Word]) + Sync,
    r: &mut [Word],
) {
    if parts <= 1 {
        return part(0, r);
    }
    let mut results = Zeroizing::new(vec![0; parts * r.len()]);
    each_chunk(split, &mut results, r.len(), part);
    let mut results = results.chunks_exact(r.len());
    let mut product = Accumulator::of(modmul, results.next().unwrap_or_default());
    for result in results {
        product.mul(result);
    }
    r.copy_from_slice(product.value());
}
