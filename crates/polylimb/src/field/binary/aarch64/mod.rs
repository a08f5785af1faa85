//! Binary fields with the carry-less multiplication of `AArch64` (PMULL, PMULL2), on pairs of
//! 64-bit words in vector registers.
//!
//! The arithmetic of polynomials comes from `../pairs/`. Each multiplication is one `asm!` that is
//! inlined at every use, so that no caller needs target features of its own; all else is NEON,
//! which every `AArch64` has. Constant time: no table, no branch on data, and PMULL is
//! an instruction whose time `DIT` makes independent of data.

mod vector;

use super::pairs;
use super::{Double, Polynomial, Product};
use crate::cpu::Features;
use crate::limb::Word;

/// `AArch64` with PMULL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pmull(());

impl Pmull {
    /// The kernel, if `features` and this CPU have all that it needs.
    #[must_use]
    pub(crate) fn available(features: Features) -> Option<Self> {
        features.allows(Features::PMULL).then_some(Self(()))
    }
}

impl Product for Pmull {
    const NAME: &'static str = "pmull";

    #[inline(always)]
    fn product<const N: usize>(self, a: &[Word; N], b: &[Word; N]) -> Double<N> {
        vector::store_double(&pairs::product::<_, N>(self, &vector::load(a), &vector::load(b)))
    }

    #[inline(always)]
    fn square<const N: usize>(self, a: &[Word; N]) -> Double<N> {
        vector::store_double(&pairs::square::<_, N>(self, &vector::load(a)))
    }

    #[inline(always)]
    fn reduce<const N: usize, P: Polynomial>(self, a: &Double<N>) -> [Word; N] {
        vector::store(&pairs::reduce::<_, N, P>(self, vector::load_double(a)))
    }

    #[inline(never)]
    fn mul<const N: usize, P: Polynomial>(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        vector::store(&pairs::mul::<_, N, P>(self, &vector::load(a), &vector::load(b)))
    }

    #[inline(always)]
    fn sqr<const N: usize, P: Polynomial>(self, a: &[Word; N]) -> [Word; N] {
        vector::store(&pairs::sqr::<_, N, P>(self, &vector::load(a)))
    }
}
