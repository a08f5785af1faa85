//! The tables of the generator's signed comb, the same for all lanes.

use crate::limb::{Bits, Kernel, WORD_BITS, bit_length_vartime};
use crate::multiply::engine::{Engine, PlainPoint};
use crate::multiply::signed_comb::spacing;
use alloc::vec;
use alloc::vec::Vec;

/// Half as many entries as one scalar's comb has for a block: each lane has to be shown all of them.
pub(super) const TEETH: usize = 6;
pub(super) const BLOCKS: usize = 4;
/// Entries of a block.
pub(super) const ENTRIES: usize = 1 << (TEETH - 1);

/// Signs of a block for an order of so many bits; none where gaps could be met.
pub(super) fn spacing_for(bits: usize) -> Option<usize> {
    spacing(bits, TEETH, BLOCKS)
}

/// The points of all blocks, made by `engine`; none if one of them is neutral, which only a short order could make it.
pub(super) fn points(engine: &dyn Engine) -> Option<Vec<PlainPoint>> {
    let spacing = spacing_for(bit_length_vartime(engine.parameters().order()))?;
    let words = (TEETH * BLOCKS * spacing).div_ceil(WORD_BITS);
    let mut points = Vec::with_capacity(BLOCKS * ENTRIES);
    for block in 0..BLOCKS {
        for signs in 0..ENTRIES {
            // The top tooth's sign is plus, so that the sum is positive.
            let (mut plus, mut minus) = (vec![0; words], vec![0; words]);
            for j in 0..TEETH {
                let place = (j * BLOCKS + block) * spacing;
                let positive = j + 1 == TEETH || signs >> j & 1 == 1;
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
