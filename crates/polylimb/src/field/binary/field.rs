//! `F_2^m` as a [`Field`].

use super::{Double, Everywhere, Polynomial, Product, Quadratic};
use crate::error::{Error, Result};
use crate::field::ranges::{has_degree_below, verified, verify};
use crate::field::{Encoding, Field, VartimeField, bytes};
use crate::limb::{self, Mask, WORD_BITS, Word};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// The product that is constant time on this target: [`LopezDahab`](super::LopezDahab) on AVR,
/// which has no data cache, [`Holes`](super::Holes) on Cortex-M with the DSP extension, which
/// multiplies words in one cycle, [`Comb`](super::Comb) elsewhere.
#[cfg(target_arch = "avr")]
pub type DefaultProduct = super::LopezDahab;
#[cfg(all(target_arch = "arm", polylimb_umaal))]
pub(crate) type DefaultProduct = super::Holes;
#[cfg(not(any(target_arch = "avr", all(target_arch = "arm", polylimb_umaal))))]
pub(crate) type DefaultProduct = super::Comb;

/// `F_2[x]` modulo the irreducible polynomial `P`, in `N` =
/// [`words_for`](super::words_for)`(P::DEGREE)` words, multiplied by `K`.
///
/// ```
/// use polylimb::authors::field::Field;
/// use polylimb::authors::field::binary::{Binary, F163, words_for};
/// let f = Binary::<{ words_for(163) }, F163>::new();
/// let x = f.from_bit(1);
/// assert_eq!(f.mul(&x, &f.inv0(&x)), f.one());
/// ```
pub struct Binary<const N: usize, P, K = DefaultProduct>(K, PhantomData<fn() -> P>);

impl<const N: usize, P, K: Copy> Clone for Binary<N, P, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const N: usize, P, K: Copy> Copy for Binary<N, P, K> {}

impl<const N: usize, P: Polynomial, K: Everywhere> Default for Binary<N, P, K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize, P: Polynomial, K: Everywhere> Binary<N, P, K> {
    /// The field. If `N` does not match the polynomial or the polynomial does not suit the
    /// reduction, the program does not compile.
    #[must_use]
    pub const fn new() -> Self {
        Self::with(K::HERE)
    }
}

impl<const N: usize, P: Polynomial, K: Product> Binary<N, P, K> {
    /// The field, multiplied by `kernel`; `N` and `P` as for [`Binary::new`].
    #[must_use]
    pub const fn with(kernel: K) -> Self {
        const {
            assert!(N == super::words_for(P::DEGREE), "N is not the number of words of an element");
            assert!(P::DEGREE >= P::LOWER[0] + WORD_BITS, "the exponents are not a word apart");
            assert!(P::LOWER[P::LOWER.len() - 1] == 0, "a multiple of x is not irreducible");
        }
        Self(kernel, PhantomData)
    }

    /// The kernel.
    pub(super) const fn kernel(&self) -> K {
        self.0
    }

    /// `a`, if its degree is below m.
    fn canonical(a: [Word; N]) -> Result<[Word; N]> {
        let used = P::DEGREE % WORD_BITS;
        if used > 0 && a[N - 1] >> used != 0 {
            return Err(Error::NotReduced { operand: "encoded element" });
        }
        Ok(a)
    }

    /// Checks in debug builds that these are elements: their degree is below m.
    #[inline(never)]
    pub(super) fn verify(elements: &[&[Word; N]]) {
        let holds = elements.iter().all(|a| has_degree_below(*a, P::DEGREE));
        assert!(holds, "2^{}: a polynomial is not reduced", P::DEGREE);
    }

    /// x^i.
    ///
    /// # Panics
    /// If `i` is not below m.
    #[must_use]
    pub fn from_bit(&self, i: usize) -> [Word; N] {
        assert!(i < P::DEGREE);
        let mut r = [0; N];
        r[i / WORD_BITS] = 1 << (i % WORD_BITS);
        r
    }
}

/// `a^(2^m - 2)` by `[ItohTsujii1988]`: with b(k) = a^(2^k - 1), b(j + k) = b(j)^(2^k) b(k);
/// doubling k along the bits of m - 1 takes about log2 m products and m - 1 squarings.
pub(super) fn itoh_tsujii<F: Quadratic>(f: &F, degree: usize, a: &F::El) -> F::El {
    let target = degree - 1;
    let (mut k, mut b) = (1, *a);
    for i in (0..target.ilog2()).rev() {
        b = f.mul(&f.frobenius(&b, k), &b);
        k *= 2;
        if (target >> i) & 1 == 1 {
            b = f.mul(&f.sqr(&b), a);
            k += 1;
        }
    }
    f.sqr(&b)
}

/// `a + b` of any words.
#[inline(always)]
pub(super) fn sum<const N: usize>(a: &[Word; N], b: &[Word; N]) -> [Word; N] {
    let mut r = *a;
    for i in 0..N {
        r[i] ^= b[i];
    }
    r
}

/// `a` where `condition`, `b` otherwise.
#[inline(always)]
pub(super) fn select<const N: usize>(condition: Mask, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
    let mut r = *b;
    for i in 0..N {
        r[i] = condition.select(a[i], b[i]);
    }
    r
}

impl<const N: usize, P: Polynomial, K: Product> Field for Binary<N, P, K> {
    type El = [Word; N];
    type Mask = Mask;
    type Wide = Double<N>;
    const WIDE_TERMS: usize = usize::MAX;

    #[inline(always)]
    fn zero(&self) -> [Word; N] {
        [0; N]
    }

    #[inline(always)]
    fn one(&self) -> [Word; N] {
        let mut r = [0; N];
        r[0] = 1;
        r
    }

    #[inline(always)]
    fn mul_into<'r>(
        &self,
        r: &'r mut MaybeUninit<[Word; N]>,
        a: &[Word; N],
        b: &[Word; N],
    ) -> &'r mut [Word; N] {
        r.write(verified!(Self::verify, [a, b], self.0.mul::<N, P>(a, b)))
    }

    #[inline(always)]
    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<[Word; N]>, a: &[Word; N]) -> &'r mut [Word; N] {
        r.write(verified!(Self::verify, [a], self.0.sqr::<N, P>(a)))
    }

    #[inline(always)]
    fn add(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        verified!(Self::verify, [a, b], sum(a, b))
    }

    two_is_zero!();

    /// By Itoh and Tsujii's addition chain.
    #[inline(never)]
    fn inv0(&self, a: &[Word; N]) -> [Word; N] {
        itoh_tsujii(self, P::DEGREE, a)
    }

    #[inline(always)]
    fn equal(&self, a: &[Word; N], b: &[Word; N]) -> Mask {
        verify!(Self::verify(&[a, b]));
        limb::equal(a, b)
    }

    #[inline(always)]
    fn is_zero(&self, a: &[Word; N]) -> Mask {
        limb::is_zero(a)
    }

    #[inline(always)]
    fn select(&self, condition: Mask, if_true: &[Word; N], if_false: &[Word; N]) -> [Word; N] {
        select(condition, if_true, if_false)
    }

    #[inline(always)]
    fn mul_wide(&self, a: &[Word; N], b: &[Word; N]) -> Double<N> {
        verify!(Self::verify(&[a, b]));
        self.0.product(a, b)
    }

    #[inline(always)]
    fn sqr_wide(&self, a: &[Word; N]) -> Double<N> {
        verify!(Self::verify(&[a]));
        self.0.square(a)
    }

    #[inline(always)]
    fn add_wide(&self, a: &Double<N>, b: &Double<N>) -> Double<N> {
        Double([sum(&a.0[0], &b.0[0]), sum(&a.0[1], &b.0[1])])
    }

    #[inline(always)]
    fn sub_wide(&self, a: &Double<N>, b: &Double<N>) -> Double<N> {
        self.add_wide(a, b)
    }

    #[inline(always)]
    fn reduce(&self, a: &Double<N>) -> [Word; N] {
        verified!(Self::verify, [], self.0.reduce::<N, P>(a))
    }
}

impl<const N: usize, P: Polynomial, K: Product> VartimeField for Binary<N, P, K> {}

impl<const N: usize, P: Polynomial, K: Product> Encoding for Binary<N, P, K> {
    fn encoded_bytes(&self) -> usize {
        P::DEGREE.div_ceil(8)
    }

    fn encode(&self, bytes: &mut [u8], a: &[Word; N]) -> Result<()> {
        bytes::write(bytes, self.encoded_bytes(), a)
    }

    fn decode(&self, bytes: &[u8]) -> Result<[Word; N]> {
        Self::canonical(bytes::read(bytes, self.encoded_bytes())?)
    }

    fn decode_be(&self, bytes: &[u8]) -> Result<[Word; N]> {
        Self::canonical(bytes::read_be(bytes, self.encoded_bytes())?)
    }
}
