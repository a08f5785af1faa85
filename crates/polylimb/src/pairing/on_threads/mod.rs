//! One pairing, or one product of pairings, on several threads.
//!
//! | file | what threads share |
//! |---|---|
//! | `miller.rs` | the Miller loop: one thread has the points, both accumulate |
//! | `power.rs` | a power in the cyclotomic subgroup: one thread squares, the other multiplies |
//! | | the final exponentiation: its powers, and the products that wait for none of them |
//!
//! The threads exchange work of microseconds, not single products: a whole pairing needs a few
//! queues from one thread to the other. The value is the same as on one thread. Constant time as on
//! one thread: which thread computes what depends only on the curve and on the numbers of pairs and
//! threads.

mod miller;
mod power;

use super::final_exponentiation::{Cyclotomic, MOST_ONES};
use super::line::Lines;
use super::miller::MillerLoop;
use super::packed::Packed;
use super::{Pair, PairingCurve, Value};
use crate::field::Field;
use crate::field::extension::{Fp2, Quadratic, Xi};
use crate::field::lanes::{Complex, Spread};
use crate::team::Split;
use miller::Times;
use zeroize::Zeroize;

/// A field of `p²` elements that several threads use at once.
pub trait SharedQuadratic:
    Quadratic<El: Send + Sync, Base: Field<El: Send + Sync>> + Send + Sync
{
}

impl<Q> SharedQuadratic for Q where
    Q: Quadratic<El: Send + Sync, Base: Field<El: Send + Sync>> + Send + Sync
{
}

/// The parts of a pairing that threads share, for any form of its elements.
trait Shared:
    MillerLoop<El: Send + Sync + Zeroize, Line: Copy + Send + Zeroize> + Sync + Sized
{
    /// The times of the parts of a step of the Miller loop.
    const TIMES: Times;

    /// `m^exponent` for a public exponent with few ones, and the result of `meanwhile`.
    fn power_by_few_on(
        &self,
        split: &dyn Split,
        m: &Self::El,
        exponent: u64,
        meanwhile: Meanwhile<'_, Self::El>,
    ) -> (Self::El, Self::El);

    /// `m^exponent` for a public exponent other than 0, and the result of `meanwhile`.
    fn power_on(
        &self,
        split: &dyn Split,
        m: &Self::El,
        exponent: u64,
        meanwhile: Meanwhile<'_, Self::El>,
    ) -> (Self::El, Self::El) {
        if exponent.count_ones() as usize <= MOST_ONES {
            self.power_by_few_on(split, m, exponent, meanwhile)
        } else {
            power::signed_on(self, split, m, exponent, meanwhile)
        }
    }

    /// `m^u`, and the result of `meanwhile`.
    fn power_u_on(
        &self,
        split: &dyn Split,
        m: &Self::El,
        meanwhile: Meanwhile<'_, Self::El>,
    ) -> (Self::El, Self::El) {
        let (u, negative) = self.u();
        let (power, other) = self.power_on(split, m, u, meanwhile);
        (if negative { self.conjugate(&power) } else { power }, other)
    }
}

/// What the other thread computes before its part of a power. Not a type parameter, which would
/// make a copy of all powers for each place that has one.
type Meanwhile<'a, E> = &'a (dyn Fn() -> E + Sync);

impl<Q: SharedQuadratic> Shared for PairingCurve<Q> {
    const TIMES: Times = Times { line: 9, square: 14, product: 14 };

    fn power_by_few_on(
        &self,
        split: &dyn Split,
        m: &Value<Q>,
        exponent: u64,
        meanwhile: Meanwhile<'_, Value<Q>>,
    ) -> (Value<Q>, Value<Q>) {
        power::compressed_on(self, split, m, exponent, meanwhile)
    }
}

impl<F: Spread<El: Send + Sync> + Send + Sync, X: Xi> Shared for Packed<F, X> {
    const TIMES: Times = Times { line: 15, square: 11, product: 9 };

    /// On one thread: a hand-over takes as long as these few products.
    fn power_by_few_on(
        &self,
        _: &dyn Split,
        m: &Complex<F>,
        exponent: u64,
        meanwhile: Meanwhile<'_, Complex<F>>,
    ) -> (Complex<F>, Complex<F>) {
        (self.power(m, exponent), meanwhile())
    }
}

impl<Q: SharedQuadratic> PairingCurve<Q> {
    /// As [`PairingCurve::miller_loop_product`], on the threads of `split`.
    pub fn miller_loop_on<L: Lines>(&self, split: &dyn Split, pairs: &[Pair<Q>]) -> Value<Q> {
        miller::on(self, split, pairs, |pairs| self.walk::<L>(pairs))
    }

    /// As [`PairingCurve::final_exponentiation`], on two threads of `split`.
    pub fn final_exponentiation_on(&self, split: &dyn Split, f: &Value<Q>) -> Value<Q> {
        power::hard_part_on(self, split, &self.easy_part(f))
    }
}

impl<F: Spread<El: Send + Sync> + Send + Sync, X: Xi> Packed<F, X> {
    /// As [`Packed::miller_loop_product`], on the threads of `split`.
    pub fn miller_loop_on(&self, split: &dyn Split, pairs: &[Pair<Fp2<F, X>>]) -> Complex<F> {
        miller::on(self, split, pairs, |pairs| self.walks(pairs))
    }

    /// As [`Packed::final_exponentiation`], on two threads of `split`.
    pub fn final_exponentiation_on(&self, split: &dyn Split, f: &Complex<F>) -> Complex<F> {
        power::hard_part_on(self, split, &self.easy_part(f))
    }
}
