//! The inverses of eight lanes by one inversion of words.
//!
//! **Source.** `[Montgomery1987]` (simultaneous inversion); divsteps: `[Bernstein2019]`. **Idea.**
//! The product of all lanes comes from three products with the lanes moved by 4, 2 and 1. The
//! inverse of a lane is the inverse of that product times the product of the other lanes, which is
//! the product of the moved factors. Lanes of 0 are replaced by 1. **Cost.** Seven products and an
//! inversion; a power by `p - 2` takes as many squares as the prime has bits.

use super::field::LooseLanes;
use super::prime::LoosePrime;
use crate::field::Field;
use crate::field::lanes::LANES;
use crate::field::lanes::digits::{digits, words};
use crate::field::lanes::vector::Compiled;
use crate::limb::{WORD_BITS, Word};
use crate::modmul::inverse::{invert, invert_scratch};
use zeroize::Zeroize;

/// Words of the largest prime.
const MOST: usize = 384 / WORD_BITS;

impl<V: Compiled, P: LoosePrime<D>, const D: usize> LooseLanes<V, P, D> {
    /// `1 / a`, and 0 for 0.
    #[inline(never)]
    pub(super) fn invert(self, a: &[V; D]) -> [V; D] {
        const { assert!(P::BITS <= 384) };
        let is_zero = self.is_zero(a);
        let mut product = self.select(is_zero, &self.one(), a);
        let mut others = self.one();
        for step in [4, 2, 1] {
            let moved = rotate(&product, step);
            others = self.mul(&others, &moved);
            product = self.mul(&product, &moved);
        }
        let mut lanes = self.leave_digits(&product);
        let n = P::BITS.div_ceil(WORD_BITS);
        let mut number: [Word; MOST] = words(&lanes[0]);
        let modulus: [Word; MOST] = words(&P::DIGITS);
        let mut inverse = [0; MOST];
        let mut scratch = [0; invert_scratch(MOST)];
        invert(&mut inverse[..n], &number[..n], &modulus[..n], &mut scratch);
        lanes = [digits(&inverse); LANES];
        let inverse_of_all = self.enter_digits(&lanes);
        lanes.zeroize();
        number.zeroize();
        inverse.zeroize();
        scratch.zeroize();
        self.select(is_zero, &self.zero(), &self.mul(&inverse_of_all, &others))
    }
}

/// Rotates the lanes by `step`: lane `i` becomes lane `i + step`.
fn rotate<V: Compiled, const D: usize>(a: &[V; D], step: usize) -> [V; D] {
    a.map(|digit| {
        let mut lanes = digit.to_lanes();
        lanes.rotate_left(step);
        V::from_lanes(lanes)
    })
}
