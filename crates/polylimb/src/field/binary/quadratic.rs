//! Square roots, traces and quadratic equations in `F_2^m` for odd m.
//!
//! **Source.** `[Fong2004]` (halving); `[Hankerson2004]`, section 3.6.2. **Idea.** All of them are
//! linear over `F_2`. With `a = e² + x o²`, `√a = e + √x o`: one product by a constant. The trace
//! is the sum of a few coefficients. `z² + z = c` has the root `Σ c^(4^i)`, `i` up to (m - 1) / 2
//! (the half-trace), if the trace of `c` is 0. Constant time.

use super::{Binary, Polynomial, Product, reduce, square};
use crate::field::{Field, SquareRoot};
use crate::limb::{Mask, WORD_BITS, Word};

/// A field of characteristic 2 and odd degree, in which quadratic equations are solved.
pub trait Quadratic: Field {
    /// `a^(2^n)`; n is public.
    #[inline(always)]
    fn frobenius(&self, a: &Self::El, n: usize) -> Self::El {
        let mut r = *a;
        for _ in 0..n {
            self.sqr_assign(&mut r);
        }
        r
    }

    /// Whether the trace `Σ a^(2^i)`, `i < m`, is 1.
    fn trace(&self, a: &Self::El) -> Self::Mask;

    /// The half-trace `Σ a^(4^i)`, `i` up to (m - 1) / 2: linear in `a`, and `h² + h` is `a` plus
    /// its trace.
    fn half_trace(&self, a: &Self::El) -> Self::El;

    /// `z` with `z² + z = c` and true, or a meaningless element and false if there is no such `z`.
    /// The other root is `z + 1`.
    #[inline(always)]
    fn solve_quadratic(&self, c: &Self::El) -> (Self::El, Self::Mask) {
        (self.half_trace(c), !self.trace(c))
    }
}

/// x^(2^(m-1)), the square root of x.
const fn root_of_x<const N: usize, P: Polynomial>() -> [Word; N] {
    let mut r = [0; N];
    r[1 / WORD_BITS] = 1 << 1;
    let mut i = 1;
    while i < P::DEGREE {
        r = reduce::reduce::<N, P>(&square::square(&r));
        i += 1;
    }
    r
}

/// The coefficients whose sum is the trace: bit k is the trace of x^k, the sum of the k-th powers
/// of the polynomial's roots, by Newton's identities from its coefficients.
pub(super) const fn trace_of_powers<const N: usize>(degree: usize, lower: &[usize]) -> [Word; N] {
    let digits = trace_digits::<N>(degree, lower, WORD_BITS);
    let (mut words, mut i) = ([0; N], 0);
    while i < N {
        words[i] = digits[i] as Word;
        i += 1;
    }
    words
}

/// As [`trace_of_powers`], `width` bits to a number.
pub(super) const fn trace_digits<const N: usize>(
    degree: usize,
    lower: &[usize],
    width: usize,
) -> [u64; N] {
    let mut p = [0; N];
    p[0] = (degree % 2) as u64;
    let mut k = 1;
    while k < degree {
        // p_k = Σ e_j p_(k-j) + k e_k, j < k; e_j is the coefficient of x^(m-j).
        let (mut sum, mut i) = (0, 0);
        while i < lower.len() {
            let j = degree - lower[i];
            if j < k {
                sum ^= p[(k - j) / width] >> ((k - j) % width);
            } else if j == k {
                sum ^= k as u64;
            }
            i += 1;
        }
        p[k / width] |= (sum & 1) << (k % width);
        k += 1;
    }
    p
}

/// Whether the sum of the coefficients of `a` at the bits set in `which` is 1.
pub(super) fn parity<const N: usize>(a: &[Word; N], which: &[Word; N]) -> Mask {
    let mut sum = 0;
    for (a, t) in a.iter().zip(which) {
        sum ^= a & t;
    }
    let mut step = WORD_BITS / 2;
    while step > 0 {
        sum ^= sum >> step;
        step /= 2;
    }
    Mask::from_bit(sum & 1)
}

/// `Σ a^(4^i)`, `i` up to m / 2: with s(k) the sum of the first k terms, s(j + k) = s(j)^(4^k) +
/// s(k), as in Itoh and Tsujii's chain of products.
pub(super) fn half_trace<F: Quadratic>(f: &F, degree: usize, a: &F::El) -> F::El {
    let terms = degree.div_ceil(2);
    let (mut k, mut s) = (1, *a);
    for i in (0..terms.ilog2()).rev() {
        s = f.add(&f.frobenius(&s, 2 * k), &s);
        k *= 2;
        if (terms >> i) & 1 == 1 {
            s = f.add(&f.frobenius(&s, 2), a);
            k += 1;
        }
    }
    s
}

/// Constants of a polynomial, which the compiler computes once for all products.
trait Derived<const N: usize>: Polynomial + Sized {
    const ROOT_OF_X: [Word; N] = root_of_x::<N, Self>();
    const TRACE: [Word; N] = trace_of_powers::<N>(Self::DEGREE, Self::LOWER);
}

impl<P: Polynomial, const N: usize> Derived<N> for P {}

impl<const N: usize, P: Polynomial, K: Product> SquareRoot for Binary<N, P, K> {
    /// Every element is a square.
    fn sqrt(&self, a: &[Word; N]) -> ([Word; N], Mask) {
        let [even, odd] = square::halves(a);
        (
            self.add(&even, &self.mul_constant(const { &<P as Derived<N>>::ROOT_OF_X }, &odd)),
            Mask::TRUE,
        )
    }
}

impl<const N: usize, P: Polynomial, K: Product> Quadratic for Binary<N, P, K> {
    fn frobenius(&self, a: &[Word; N], n: usize) -> [Word; N] {
        self.kernel().frobenius::<N, P>(a, n)
    }

    fn trace(&self, a: &[Word; N]) -> Mask {
        parity(a, &<P as Derived<N>>::TRACE)
    }

    fn half_trace(&self, a: &[Word; N]) -> [Word; N] {
        const { assert!(P::DEGREE % 2 == 1, "half-traces need an odd degree") }
        self.kernel().half_trace::<N, P>(a)
    }
}
