//! `F_2^m` modulo a polynomial known at run time.
//!
//! One compiled copy per storage size serves every polynomial: the binary curves without a fixed
//! field, toy fields, and any field that the command line names. Products are by a [`Product`];
//! reduction follows the exponents, which are public.

use super::field::{itoh_tsujii, select, sum};
use super::quadratic::{half_trace, parity, trace_of_powers};
use super::words::{self, Plain};
use super::{
    DefaultProduct, Double, Everywhere, F571, Polynomial, Product, Quadratic, square, words_for,
};
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
/// use polylimb::authors::field::Field;
/// use polylimb::authors::field::binary::{AnyBinary, Sparse};
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

/// Products are functions: a reduction by any polynomial costs far more than a call.
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

    #[inline(never)]
    fn mul_into<'r>(
        &self,
        r: &'r mut MaybeUninit<[Word; N]>,
        a: &[Word; N],
        b: &[Word; N],
    ) -> &'r mut [Word; N] {
        r.write(verified!(|of| self.verify(of), [a, b], self.reduce(&self.unreduced(a, b))))
    }

    #[inline(never)]
    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<[Word; N]>, a: &[Word; N]) -> &'r mut [Word; N] {
        r.write(verified!(|of| self.verify(of), [a], self.reduce(&self.kernel.square(a))))
    }

    fn add(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        verified!(|of| self.verify(of), [a, b], sum(a, b))
    }

    two_is_zero!();

    /// By Itoh and Tsujii's addition chain.
    #[inline(never)]
    fn inv0(&self, a: &[Word; N]) -> [Word; N] {
        itoh_tsujii(self, self.polynomial.degree(), a)
    }

    fn equal(&self, a: &[Word; N], b: &[Word; N]) -> Mask {
        verify!(self.verify(&[a, b]));
        limb::equal(a, b)
    }

    fn select(&self, condition: Mask, if_true: &[Word; N], if_false: &[Word; N]) -> [Word; N] {
        select(condition, if_true, if_false)
    }

    #[inline(never)]
    fn mul_wide(&self, a: &[Word; N], b: &[Word; N]) -> Double<N> {
        verify!(self.verify(&[a, b]));
        self.unreduced(a, b)
    }

    #[inline(never)]
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

    #[inline(never)]
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

// Reduction polynomials known at run time.

/// The largest degree of a [`Sparse`] polynomial.
pub const MOST_DEGREE: usize = F571::DEGREE;
/// Words of an element of the largest field.
pub(super) const MOST_WORDS: usize = words_for(MOST_DEGREE);
/// Maximum number of terms below the highest.
const MOST_TERMS: usize = 15;

/// An irreducible polynomial `x^m + Σ x^e` over `F_2`, known at run time: m from 2 to
/// [`MOST_DEGREE`], at most 15 terms below x^m.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sparse {
    degree: usize,
    lower: [usize; MOST_TERMS],
    terms: usize,
}

impl Sparse {
    /// `x^degree + Σ x^e`, `e` in `lower`.
    ///
    /// ```
    /// use polylimb::authors::field::binary::Sparse;
    /// assert!(Sparse::new(7, &[1, 0]).is_ok());
    /// // x + 1 divides the first, x² + x + 1 the second.
    /// assert!(Sparse::new(7, &[4, 1, 0]).is_err() && Sparse::new(7, &[2, 0]).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`] above [`MOST_DEGREE`]; [`Error::Parameter`] if the exponents do not
    /// descend from below `degree` to 0, if there are more than 15, or if the polynomial is not
    /// irreducible.
    pub fn new(degree: usize, lower: &[usize]) -> Result<Self> {
        if degree > MOST_DEGREE {
            return Err(Error::TooLarge {
                what: "degree of the binary field",
                max_bits: MOST_DEGREE,
            });
        }
        let descending = lower.windows(2).all(|w| w[0] > w[1]);
        let ends = lower.first().is_some_and(|&e| e < degree) && lower.last() == Some(&0);
        if degree < 2 || !descending || !ends || lower.len() > MOST_TERMS {
            return Err(Error::Parameter {
                expected: "exponents: descending from below the degree to 0, at most 15",
            });
        }
        let polynomial = Self::unchecked(degree, lower);
        if !polynomial.is_irreducible_vartime() {
            return Err(Error::Parameter { expected: "polynomial: irreducible" });
        }
        Ok(polynomial)
    }

    /// The polynomial `P`.
    #[must_use]
    pub fn of<P: Polynomial>() -> Self {
        const { assert!(P::DEGREE <= MOST_DEGREE && P::LOWER.len() <= MOST_TERMS) }
        Self::unchecked(P::DEGREE, P::LOWER)
    }

    fn unchecked(degree: usize, lower: &[usize]) -> Self {
        let mut exponents = [0; MOST_TERMS];
        exponents[..lower.len()].copy_from_slice(lower);
        Self { degree, lower: exponents, terms: lower.len() }
    }

    /// m.
    #[must_use]
    pub const fn degree(&self) -> usize {
        self.degree
    }

    /// Words of an element.
    #[must_use]
    pub const fn words(&self) -> usize {
        words_for(self.degree)
    }

    /// The exponents below m, descending.
    #[must_use]
    pub fn lower(&self) -> &[usize] {
        &self.lower[..self.terms]
    }

    /// All coefficients: `m / WORD_BITS + 1` words.
    pub(super) fn write(&self, words: &mut [Word]) {
        words.fill(0);
        for &e in self.lower().iter().chain([&self.degree]) {
            words[e / WORD_BITS] |= 1 << (e % WORD_BITS);
        }
    }

    /// Rabin's test (`[Rabin1980]`): x^(2^m) = x, and x^(2^(m/p)) - x has no factor in common with
    /// the polynomial for each prime p that divides m.
    fn is_irreducible_vartime(&self) -> bool {
        let n = self.words();
        let mut power = [0; MOST_WORDS];
        let x = |power: &mut [Word; MOST_WORDS]| power[1 / WORD_BITS] ^= 1 << (1 % WORD_BITS);
        x(&mut power);
        for i in 1..=self.degree {
            let mut wide = [0; 2 * MOST_WORDS];
            square::square_words(&mut wide[..2 * n], &power[..n]);
            words::reduce(&mut Plain, &mut wide[..2 * n], self);
            power[..n].copy_from_slice(&wide[..n]);
            let p = self.degree / i;
            let proper = i < self.degree && self.degree.is_multiple_of(i);
            if proper && (2..p).all(|d| !p.is_multiple_of(d)) {
                let mut difference = power;
                x(&mut difference);
                let mut inverse = [0; MOST_WORDS];
                if !words::invert_vartime(&mut Plain, &mut inverse[..n], &difference[..n], self) {
                    return false;
                }
            }
        }
        x(&mut power);
        power[..n].iter().all(|&w| w == 0)
    }
}
