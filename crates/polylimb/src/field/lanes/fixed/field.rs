//! Eight lanes of a fixed prime as a [`Field`]. Loops go by index, as in `../digits.rs`.
#![allow(clippy::needless_range_loop, reason = "see `../digits.rs`")]

use super::columns;
use super::{LanePrime, bias, power_of_2};
use crate::cpu::Features;
use crate::error::{Error, Result};
use crate::field::lanes::digits::{carry_bits, each, halve, select};
use crate::field::lanes::vector::{Compiled, Products};
use crate::field::lanes::{LANES, LaneMask};
use crate::field::ranges::{exceeds, verified, verify};
use crate::field::{Field, Op, wide_values_are_elements};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// Eight copies of the integers modulo the prime `P`, in `D` digits each.
///
/// ```
/// use polylimb::cpu::Features;
/// use polylimb::authors::field::Field;
/// use polylimb::authors::field::lanes::{FixedLanes, Portable};
/// use polylimb::authors::field::lanes::primes::F25519;
/// let f = FixedLanes::<Portable, F25519, 5>::new(Features::detect())?;
/// let a = f.enter(&[[2; 32], [3; 32], [4; 32], [5; 32], [6; 32], [7; 32], [8; 32], [9; 32]])?;
/// let quotient: [[u8; 32]; 8] = f.leave(&f.mul(&f.sqr(&a), &f.inv0(&a)));
/// assert_eq!(quotient[7], [9; 32]);
/// # Ok::<(), polylimb::Error>(())
/// ```
pub struct FixedLanes<V, P, const D: usize>(PhantomData<fn() -> (V, P)>);

impl<V, P, const D: usize> Clone for FixedLanes<V, P, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V, P, const D: usize> Copy for FixedLanes<V, P, D> {}

/// The largest top digit of an element: the top digit of `4 p`, less what the digits below borrow
/// when the element is subtracted.
const fn most_top<P: LanePrime<D>, const D: usize>() -> u64 {
    bias(&P::DIGITS, P::RADIX)[D - 1]
}

/// The products of a fixed prime.
struct Fixed<P>(PhantomData<P>);

impl<P: LanePrime<D>, const D: usize> Products<D> for Fixed<P> {
    #[inline(always)]
    fn mul<V: Compiled>(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        P::reduce(columns::product(P::RADIX, a, b))
    }

    #[inline(always)]
    fn sqr<V: Compiled>(&self, a: &[V; D]) -> [V; D] {
        P::reduce(columns::square(P::RADIX, a))
    }

    #[inline(always)]
    fn add<V: Compiled>(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        P::fold(each(a, |j| b[j], V::add))
    }

    #[inline(always)]
    fn sub<V: Compiled>(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        // 4 p in digits, each at least as large as any digit of an element.
        let bias = const { bias(&P::DIGITS, P::RADIX) };
        let positive = each(b, |j| V::splat(bias[j]), |b, bias| bias.sub(b));
        P::fold(each(a, |j| positive[j], V::add))
    }
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> FixedLanes<V, P, D> {
    /// 1 as an element.
    const ONE: [u64; D] = power_of_2(P::R_BITS, &P::DIGITS, P::RADIX);
    /// The factor that turns a number into an element, where elements are not numbers.
    pub(crate) const R_SQUARED: [u64; D] = power_of_2(2 * P::R_BITS, &P::DIGITS, P::RADIX);
    /// Number of bytes of an element.
    pub const BYTES: usize = P::BITS.div_ceil(8);

    /// The field.
    ///
    /// # Errors
    /// [`Error::MissingFeature`] if this CPU or the mask `features` lacks a feature of the vectors.
    pub fn new(features: Features) -> Result<Self> {
        if !features.allows(V::NEEDS) {
            return Err(Error::MissingFeature { kernel: V::NAME, needs: V::NEEDS_NAMES });
        }
        Ok(Self(PhantomData))
    }

    /// The element whose lane i is `numbers[i]`, each in `[0, p)`, [`Self::BYTES`] long, least
    /// significant byte first.
    ///
    /// # Errors
    /// [`Error::Length`]; [`Error::NotReduced`] if a number is not below p.
    pub fn enter<const N: usize>(&self, numbers: &[[u8; N]; LANES]) -> Result<[V; D]> {
        if N != Self::BYTES {
            return Err(Error::Length { what: "the numbers", expected: Self::BYTES, got: N });
        }
        let lanes = numbers.each_ref().map(|n| Self::digits(n.iter().copied()));
        if lanes.iter().any(|digits| !Self::is_reduced(digits)) {
            return Err(Error::NotReduced { operand: "number" });
        }
        Ok(self.of_digits(&lanes))
    }

    /// The numbers in `[0, p)` in the lanes of `a`, least significant byte first.
    pub fn leave<const N: usize>(&self, a: &[V; D]) -> [[u8; N]; LANES] {
        let mut numbers = [[0; N]; LANES];
        for (number, digits) in numbers.iter_mut().zip(self.to_digits(a)) {
            Self::write_bytes(&digits, number.iter_mut());
        }
        numbers
    }

    /// The element for these numbers below `2 p`.
    #[inline(always)]
    pub(crate) fn of_digits(self, lanes: &[[u64; D]; LANES]) -> [V; D] {
        let mut a = [V::splat(0); D];
        for j in 0..D {
            let mut digits = [0; LANES];
            for lane in 0..LANES {
                digits[lane] = lanes[lane][j];
            }
            a[j] = V::from_lanes(digits);
        }
        if P::R_BITS == 0 { a } else { self.mul(&a, &Self::splat(&Self::R_SQUARED)) }
    }

    /// The numbers in `[0, p)` in the lanes of `a`.
    #[inline(always)]
    pub(crate) fn to_digits(self, a: &[V; D]) -> [[u64; D]; LANES] {
        let (digits, mut lanes) = (self.leave_numbers(a), [[0; D]; LANES]);
        for j in 0..D {
            let digit = digits[j].to_lanes();
            for lane in 0..LANES {
                lanes[lane][j] = digit[lane];
            }
        }
        lanes
    }

    /// The numbers in `[0, p)` that the element stands for.
    #[inline(always)]
    pub(in crate::field::lanes) fn leave_numbers(self, a: &[V; D]) -> [V; D] {
        let mut one = [V::splat(0); D];
        one[0] = V::splat(1);
        let plain = if P::R_BITS == 0 { *a } else { self.mul(a, &one) };
        verify!(Self::verify(&[&plain]));
        canonical::<V, P, D>(&plain)
    }

    /// Checks in debug builds that each lane is an element: digits up to [`LanePrime::MOST`], the
    /// top one up to [`most_top`].
    #[inline(never)]
    fn verify(elements: &[&[V; D]]) {
        for a in elements {
            for (j, digit) in a.iter().enumerate() {
                let most = if j + 1 < D { P::MOST } else { most_top::<P, D>() };
                let wrong = exceeds(&digit.to_lanes(), 0, most);
                assert!(!wrong, "{}: a lane is out of range", P::NAME);
            }
        }
    }

    /// An element with the same digits in all lanes.
    #[inline(always)]
    pub(crate) fn splat(digits: &[u64; D]) -> [V; D] {
        let mut a = [V::splat(0); D];
        for j in 0..D {
            a[j] = V::splat(digits[j]);
        }
        a
    }
}

/// The number in `[0, p)` for each lane.
#[inline(always)]
fn canonical<V: Compiled, P: LanePrime<D>, const D: usize>(a: &[V; D]) -> [V; D] {
    let mut r = carry_bits(P::RADIX, *a);
    for multiple in [2, 1] {
        let less = each(&r, |j| V::splat(multiple * P::DIGITS[j]), V::sub);
        let less = carry_bits(P::RADIX, less);
        r = select(less[D - 1].is_negative(), &r, &less);
    }
    r
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Field for FixedLanes<V, P, D> {
    type El = [V; D];
    type Mask = LaneMask;
    wide_values_are_elements!();

    #[inline(always)]
    fn zero(&self) -> [V; D] {
        [V::splat(0); D]
    }

    #[inline(always)]
    fn one(&self) -> [V; D] {
        Self::splat(&Self::ONE)
    }

    #[inline(always)]
    fn mul_into<'r>(
        &self,
        r: &'r mut MaybeUninit<[V; D]>,
        a: &[V; D],
        b: &[V; D],
    ) -> &'r mut [V; D] {
        let r = V::mul(&Fixed::<P>(PhantomData), r, a, b);
        verify!(Self::verify(&[a, b, r]));
        r
    }

    #[inline(always)]
    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<[V; D]>, a: &[V; D]) -> &'r mut [V; D] {
        let r = V::sqr(&Fixed::<P>(PhantomData), r, a);
        verify!(Self::verify(&[a, r]));
        r
    }

    #[inline(always)]
    fn add(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        verified!(Self::verify, [a, b], V::sum(&Fixed::<P>(PhantomData), a, b))
    }

    #[inline(always)]
    fn sub(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        verified!(Self::verify, [a, b], V::difference(&Fixed::<P>(PhantomData), a, b))
    }

    #[inline(always)]
    fn halve(&self, a: &[V; D]) -> [V; D] {
        verified!(Self::verify, [a], halve(P::RADIX, &P::DIGITS, &carry_bits(P::RADIX, *a)))
    }

    fn inv0(&self, a: &[V; D]) -> [V; D] {
        self.run(Invert(*self, a))
    }

    #[inline(always)]
    fn equal(&self, a: &[V; D], b: &[V; D]) -> LaneMask {
        self.is_zero(&self.sub(a, b))
    }

    #[inline(always)]
    fn is_zero(&self, a: &[V; D]) -> LaneMask {
        verify!(Self::verify(&[a]));
        let digits = canonical::<V, P, D>(a);
        let mut any = V::splat(0);
        for j in 0..D {
            any = any.or(digits[j]);
        }
        any.is_zero()
    }

    #[inline(always)]
    fn select(&self, condition: LaneMask, if_true: &[V; D], if_false: &[V; D]) -> [V; D] {
        V::choose(condition, if_true, if_false)
    }

    #[inline(always)]
    fn run<O: Op>(&self, op: O) -> O::Out {
        V::run(op)
    }
}

/// Bits of a window of the exponent.
const WINDOW: usize = 4;

/// `a^(p-2)` (Fermat), by windows; p is public.
struct Invert<'a, V, P, const D: usize>(FixedLanes<V, P, D>, &'a [V; D]);

impl<V: Compiled, P: LanePrime<D>, const D: usize> Op for Invert<'_, V, P, D> {
    type Out = [V; D];

    #[inline(always)]
    fn call(self) -> [V; D] {
        let Self(f, a) = self;
        let mut powers = [f.one(); 1 << WINDOW];
        for i in 1..powers.len() {
            powers[i] = f.mul(&powers[i - 1], a);
        }
        // The lowest digit of each prime exceeds 2: the subtraction does not borrow.
        let bit = |i: usize| {
            let digit =
                P::DIGITS[i / P::RADIX as usize] - if i < P::RADIX as usize { 2 } else { 0 };
            (digit >> (i % P::RADIX as usize)) as usize & 1
        };
        let mut r = f.one();
        for i in (0..P::BITS.div_ceil(WINDOW)).rev() {
            let mut window = 0;
            for j in (WINDOW * i..WINDOW * (i + 1)).rev() {
                f.sqr_assign(&mut r);
                window = window << 1 | if j < P::BITS { bit(j) } else { 0 };
            }
            if window > 0 {
                f.mul_assign(&mut r, &powers[window]);
            }
        }
        r
    }
}

#[cfg(test)]
#[path = "../../../../tests/proofs/fixed_lanes.rs"]
mod theorems;
