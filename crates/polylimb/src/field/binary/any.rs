//! `F_2^m` modulo a polynomial known at run time.
//!
//! One compiled copy per storage size serves every polynomial: the binary curves without a fixed
//! field, toy fields, and any field that the command line names. Products are by a [`Product`];
//! reduction follows the exponents, which are public.

use super::field::{itoh_tsujii, sum};
use super::quadratic::{half_trace, parity, trace_of_powers};
use super::words::{self, Plain};
use super::{DefaultProduct, Double, Everywhere, Product, Quadratic, Sparse, square, words_for};
use crate::error::{Error, Result};
use crate::field::ranges::{has_degree_below, verified, verify};
use crate::field::{Encoding, Field, SquareRoot, VartimeField, bytes};
use crate::limb::{self, Mask, WORD_BITS, Word};
use core::mem::MaybeUninit;

/// Words of 256 bits. Larger storage multiplies elements of smaller fields in this many words.
const SMALL: usize = words_for(256);

/// `F_2[x]` modulo a [`Sparse`] polynomial of degree at most `N WORD_BITS`, multiplied by `K`. An
/// element is in the first words of `[Word; N]`, followed by zeros. Constant time if the product
/// is.
///
/// ```
/// use polylimb::field::{Field, binary::{AnyBinary, Sparse}};
/// let f: AnyBinary<4> = AnyBinary::new(Sparse::new(7, &[1, 0])?)?;
/// let x = f.from_bit(1);
/// assert_eq!(f.mul(&x, &f.from_bit(6)), f.add(&x, &f.one()));
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct AnyBinary<const N: usize, K = DefaultProduct> {
    kernel: K,
    polynomial: Sparse,
    root_of_x: [Word; N],
    /// The coefficients whose sum is the trace.
    trace: [Word; N],
}

impl<const N: usize, K: Everywhere> AnyBinary<N, K> {
    /// The field modulo `polynomial`.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if an element takes more than `N` words.
    pub fn new(polynomial: Sparse) -> Result<Self> {
        Self::with(K::HERE, polynomial)
    }
}

impl<const N: usize, K: Product> AnyBinary<N, K> {
    /// The field modulo `polynomial`, multiplied by `kernel`.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if an element takes more than `N` words.
    pub fn with(kernel: K, polynomial: Sparse) -> Result<Self> {
        if polynomial.words() > N {
            return Err(Error::TooLarge {
                what: "degree of the binary field",
                max_bits: N * WORD_BITS,
            });
        }
        let mut f = Self { kernel, polynomial, root_of_x: [0; N], trace: [0; N] };
        f.root_of_x = f.from_bit(1);
        for _ in 1..polynomial.degree() {
            f.root_of_x = f.sqr(&f.root_of_x);
        }
        f.trace = trace_of_powers(polynomial.degree(), polynomial.lower());
        Ok(f)
    }

    /// The polynomial.
    #[must_use]
    pub const fn polynomial(&self) -> &Sparse {
        &self.polynomial
    }

    /// Checks in debug builds that these are elements: their degree is below m.
    #[inline(never)]
    fn verify(&self, elements: &[&[Word; N]]) {
        let degree = self.polynomial.degree();
        let holds = elements.iter().all(|a| has_degree_below(*a, degree));
        assert!(holds, "2^{degree}: a polynomial is not reduced");
    }

    /// x^i.
    ///
    /// # Panics
    /// If `i` is not below m.
    #[must_use]
    pub fn from_bit(&self, i: usize) -> [Word; N] {
        assert!(i < self.polynomial.degree());
        let mut r = [0; N];
        r[i / WORD_BITS] = 1 << (i % WORD_BITS);
        r
    }

    /// `a b`, unreduced. In a field much smaller than its storage only the words of the field are
    /// multiplied.
    fn unreduced(&self, a: &[Word; N], b: &[Word; N]) -> Double<N> {
        if N > SMALL && self.polynomial.words() <= SMALL {
            let first = |a: &[Word; N]| core::array::from_fn::<_, SMALL, _>(|i| a[i]);
            let product = self.kernel.product(&first(a), &first(b));
            let mut r = Double::ZERO;
            r.words_mut()[..2 * SMALL].copy_from_slice(product.words());
            return r;
        }
        self.kernel.product(a, b)
    }

    fn canonical(&self, a: [Word; N]) -> Result<[Word; N]> {
        let (last, used) = (self.polynomial.words() - 1, self.polynomial.degree() % WORD_BITS);
        if used > 0 && a[last] >> used != 0 {
            return Err(Error::NotReduced { operand: "encoded element" });
        }
        Ok(a)
    }
}

impl<const N: usize, K: Product> Field for AnyBinary<N, K> {
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
        r.write(verified!(|of| self.verify(of), [a, b], self.reduce(&self.unreduced(a, b))))
    }

    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<[Word; N]>, a: &[Word; N]) -> &'r mut [Word; N] {
        r.write(verified!(|of| self.verify(of), [a], self.reduce(&self.kernel.square(a))))
    }

    fn add(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        verified!(|of| self.verify(of), [a, b], sum(a, b))
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

    /// By Itoh and Tsujii's addition chain.
    fn inv0(&self, a: &[Word; N]) -> [Word; N] {
        itoh_tsujii(self, self.polynomial.degree(), a)
    }

    fn equal(&self, a: &[Word; N], b: &[Word; N]) -> Mask {
        verify!(self.verify(&[a, b]));
        limb::equal(a, b)
    }

    fn select(&self, condition: Mask, if_true: &[Word; N], if_false: &[Word; N]) -> [Word; N] {
        core::array::from_fn(|i| condition.select(if_true[i], if_false[i]))
    }

    fn mul_wide(&self, a: &[Word; N], b: &[Word; N]) -> Double<N> {
        verify!(self.verify(&[a, b]));
        self.unreduced(a, b)
    }

    fn sqr_wide(&self, a: &[Word; N]) -> Double<N> {
        verify!(self.verify(&[a]));
        self.kernel.square(a)
    }

    fn add_wide(&self, a: &Double<N>, b: &Double<N>) -> Double<N> {
        Double([sum(&a.0[0], &b.0[0]), sum(&a.0[1], &b.0[1])])
    }

    fn sub_wide(&self, a: &Double<N>, b: &Double<N>) -> Double<N> {
        self.add_wide(a, b)
    }

    fn reduce(&self, a: &Double<N>) -> [Word; N] {
        let mut wide = *a;
        let words = 2 * self.polynomial.words();
        words::reduce(&mut Plain, &mut wide.words_mut()[..words], &self.polynomial);
        wide.0[0]
    }
}

impl<const N: usize, K: Product> VartimeField for AnyBinary<N, K> {}

impl<const N: usize, K: Product> SquareRoot for AnyBinary<N, K> {
    /// Every element is a square.
    fn sqrt(&self, a: &[Word; N]) -> ([Word; N], Mask) {
        let [even, odd] = square::halves(a);
        (self.add(&even, &self.mul(&self.root_of_x, &odd)), Mask::TRUE)
    }
}

/// For odd degrees only: with an even degree the sum is not a half-trace.
impl<const N: usize, K: Product> Quadratic for AnyBinary<N, K> {
    fn trace(&self, a: &[Word; N]) -> Mask {
        parity(a, &self.trace)
    }

    fn half_trace(&self, a: &[Word; N]) -> [Word; N] {
        half_trace(self, self.polynomial.degree(), a)
    }
}

impl<const N: usize, K: Product> Encoding for AnyBinary<N, K> {
    fn encoded_bytes(&self) -> usize {
        self.polynomial.degree().div_ceil(8)
    }

    fn encode(&self, bytes: &mut [u8], a: &[Word; N]) -> Result<()> {
        bytes::write(bytes, self.encoded_bytes(), a)
    }

    fn decode(&self, bytes: &[u8]) -> Result<[Word; N]> {
        self.canonical(bytes::read(bytes, self.encoded_bytes())?)
    }

    fn decode_be(&self, bytes: &[u8]) -> Result<[Word; N]> {
        self.canonical(bytes::read_be(bytes, self.encoded_bytes())?)
    }
}
