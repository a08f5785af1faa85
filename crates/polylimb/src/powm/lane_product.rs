//! The product of what several lanes computed.

use super::Accumulator;
use crate::limb::Word;
use crate::modmul::ModMul;
use crate::team::{Split, each_chunk};
use alloc::vec;
use zeroize::Zeroizing;

/// `r` = the product of the residues that `lane(0, _)`, …, `lane(lanes - 1, _)` write, each on a thread of `split`
/// as far as there are threads. Costs `lanes - 1` products.
pub(super) fn product_of_lanes(
    modmul: &dyn ModMul,
    split: &dyn Split,
    lanes: usize,
    lane: impl Fn(usize, &mut [Word]) + Sync,
    r: &mut [Word],
) {
    if lanes <= 1 {
        return lane(0, r);
    }
    let mut results = Zeroizing::new(vec![0; lanes * r.len()]);
    each_chunk(split, &mut results, r.len(), lane);
    let mut results = results.chunks_exact(r.len());
    let mut product = Accumulator::of(modmul, results.next().unwrap_or_default());
    for result in results {
        product.mul(result);
    }
    r.copy_from_slice(product.value());
}
