//! The multiples in the tables of the generator's signed comb, the same for all lanes.

use crate::limb::{Kernel, WORD_BITS, Word, bit_length_vartime};
use crate::multiply::signed_comb::Shape;
use alloc::vec;
use alloc::vec::Vec;

/// The shape for an order; `None` if gaps could be met. A block has fewer entries than in the comb
/// for one scalar, because each lane reads all of them.
pub(super) fn shape(order: &[Word]) -> Option<Shape> {
    Shape::without_gaps(bit_length_vartime(order), 6, 4)
}

/// The scalars whose multiples stand in the blocks, in their order.
pub(super) fn multiples(shape: Shape) -> Vec<Vec<Word>> {
    let words = shape.signs().div_ceil(WORD_BITS);
    let mut multiples = Vec::with_capacity(shape.blocks * shape.entries());
    for block in 0..shape.blocks {
        for signs in 0..shape.entries() {
            // The top tooth's sign is plus, so that the sum is positive.
            let (mut plus, mut minus) = (vec![0; words], vec![0; words]);
            for j in 0..shape.teeth {
                let place = (j * shape.blocks + block) * shape.spacing;
                let positive = j + 1 == shape.teeth || signs >> j & 1 == 1;
                let sum = if positive { &mut plus } else { &mut minus };
                sum[place / WORD_BITS] |= 1 << (place % WORD_BITS);
            }
            let mut multiple = vec![0; words];
            Kernel::PORTABLE.sub(&mut multiple, &plus, &minus);
            multiples.push(multiple);
        }
    }
    multiples
}
