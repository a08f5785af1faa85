//! Square roots in eight lanes, modulo primes that are 3 modulo 4.

use super::field::{Loose, LooseLanes};
use super::{LoosePrime, MOST_WORDS};
use crate::field::lanes::LaneMask;
use crate::field::lanes::digits::words;
use crate::field::lanes::vector::{Compiled, Products};
use crate::field::square_root::{either_3_mod_4, root_3_mod_4};
use crate::field::{Field, Op, SquareRoot};
use crate::limb::{WORD_BITS, Word};
use core::marker::PhantomData;

/// Squares one after another, which stay in registers.
pub(super) struct Squares<'a, V, P, const D: usize>(
    pub(super) &'a [V; D],
    pub(super) usize,
    pub(super) PhantomData<P>,
);

impl<V: Compiled, P: LoosePrime<D>, const D: usize> Op for Squares<'_, V, P, D> {
    type Out = [V; D];

    #[inline(always)]
    fn call(self) -> [V; D] {
        let mut r = *self.0;
        for _ in 0..self.1 {
            r = Loose::<P>(PhantomData).sqr(&r);
        }
        r
    }
}

impl<V: Compiled, P: LoosePrime<D>, const D: usize> SquareRoot for LooseLanes<V, P, D> {
    #[inline(always)]
    fn sqrt(&self, a: &[V; D]) -> ([V; D], LaneMask) {
        let ([r, _], exists) = self.sqrt_and_inverse(a);
        (r, exists)
    }

    #[inline(always)]
    fn sqrt_and_inverse(&self, a: &[V; D]) -> ([[V; D]; 2], LaneMask) {
        const { assert!(P::DIGITS[0] % 4 == 3) };
        let p: [Word; MOST_WORDS] = words(&P::DIGITS);
        // (p - 3) / 4.
        let mut exponent = [0; MOST_WORDS];
        for i in 0..MOST_WORDS {
            let next = if i + 1 < MOST_WORDS { p[i + 1] } else { 0 };
            exponent[i] = p[i] >> 2 | next << (WORD_BITS - 2);
        }
        root_3_mod_4(self, a, &exponent)
    }

    #[inline(always)]
    fn inverse_sqrt_either(&self, a: &[V; D], _: &[V; D], root: &[V; D]) -> ([V; D], LaneMask) {
        either_3_mod_4(self, a, root)
    }

    /// A root of `-z`.
    fn root_for(&self, z: &[V; D]) -> [V; D] {
        self.sqrt(&self.neg(z)).0
    }
}
