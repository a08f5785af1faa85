//! Eight lanes as a [`Field`].

use super::arithmetic::{self, Wide};
use super::vector::CarryLess;
use crate::cpu::Features;
use crate::error::{Error, Result};
use crate::field::binary::field::itoh_tsujii;
use crate::field::binary::quadratic::{half_trace, trace_digits};
use crate::field::binary::{Polynomial, Quadratic};
use crate::field::lanes::{LANES, LaneMask};
use crate::field::{Field, Op};
use crate::limb::{WORD_BITS, Word};
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use zeroize::Zeroize;

/// Eight copies of `F_2[x]` modulo `P`, in `D` = ⌈m / 64⌉ vectors.
///
/// ```
/// use polylimb::cpu::Features;
/// use polylimb::field::{Field, binary::{BinaryLanes, F233}, lanes::Portable};
/// let f = BinaryLanes::<Portable, 4, F233>::new(Features::detect())?;
/// let a = f.enter(&[[1], [2], [3], [4], [5], [6], [7], [8]])?;
/// assert_eq!(f.leave(&f.sqr(&a)), [[1], [4], [5], [16], [17], [20], [21], [64]]);
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct BinaryLanes<V, const D: usize, P>(PhantomData<fn() -> (V, P)>);

/// A sum of unreduced products in each lane.
#[derive(Clone, Copy)]
pub struct WideLanes<V, const D: usize>(Wide<V, D>);

impl<V: Zeroize, const D: usize> Zeroize for WideLanes<V, D> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<V: CarryLess, const D: usize, P: Polynomial> BinaryLanes<V, D, P> {
    /// The field. A `D` that does not fit is a compile-time error.
    ///
    /// # Errors
    /// [`Error::MissingFeature`] if this CPU or the mask `features` lacks what the vectors need.
    pub fn new(features: Features) -> Result<Self> {
        const { assert!(D == P::DEGREE.div_ceil(64), "D is not the number of vectors of an element") }
        if !features.intersection(Features::detect()).contains(V::FEATURES) {
            return Err(Error::MissingFeature { kernel: V::TITLE, needs: V::FEATURE_NAMES });
        }
        Ok(Self(PhantomData))
    }

    /// The element whose lane i is the polynomial `polynomials[i]`.
    ///
    /// # Errors
    /// [`Error::NotReduced`] if one of them has a degree of m or more.
    pub fn enter<const N: usize>(&self, polynomials: &[[Word; N]; LANES]) -> Result<[V; D]> {
        let mut digits = [[0; LANES]; D];
        for (lane, words) in polynomials.iter().enumerate() {
            for (i, &word) in words.iter().enumerate() {
                let bits = P::DEGREE.saturating_sub(i * WORD_BITS);
                if bits < WORD_BITS && word >> bits != 0 {
                    return Err(Error::NotReduced { operand: "polynomial" });
                }
                let place = i * WORD_BITS;
                if place / 64 < D {
                    digits[place / 64][lane] |= (u128::from(word) << (place % 64)) as u64;
                }
            }
        }
        Ok(digits.map(V::from_lanes))
    }

    /// The polynomials in the lanes of `a`; words above m are zero.
    pub fn leave<const N: usize>(&self, a: &[V; D]) -> [[Word; N]; LANES] {
        let digits = a.map(V::to_lanes);
        core::array::from_fn(|lane| {
            core::array::from_fn(|i| {
                let place = i * WORD_BITS;
                digits.get(place / 64).map_or(0, |digit| (digit[lane] >> (place % 64)) as Word)
            })
        })
    }
}

impl<V: CarryLess, const D: usize, P: Polynomial> Quadratic for BinaryLanes<V, D, P> {
    fn trace(&self, a: &[V; D]) -> LaneMask {
        let which = const { trace_digits::<D>(P::DEGREE, P::LOWER, 64) };
        let mut sum = V::splat(0);
        for (a, which) in a.iter().zip(which) {
            sum = sum.xor(a.and(V::splat(which)));
        }
        for bits in [32, 16, 8, 4, 2, 1] {
            sum = sum.xor(sum.right(bits));
        }
        !sum.and(V::splat(1)).is_zero()
    }

    fn half_trace(&self, a: &[V; D]) -> [V; D] {
        const { assert!(P::DEGREE % 2 == 1, "half-traces need an odd degree") }
        half_trace(self, P::DEGREE, a)
    }
}

impl<V: CarryLess, const D: usize, P: Polynomial> Field for BinaryLanes<V, D, P> {
    type El = [V; D];
    type Mask = LaneMask;
    type Wide = WideLanes<V, D>;
    const WIDE_TERMS: usize = usize::MAX;

    #[inline(always)]
    fn zero(&self) -> [V; D] {
        [V::splat(0); D]
    }

    #[inline(always)]
    fn one(&self) -> [V; D] {
        let mut r = self.zero();
        r[0] = V::splat(1);
        r
    }

    #[inline(always)]
    fn mul_into<'r>(
        &self,
        r: &'r mut MaybeUninit<[V; D]>,
        a: &[V; D],
        b: &[V; D],
    ) -> &'r mut [V; D] {
        r.write(V::mul_lanes::<D, P>(a, b))
    }

    #[inline(always)]
    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<[V; D]>, a: &[V; D]) -> &'r mut [V; D] {
        r.write(V::sqr_lanes::<D, P>(a))
    }

    #[inline(always)]
    fn add(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        let mut r = *a;
        for (r, &b) in r.iter_mut().zip(b) {
            *r = r.xor(b);
        }
        r
    }

    #[inline(always)]
    fn sub(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        self.add(a, b)
    }

    #[inline(always)]
    fn neg(&self, a: &[V; D]) -> [V; D] {
        *a
    }

    #[inline(always)]
    fn double(&self, _a: &[V; D]) -> [V; D] {
        self.zero()
    }

    #[inline(always)]
    fn halve(&self, _a: &[V; D]) -> [V; D] {
        self.zero()
    }

    /// By Itoh and Tsujii's addition chain.
    fn inv0(&self, a: &[V; D]) -> [V; D] {
        itoh_tsujii(self, P::DEGREE, a)
    }

    #[inline(always)]
    fn equal(&self, a: &[V; D], b: &[V; D]) -> LaneMask {
        self.is_zero(&self.add(a, b))
    }

    #[inline(always)]
    fn is_zero(&self, a: &[V; D]) -> LaneMask {
        let mut any = V::splat(0);
        for &a in a {
            any = any.or(a);
        }
        any.is_zero()
    }

    #[inline(always)]
    fn select(&self, condition: LaneMask, if_true: &[V; D], if_false: &[V; D]) -> [V; D] {
        let mut r = *if_false;
        for (r, &t) in r.iter_mut().zip(if_true) {
            *r = V::select(condition, t, *r);
        }
        r
    }

    #[inline(always)]
    fn mul_wide(&self, a: &[V; D], b: &[V; D]) -> WideLanes<V, D> {
        WideLanes(arithmetic::product(a, b))
    }

    #[inline(always)]
    fn sqr_wide(&self, a: &[V; D]) -> WideLanes<V, D> {
        WideLanes(arithmetic::square(a))
    }

    #[inline(always)]
    fn add_wide(&self, a: &WideLanes<V, D>, b: &WideLanes<V, D>) -> WideLanes<V, D> {
        WideLanes([self.add(&a.0[0], &b.0[0]), self.add(&a.0[1], &b.0[1])])
    }

    #[inline(always)]
    fn sub_wide(&self, a: &WideLanes<V, D>, b: &WideLanes<V, D>) -> WideLanes<V, D> {
        self.add_wide(a, b)
    }

    #[inline(always)]
    fn reduce(&self, a: &WideLanes<V, D>) -> [V; D] {
        arithmetic::reduce::<V, D, P>(a.0)
    }

    #[inline(always)]
    fn run<O: Op>(&self, op: O) -> O::Out {
        V::run_lanes(op)
    }
}
