//! The tables of the generator's signed comb, the same for all lanes.

use crate::limb::{Bits, Kernel, WORD_BITS, Word, bit_length_vartime};
use crate::multiply::engine::{Engine, PlainPoint};
use crate::multiply::signed_comb::Shape;
use alloc::vec;
use alloc::vec::Vec;

/// The shape for an order of so many bits; none where gaps could be met. A block has half as many entries as one scalar's comb has, for each lane has to be
/// shown all of them.
pub(super) fn shape(order: &[Word]) -> Option<Shape> {
    Shape::without_gaps(bit_length_vartime(order), 6, 4)
}

/// The points of all blocks, made by `engine`; none if one of them is neutral, which only a short order could make it.
pub(super) fn points(engine: &dyn Engine, shape: Shape) -> Option<Vec<PlainPoint>> {
    let words = shape.signs().div_ceil(WORD_BITS);
    let mut points = Vec::with_capacity(shape.blocks * shape.entries());
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
            points.push(engine.multiply_generator(Bits::new(&multiple))?);
        }
    }
    Some(points)
}
