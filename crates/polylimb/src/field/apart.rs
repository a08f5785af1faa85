//! Fields whose elements are one number, or eight numbers side by side that lie apart in memory.

use super::extension::{Fp2, Quadratic, Xi};
use super::lanes::LANES;
use super::prime::fixed::{Fixed, KernelSet, PrimeParameters};
use super::{Field, VartimeField};
use crate::limb::{Mask, WORD_BYTES, Word};
use zeroize::Zeroize;

/// A field for work on many numbers in no fixed order: an element is [`Apart::COUNT`] of them, from
/// their places in memory. Public numbers only: places and times show.
pub(crate) trait Apart: Field + Copy + Send + Sync + 'static {
    /// A number in memory.
    type One: Copy + Send + Sync + Zeroize;
    /// How many numbers an element holds: 1 or [`LANES`].
    const COUNT: usize;

    /// The element of these numbers; only the first [`Apart::COUNT`] count.
    fn gather(&self, from: [&Self::One; LANES]) -> Self::El;

    /// Writes the element's numbers, [`Apart::COUNT`] of them.
    fn scatter(&self, a: &Self::El, to: &mut [Self::One]);

    /// The truth values with these bits.
    fn mask(bits: u8) -> Self::Mask;

    /// The truth values as bits; bits beyond [`Apart::COUNT`] are 0.
    fn bits(mask: Self::Mask) -> u8;

    /// `1 / a`, and 0 for 0.
    fn invert_vartime(&self, a: &Self::El) -> Self::El;

    /// The number below the prime in these bytes, most significant first, before
    /// [`Apart::enter`].
    fn read(&self, bytes: &[u8]) -> Self::One;

    /// The inverse of [`Apart::read`], after [`Apart::leave`].
    fn write(&self, number: &Self::One, bytes: &mut [u8]);

    /// The element for gathered numbers that were read.
    fn enter(&self, a: &Self::El) -> Self::El;

    /// The inverse of [`Apart::enter`].
    fn leave(&self, a: &Self::El) -> Self::El;
}

impl<const N: usize, P: PrimeParameters<N>, K: KernelSet> Apart for Fixed<N, P, K> {
    type One = [Word; N];
    const COUNT: usize = 1;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn gather(&self, from: [&[Word; N]; LANES]) -> [Word; N] {
        *from[0]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn scatter(&self, a: &[Word; N], to: &mut [[Word; N]]) {
        to[0] = *a;
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mask(bits: u8) -> Mask {
        Mask::from_bit((bits & 1).into())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bits(mask: Mask) -> u8 {
        mask.bit() as u8
    }

    fn invert_vartime(&self, a: &[Word; N]) -> [Word; N] {
        self.inv0_vartime(a)
    }

    fn read(&self, bytes: &[u8]) -> [Word; N] {
        let mut words = [0; N];
        for (i, byte) in bytes.iter().rev().enumerate() {
            words[i / WORD_BYTES] |= Word::from(*byte) << (8 * (i % WORD_BYTES));
        }
        words
    }

    fn write(&self, number: &[Word; N], bytes: &mut [u8]) {
        for (i, byte) in bytes.iter_mut().rev().enumerate() {
            *byte = (number[i / WORD_BYTES] >> (8 * (i % WORD_BYTES))) as u8;
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter(&self, a: &[Word; N]) -> [Word; N] {
        self.enter_mod(a)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leave(&self, a: &[Word; N]) -> [Word; N] {
        Self::leave(self, a)
    }
}

/// Coefficients of 1 and `u`; in bytes the coefficient of `u` comes first.
impl<F: Apart, X: Xi> Apart for Fp2<F, X>
where
    Self: Field<El = [F::El; 2], Mask = F::Mask> + Copy + Send + Sync + 'static,
{
    type One = [F::One; 2];
    const COUNT: usize = F::COUNT;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn gather(&self, from: [&[F::One; 2]; LANES]) -> [F::El; 2] {
        let (mut re, mut im) = ([&from[0][0]; LANES], [&from[0][1]; LANES]);
        for i in 1..F::COUNT {
            (re[i], im[i]) = (&from[i][0], &from[i][1]);
        }
        [self.base().gather(re), self.base().gather(im)]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn scatter(&self, a: &[F::El; 2], to: &mut [[F::One; 2]]) {
        let mut part = [to[0][0]; LANES];
        for c in 0..2 {
            self.base().scatter(&a[c], &mut part[..F::COUNT]);
            for i in 0..F::COUNT {
                to[i][c] = part[i];
            }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mask(bits: u8) -> F::Mask {
        F::mask(bits)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bits(mask: F::Mask) -> u8 {
        F::bits(mask)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn invert_vartime(&self, a: &[F::El; 2]) -> [F::El; 2] {
        self.invert_by(a, F::invert_vartime)
    }

    fn read(&self, bytes: &[u8]) -> [F::One; 2] {
        let (im, re) = bytes.split_at(bytes.len() / 2);
        [self.base().read(re), self.base().read(im)]
    }

    fn write(&self, number: &[F::One; 2], bytes: &mut [u8]) {
        let (im, re) = bytes.split_at_mut(bytes.len() / 2);
        self.base().write(&number[0], re);
        self.base().write(&number[1], im);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter(&self, a: &[F::El; 2]) -> [F::El; 2] {
        [self.base().enter(&a[0]), self.base().enter(&a[1])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leave(&self, a: &[F::El; 2]) -> [F::El; 2] {
        [self.base().leave(&a[0]), self.base().leave(&a[1])]
    }
}
