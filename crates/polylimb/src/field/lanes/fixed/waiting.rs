//! Arithmetic whose carries wait: for straight-line formulas of points.
//!
//! **Idea.** A product is left in *columns*, uncarried. Sums and differences are made of columns,
//! and only what is multiplied next is *settled*. **Cost.** A settled number takes 8 to 18
//! instructions instead of the 20 to 30 after every sum, product and difference. Loops go by index,
//! as in `../digits.rs`.
#![allow(clippy::needless_range_loop, reason = "see `../digits.rs`")]
#![allow(clippy::unused_self, reason = "`self` names the prime")]

use super::{LanePrime, columns};
use crate::limb::simd::Lanewise;
use core::marker::PhantomData;

/// The arithmetic of one prime.
pub(crate) struct Waiting<P>(PhantomData<P>);

impl<P> Waiting<P> {
    pub(crate) const NEW: Self = Self(PhantomData);

    /// The columns of `a b` for settled numbers, over `2^R_BITS`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn mul<V: Lanewise, const D: usize>(&self, a: &[V; D], b: &[V; D]) -> [V; D]
    where
        P: LanePrime<D>,
    {
        P::wait(columns::product(P::RADIX, a, b))
    }

    /// The columns of `a²`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn sqr<V: Lanewise, const D: usize>(&self, a: &[V; D]) -> [V; D]
    where
        P: LanePrime<D>,
    {
        P::wait(columns::square(P::RADIX, a))
    }

    /// The columns of `a + b`.
    #[inline(always)]
    pub(crate) fn add<V: Lanewise, const D: usize>(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        let mut r = *a;
        for k in 0..D {
            r[k] = r[k].add(b[k]);
        }
        r
    }

    /// The columns of `a - b`, for columns `b` of a product, or of twice a product.
    #[inline(always)]
    pub(crate) fn sub<V: Lanewise, const D: usize>(&self, a: &[V; D], b: &[V; D]) -> [V; D]
    where
        P: LanePrime<D>,
    {
        let mut r = *a;
        for k in 0..D {
            r[k] = r[k].add(V::splat(P::BIAS[k])).sub(b[k]);
        }
        r
    }

    /// The settled number for columns of any size.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn settle<V: Lanewise, const D: usize>(&self, t: &[V; D]) -> [V; D]
    where
        P: LanePrime<D>,
    {
        P::settle(*t)
    }

    /// The settled number for columns of a number below `2^(D RADIX)`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn carry<V: Lanewise, const D: usize>(&self, t: &[V; D]) -> [V; D]
    where
        P: LanePrime<D>,
    {
        P::carry(*t)
    }

    /// The digits of a settled number, which are also columns.
    #[inline(always)]
    pub(crate) fn digits<V: Lanewise, const D: usize>(&self, t: &[V; D]) -> [V; D] {
        let mut t = *t;
        for k in 0..D - 1 {
            t[k] = t[k].digits();
        }
        t
    }

    /// The element for columns.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn element<V: Lanewise, const D: usize>(&self, t: &[V; D]) -> [V; D]
    where
        P: LanePrime<D>,
    {
        self.digits(&P::settle(*t))
    }
}

#[cfg(test)]
#[path = "../../../../tests/proofs/waiting.rs"]
mod theorems;
