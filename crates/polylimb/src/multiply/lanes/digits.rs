//! The digits of eight scalars, side by side, and the shape of the comb that some are for.

use crate::field::Truth;
use crate::field::lanes::{LANES, LaneMask};
use crate::limb::{Bits, Kernel, Mask, WORD_BITS, Word, bit_length_vartime};
use crate::multiply::glv::{Halves, digits_of_half};
use crate::multiply::regular_window::OddScalar;
use crate::multiply::signed_comb::Shape;
use crate::recoding::regular_digit;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroize;

/// A digit of each scalar: the table index of its size, and its sign.
#[derive(Clone, Copy)]
pub(super) struct LaneDigit {
    pub(super) index: [u64; LANES],
    pub(super) negative: LaneMask,
}

/// All digits of eight scalars modulo an order. Wiped when dropped.
pub(super) struct Digits {
    pub(super) digits: Vec<LaneDigit>,
    /// Whether the multiple has to be negated.
    pub(super) negative: LaneMask,
}

/// A truth value for each lane.
fn mask_of<T>(lanes: &[T], truth: impl Fn(&T) -> Mask) -> LaneMask {
    let bits = lanes.iter().enumerate().map(|(lane, of)| ((truth(of).word() & 1) as u8) << lane);
    LaneMask::from_bits(bits.fold(0, |all, bit| all | bit))
}

/// `count` digits of each lane.
fn digits_of<T>(
    lanes: &[T],
    count: usize,
    digit: impl Fn(&T, usize) -> (Word, Mask),
) -> Vec<LaneDigit> {
    let mut digits = Vec::with_capacity(count);
    for i in 0..count {
        let (mut index, mut negative) = ([0; LANES], 0);
        for (lane, of) in lanes.iter().enumerate() {
            let (size, sign) = digit(of, i);
            index[lane] = u128::from(size) as u64;
            negative |= ((sign.word() & 1) as u8) << lane;
        }
        digits.push(LaneDigit { index, negative: LaneMask::from_bits(negative) });
    }
    digits
}

impl Digits {
    fn new(
        scalars: &[OddScalar],
        count: usize,
        digit: impl Fn(Bits<'_>, usize) -> (Word, Mask),
    ) -> Self {
        let digits = digits_of(scalars, count, |scalar, i| digit(scalar.odd(), i));
        Self { digits, negative: Self::signs(scalars) }
    }

    /// Regular digits of width `w` of half 0 and half 1, with the signs of the halves, and which
    /// are odd.
    pub(super) fn halves(halves: &[Halves], w: usize) -> [(Self, LaneMask); 2] {
        [0, 1].map(|half| {
            let digits = digits_of(halves, digits_of_half(w), |of, i| {
                let (index, negative) = regular_digit(of.size(half), i, w);
                (index, negative ^ of.negative(half))
            });
            let odd = mask_of(halves, |of| Mask::from_bit(of.size(half).bit(0)));
            (Self { digits, negative: mask_of(halves, |of| of.negative(half)) }, odd)
        })
    }

    /// Regular digits of width `w` of public scalars, each with its scalar's sign; by halves, one
    /// list for each half.
    pub(super) fn public(scalars: &[OddScalar], by_halves: bool, w: usize) -> [Vec<LaneDigit>; 2] {
        if !by_halves {
            let digits = |of: &OddScalar, i| {
                let (index, negative) = regular_digit(of.odd(), i, w);
                (index, negative ^ of.negative)
            };
            let count = scalars.first().map_or(0, |k| k.odd().len().div_ceil(w));
            return [digits_of(scalars, count, digits), Vec::new()];
        }
        let halves: Vec<_> = scalars.iter().map(|k| Halves::odd_vartime(k.words())).collect();
        [0, 1].map(|half| {
            let signed = halves.iter().zip(scalars);
            let signed: Vec<_> =
                signed.map(|(of, k)| (of.odd_size(half), of.negative(half) ^ k.negative)).collect();
            let count = signed.first().map_or(0, |(size, _)| size.len().div_ceil(w));
            digits_of(&signed, count, |(size, sign), i| {
                let (index, negative) = regular_digit(*size, i, w);
                (index, negative ^ *sign)
            })
        })
    }

    /// Whether the scalars are negative.
    pub(super) fn signs(scalars: &[OddScalar]) -> LaneMask {
        mask_of(scalars, |scalar| scalar.negative)
    }

    /// Regular digits of width `w`, the lowest first.
    pub(super) fn regular(scalars: &[OddScalar], bits: usize, w: usize) -> Self {
        Self::new(scalars, bits.div_ceil(w), |odd, i| regular_digit(odd, i, w))
    }

    /// Regular digits of one scalar: the lowest in lane 0 of the first element, the next in lane 1.
    /// All lanes have the scalar's sign.
    pub(super) fn across(scalar: &OddScalar, bits: usize, w: usize) -> Self {
        let count = bits.div_ceil(w);
        let mut digits = Vec::with_capacity(count.div_ceil(LANES));
        for first in (0..count).step_by(LANES) {
            let (mut index, mut negative) = ([0; LANES], 0);
            for i in first..count.min(first + LANES) {
                let (size, sign) = regular_digit(scalar.odd(), i, w);
                index[i - first] = u128::from(size) as u64;
                negative |= ((sign.word() & 1) as u8) << (i - first);
            }
            digits.push(LaneDigit { index, negative: LaneMask::from_bits(negative) });
        }
        let negative = (scalar.negative.word() & 1) as u8 * LaneMask::TRUE.bits();
        Self { digits, negative: LaneMask::from_bits(negative) }
    }

    /// The digits of a signed comb: row 0 of each block, row 1, and so on.
    pub(super) fn comb(scalars: &[OddScalar], shape: Shape) -> Self {
        let place = |i: usize| (i % shape.blocks, i / shape.blocks);
        Self::new(scalars, shape.blocks * shape.spacing, |odd, i| {
            let (block, s) = place(i);
            shape.index(odd, block, s)
        })
    }
}

impl Drop for Digits {
    fn drop(&mut self) {
        for digit in &mut self.digits {
            digit.index.zeroize();
            digit.negative = LaneMask::FALSE;
        }
        self.negative = LaneMask::FALSE;
    }
}

/// The shape for an order; `None` if gaps could be met. A block has fewer entries than in the comb
/// for one scalar, because each lane reads all of them.
pub(super) fn comb_shape(order: &[Word]) -> Option<Shape> {
    Shape::without_gaps(bit_length_vartime(order), 6, 4)
}

/// The scalars whose multiples stand in the blocks, in their order.
pub(super) fn comb_multiples(shape: Shape) -> Vec<Vec<Word>> {
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
