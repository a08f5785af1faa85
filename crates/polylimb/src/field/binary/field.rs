//! `F_2^m` as a [`Field`].

use super::{Double, Polynomial, Product, reduce, square};
use crate::error::{Error, Result};
use crate::field::{Encoding, Field, VartimeField, bytes};
use crate::limb::{self, Mask, WORD_BITS, Word};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// The product that is constant time on this target: [`LopezDahab`](super::LopezDahab) on AVR, which has
/// no data cache, [`Comb`](super::Comb) elsewhere.
#[cfg(target_arch = "avr")]
pub type DefaultProduct = super::LopezDahab;
/// The product that is constant time on this target: [`LopezDahab`](super::LopezDahab) on AVR, which has
/// no data cache, [`Comb`](super::Comb) elsewhere.
#[cfg(not(target_arch = "avr"))]
pub type DefaultProduct = super::Comb;

/// `F_2[x]` modulo the irreducible polynomial `P`, in `N` = [`words_for`](super::words_for)`(P::DEGREE)` words,
/// multiplied by `K`.
///
/// ```
/// use polylimb::field::{Field, binary::{Binary, F163, words_for}};
/// let f = Binary::<{ words_for(163) }, F163>::new();
/// let x = f.from_bit(1);
/// assert_eq!(f.mul(&x, &f.inv0(&x)), f.one());
/// ```
pub struct Binary<const N: usize, P, K = DefaultProduct>(PhantomData<fn() -> (P, K)>);

impl<const N: usize, P, K> Clone for Binary<N, P, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const N: usize, P, K> Copy for Binary<N, P, K> {}

impl<const N: usize, P: Polynomial, K: Product> Default for Binary<N, P, K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize, P: Polynomial, K: Product> Binary<N, P, K> {
    /// The field. `N` or a polynomial that does not fit is a compile-time error.
    #[must_use]
    pub const fn new() -> Self {
        const {
            assert!(N == super::words_for(P::DEGREE), "N is not the number of words of an element");
            assert!(P::DEGREE >= P::LOWER[0] + WORD_BITS, "the exponents are not a word apart");
            assert!(P::LOWER[P::LOWER.len() - 1] == 0, "a multiple of x is not irreducible");
        }
        Self(PhantomData)
    }

    /// `a`, if its degree is below m.
    fn canonical(a: [Word; N]) -> Result<[Word; N]> {
        let used = P::DEGREE % WORD_BITS;
        if used > 0 && a[N - 1] >> used != 0 {
            return Err(Error::NotReduced { operand: "encoded element" });
        }
        Ok(a)
    }

    /// x^i, `i` below m.
    #[must_use]
    pub fn from_bit(&self, i: usize) -> [Word; N] {
        assert!(i < P::DEGREE);
        let mut r = [0; N];
        r[i / WORD_BITS] = 1 << (i % WORD_BITS);
        r
    }
}

/// a^(2^n).
fn sqr_times<F: Field>(f: &F, a: &F::El, n: usize) -> F::El {
    let mut r = *a;
    for _ in 0..n {
        f.sqr_assign(&mut r);
    }
    r
}

impl<const N: usize, P: Polynomial, K: Product> Field for Binary<N, P, K> {
    type El = [Word; N];
    type Mask = Mask;
    type Wide = Double<N>;
    const WIDE_TERMS: usize = usize::MAX;

    fn zero(&self) -> [Word; N] {
        [0; N]
    }

    fn one(&self) -> [Word; N] {
        let mut r = [0; N];
        r[0] = 1;
        r
    }

    fn mul_into<'r>(
        &self,
        r: &'r mut MaybeUninit<[Word; N]>,
        a: &[Word; N],
        b: &[Word; N],
    ) -> &'r mut [Word; N] {
        r.write(reduce::reduce::<N, P>(&K::product(a, b)))
    }

    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<[Word; N]>, a: &[Word; N]) -> &'r mut [Word; N] {
        r.write(reduce::reduce::<N, P>(&square::square(a)))
    }

    fn add(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        core::array::from_fn(|i| a[i] ^ b[i])
    }

    fn sub(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        self.add(a, b)
    }

    fn neg(&self, a: &[Word; N]) -> [Word; N] {
        *a
    }

    fn double(&self, _a: &[Word; N]) -> [Word; N] {
        [0; N]
    }

    fn halve(&self, _a: &[Word; N]) -> [Word; N] {
        [0; N]
    }

    /// `a^(2^m - 2)` by Itoh, Tsujii 1988: with b(k) = a^(2^k - 1), b(j + k) = b(j)^(2^k) b(k); doubling k along the
    /// bits of m - 1 takes about log2 m products and m - 1 squarings.
    fn inv0(&self, a: &[Word; N]) -> [Word; N] {
        let target = P::DEGREE - 1;
        let (mut k, mut b) = (1, *a);
        for i in (0..target.ilog2()).rev() {
            b = self.mul(&sqr_times(self, &b, k), &b);
            k *= 2;
            if (target >> i) & 1 == 1 {
                b = self.mul(&self.sqr(&b), a);
                k += 1;
            }
        }
        self.sqr(&b)
    }

    fn equal(&self, a: &[Word; N], b: &[Word; N]) -> Mask {
        limb::equal(a, b)
    }

    fn is_zero(&self, a: &[Word; N]) -> Mask {
        limb::is_zero(a)
    }

    fn select(&self, condition: Mask, if_true: &[Word; N], if_false: &[Word; N]) -> [Word; N] {
        core::array::from_fn(|i| condition.select(if_true[i], if_false[i]))
    }

    fn mul_wide(&self, a: &[Word; N], b: &[Word; N]) -> Double<N> {
        K::product(a, b)
    }

    fn sqr_wide(&self, a: &[Word; N]) -> Double<N> {
        square::square(a)
    }

    fn add_wide(&self, a: &Double<N>, b: &Double<N>) -> Double<N> {
        Double([self.add(&a.0[0], &b.0[0]), self.add(&a.0[1], &b.0[1])])
    }

    fn sub_wide(&self, a: &Double<N>, b: &Double<N>) -> Double<N> {
        self.add_wide(a, b)
    }

    fn reduce(&self, a: &Double<N>) -> [Word; N] {
        reduce::reduce::<N, P>(a)
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
