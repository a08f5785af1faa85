//! Eight lanes without reduced sums as a [`Field`]. Loops go by index, as in `../digits.rs`.

#![allow(clippy::needless_range_loop, reason = "see `../digits.rs`")]

use super::square_root::Squares;
use super::{LoosePrime, MOST_WORDS as MOST, Multiples, multiples, times};
use crate::cpu::Features;
use crate::error::{Error, Result};
use crate::field::lanes::digits::{
    DIGIT_BITS, DIGIT_MASK, carry, digits, each, negative_inverse, select, words,
};
use crate::field::lanes::fixed::{bytes_of_digits, digits_of_bytes};
use crate::field::lanes::fixed::{columns, power_of_2};
use crate::field::lanes::vector::{Compiled, Products};
use crate::field::lanes::{LANES, LaneMask};
use crate::field::ranges::{exceeds, verify};
use crate::field::{Field, Op};
use crate::limb::{Mask, WORD_BITS, Word};
use crate::modmul::inverse::{invert, invert_scratch};
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use zeroize::Zeroize;

/// Eight copies of the integers modulo the prime `P`, in `D` digits each, for formulas that keep
/// within the limits of [`LoosePrime`].
///
/// ```
/// use polylimb::cpu::Features;
/// use polylimb::authors::field::{Field, Truth};
/// use polylimb::authors::field::lanes::{LaneMask, LooseLanes, Portable};
/// use polylimb::authors::field::lanes::primes::Bls12381;
/// let f = LooseLanes::<Portable, Bls12381, 8>::new(Features::detect())?;
/// let (five, seven) = (f.small(5), f.small(7));
/// assert_eq!(f.equal(&f.mul(&five, &f.sub(&five, &seven)), &f.neg(&f.small(10))), LaneMask::TRUE);
/// # Ok::<(), polylimb::Error>(())
/// ```
pub struct LooseLanes<V, P, const D: usize>(PhantomData<fn() -> (V, P)>);

impl<V, P, const D: usize> Clone for LooseLanes<V, P, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V, P, const D: usize> Copy for LooseLanes<V, P, D> {}

/// The signed columns of a sum of unreduced products.
#[derive(Clone, Copy)]
pub struct SignedColumns<V, const D: usize>([[V; D]; 2]);

impl<V: Zeroize, const D: usize> Zeroize for SignedColumns<V, D> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

/// The arithmetic of a prime.
pub(super) struct Loose<P>(pub(super) PhantomData<P>);

/// Checks in debug builds that each lane is a factor: digits in `[0, 2^52)`.
#[inline(never)]
pub(super) fn verify_factor<V: Compiled, const D: usize>(a: &[V; D]) {
    for digit in a {
        let wrong = exceeds(&digit.to_lanes(), 0, (1 << DIGIT_BITS) - 1);
        assert!(!wrong, "a factor is negative or not carried");
    }
}

impl<P> Loose<P> {
    /// Checks in debug builds that each lane is below the limit: the digits but the top one below
    /// `2^61` in size, the top one below 8 times `2^KEPT`.
    #[inline(never)]
    fn verify<V: Compiled, const D: usize>(a: &[V; D])
    where
        P: LoosePrime<D>,
    {
        for (j, digit) in a.iter().enumerate() {
            let limit: u64 = if j + 1 < D { 1 << 61 } else { 8 << P::KEPT };
            // `-limit <= lane < limit`.
            let wrong = exceeds(&digit.to_lanes(), limit, 2 * limit - 1);
            assert!(!wrong, "an element is over its limit");
        }
    }

    /// The same number in digits of 52 bits: not negative, and below `p` plus
    /// [`LoosePrime::KEPT`]'s power of 2.
    #[inline(always)]
    fn settle<V: Compiled, const D: usize>(a: &[V; D]) -> [V; D]
    where
        P: LoosePrime<D>,
    {
        verify!(Self::verify(a));
        let table: &'static Multiples<D> = const { &multiples(&P::DIGITS, P::KEPT) };
        let (mut r, k) = (*a, a[D - 1].sar(P::KEPT));
        for j in 0..D {
            r[j] = r[j].add(V::permute(&table[j], k));
        }
        let r = carry(r);
        verify!(verify_factor(&r));
        r
    }

    /// The same number in digits in `[0, 2^52)`, so that its products can be reduced.
    #[inline(always)]
    pub(super) fn factor<V: Compiled, const D: usize>(a: &[V; D]) -> [V; D]
    where
        P: LoosePrime<D>,
    {
        if P::BIAS == 0 {
            return Self::settle(a);
        }
        let bias = const { times(&P::DIGITS, P::BIAS) };
        verify!(Self::verify(a));
        let r = carry(each(a, |j| V::splat(bias[j]), V::add));
        verify!(verify_factor(&r));
        r
    }

    /// The element for the columns, by Montgomery's reduction.
    #[inline(always)]
    pub(super) fn reduce<V: Compiled, const D: usize>(mut columns: [[V; D]; 2]) -> [V; D]
    where
        P: LoosePrime<D>,
    {
        let inverse = const { negative_inverse(P::DIGITS[0]) };
        let t = columns.as_flattened_mut();
        for i in 0..D {
            let q = V::splat(0).madd_low(t[i], V::splat(inverse));
            // The low halves of `t[i]` and `q p` sum to 0, and carry one more unless both are 0.
            let carried = t[i].add(V::splat(DIGIT_MASK)).sar(DIGIT_BITS);
            // The next `q` waits for this column: two short sums instead of a long one.
            let high = V::splat(0).madd_high(q, V::splat(P::DIGITS[0]));
            t[i + 1] = t[i + 1].add(carried).madd_low(q, V::splat(P::DIGITS[1])).add(high);
            for j in 1..D {
                if j > 1 {
                    t[i + j] = t[i + j].madd_low(q, V::splat(P::DIGITS[j]));
                }
                t[i + j + 1] = t[i + j + 1].madd_high(q, V::splat(P::DIGITS[j]));
            }
        }
        carry(columns[1])
    }
}

impl<P: LoosePrime<D>, const D: usize> Products<D> for Loose<P> {
    #[inline(always)]
    fn mul<V: Compiled>(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        Self::reduce(columns::product(DIGIT_BITS, &Self::factor(a), &Self::factor(b)))
    }

    #[inline(always)]
    fn sqr<V: Compiled>(&self, a: &[V; D]) -> [V; D] {
        Self::reduce(columns::square(DIGIT_BITS, &Self::factor(a)))
    }

    #[inline(always)]
    fn add<V: Compiled>(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        each(a, |j| b[j], V::add)
    }

    #[inline(always)]
    fn sub<V: Compiled>(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        each(a, |j| b[j], V::sub)
    }
}

struct Settle<'a, V, P, const D: usize>(&'a [V; D], PhantomData<P>);

impl<V: Compiled, P: LoosePrime<D>, const D: usize> Op for Settle<'_, V, P, D> {
    type Out = [V; D];

    #[inline(always)]
    fn call(self) -> [V; D] {
        Loose::<P>::settle(self.0)
    }
}

struct Reduce<'a, V, P, const D: usize>(&'a [[V; D]; 2], PhantomData<P>);

impl<V: Compiled, P: LoosePrime<D>, const D: usize> Op for Reduce<'_, V, P, D> {
    type Out = [V; D];

    #[inline(always)]
    fn call(self) -> [V; D] {
        Loose::<P>::reduce(*self.0)
    }
}

#[inline(always)]
fn each_column<V: Compiled, const D: usize>(
    a: &SignedColumns<V, D>,
    b: &SignedColumns<V, D>,
    f: impl Fn(V, V) -> V + Copy,
) -> SignedColumns<V, D> {
    SignedColumns([each(&a.0[0], |j| b.0[0][j], f), each(&a.0[1], |j| b.0[1][j], f)])
}

/// The columns of `a b`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn signed_product<V: Compiled, const D: usize>(a: &[V; D], b: &[V; D]) -> SignedColumns<V, D> {
    SignedColumns(columns::product(DIGIT_BITS, a, b))
}

/// The sum of both as a factor: neither is negative, so that it needs only carries.
#[inline(always)]
fn sum_of_two<V: Compiled, const D: usize>(x: &[[V; D]; 2]) -> [V; D] {
    carry(each(&x[0], |j| x[1][j], V::add))
}

/// Karatsuba's product of factors.
#[cfg_attr(not(debug_assertions), inline(always))]
fn complex_product<V: Compiled, const D: usize>(
    a: &[[V; D]; 2],
    b: &[[V; D]; 2],
) -> [SignedColumns<V, D>; 2] {
    let (low, high) = (signed_product(&a[0], &b[0]), signed_product(&a[1], &b[1]));
    let cross = signed_product(&sum_of_two(a), &sum_of_two(b));
    [
        each_column(&low, &high, V::sub),
        each_column(&each_column(&cross, &low, V::sub), &high, V::sub),
    ]
}

impl<V: Compiled, P: LoosePrime<D>, const D: usize> LooseLanes<V, P, D> {
    /// 1 as an element.
    const ONE: [u64; D] = power_of_2(D * DIGIT_BITS as usize, &P::DIGITS, DIGIT_BITS);
    /// The factor that turns a number into an element.
    pub(in crate::field::lanes) const R_SQUARED: [u64; D] =
        power_of_2(2 * D * DIGIT_BITS as usize, &P::DIGITS, DIGIT_BITS);
    /// Number of bytes of a number.
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

    /// The element whose lanes are these numbers below the prime, in digits of 52 bits.
    pub fn enter_digits(&self, lanes: &[[u64; D]; LANES]) -> [V; D] {
        V::run(EnterDigits(*self, lanes))
    }

    /// The numbers below the prime in the lanes of `a`, in digits of 52 bits.
    pub fn leave_digits(&self, a: &[V; D]) -> [[u64; D]; LANES] {
        V::run(LeaveDigits::<V, P, D>(a, PhantomData))
    }

    /// The number in `[0, p)` that the element stands for.
    #[inline(always)]
    pub(in crate::field::lanes) fn canonical(a: &[V; D]) -> [V; D] {
        // The number is at most p; it is p for 0.
        let plain = Self::plain(a);
        let less = carry(each(&plain, |j| V::splat(P::DIGITS[j]), V::sub));
        select(less[D - 1].is_negative(), &plain, &less)
    }

    /// The digits of a number, from its bytes, least significant first.
    #[cfg(feature = "engine")]
    pub(crate) fn digits_of_bytes(bytes: impl Iterator<Item = u8>) -> [u64; D] {
        digits_of_bytes(DIGIT_BITS, bytes)
    }

    /// The inverse of [`LooseLanes::digits_of_bytes`].
    #[cfg(feature = "engine")]
    pub(crate) fn write_bytes<'a>(digits: &[u64; D], bytes: impl Iterator<Item = &'a mut u8>) {
        bytes_of_digits(DIGIT_BITS, digits, bytes);
    }

    /// The number in `[0, p]` that the element stands for.
    #[inline(always)]
    fn plain(a: &[V; D]) -> [V; D] {
        let mut one = [V::splat(0); D];
        one[0] = V::splat(1);
        // Not `mul`: it may add multiples of p to its factors.
        V::apart(Leave::<V, P, D>(a, &one, PhantomData))
    }

    /// An element with the same digits in all lanes.
    #[inline(always)]
    pub(in crate::field::lanes) fn splat(digits: &[u64; D]) -> [V; D] {
        let mut a = [V::splat(0); D];
        for j in 0..D {
            a[j] = V::splat(digits[j]);
        }
        a
    }
}

struct EnterDigits<'a, V, P, const D: usize>(LooseLanes<V, P, D>, &'a [[u64; D]; LANES]);

impl<V: Compiled, P: LoosePrime<D>, const D: usize> Op for EnterDigits<'_, V, P, D> {
    type Out = [V; D];

    #[inline(always)]
    fn call(self) -> [V; D] {
        let Self(field, lanes) = self;
        let mut a = [V::splat(0); D];
        for j in 0..D {
            let mut digits = [0; LANES];
            for lane in 0..LANES {
                digits[lane] = lanes[lane][j] & DIGIT_MASK;
            }
            a[j] = V::from_lanes(digits);
        }
        field.mul(&a, &LooseLanes::<V, P, D>::splat(&LooseLanes::<V, P, D>::R_SQUARED))
    }
}

struct LeaveDigits<'a, V, P, const D: usize>(&'a [V; D], PhantomData<P>);

impl<V: Compiled, P: LoosePrime<D>, const D: usize> Op for LeaveDigits<'_, V, P, D> {
    type Out = [[u64; D]; LANES];

    #[inline(always)]
    fn call(self) -> [[u64; D]; LANES] {
        let (plain, mut lanes) = (LooseLanes::<V, P, D>::canonical(self.0), [[0; D]; LANES]);
        for j in 0..D {
            let digit = plain[j].to_lanes();
            for lane in 0..LANES {
                lanes[lane][j] = digit[lane];
            }
        }
        lanes
    }
}

struct Leave<'a, V, P, const D: usize>(&'a [V; D], &'a [V; D], PhantomData<P>);

impl<V: Compiled, P: LoosePrime<D>, const D: usize> Op for Leave<'_, V, P, D> {
    type Out = [V; D];

    #[inline(always)]
    fn call(self) -> [V; D] {
        Loose::<P>::reduce(columns::product(DIGIT_BITS, &Loose::<P>::factor(self.0), self.1))
    }
}

impl<V: Compiled, P: LoosePrime<D>, const D: usize> Field for LooseLanes<V, P, D> {
    type El = [V; D];
    type Mask = LaneMask;
    type Wide = SignedColumns<V, D>;
    /// Unlimited for towers: their formulas sum fewer terms than the true limit, `2^10 / D`.
    const WIDE_TERMS: usize = usize::MAX;

    #[inline(always)]
    fn zero(&self) -> [V; D] {
        [V::splat(0); D]
    }

    #[inline(always)]
    fn one(&self) -> [V; D] {
        Self::splat(&Self::ONE)
    }

    fn small(&self, n: u32) -> [V; D] {
        let mut digits = [0; D];
        digits[0] = n.into();
        self.enter_digits(&[digits; LANES])
    }

    #[inline(always)]
    fn mul_into<'r>(
        &self,
        r: &'r mut MaybeUninit<[V; D]>,
        a: &[V; D],
        b: &[V; D],
    ) -> &'r mut [V; D] {
        V::mul(&Loose::<P>(PhantomData), r, a, b)
    }

    #[inline(always)]
    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<[V; D]>, a: &[V; D]) -> &'r mut [V; D] {
        V::sqr(&Loose::<P>(PhantomData), r, a)
    }

    #[inline(always)]
    fn sqr_times(&self, a: &[V; D], times: usize) -> [V; D] {
        V::apart(Squares(a, times, PhantomData::<P>))
    }

    #[inline(always)]
    fn add(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        V::sum(&Loose::<P>(PhantomData), a, b)
    }

    #[inline(always)]
    fn sub(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        V::difference(&Loose::<P>(PhantomData), a, b)
    }

    #[inline(always)]
    fn settle(&self, a: &[V; D]) -> [V; D] {
        V::part(Settle::<V, P, D>(a, PhantomData))
    }

    /// Digits are halved one by one: the lowest bit of each goes to the digit below; an odd `p`
    /// clears the lowest bit of the number.
    #[inline(always)]
    fn halve(&self, a: &[V; D]) -> [V; D] {
        let odd = V::splat(0).sub(a[0].and(V::splat(1)));
        let even = each(a, |j| V::splat(P::DIGITS[j]).and(odd), V::add);
        let mut r = even;
        for j in 0..D {
            r[j] = r[j].sar(1);
            if j + 1 < D {
                r[j] = r[j].add(even[j + 1].and(V::splat(1)).shl(DIGIT_BITS - 1));
            }
        }
        r
    }

    #[inline(never)]
    fn inv0(&self, a: &[V; D]) -> [V; D] {
        self.run(Invert(*self, a))
    }

    #[inline(always)]
    fn equal(&self, a: &[V; D], b: &[V; D]) -> LaneMask {
        self.is_zero(&self.sub(a, b))
    }

    #[inline(always)]
    fn is_zero(&self, a: &[V; D]) -> LaneMask {
        let plain = Self::plain(a);
        let (mut zero, mut prime) = (V::splat(0), V::splat(0));
        for j in 0..D {
            zero = zero.or(plain[j]);
            prime = prime.or(plain[j].xor(V::splat(P::DIGITS[j])));
        }
        zero.is_zero() | prime.is_zero()
    }

    #[inline(always)]
    fn select(&self, condition: LaneMask, if_true: &[V; D], if_false: &[V; D]) -> [V; D] {
        V::choose(condition, if_true, if_false)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul_wide(&self, a: &[V; D], b: &[V; D]) -> SignedColumns<V, D> {
        let (a, b) = (Loose::<P>::factor(a), Loose::<P>::factor(b));
        SignedColumns(columns::product(DIGIT_BITS, &a, &b))
    }

    /// Each factor is brought into digits once.
    #[inline(always)]
    fn complex_product_wide(&self, a: &[[V; D]; 2], b: &[[V; D]; 2]) -> [SignedColumns<V, D>; 2] {
        let a = [Loose::<P>::factor(&a[0]), Loose::<P>::factor(&a[1])];
        let b = [Loose::<P>::factor(&b[0]), Loose::<P>::factor(&b[1])];
        complex_product(&a, &b)
    }

    #[inline(always)]
    fn add_wide(&self, a: &SignedColumns<V, D>, b: &SignedColumns<V, D>) -> SignedColumns<V, D> {
        each_column(a, b, V::add)
    }

    #[inline(always)]
    fn sub_wide(&self, a: &SignedColumns<V, D>, b: &SignedColumns<V, D>) -> SignedColumns<V, D> {
        each_column(a, b, V::sub)
    }

    #[inline(always)]
    fn reduce(&self, a: &SignedColumns<V, D>) -> [V; D] {
        V::apart(Reduce::<V, P, D>(&a.0, PhantomData))
    }

    #[inline(always)]
    fn run<O: Op>(&self, op: O) -> O::Out {
        V::run(op)
    }
}

// The inverses of eight lanes by one inversion of words.
//
// **Source.** `[Montgomery1987]` (simultaneous inversion); divsteps: `[Bernstein2019]`. **Idea.**
// The product of all lanes comes from three products with the lanes moved by 4, 2 and 1. The
// inverse of a lane is the inverse of that product times the product of the other lanes, which is
// the product of the moved factors. Lanes of 0 are replaced by 1. **Cost.** Seven products and an
// inversion; a power by `p - 2` takes as many squares as the prime has bits.

struct Invert<'a, V, P, const D: usize>(LooseLanes<V, P, D>, &'a [V; D]);

impl<V: Compiled, P: LoosePrime<D>, const D: usize> Op for Invert<'_, V, P, D> {
    type Out = [V; D];

    #[inline(always)]
    fn call(self) -> [V; D] {
        self.0.invert(self.1, invert)
    }
}

impl<V: Compiled, P: LoosePrime<D>, const D: usize> LooseLanes<V, P, D> {
    /// `1 / a`, and 0 for 0, by this inversion: result, number, modulus, scratch.
    #[inline(always)]
    pub(in crate::field::lanes) fn invert(
        self,
        a: &[V; D],
        invert: impl Fn(&mut [Word], &[Word], &[Word], &mut [Word]) -> Mask,
    ) -> [V; D] {
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
#[inline(always)]
fn rotate<V: Compiled, const D: usize>(a: &[V; D], step: usize) -> [V; D] {
    let mut r = *a;
    for digit in &mut r {
        let mut lanes = digit.to_lanes();
        lanes.rotate_left(step);
        *digit = V::from_lanes(lanes);
    }
    r
}

#[cfg(test)]
#[path = "../../../../tests/proofs/loose_lanes.rs"]
mod theorems;
