//! Eight lanes as a [`Field`].

use super::montgomery::{DIGIT_BITS, DIGIT_MASK, Modulus, WIDE_TERMS};
use super::vector::Vector;
use super::{LANES, LaneMask, carry, montgomery};
use crate::cpu::Features;
use crate::error::{Error, Result};
use crate::field::{Field, Op};
use crate::limb::{WORD_BITS, Word, bit_length_vartime};
use core::mem::MaybeUninit;
use zeroize::Zeroize;

/// Eight copies of the integers modulo an odd prime, in `D` digits of 52 bits.
///
/// ```
/// use polylimb::cpu::Features;
/// use polylimb::field::{Field, lanes::{Lanes, Portable}};
/// let f = Lanes::<Portable, 1>::new(&[101], Features::detect())?;
/// let a = f.enter(&[[1], [2], [3], [4], [5], [6], [7], [100]])?;
/// assert_eq!(f.leave(&f.sqr(&a)), [[1], [4], [9], [16], [25], [36], [49], [1]]);
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone)]
pub struct Lanes<V, const D: usize> {
    modulus: Modulus<D>,
    /// M - 2, the exponent of an inversion, and its length in bits.
    exponent: ([u64; D], usize),
    one: [V; D],
    /// R² modulo M: multiplies a number into the Montgomery form.
    r_squared: [V; D],
}

/// The columns of a sum of unreduced products in each lane.
#[derive(Clone, Copy)]
pub struct Columns<V, const D: usize>([[V; D]; 2]);

impl<V: Zeroize, const D: usize> Zeroize for Columns<V, D> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

/// The number in `words` as digits of 52 bits; what does not fit into `D` digits is lost.
pub(super) fn digits<const D: usize>(words: &[Word]) -> [u64; D] {
    let mut digits = [0; D];
    for (i, &word) in words.iter().enumerate() {
        let (first, shift) =
            (i * WORD_BITS / DIGIT_BITS as usize, i * WORD_BITS % DIGIT_BITS as usize);
        let mut rest = u128::from(word) << shift;
        for digit in digits.iter_mut().skip(first).take(3) {
            *digit |= rest as u64 & DIGIT_MASK;
            rest >>= DIGIT_BITS;
        }
    }
    digits
}

/// The inverse of [`digits`].
pub(super) fn words<const N: usize>(digits: &[u64]) -> [Word; N] {
    let mut words = [0; N];
    for (i, word) in words.iter_mut().enumerate() {
        let (first, shift) =
            (i * WORD_BITS / DIGIT_BITS as usize, i * WORD_BITS % DIGIT_BITS as usize);
        let window = digits
            .iter()
            .skip(first)
            .take(3)
            .rev()
            .fold(0, |window, &digit| (window << DIGIT_BITS) | u128::from(digit));
        *word = (window >> shift) as Word;
    }
    words
}

/// The digits of each lane.
fn lanes<V: Vector, const D: usize>(a: &[V; D]) -> [[u64; D]; LANES] {
    let digits = a.map(V::to_lanes);
    core::array::from_fn(|lane| digits.map(|d| d[lane]))
}

impl<V: Vector, const D: usize> Lanes<V, D> {
    /// The field modulo `modulus`, which the caller knows to be prime (inversion relies on it).
    ///
    /// # Errors
    /// [`Error::MissingFeature`] if this CPU or the mask `features` lacks what the vectors need;
    /// [`Error::OddModulusRequired`]; [`Error::TooLarge`] above `52 D - 4` bits.
    pub fn new(modulus: &[Word], features: Features) -> Result<Self> {
        if !features.intersection(Features::detect()).contains(V::NEEDS) {
            return Err(Error::MissingFeature { kernel: V::NAME, needs: V::NEEDS_NAMES });
        }
        let bits = bit_length_vartime(modulus);
        if bits < 2 || modulus[0] & 1 == 0 {
            return Err(Error::OddModulusRequired { algorithm: V::NAME });
        }
        const { assert!(D <= 128, "the columns of a product would overflow") };
        let max_bits = D * DIGIT_BITS as usize - 4;
        if bits > max_bits {
            return Err(Error::TooLarge { what: "modulus", max_bits });
        }
        let modulus = Modulus::new(digits::<D>(modulus));
        let zero = [V::splat(0); D];
        let mut field = Self {
            modulus,
            exponent: (minus_two(modulus.digits), bits),
            one: zero,
            r_squared: zero,
        };
        let mut power = zero;
        power[0] = V::splat(1);
        for i in 1..=2 * D * DIGIT_BITS as usize {
            power = field.double(&power);
            if i == D * DIGIT_BITS as usize {
                field.one = power;
            }
        }
        field.r_squared = power;
        Ok(field)
    }

    /// The element whose lane i is `numbers[i]`, each in `[0, M)`.
    ///
    /// # Errors
    /// [`Error::NotReduced`] if one of them is not.
    pub fn enter<const N: usize>(&self, numbers: &[[Word; N]; LANES]) -> Result<[V; D]> {
        let split = numbers.map(|n| digits::<D>(&n));
        let a = core::array::from_fn(|j| V::from_lanes(split.map(|lane| lane[j])));
        let reduced = carry::reduce_once(&self.modulus, &a);
        for (number, lane) in numbers.iter().zip(lanes(&reduced)) {
            if words::<N>(&lane) != *number {
                return Err(Error::NotReduced { operand: "number" });
            }
        }
        Ok(self.mul(&a, &self.r_squared))
    }

    /// The numbers in `[0, M)` in the lanes of `a`; words above the modulus are zero.
    pub fn leave<const N: usize>(&self, a: &[V; D]) -> [[Word; N]; LANES] {
        let mut one = [V::splat(0); D];
        one[0] = V::splat(1);
        let plain = carry::reduce_once(&self.modulus, &self.mul(a, &one));
        lanes(&plain).map(|lane| words(&lane))
    }
}

/// `a - 2` for an odd `a` of at least 3.
fn minus_two<const D: usize>(mut a: [u64; D]) -> [u64; D] {
    let mut borrow = 2;
    for digit in &mut a {
        let difference = digit.wrapping_sub(borrow);
        borrow = difference >> 63;
        *digit = difference & DIGIT_MASK;
    }
    a
}

impl<V: Vector, const D: usize> Field for Lanes<V, D> {
    type El = [V; D];
    type Mask = LaneMask;
    type Wide = Columns<V, D>;
    const WIDE_TERMS: usize = WIDE_TERMS;

    #[inline(always)]
    fn zero(&self) -> [V; D] {
        [V::splat(0); D]
    }

    #[inline(always)]
    fn one(&self) -> [V; D] {
        self.one
    }

    #[inline(always)]
    fn mul_into<'r>(
        &self,
        r: &'r mut MaybeUninit<[V; D]>,
        a: &[V; D],
        b: &[V; D],
    ) -> &'r mut [V; D] {
        V::mul(&self.modulus, r, a, b)
    }

    #[inline(always)]
    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<[V; D]>, a: &[V; D]) -> &'r mut [V; D] {
        V::sqr(&self.modulus, r, a)
    }

    #[inline(always)]
    fn add(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        V::sum(&self.modulus, a, b)
    }

    #[inline(always)]
    fn sub(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        V::difference(&self.modulus, a, b)
    }

    #[inline(always)]
    fn halve(&self, a: &[V; D]) -> [V; D] {
        carry::halve(DIGIT_BITS, &self.modulus.digits, a)
    }

    /// `a^(M-2)` (Fermat): as many squarings as M has bits, and a product per one bit; M is public.
    fn inv0(&self, a: &[V; D]) -> [V; D] {
        let (exponent, bits) = &self.exponent;
        let mut r = self.one;
        for i in (0..*bits).rev() {
            self.sqr_assign(&mut r);
            if (exponent[i / DIGIT_BITS as usize] >> (i % DIGIT_BITS as usize)) & 1 == 1 {
                self.mul_assign(&mut r, a);
            }
        }
        r
    }

    #[inline(always)]
    fn equal(&self, a: &[V; D], b: &[V; D]) -> LaneMask {
        self.is_zero(&self.sub(a, b))
    }

    #[inline(always)]
    fn is_zero(&self, a: &[V; D]) -> LaneMask {
        carry::is_zero(&self.modulus, a)
    }

    #[inline(always)]
    fn select(&self, condition: LaneMask, if_true: &[V; D], if_false: &[V; D]) -> [V; D] {
        V::choose(condition, if_true, if_false)
    }

    #[inline(always)]
    fn mul_wide(&self, a: &[V; D], b: &[V; D]) -> Columns<V, D> {
        Columns(montgomery::product(a, b))
    }

    #[inline(always)]
    fn sqr_wide(&self, a: &[V; D]) -> Columns<V, D> {
        Columns(montgomery::square_product(a))
    }

    #[inline(always)]
    fn add_wide(&self, a: &Columns<V, D>, b: &Columns<V, D>) -> Columns<V, D> {
        let mut r = *a;
        for (r, &b) in r.0.as_flattened_mut().iter_mut().zip(b.0.as_flattened()) {
            *r = r.add(b);
        }
        r
    }

    #[inline(always)]
    fn sub_wide(&self, a: &Columns<V, D>, b: &Columns<V, D>) -> Columns<V, D> {
        let mut r = *a;
        let positive = self.modulus.square_of_twice.as_flattened();
        let terms = b.0.as_flattened().iter().zip(positive);
        for (r, (&b, &p)) in r.0.as_flattened_mut().iter_mut().zip(terms) {
            *r = r.add(V::splat(p)).sub(b);
        }
        r
    }

    #[inline(always)]
    fn reduce(&self, a: &Columns<V, D>) -> [V; D] {
        montgomery::reduce(&self.modulus, a.0)
    }

    #[inline(always)]
    fn run<O: Op>(&self, op: O) -> O::Out {
        V::run(op)
    }
}
